"""The one page, with the files that it includes in their places, in sections by its headings."""

import posixpath
import re
from dataclasses import dataclass

from labsite.moving.fates import Fates
from labsite.moving.source import Source

ABOUT = "_pages/about.md"
DEEPEST = 5  # files that include files
INCLUDE = re.compile(r"\{%-?\s*include(?P<relative>_relative)?\s+(?P<path>[\w./-]+)[^%]*-?%\}")
REMARK = r"(?:<!--.*?-->|\{%-?\s*comment\s*-?%\}.*?\{%-?\s*endcomment\s*-?%\})"
COMMENT = re.compile(rf"^[ \t]*{REMARK}[ \t]*\n|{REMARK}", re.DOTALL | re.MULTILINE)
SCRIPT = re.compile(r"<(script|style|iframe)\b.*?</\1\s*>", re.DOTALL | re.IGNORECASE)
FILE = re.compile(r"\x00FILE (.*?)\x00")
UNDERLINED = re.compile(r"^([^\n#>|].*)\n(=+|-{3,})[ \t]*$", re.MULTILINE)
HEADING = re.compile(
    r"^[ \t]*(?:(?P<marks>#{1,6})[ \t]+(?P<words>.*)|<h(?P<level>[1-6])[^>]*>(?P<html>.*?)</h\d>)", re.MULTILINE
)
KINDS = (
    ("news", r"news|updates?\b|what.?s new|动态|新闻"),
    ("papers", r"publication|papers?\b|preprint|manuscript|patent|articles?\b|books?\b|论文|发表"),
    ("awards", r"hono(?:u)?r|award|scholarship|achievement|荣誉|获奖"),
    ("education", r"education|学历|教育"),
    ("talks", r"talks?\b|presentations?\b|报告"),
    ("positions", r"intern|experience|employment|position|career|appointment|经历"),
    ("services", r"servic|review|committee|activit|服务"),
    ("teaching", r"teaching|courses?\b"),
    ("about", r"about|biograph|\bbio\b|intro|简介|research interest"),
)


@dataclass(frozen=True)
class Section:
    """A heading with what stands below it; ``kind`` says what that is about, ``path`` in which file it stands."""

    kind: str
    heading: str
    body: str
    path: str


def sections_of(source: Source, fates: Fates) -> list[Section]:
    """Return the sections of the page; those below a heading are of its kind, unless their own says another."""
    text = ""
    with fates.reading(ABOUT):
        text = SCRIPT.sub("", COMMENT.sub("", _whole(source, fates, ABOUT, source.front_matter(ABOUT)[1])))
    text = UNDERLINED.sub(lambda found: f"{'#' if found[2][0] == '=' else '##'} {found[1]}", text)
    found = list(HEADING.finditer(text))
    ends = [*(each.start() for each in found), len(text)]
    sections = [Section("about", "", _without_files(text[: ends[0]]), ABOUT)]
    kinds: list[tuple[int, str]] = []
    for heading, end in zip(found, ends[1:], strict=True):
        words = re.sub(r"<[^>]*>", "", heading["words"] or heading["html"] or "")
        level = len(heading["marks"] or "") or int(heading["level"])
        kinds = [(above, kind) for above, kind in kinds if above < level]
        kind = _kind(words) or (kinds[-1][1] if kinds else _first_kind(sections))
        kinds.append((level, kind))
        sections.append(Section(kind, _words(words), _without_files(text[heading.end() : end]), _path(text, heading)))
    return sections


def _first_kind(sections: list[Section]) -> str:
    """Return what words under an unknown heading are about: of the person, while nothing else has come."""
    return "about" if all(section.kind == "about" for section in sections) else ""


def _kind(heading: str) -> str:
    return next((kind for kind, words in KINDS if re.search(words, heading, re.IGNORECASE)), "")


def _words(heading: str) -> str:
    """Return a heading without the picture that this template's headings begin with."""
    return re.sub(r"^[^\w(]+|\s+$", "", heading)


def _path(text: str, heading: re.Match[str]) -> str:
    named = FILE.findall(text, 0, heading.end())
    return named[-1] if named else ABOUT


def _without_files(text: str) -> str:
    return FILE.sub("", text)


def _whole(source: Source, fates: Fates, path: str, text: str, depth: int = 0) -> str:
    """Return a text with the files that it includes in their places, each marked with its path."""

    def included(found: re.Match[str]) -> str:
        folder = posixpath.dirname(path) if found["relative"] else "_includes"
        inner = posixpath.normpath(posixpath.join(folder, found["path"]))
        if depth >= DEEPEST or not source.exists(inner):
            return ""
        with fates.reading(inner):
            body = source.front_matter(inner)[1]
            return f"\x00FILE {inner}\x00\n{_whole(source, fates, inner, body, depth + 1)}\n\x00FILE {path}\x00\n"
        return ""

    return INCLUDE.sub(included, COMMENT.sub("", text))

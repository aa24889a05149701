"""What a reference says beside authors, title and container: links, identifiers, prizes, and that it isn't out yet."""

import re

from labsite.contrib.reading.words import patterns
from publications.citations.identifiers import ARXIV_BY_NAME, DOI_IN_WORDS, arxiv_in
from publications.formats.entries import Located

from .authors import NATIVE

LINK = re.compile(r"!?\[(?P<words>[^\[\]]*)\]\((?P<url>[^()\s]*(?:\([^()\s]*\)[^()\s]*)*)\)")
LABELS = patterns("link_labels")
LABEL = "|".join(LABELS.values())
BARE_LABELS = re.compile(rf"\s*[\[(|]\s*(?:{LABEL})s?\s*[\])|](?=\s|$|[\[(|,.])", re.IGNORECASE)
EMPHASIS = re.compile(r"(\*\*|__)(?=\S)(.+?)(?<=\S)\1")
SLANTED = re.compile(r"(?<![\w*_])([*_])(?=[^\W_])([^*_\n]+?)(?<=[\w.!?):’”])\1(?![\w*])")
MIN_TITLE_WORDS = 4  # of what is linked or in bold

AT = r"(?:\[online\]\.?\s*)?(?:\b(?:available|retrieved|accessed|online)(?:\s+(?:at|from|online))?\s*:?\s*)?"
ADDRESS = re.compile(rf"{AT}[<(]?(?P<url>https?://[^\s<>\"，。；）]+)", re.IGNORECASE)
DOI = re.compile(rf"{AT}[(\[]?(?:\bdoi\s*:?\s*)*(?P<doi>{DOI_IN_WORDS.pattern})", re.IGNORECASE)
ARXIV = re.compile(rf"(?:{ARXIV_BY_NAME.pattern})(?:\s*\[[\w.-]+\])?", re.IGNORECASE)
PUBMED = re.compile(r"[,;.]?\s*\bPM(C?)ID\s*:\s*(\w+)")
EMPTY = re.compile(
    r"[(\[]unpublished[)\]]|[(\[（]\s*[,;:.]*\s*[)\]）]|\[(?:online|internet)\]|\[\d{4}-\d\d?-\d\d?\]"
    r"|,?\s*\b(?:available|retrieved|link|url|doi)(?: at| from)?:\s*(?=[.,;\s]*$)"
    r"|,?\s*\b\d+ pages\b|,?\s*\b(?:accessed|访问)\b[^.\]]*\d{4}\b",
    re.IGNORECASE,
)
AWARD = (
    r"(?:[\w’'-]+ ){0,2}(?:best|outstanding|distinguished) (?:student |short |demo )?(?:paper|poster|artifact)"
    r"(?: (?:award|runner[- ]?up|nomination|nominee|honou?rable mention|finalist|candidate))*"
)
NOTES = re.compile(
    rf"[\s,;]*[(\[（【*]*(?<!\w)(?P<note>{AWARD}"
    r"|accept(?:ance|ed) (?:rate|ratio)[\s:=]*[\d./]+\s?%?(?:[\s,=(]*[\d./]+\s?%?\)?)?)[)\]）】*!]*"
    r"|[\s,;]*[(\[（【](?P<bracketed>(?:[^()\[\]（）【】]{0,40}\b)?(?:impact factor|IF|JCR|CCF|SCI|CAS|中科院)\b"
    r"[^()\[\]（）【】]{0,40}"
    r"|(?:oral|spotlight|highlight|invited)(?: (?:presentation|paper|talk))?|(?:equal|corresponding)[\w ]*|共同一作)"
    r"[)\]）】]",
    re.IGNORECASE,
)
STATUSES = patterns("statuses")


def without_links(line: str, located: Located) -> tuple[str, str]:
    """Take the addresses out of Markdown, and its signs; with the title, if one stands out as it."""
    titles: list[str] = []

    def words(link: re.Match[str]) -> str:
        label, url, is_picture = link["words"].strip(" []()*_"), link["url"], link[0].startswith("!")
        kind = next((kind for kind, form in LABELS.items() if re.fullmatch(f"(?:{form})s?", label, re.IGNORECASE)), "")
        if "://" in url and not is_picture:
            if kind in ("", "page", "pdf") or arxiv_in(url):
                located.visit(url, "pdf" if kind == "pdf" and url.lower().endswith(".pdf") else "")
            else:
                located.link(url, kind)
        titles.extend([label] if is_title(label) and not is_picture else [])
        return "" if is_picture or kind or "://" in label else label

    text = LINK.sub(words, re.sub(r"\\([^\w\s])", r"\1", line))
    titles += [bold[2] for bold in EMPHASIS.finditer(text) if is_title(bold[2])]
    text = SLANTED.sub(r"\2", EMPHASIS.sub(r"\2", text)).replace("\xa0", " ")
    return BARE_LABELS.sub("", re.sub(r"<[^<>]{1,80}>", "", text)), next(iter(titles), "").strip("*_ ")


def is_title(text: str) -> bool:
    """Whether what is linked or in bold is long enough for a title rather than a name."""
    return len(text.split()) >= MIN_TITLE_WORDS or (not text.isascii() and len(re.findall(NATIVE, text)) > 6)


def without_addresses(text: str, located: Located) -> str:
    """Take DOIs, addresses and arXiv ids out of a text; of the last the name of arXiv stays."""
    for match in DOI.finditer(text):
        located.visit(match["doi"].rstrip(".,;)]"))
    text = DOI.sub(lambda match: match["doi"][-1] if match["doi"][-1] in ".,;" else "", text)
    for match in ADDRESS.finditer(text):
        located.visit(match["url"].rstrip(".,;)"))
    text = ADDRESS.sub("", text)
    for match in PUBMED.finditer(text):
        located.identify(f"pm{match[1].lower()}id", match[2])
    text = PUBMED.sub("", text)
    for match in ARXIV.finditer(text):
        located.know(match[1])
    return ARXIV.sub(" arXiv ", text)


def without_notes(text: str) -> tuple[str, str]:
    """Take prizes and figures of merit out of a text."""
    notes = [(match["note"] or match["bracketed"]).strip(" ()[]*") for match in NOTES.finditer(text)]
    return NOTES.sub("", text), "; ".join(notes)


def without_status(text: str) -> tuple[str, str]:
    """Take out of a text that a paper hasn't appeared yet, and what is empty then; with its status."""
    for status, words in STATUSES.items():
        pattern = re.compile(rf"[\s(\[,;（]*(?<!\w)(?:{words})(?!\w)[)\]）]?", re.IGNORECASE)
        if match := pattern.search(text):
            return EMPTY.sub("", f"{text[: match.start()]} {text[match.end() :]}").strip(), status
    return EMPTY.sub("", text).strip(), ""

"""Liquid of Jekyll and shortcodes of Hugo: figures and videos become Markdown, words inside blocks stay.

https://jekyllrb.com/docs/liquid/ and https://gohugo.io/content-management/shortcodes/
"""

import re

from labsite.contrib.moving.words import WORDS

DROPPED = re.compile(
    r"\{%-?\s*(?P<tag>comment|for|tablerow|capture|unless)\b.*?%\}.*?\{%-?\s*end(?P=tag)\s*-?%\}", re.DOTALL
)
TAG = re.compile(r"\{%-?\s*(?P<name>\w+)\s*(?P<rest>.*?)-?%\}", re.DOTALL)
VALUE = re.compile(r"\{\{-?(?P<inner>[^{}]*?)-?\}\}")
WRITTEN = re.compile(r"\s*(['\"])(?P<text>.*?)\1\s*(?:\|.*)?", re.DOTALL)
SHORTCODE = re.compile(
    r"\{\{[<%]\s*(?P<close>/?)\s*(?P<name>[\w/-]+)(?P<rest>(?:\"[^\"]*\"|'[^']*'|`[^`]*`|[^\"'`])*?)/?\s*[>%]\}\}"
)
FIELD = re.compile(r"(?P<name>[\w-]+)\s*=\s*(?:\"(?P<double>[^\"]*)\"|'(?P<single>[^']*)'|(?P<bare>[^\s\"']+))")


def without_liquid(text: str, lost: list[str]) -> str:
    """Return a text without Liquid, adding to ``lost`` what it would have made."""
    lost += ["a list that was made of other files" for block in DROPPED.finditer(text) if block["tag"] == "for"]
    text = DROPPED.sub("", text)
    text = TAG.sub(lambda tag: _tag(tag["name"], tag["rest"], lost), text)
    return VALUE.sub(lambda value: _value(value, lost), text)


def without_shortcodes(text: str, lost: list[str]) -> str:
    """Return a text without shortcodes; the words between two of them stay."""
    return SHORTCODE.sub(lambda code: _shortcode(code, lost), text)


def fields_of(text: str) -> dict[str, str]:
    """Return the named values of a tag, such as src="x"."""
    return {match["name"]: match["double"] or match["single"] or match["bare"] or "" for match in FIELD.finditer(text)}


def _tag(name: str, rest: str, lost: list[str]) -> str:
    fields = fields_of(rest)
    if name == "include" and (path := fields.get("path") or fields.get("image_path") or fields.get("src")):
        return _picture(path, fields)
    if name == "include" and (video := WORDS["videos"].get(rest.split("/")[-1].split(".")[0])) and fields.get("id"):
        return f"[Video]({video}{fields['id']})"
    if name == "link":
        return "/" + rest.strip()
    if name not in WORDS["liquid"]["silent"] and not rest.strip().startswith(("base_path", "toc")):
        lost.append(f"what {{% {' '.join([name, *rest.split()[:1]])} %}} would have made")
    return ""


def _value(value: re.Match[str], lost: list[str]) -> str:
    inner = value["inner"]
    written = WRITTEN.fullmatch(inner)
    if written:
        return written["text"]
    name = inner.partition("|")[0].strip()
    if name and name.rpartition(".")[2] not in ("baseurl", "base_path", "base_url", "url", "base"):
        lost.append(f"the value of {{{{ {name} }}}}")
    return ""


def _shortcode(code: re.Match[str], lost: list[str]) -> str:
    name, fields = code["name"], fields_of(code["rest"])
    plain = FIELD.sub("", code["rest"]).strip().strip("\"'`")
    if name in WORDS["liquid"]["figures"] and not code["close"] and fields.get("src"):
        return _picture(fields["src"], fields)
    if name in WORDS["videos"] and (video := fields.get("id") or plain):
        return f"[Video]({WORDS['videos'][name]}{video})"
    if name in ("ref", "relref", "static", "mention", "math"):
        return plain
    if not code["close"] and name not in WORDS["liquid"]["quiet_shortcodes"]:
        lost.append(f"what {{{{< {name} >}}}} would have made")
    return ""


def _picture(path: str, fields: dict[str, str]) -> str:
    words = fields.get("alt") or fields.get("caption") or fields.get("title") or ""
    caption = fields.get("caption", "")
    shown = f"![{words}]({link_target(path)})"
    return f"\n\n{shown}\n\n{caption}\n\n" if caption and caption != words else shown


def link_target(address: str) -> str:
    """Return an address as Markdown's links have it: in angle brackets if it has spaces or parentheses."""
    return f"<{address}>" if re.search(r"[\s()]", address) else address

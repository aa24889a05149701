"""What a file is: its encoding, its format, or why it can't be read."""

import codecs
import re
from pathlib import PurePath

from publications.citations.record import Unreadable, gettext_noop
from publications.formats.tables import is_table

# The longer marks first: UTF-16's begins UTF-32's.
BYTE_ORDER_MARKS = {
    codecs.BOM_UTF8: "utf-8",
    codecs.BOM_UTF32_LE: "utf-32-le",
    codecs.BOM_UTF32_BE: "utf-32-be",
    codecs.BOM_UTF16_LE: "utf-16-le",
    codecs.BOM_UTF16_BE: "utf-16-be",
}
BY_ZEROS = {"a000": "utf-32-le", "000a": "utf-32-be", "a0a0": "utf-16-le", "0a0a": "utf-16-be"}
SAVE_AS_UTF_8 = gettext_noop("The encoding of this file is unclear: open it, save it as UTF-8, and import that.")
# Letters by which an encoding is known, as shares of all that isn't ASCII.
EAST_ASIAN = (("[\u3041-\u30fa]", "cp932", "euc_jp"), ("[\uac00-\ud7a3]", "cp949"), ("[\u4e00-\u9fa5]", "gb18030"))
MIN_KANA, MIN_HANGUL, MIN_HAN = 0.1, 0.9, 0.7
MIN_LENGTH = 8  # Korean syllables
SAMPLE_SIZE = 4096  # bytes, from which the encoding of the rest is guessed
# What a text in each format contains; if several match, the earliest match wins.
CONTENTS = {
    "dblp": re.compile(r"<(?:dblpperson|dblp)[\s>]|<result>\s*<query\b"),
    "orcid": re.compile(r"\A\s*[\[{](?=.*?\"(?:put-code|work-summary|bulk|group)\"\s*:)", re.DOTALL),
    "json": re.compile(r"\A\s*[\[{]\s*[{\"]"),
    "ris": re.compile(r"^TY  ?-", re.MULTILINE),
    "nbib": re.compile(r"^PMID ?- ?\d+\s*$", re.MULTILINE),
    "bib": re.compile(r"@\s*\w+\s*[{(]|^[ \t]*@\w+", re.MULTILINE),
}
EXTENSIONS = {"bib": "bib", "bibtex": "bib", "biblatex": "bib", "ris": "ris", "json": "json"}
EXTENSIONS |= {"nbib": "nbib", "csv": "csv", "tsv": "csv"}
CANT_BE_READ = gettext_noop("This is {what}, which can’t be read here. {advice}")
# An atomic group, because what may repeat before an element could be split in very many ways.
PREAMBLE = r"(?>(?:\s|<\?[^>]*>|<!--(?:(?!-->).)*-->|<!DOCTYPE(?!\s+html)[^>\[]*>)*)"
EXPORT_INSTEAD = gettext_noop("Export BibTeX or RIS instead.")
# What a text that can't be read begins with, in capitals or not; what it is, and what to bring instead.
UNREAD = (
    (
        r"<(?:!doctype\s+)?html\b",
        gettext_noop("a web page"),
        gettext_noop("Look there for a link to export citations, as BibTeX or RIS."),
    ),
    (r"%PDF-", gettext_noop("a PDF"), gettext_noop("Import a file of citations, or type the paper’s DOI.")),
    (
        r"\{\\rtf",
        gettext_noop("a text document (RTF)"),
        gettext_noop("Export BibTeX or RIS from the program it comes from."),
    ),
    (r"<xml>\s*<records>|<records>\s*<record>", gettext_noop("EndNote XML"), EXPORT_INSTEAD),
    (r"(?-i:%[0A-Z] [^\n]*(?:\s*%[0-9A-Z] |\s*\Z))", gettext_noop("EndNote’s or Refer’s own format"), EXPORT_INSTEAD),
    (
        r"<Pubmed\w+|<MedlineCitation",
        gettext_noop("PubMed’s XML"),
        gettext_noop("At PubMed choose Send to, then Citation manager, which saves .nbib."),
    ),
    (r"<(?:\w+:)?mods(?:Collection)?\b", gettext_noop("MODS XML"), EXPORT_INSTEAD),
    (r"<[^>]*(?:MARC21|searchRetrieve)", gettext_noop("the XML of a library’s catalogue"), EXPORT_INSTEAD),
    (
        r"<(?:b:)?Sources\b",
        gettext_noop("Word’s list of sources"),
        gettext_noop("Export BibTeX or RIS from the program you keep your papers in."),
    ),
    (
        r"FN (?:ISI|Clarivate|Thomson)",
        gettext_noop("Web of Science’s own format"),
        gettext_noop("Choose RIS or a tab-delimited file when you export."),
    ),
    (
        r"(?:[^\n]*\n)*?cff-version:",
        gettext_noop("CITATION.cff"),
        gettext_noop("The repository’s page on GitHub gives BibTeX under “Cite this repository”."),
    ),
    (r"<OAI-PMH\b|<oai_dc", gettext_noop("an OAI reply"), EXPORT_INSTEAD),
    (r"<feed\b", gettext_noop("an Atom feed"), gettext_noop("Type the identifier of a paper or an author instead.")),
)
UNREAD_BEGINNINGS = [
    (re.compile(f"{PREAMBLE}(?:{begins})", re.IGNORECASE | re.DOTALL), what, advice) for begins, what, advice in UNREAD
]
MAX_BEGINNING_LENGTH = 10_000  # characters
# The same by the extension of a file's name.
UNREAD_EXTENSIONS = (
    (
        ".xls .xlsx .ods .numbers",
        gettext_noop("a spreadsheet"),
        gettext_noop("Save the table as CSV, and import that."),
    ),
    (".doc .docx .odt .pages .rtf", gettext_noop("a text document"), EXPORT_INSTEAD),
    (".enl .enlx .enw .ref", gettext_noop("EndNote’s own format"), EXPORT_INSTEAD),
    (
        ".zip .gz .tgz .7z .rar",
        gettext_noop("an archive"),
        gettext_noop("Unpack it, and import the file inside."),
    ),
)


def decode(data: bytes) -> str:
    """Return the text of a file: UTF-8, with Windows-1252 for invalid bytes, UTF-16, UTF-32 or what East Asia uses.

    NUL is left out: no text has it, and no database stores it. Raises Unreadable.
    """
    mark = next((mark for mark in BYTE_ORDER_MARKS if data.startswith(mark)), b"")
    # Without one, the zero bytes of a mostly Latin text show the encoding.
    quarters = [data[offset:SAMPLE_SIZE:4] for offset in range(4)]
    zeros = "".join("0" if each.count(0) > len(each) / 4 else "a" for each in quarters)
    encoding = BYTE_ORDER_MARKS.get(mark) or BY_ZEROS.get(zeros, "utf-8")
    if encoding == "utf-8" and not data.isascii():
        valid = data.decode("utf-8", "ignore")
        # More of what isn't ASCII is no valid UTF-8 than is.
        if len(data) - len(valid.encode()) > sum(not character.isascii() for character in valid):
            encoding = _of_east_asia(data) or encoding
    errors = "windows-1252" if encoding == "utf-8" else "replace"
    return data[len(mark) :].decode(encoding, errors).replace("\0", "")


def _of_east_asia(data: bytes) -> str:
    """Return the encoding of Chinese, Japanese or Korean that a text is in; nothing for Western Europe's.

    Kana are in all Japanese texts. The bytes of Korean syllables are common Chinese characters too, in which others
    are as frequent, so that only a text of some length tells. Raises Unreadable.
    """
    runs = re.findall(rb"[\x80-\xff]+", data)
    # Accented letters within words of the West: two of them could be one character of the East.
    if 2 * len(re.findall(rb"(?<=[A-Za-z])[\xc0-\xff]{1,2}(?=[A-Za-z])", data)) > len(runs):
        return ""
    kana, hangul, han = (_shares(data, *each) for each in EAST_ASIAN)
    if japanese := next((encoding for encoding, (share, _) in kana.items() if share > MIN_KANA), ""):
        return japanese
    (is_korean, length), (is_chinese, _) = hangul["cp949"], han["gb18030"]
    if is_korean > MIN_HANGUL and length >= MIN_LENGTH:
        return "cp949"
    if is_chinese > MIN_HAN and is_korean <= MIN_HANGUL:
        return "gb18030"
    if is_chinese > MIN_HAN or sum(len(run) > 2 for run in runs) > len(runs) / 2:
        raise Unreadable(SAVE_AS_UTF_8)
    return ""


def _shares(data: bytes, letters: str, *encodings: str) -> dict[str, tuple[float, int]]:
    """Return, for each encoding, how much of what isn't ASCII is one of these letters, and how many letters are."""
    shares = {}
    for encoding in encodings:
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            text = ""
        beyond = len(re.findall(r"[^\x00-\x7f]", text))
        if encoding == "gb18030":  # of which only the older part has the characters that are common
            text = text.encode("gb2312", "ignore").decode("gb2312")
        number = len(re.findall(letters, text))
        shares[encoding] = (number / max(beyond, 1), number)
    return shares


def _windows_1252(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeDecodeError):
        raise error
    return error.object[error.start : error.end].decode("windows-1252", "replace"), error.end


codecs.register_error("windows-1252", _windows_1252)


def detect(text: str, name: str = "") -> str:
    """Return the key of a text's format in FORMATS, by its content or else by its file's name; empty if unknown."""
    if is_table(text):
        return "csv"
    starts = {form: match.start() for form, pattern in CONTENTS.items() if (match := pattern.search(text))}
    return (
        min(starts, key=lambda form: starts[form]) if starts else EXTENSIONS.get(PurePath(name).suffix[1:].lower(), "")
    )


def why_unread(text: str, name: str = "") -> str:
    """Return a sentence on what a text is and what to bring instead; an empty string if that isn't known."""
    beginning = text[:MAX_BEGINNING_LENGTH].lstrip("\ufeff")
    extension = PurePath(name).suffix.lower()
    by_beginning = [words for pattern, *words in UNREAD_BEGINNINGS if pattern.match(beginning)]
    by_name = [words for extensions, *words in UNREAD_EXTENSIONS if extension in extensions.split()]
    for what, advice in (*by_beginning, *by_name):
        return CANT_BE_READ.format(what=what, advice=advice)
    return ""

"""Lines in German, Chinese, Japanese and Korean with the signs and the words around dates that are read here."""

import re

from publications.citations.record import NATIVE_LETTERS

NATIVE = f"[{NATIVE_LETTERS}]"
SIGNS = str.maketrans(
    dict(zip("，；：（）～〜~、　", (", ", "; ", ": ", " (", ") ", "–", "–", "–", ", ", "  "), strict=True))
)
NATIVE_DATE = re.compile(
    r"(\d{4})\s*[年년](?:度|\s*(\d{1,2})\s*[月월])?(?:\s*(\d{1,2})\s*[日일号])?\s*"
    r"(?:入[学學职職组]|加入|入社|[着就]任|입학|[开開]始)?"
)
LEFT = "(?:[毕畢][业業]|卒業|修了|졸업|离[组校职]|離[職校])"
YEARS_OF_STUDY = {"D": "博士課程", "M": "修士課程", "B": "学部"}  # in Japan
NATIVE_WORDS = [
    (re.compile(shape), usual)
    for shape, usual in (
        (r"(?<=\d{4})[级級](?=\D|$)", "– "),  # the year in which a class began
        (r"(?<!\d)(\d{4})[届屆]", r"–\1 "),  # and when one left
        (r"\s*[–—-]?\s*(?:起至|至|到|から|부터)\s*(?=\d{4}|今|[现現]在|현재)", "–"),
        (r"\s*(?:起|より|から|부터)(?=\W|$)", "–"),
        (r"(?<=\d)\s*(?:まで|까지|止)", ""),
        (r"(?<=[–-])\s*(?:今|[现現]在|현재)", "present "),
        (rf"([–-]\s*\d{{4}}(?:-\d+)*)\s*{LEFT}", r"\1"),
        (rf"(?<![\d–-])(\d{{4}}(?:-\d+)*)\s*({NATIVE}{{0,6}}?){LEFT}", r" –\1 \2 "),
    )
]
YEAR_OF_STUDY = re.compile(r"(?<![\w])([DMB])([1-6])(?!\w)")
WORDS = [
    (re.compile(shape, re.IGNORECASE), usual)
    for shape, usual in (
        (r"(?<![\d.])(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})", r"\3-\2-\1"),
        (r"(?<![\d.])(\d{1,2})\.(\d{4})\b", r"\2-\1"),
        (r"\b(?:seit|ab)\s+(?=(?:[^\W\d_]+\.?\s+)?\d)", "since "),
        (r"\bvon\s+(?=(?:[^\W\d_]+\.?\s+)?\d{4})", "from "),
        (r"\b(?:bis|left|graduated)(?: in)?\s+(?=(?:[^\W\d_]+\.?\s+)?\d{4})", "to "),
        (r"(?:\bbis|[–-])\s*heute\b", "– present"),
    )
]
GERMAN_MONTH = re.compile(
    r"\b(Januar|Jänner|Jan|Februar|Feb|März|Mär|April|Mai|Juni|Juli|August|Aug|September|Sept?|Oktober|Okt|November|Nov"
    r"|Dezember|Dez)\b\.?(?=\s+\d{4})"
)
GERMAN_MONTHS = {"jän": "Jan", "mär": "Mar", "mai": "May", "okt": "Oct", "dez": "Dec"}


def in_usual_signs(line: str) -> str:
    """Return a line with the signs, dates and words around dates that are read here, whatever it is written in."""
    if not line.isascii():
        line = NATIVE_DATE.sub(
            lambda date: " {} ".format("-".join(filter(None, date.groups()))), line.translate(SIGNS)
        )
        for words, usual in NATIVE_WORDS:
            line = words.sub(usual, line)
        if re.search(NATIVE, line):
            line = YEAR_OF_STUDY.sub(lambda year: f"{YEARS_OF_STUDY[year[1]]}{year[2]}年", line)
    for words, usual in WORDS:
        line = words.sub(usual, line)
    return GERMAN_MONTH.sub(lambda month: GERMAN_MONTHS.get(month[1][:3].lower(), month[1][:3]), line)

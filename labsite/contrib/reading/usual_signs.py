"""Lines in German, Chinese, Japanese and Korean with the signs and the words around dates that are read here.

And the periods that lines in any of these languages say.
"""

import re

from labsite.contrib.reading.words import WORDS
from labsite.modelling.periods import MONTH, partial_date
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
USUAL_WORDS = [(re.compile(shape, re.IGNORECASE), usual) for shape, usual in WORDS["usual_words"]["pairs"]]
GERMAN_MONTH = re.compile(
    r"\b(Januar|Jänner|Jan|Februar|Feb|März|Mär|April|Mai|Juni|Juli|August|Aug|September|Sept?|Oktober|Okt|November|Nov"
    r"|Dezember|Dez)\b\.?(?=\s+\d{4})"
)
GERMAN_MONTHS = {"jän": "Jan", "mär": "Mar", "mai": "May", "okt": "Oct", "dez": "Dec"}
A_MONTH = MONTH.replace("?P<word>", "?:")
DATE = rf"(?:(?:\d{{1,2}}\s+)?{A_MONTH},?\s+\d{{4}}|\d{{4}}(?:[-/.]\d{{1,2}}(?!\d)){{0,2}}|\d{{1,2}}/\d{{4}})"
SEASON = re.compile(
    r"(?P<season>spring|summer|fall|autumn|winter|(?:winter|sommer)semester|WS|SS|WiSe|SoSe)\s+(?P<year>\d{4})(?P<to>/\d\d)?",
    re.IGNORECASE,
)
NOW = "present|now|today|current|ongoing|heute"
WORD_UNTIL = r"(?:to|until|till)\b"
SPAN = re.compile(
    rf"\(?(?:\b(?<!\d-)(?<!/)(?P<since>(?:since|from|joined|started)\s+)?(?P<start>{DATE}|{A_MONTH}(?=\s*[-–—]))"
    rf"(?:\s*(?P<dash>[-–—]|{WORD_UNTIL})\s*(?P<end>{DATE}|{NOW}|\?)?)?"
    rf"|(?:(?<![^(])[-–—]|\b{WORD_UNTIL})\s*(?P<until>{DATE}))\)?",
    re.IGNORECASE,
)


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
    for words, usual in USUAL_WORDS:
        line = words.sub(usual, line)
    return GERMAN_MONTH.sub(lambda month: GERMAN_MONTHS.get(month[1][:3].lower(), month[1][:3]), line)


def without_period(line: str) -> tuple[str, dict[str, str]]:
    """Part a line from the period at its begin, at its end or in brackets, in the words of RenderCV."""
    line = in_usual_signs(" ".join(line.split())).strip()
    if re.fullmatch(NOW, line, re.IGNORECASE):
        return "", {"end_date": "present"}
    for match in SPAN.finditer(line):
        if not (match.start() == 0 or match.end() >= len(line.rstrip(" .")) or match[0].startswith("(")):
            continue
        start, end = match["start"] or "", match["end"] or match["until"] or ""
        if start and not partial_date(start):  # Jun – Aug 2015
            start = f"{start} {end[-4:]}"
        rest = f"{line[: match.start()]} {line[match.end() :]}".strip(" ,;|·–-")
        if match["until"]:
            return rest, {"end_date": end}
        is_span = match["dash"] or match["since"]
        return rest, {"start_date": start, "end_date": end or "present"} if is_span else {"date": start}
    return line, {}

"""In whatever a file is encoded: its letters are told apart, or else asked for, and never taken for others."""

import pytest

from publications import formats
from publications.citations.record import Unreadable

CHINESE, JAPANESE, KOREAN = "大模型的休息，王小明", "大規模モデルの休息 佐藤", "큰 모델의 휴식과 낮잠 김하나"


def titled(title):
    return f"@article{{quokka, title={{{title}}}, year={{2020}}}}"


def test_encodings_are_told_apart():
    table = [
        *((CHINESE, encoding) for encoding in ("utf-8", "utf-8-sig", "utf-16", "gbk", "gb18030")),
        *((JAPANESE, encoding) for encoding in ("utf-8", "utf-16", "shift-jis", "euc-jp")),
        *((KOREAN, encoding) for encoding in ("utf-8", "utf-16", "euc-kr", "cp949")),
        *(("Élève à l’école: “Zoë”", encoding) for encoding in ("utf-8", "utf-16", "windows-1252")),
        *((title, "windows-1252") for title in ("Ærø ÄÖÜ", "Die Größe", "Visualização de dados", "Publicações")),
    ]
    entries = [formats.read(titled(title).encode(encoding)) for title, encoding in table]
    read = [(entry.record.title, encoding) for [entry], (_, encoding) in zip(entries, table, strict=True)]
    assert read == table


@pytest.mark.parametrize(
    ("title", "encoding"),
    [("김하나", "euc-kr"), ("大模型推理調度與休閒學報", "big5"), ("Отдых больших моделей", "windows-1251")],
)
def test_what_could_be_taken_for_other_letters_is_asked_for(title, encoding):
    with pytest.raises(Unreadable):
        formats.decode(titled(title).encode(encoding))
    [entry] = formats.read(titled(title).encode(encoding))
    assert "save it as UTF-8" in entry.problem


def test_a_few_wrong_bytes_leave_the_rest_of_a_text_as_it_is():
    assert formats.decode("Zoë – 林 ".encode() + b"M\xfcller") == "Zoë – 林 Müller"

"""Texts that are kept in English are said in the reader's language."""

import pytest
from django.utils.translation import override

from labsite.contrib.sources import client, missing
from labsite.texts.stored import gettext_noop, translated
from publications.formats import table_headers
from publications.importing import planning

CHINESE = {
    planning.LEFT_OUT: "以前已选择不导入",
    "the same paper as entry 3": "与第 3 条为同一篇论文",
    "the same paper as line 3, which needs a decision": "与第 3 行为同一篇论文，而该条待决定",
    "the same paper as line 3: skipped before": "与第 3 行为同一篇论文：以前已选择不导入",
    "“A; B” is": "“A; B” is",
    "“Y. Li” may be Li Ying; “Z. Li” may be Li Zhe": "“Y. Li”可能是Li Ying；“Z. Li”可能是Li Zhe",
    "Line 7: this entry has no title.": "第 7 行：此条目没有标题。",
    f"{missing.NOTHING} {missing.SOME} It took too long to answer.": (
        "各来源都没有这里缺少的信息。部分来源未能查询，可能还有更多信息。响应时间过长。"
    ),
    f"{client.UNREACHED.format(source='dblp')} The server doesn’t answer. {client.LATER}": (
        "目前无法连接 dblp。服务器没有响应。请稍后重试，或以文件导入论文。"
    ),
    "A paper: of somebody": "A paper: of somebody",
}


@pytest.mark.parametrize("text", CHINESE)
def test_a_text_that_is_kept_in_english_is_said_in_chinese_to_a_chinese_reader(text):
    with override("zh-hans"):
        assert translated(text) == CHINESE[text]
    assert translated(text) == text


def test_names_and_titles_in_a_text_stay_as_they_are():
    with override("zh-hans"):
        assert translated("“new” may be skipped") == "“new”可能是skipped"


def test_marking_a_text_changes_nothing_of_it():
    assert gettext_noop("has the same title") == "has the same title"


def test_every_header_of_a_table_is_marked():
    assert {*table_headers.FIELDS} == {*table_headers._WORDS["fields"]}

"""The site's own places, which a search finds by what visitors call them: its lists, how to join, how to reach it."""

import re
from collections.abc import Iterable
from typing import Any, NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _

from labsite.texts.folding import UNSPACED, fold

MIN_BEGINNING = 3  # letters of a word that stand for the whole of it
MAX_ENDING = 3  # letters that an asked word may have more: "applying" means "apply"
# Words that say nothing of what is looked for, where others do.
PASSED_OVER = re.compile(
    "[a-z]|an|and|at|can|do|for|from|how|in|is|me|my|of|on|our|the|this|to|us|we|what|where|who|with|you|your"
)

# What visitors call a place, by the name of its address, beside what the site calls it.
CALLED = {
    "openings": "join apply application admission opening position vacancy vacancies job career hiring recruit phd "
    "postdoc internship studentship 加入 招生 招聘 招募 申请 职位 岗位 实习 读博",
    "contact": "contact address email mail phone reach visit map directions 联系 地址 邮箱 邮件 电话 地图 来访",
    "people:list": "people member team staff group faculty student alumni 成员 人员 团队 导师 学生 校友 往届",
    "publications:list": "publication paper article preprint bibliography pdf 论文 文章 发表 成果",
    "projects": "project research grant funding 项目 课题 研究",
    "publications:venues": "venue conference journal 会议 期刊",
    "publications:talks": "talk presentation seminar slides 报告 演讲",
    "services:list": "service reviewing committee pc 学术服务 审稿",
    "people:awards": "award prize honour honor fellowship 奖 获奖 荣誉",
    "explore": "explore chart statistics 图表 统计",
    "news": "news announcement blog 新闻 动态 消息",
    "data": "data download json bibtex api export 数据 下载",
    "data:feed": "subscribe subscription rss atom feed 订阅",
    "privacy": "privacy cookie gdpr 隐私",
    "accessibility": "accessibility wcag 无障碍",
    "imprint": "imprint impressum legal 网站信息",
}


class SitePlace(NamedTuple):
    """A page of the site itself: its address, what the site calls it, and all words that mean it."""

    url: str
    label: str
    words: tuple[str, ...]

    def is_meant_by(self, asked: str) -> bool:
        if UNSPACED.search(asked):
            return any(word in asked or asked in word for word in self.words if UNSPACED.search(word))
        for word in self.words:
            is_longer = asked.startswith(word) and len(asked) - len(word) <= MAX_ENDING
            is_beginning = min(len(asked), len(word)) >= MIN_BEGINNING and (word.startswith(asked) or is_longer)
            if asked == word or is_beginning:
                return True
        return False


def places_called(words: list[str], lab: Any) -> list[SitePlace]:
    """Return the places that all folded words of a query mean, but for those that say nothing."""
    telling = [word for word in words if not PASSED_OVER.fullmatch(word)]
    return [place for place in places_of(lab) if telling and all(map(place.is_meant_by, telling))]


def places_of(lab: Any) -> Iterable[SitePlace]:
    """Yield the places that visitors find something at."""
    found = {name: section.label for name, section in lab.sections.items() if lab.shows(section)}
    found |= lab.notices | {"data": _("Data"), "data:feed": _("Feed")}
    for name, label in found.items():
        yield SitePlace(reverse(name), label, tuple(fold(f"{label} {CALLED.get(name, '')}").split()))

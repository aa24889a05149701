"""What isn't on the site yet, and waits for somebody."""

import datetime

from django.utils import timezone

from labsite.curation.worklist.point import Point, Rule
from labsite.editing.form_anchors import defer_long_texts, field
from labsite.models import NewsItem, Page
from labsite.roles import Role
from publications.models import Publication

DRAFTED = (Publication, NewsItem, Page)
FORGOTTEN = datetime.timedelta(days=30)


def waiting(scope):
    for model in DRAFTED:
        for row in defer_long_texts(scope.rows(model).waiting()):
            yield Point(row, "It waits for an editor’s approval.", field("state"))


def returned(scope):
    back = defer_long_texts(scope.rows(Publication)).filter(state=Publication.State.DRAFT).exclude(editors_word="")
    return [
        Point(paper, f"An editor says: “{paper.editors_word}”", field("state"), about=paper.editors_word[:500])
        for paper in back
    ]


def forgotten(scope):
    a_month_ago = timezone.now() - FORGOTTEN
    for model in DRAFTED:
        drafts = defer_long_texts(scope.rows(model)).filter(state=model.State.DRAFT, changed_at__lt=a_month_ago)
        for row in drafts:
            yield Point(row, "It has been a draft for over a month.", field("state"))


RULES = (
    Rule(
        "returned",
        "Returned with a word",
        "Change what the editor asks for, then let it wait for approval again.",
        (Publication,),
        returned,
    ),
    Rule(
        "waiting",
        "Waiting for approval",
        "Look at it, then publish it or return it with a word.",
        DRAFTED,
        waiting,
        Role.EDITOR,
    ),
    Rule(
        "forgotten-draft",
        "Forgotten drafts",
        "Nobody but you sees it: publish it, or delete it.",
        DRAFTED,
        forgotten,
    ),
)

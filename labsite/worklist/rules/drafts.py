"""What isn't on the site yet, and waits for somebody."""

import datetime

from django.utils import timezone

from labsite.editing.places import field, light
from labsite.models import NewsItem, Page
from labsite.roles import Role
from labsite.worklist.point import Point, Rule
from publications.models import Publication

DRAFTED = (Publication, NewsItem, Page)
FORGOTTEN = datetime.timedelta(days=30)


def waiting(scope):
    for model in DRAFTED:
        for row in light(scope.rows(model).waiting()):
            yield Point(row, "It waits for an editor’s approval.", field("state"))


def forgotten(scope):
    a_month_ago = timezone.now() - FORGOTTEN
    for model in DRAFTED:
        for row in light(scope.rows(model)).filter(state=model.State.DRAFT, changed_at__lt=a_month_ago):
            yield Point(row, "It has been a draft for over a month.", field("state"))


RULES = (
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

"""Addresses outside that don't answer, as far as the job that asks for them knows."""

from labsite.curation.link_checking.mentions import TEXTS, mentions
from labsite.curation.worklist.point import Point, Rule
from labsite.models import LinkCheck
from publications.models import Venue


def unreachable(scope):
    broken = dict(LinkCheck.objects.filter(state=LinkCheck.State.BROKEN).values_list("url", "words"))
    if not broken:
        return
    for mention in mentions(scope.rows):
        if mention.url in broken:
            words = f"{mention.url} can’t be reached: {broken[mention.url].rstrip('.')}."
            yield Point(mention.row, words, mention.place, mention.form_of, about=mention.url)


RULES = (
    Rule(
        "unreachable",
        "Links that lead nowhere",
        "Open the link yourself: if it is gone, put in its new address, or delete it.",
        (*TEXTS, Venue),
        unreachable,
    ),
)

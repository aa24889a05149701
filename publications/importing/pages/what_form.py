"""The choice of what an entry is, among all that it can be."""

from publications.adding import cards
from publications.adding.choosing import NEW, ChoosingForm, candidate_keys
from publications.importing.plan import Fate
from publications.models import Talk

from .deciding import CREATE, SAME, SAME_ENTRY, SKIP, fate_of


class WhatForm(ChoosingForm):
    """What an entry is: a new paper, one that is on the site, the same as another entry, or nothing to take in."""

    asks = "Say what it is."
    new_words = "A new paper"
    other_words = "Another paper on the site"
    looked_up_by = Talk._meta.get_field("publication")

    def __init__(self, *args, others, **kwargs):
        same = [(f"{SAME_ENTRY}:{item.index}", f"The same as “{item.title}”, {item.place}") for item in others]
        self.more_choices = (*same, (SKIP, "Nothing: leave it out"))
        super().__init__(*args, prefix="what", **kwargs)
        self.fields["who"].label = "What is it?"

    def decision(self, item, plan):
        """Return what was chosen as a decision about the entry; None where all stays as it is."""
        if not self.has_changed():
            return None
        if self.chosen == NEW:
            return {"fate": CREATE}
        return {"fate": SAME, "publication": self.key} if self.key else fate_of(self.chosen, item, plan)


def what_form(item, plan, user, post=None):
    """Return the form for an entry: what the plan says of it is chosen, or nothing while that isn't decided."""
    keys = dict.fromkeys([item.publication, *(each.publication for each in item.candidates)])
    offered = ",".join(str(key) for key in keys if key)
    indices = dict.fromkeys([item.same_as, *item.same_candidates])
    others = [plan.items[index] for index in indices if index is not None]
    asked = [offered, *(post.get(f"what-{name}") for name in ("candidates", "who", "other"))] if post else [offered]
    shown = cards.papers([key for each in asked for key in candidate_keys(each)], user)
    known = {key: card for key, card in shown.items() if card is not cards.HIDDEN or key in keys}
    return WhatForm(post, initial={"who": _now(item), "candidates": offered}, others=others, cards=known)


def _now(item):
    """Return the choice that the plan is made with."""
    if item.fate in (Fate.UPDATE, Fate.MATCH):
        return f"{SAME_ENTRY}:{item.same_as}" if item.publication is None else str(item.publication)
    return {Fate.CREATE: NEW, Fate.SKIP: SKIP}.get(item.fate, "")

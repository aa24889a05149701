"""Earlier wordings: how an older document put what a row says, shown beside it where that says more."""

import re
from typing import Any, ClassVar

from django.utils.translation import gettext as _, gettext_lazy

from labsite.texts.folding import UNSPACED, fold

EARLIER = gettext_lazy("Shown to everyone as the original wording, if it says more than the current text.")
MIN_STEM = 3  # letters that a word and its shorter form share, as those of "graduates" and "graduate"
MAX_SMALL = 3  # letters of words such as "of", which say nothing by themselves where they have no capital


def says_more(earlier: str, current: str) -> bool:
    """Return whether an earlier wording has a word that the current one has in no form."""
    folded = fold(current)
    small = {
        each for each in re.findall(r"\w+", earlier) if len(each) <= MAX_SMALL and each.isascii() and each.islower()
    }
    return not all(_has_form_of(word, folded) for word in fold(earlier).split() if word not in small)


def _has_form_of(word: str, folded: str) -> bool:
    if UNSPACED.search(word):
        return word in folded
    return any(
        word == each or (min(len(word), len(each)) >= MIN_STEM and (word.startswith(each) or each.startswith(word)))
        for each in folded.split()
    )


class EarlierWording:
    """For models with a field ``earlier_wording``; ``wording`` names what they show now."""

    earlier_wording: str
    wording: ClassVar[tuple[str, ...]]

    @property
    def current_wording(self) -> str:
        values: Any = (getattr(self, name) for name in self.wording)
        return " ".join(str(value) for value in values if value)

    @property
    def original_wording(self) -> str:
        """The earlier wording if it says more than the current one, else nothing."""
        is_shown = self.earlier_wording and says_more(self.earlier_wording, self.current_wording)
        return self.earlier_wording if is_shown else ""

    @property
    def remark(self) -> str:
        """The note, if there is one, and the original wording, for documents."""
        original = _("Original wording: %(words)s") % {"words": self.original_wording} if self.original_wording else ""
        return "; ".join(filter(None, (getattr(self, "note", ""), original)))

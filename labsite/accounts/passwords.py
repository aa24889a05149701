"""What a password may not be made of, beside what Django refuses."""

import re
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext

from labsite.models import Lab
from labsite.texts.folding import fold

MIN_OWN = 8  # characters that a password has beside the lab's words
MIN_WORD = 3  # letters of a word that counts


class NotTheLabsWords:
    """Refuses a password in which little is left without the words that anybody knows of this lab and its site."""

    def validate(self, password: str, user: Any = None) -> None:
        own = password.casefold()
        for word in sorted(known_words(), key=len, reverse=True):
            own = own.replace(word, "")
        if len(own) < min(MIN_OWN, len(password)):
            raise ValidationError(self.get_help_text(), code="words_of_the_lab")

    def get_help_text(self) -> str:
        return gettext("The lab’s name and the site’s address are easy to guess: a password needs more than these.")


def known_words() -> set[str]:
    """Return the words of the lab's name and of the site's, in small letters."""
    lab = Lab.objects.first()
    texts = [lab.name if lab else "", *settings.ALLOWED_HOSTS]
    return {word for text in texts for word in re.split(r"[\W_]+", fold(text)) if len(word) >= MIN_WORD}

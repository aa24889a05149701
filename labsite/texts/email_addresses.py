"""E-mail addresses in texts that people write."""

import re

from django.core.exceptions import ValidationError
from django.core.validators import validate_email

# As it stands in running text: brackets, quotation marks and commas beside it don't belong to it, nor the full stop.
EMAIL_ADDRESS = re.compile(r"[^\s<>()\[\]\"',;:|@]+@[^\s<>()\[\]\",;|@]+\.[^\s<>()\[\]\",;|@.]{2,}")


def find_email_addresses(text: str) -> list[str]:
    """Return the e-mail addresses in a text, each once, in their order."""
    return list(dict.fromkeys(EMAIL_ADDRESS.findall(text)))


def is_email_address(text: str) -> bool:
    """Return whether a text is an e-mail address and nothing else, as Django's forms would take it."""
    try:
        validate_email(text)
    except ValidationError:
        return False
    return True

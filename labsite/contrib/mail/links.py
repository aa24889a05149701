"""The signed links of e-mails, which work for a year without signing in: to unsubscribe, and to what was found."""

from datetime import timedelta
from typing import Any

from django.core import signing
from django.urls import reverse

from labsite.accounts.letters import absolute
from labsite.models import User

# What a signature is for, by the names of the pages: links that were sent keep these words.
SALTS = {"mail-unsubscribe": "labsite.mail.unsubscribing", "mail-found": "labsite.mail.found"}
LASTS = timedelta(days=365)


def signed_address(page: str, login: User, about: str | int) -> str:
    return absolute(reverse(page, args=[signing.dumps((login.pk, about), salt=SALTS[page])]))


def read(page: str, token: str) -> tuple[User, Any]:
    """Return whose link it is, and what it is about.

    Raises BadSignature where nobody signed it or whose it is can't sign in any more, and SignatureExpired later.
    """
    if token.count(":") == 1:  # of an e-mail sent by a version whose links had no date
        pk, about = signing.Signer(salt=SALTS[page]).unsign_object(token)
    else:
        pk, about = signing.loads(token, salt=SALTS[page], max_age=LASTS)
    login = User.objects.filter(pk=pk, is_active=True).first()
    if login is None:
        raise signing.BadSignature
    return login, about

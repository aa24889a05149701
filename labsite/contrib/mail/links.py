"""The signed links of e-mails, which work for a year without signing in: to unsubscribe, and to what was found.

Reading one raises BadSignature where nobody signed it or what it leads to is no more, and SignatureExpired later.
"""

from datetime import timedelta
from typing import Any

from django.core import signing
from django.core.signing import BadSignature
from django.urls import reverse

from labsite.accounts.letters import absolute
from labsite.contrib.mail.models import Notice
from labsite.models import User
from publications.models import Import

# What a signature is for: links that were sent keep these words, wherever this module stands.
UNSUBSCRIBING, FOUND = "labsite.mail.unsubscribing", "labsite.mail.found"

LASTS = timedelta(days=365)


def unsubscribing_address(login: User, kind: str) -> str:
    return absolute(reverse("mail-unsubscribe", args=[signing.dumps((login.pk, kind), salt=UNSUBSCRIBING)]))


def unsubscribing(token: str) -> tuple[User, Notice.Kind]:
    """Return who wants no more e-mails of which kind."""
    pk, kind = _unsigned(UNSUBSCRIBING, token)
    login = User.objects.filter(pk=pk).first()
    if not login or kind not in Notice.Kind:
        raise BadSignature
    return login, Notice.Kind(kind)


def found_address(login: User, row: Import) -> str:
    return absolute(reverse("mail-found", args=[signing.dumps((login.pk, row.pk), salt=FOUND)]))


def found_import(token: str) -> tuple[User, int]:
    """Return who was told of which import."""
    pk, row = _unsigned(FOUND, token)
    login = User.objects.filter(pk=pk, is_active=True).first()
    if not login:
        raise BadSignature
    return login, row


def _unsigned(salt: str, token: str) -> Any:
    if token.count(":") == 1:  # of an e-mail sent by a version whose links had no date
        return signing.Signer(salt=salt).unsign_object(token)
    return signing.loads(token, salt=salt, max_age=LASTS)

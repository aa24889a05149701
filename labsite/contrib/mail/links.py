"""The signed links of e-mails, which work for a year without signing in: to unsubscribe, and to what was found."""

from datetime import timedelta
from typing import Any

from django.core import signing
from django.urls import reverse

from labsite.contrib.mail.letters import absolute
from labsite.contrib.mail.models import Notice
from labsite.models import User
from publications.models import Import

# What a signature is for: links that were sent keep these words, wherever this module stands.
UNSUBSCRIBING, FOUND = "labsite.mail.unsubscribing", "labsite.mail.found"

LASTS = timedelta(days=365)


class BadLink(Exception):
    """Nobody signed this, or what it leads to is no more."""


class OldLink(BadLink):
    """It was signed more than a year ago."""


def unsubscribing_address(login: User, kind: str) -> str:
    return absolute(reverse("mail-unsubscribe", args=[_signed(UNSUBSCRIBING, login.pk, kind)]))


def unsubscribing(token: str) -> tuple[User, Notice.Kind]:
    """Return who wants no more e-mails of which kind. Raises BadLink."""
    login, kind = _unsigned(UNSUBSCRIBING, token)
    user = User.objects.filter(pk=login).first()
    if not user or kind not in Notice.Kind:
        raise BadLink
    return user, Notice.Kind(kind)


def found_address(login: User, row: Import) -> str:
    return absolute(reverse("mail-found", args=[_signed(FOUND, login.pk, row.pk)]))


def found_import(token: str) -> tuple[User, int]:
    """Return who was told of which import. Raises BadLink."""
    login, row = _unsigned(FOUND, token)
    user = User.objects.filter(pk=login, is_active=True).first()
    if not user:
        raise BadLink
    return user, row


def _signed(salt: str, *values: Any) -> str:
    return signing.TimestampSigner(salt=salt).sign_object(values)


def _unsigned(salt: str, token: str) -> Any:
    try:
        if token.count(":") == 1:  # of an e-mail sent by a version whose links had no date
            return signing.Signer(salt=salt).unsign_object(token)
        return signing.TimestampSigner(salt=salt).unsign_object(token, max_age=LASTS)
    except signing.SignatureExpired as error:
        raise OldLink from error
    except signing.BadSignature as error:
        raise BadLink from error

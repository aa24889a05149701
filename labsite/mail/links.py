"""The signed links of e-mails, which work without signing in: to get no more of a kind, and to what was found."""

from typing import Any

from django.core import signing
from django.urls import reverse

from labsite.mail.letters import absolute
from labsite.models import Notice, User
from publications.models import Import

UNSUBSCRIBING, FOUND = "labsite.mail.unsubscribing", "labsite.mail.found"  # what a signature is for


class BadLink(Exception):
    """Nobody signed this, or what it leads to is no more."""


def unsubscribing_address(login: User, kind: str) -> str:
    return absolute(reverse("mail-unsubscribe", args=[_signed(UNSUBSCRIBING, login.pk, kind)]))


def unsubscribing(token: str) -> tuple[User, Notice.Kind]:
    """Return who wants no more e-mails of which kind. Raises BadLink."""
    login, kind = _unsigned(UNSUBSCRIBING, token)
    found = User.objects.filter(pk=login).first()
    if not found or kind not in Notice.Kind:
        raise BadLink
    return found, Notice.Kind(kind)


def found_address(login: User, row: Import) -> str:
    return absolute(reverse("mail-found", args=[_signed(FOUND, login.pk, row.pk)]))


def found(token: str) -> tuple[User, int]:
    """Return who was told of which import. Raises BadLink."""
    login, row = _unsigned(FOUND, token)
    found = User.objects.filter(pk=login, is_active=True).first()
    if not found:
        raise BadLink
    return found, row


def _signed(salt: str, *values: Any) -> str:
    return signing.Signer(salt=salt).sign_object(values)


def _unsigned(salt: str, token: str) -> Any:
    try:
        return signing.Signer(salt=salt).unsign_object(token)
    except signing.BadSignature as error:
        raise BadLink from error

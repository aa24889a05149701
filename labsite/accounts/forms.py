"""The forms around logins: signing in, passwords, second factors and leaving the lab; what a password may not be."""

import re
from typing import Any, ClassVar

from allauth.account.adapter import get_adapter
from allauth.account.fields import EmailField
from allauth.account.forms import (
    ChangePasswordForm,
    LoginForm,
    ResetPasswordForm,
    ResetPasswordKeyForm,
    SetPasswordForm,
)
from allauth.mfa import app_settings
from allauth.mfa.adapter import get_adapter as second_factors
from allauth.mfa.base.forms import AuthenticateForm, BaseAuthenticateForm, ReauthenticateForm
from allauth.mfa.totp.forms import ActivateTOTPForm
from allauth.mfa.webauthn.forms import AddWebAuthnForm
from django.conf import settings
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.forms import BooleanField, CharField, Form, TextInput
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy as _, pgettext_lazy

from labsite.accounts import logins
from labsite.accounts.sessions import limit_session
from labsite.modelling.periods import PartialDate, validate_partial_date
from labsite.models import Lab
from labsite.texts.folding import fold
from people.models import Person

ADDRESS = _("E-mail address")
NEW_PASSWORD = {"password1": _("New password"), "password2": _("Repeat the password")}
MIN_OWN = 8  # characters that a password has beside the lab's words
MIN_WORD = 3  # letters of a word that counts

CODE = TextInput(attrs={"autocomplete": "one-time-code", "spellcheck": "false"})


class Relabelled(Form):
    """Mixed into a form of allauth's: some of its fields in this site's words."""

    labels: ClassVar[dict[str, Any]] = {}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, label in self.labels.items():
            self.fields[name].label = label


class SignInForm(Relabelled, LoginForm):
    labels = {"login": ADDRESS}

    def login(self, request: HttpRequest, redirect_url: str | None = None) -> HttpResponse:
        answer = super().login(request, redirect_url)
        limit_session(request)  # again: allauth has given it the life of others
        return answer


class ForgottenPasswordForm(ResetPasswordForm):
    """Asks for an address, and sends one e-mail to it whether or not anybody signs in with it."""

    email = EmailField(label=ADDRESS)

    def clean(self) -> dict[str, Any]:
        if not settings.SENDS_EMAIL:
            raise ValidationError(
                gettext(
                    "This site can’t send e-mail yet. Ask an administrator of the site to give you a new password."
                ),
                code="no_email",
            )
        return super().clean()

    def save(self, request: HttpRequest, **kwargs: Any) -> str:
        if self.users:
            return super().save(request, **kwargs)
        get_adapter().send_mail("account/email/unknown_account", self.cleaned_data["email"], {"request": request})
        return self.cleaned_data["email"]


class LinkedPasswordForm(Relabelled, ResetPasswordKeyForm):
    """The page behind the link for a forgotten password."""

    labels = NEW_PASSWORD


class FirstPasswordForm(Relabelled, SetPasswordForm):
    """For users who have no password, because they sign in by the university."""

    labels = NEW_PASSWORD


class ChangedPasswordForm(Relabelled, ChangePasswordForm):
    labels = {"oldpassword": _("Current password"), **NEW_PASSWORD}


class OneTimeCodeForm(BaseAuthenticateForm):
    """Takes a code once in all the steps in which it is right; allauth remembers it for one."""

    def clean_code(self) -> str:
        code = super().clean_code()
        seconds = app_settings.TOTP_PERIOD * (2 * app_settings.TOTP_TOLERANCE + 1)
        if not cache.add(f"used-code:{self.user.pk}:{re.sub('[^0-9A-Za-z]', '', code)}", True, seconds):
            raise second_factors().validation_error("incorrect_code")
        return code


class SecondStepForm(OneTimeCodeForm, AuthenticateForm):
    code = CharField(label=pgettext_lazy("second factor", "Code"), widget=CODE)


class ConfirmedStepForm(OneTimeCodeForm, ReauthenticateForm):
    code = CharField(label=pgettext_lazy("second factor", "Code"), widget=CODE)


class NewAppForm(ActivateTOTPForm):
    code = CharField(label=_("Six digits"), widget=CODE)


class NewPasskeyForm(AddWebAuthnForm):
    """Asks what to call a passkey and how it is to be used."""

    name = CharField(
        label=_("Name"),
        required=False,
        help_text=_("A name to recognise it by, such as that of your device."),
    )
    passwordless = BooleanField(
        label=_("Sign in with this passkey alone"),
        required=False,
        initial=True,
        help_text=_("If unticked, it is asked for after your password."),
    )


class InvitedPasswordForm(FirstPasswordForm):
    """The first password of a person who was invited."""

    labels = NEW_PASSWORD | {"password1": _("Password")}


class LeavingForm(Form):
    """Asks when a person left and where they went."""

    month = CharField(
        label=_("Month of leaving"),
        max_length=10,
        validators=[validate_partial_date],
        help_text=_("For example 2025-06."),
    )
    went_to = CharField(
        label=_("Where they went"),
        max_length=200,
        required=False,
        help_text=_("If known, for example Assistant Professor at Example University; the alumni page shows it."),
    )

    def __init__(self, person: Person, by: Any, data: Any = None) -> None:
        self.person, self.by, self.today = person, by, timezone.localdate()
        super().__init__(data, initial={"month": f"{self.today:%Y-%m}"})

    def clean_month(self) -> PartialDate:
        month = PartialDate(self.cleaned_data["month"])
        if month.first > self.today:
            raise ValidationError(
                gettext(
                    "This month is in the future. Come back once they have left, or enter the month in which they "
                    "left."
                )
            )
        if membership := logins.begun_later(logins.ending_memberships(self.person, self.today), month):
            words = gettext("This is before their time in the lab (%(time)s) began.") % {"time": membership}
            if membership.role:
                words = gettext("This is before their role as %(role)s began.") % {"role": membership}
            raise ValidationError(words)
        return month

    def clean(self) -> dict[str, Any] | None:
        if self.person.login == self.by:
            raise ValidationError(gettext("You can’t close your own login. Ask another administrator."), code="own")
        return super().clean()


class NotTheLabsWords:
    """Refuses a password in which little is left without the words that anybody knows of this lab and its site."""

    def validate(self, password: str, user: Any = None) -> None:
        own, lab = password.casefold(), Lab.objects.first()
        texts = [lab.name if lab else "", *settings.ALLOWED_HOSTS]
        known = {word for text in texts for word in re.split(r"[\W_]+", fold(text)) if len(word) >= MIN_WORD}
        for word in sorted(known, key=len, reverse=True):
            own = own.replace(word, "")
        if len(own) < min(MIN_OWN, len(password)):
            raise ValidationError(self.get_help_text(), code="words_of_the_lab")

    def get_help_text(self) -> str:
        return gettext("The lab’s name and the site’s address are easy to guess: a password needs more than that.")

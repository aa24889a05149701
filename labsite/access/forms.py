"""What people fill in to get in."""

from allauth.account.adapter import get_adapter
from allauth.account.forms import ResetPasswordForm
from allauth.mfa.webauthn.forms import AddWebAuthnForm
from django.core.exceptions import ValidationError
from django.forms import BooleanField, CharField
from django.conf import settings


class ForgottenPasswordForm(ResetPasswordForm):
    """Asks for an address, and sends one e-mail to it whether or not anybody signs in with it."""

    def clean(self):
        if not settings.SENDS_EMAIL:
            raise ValidationError(
                "This site can’t send e-mail yet. Ask an administrator of the site to give you a new password.",
                code="no_email",
            )
        return super().clean()

    def save(self, request, **kwargs):
        if self.users:
            return super().save(request, **kwargs)
        get_adapter().send_mail("account/email/unknown_account", self.cleaned_data["email"], {"request": request})
        return self.cleaned_data["email"]


class NewPasskeyForm(AddWebAuthnForm):
    """Asks what to call a passkey and how it is to be used."""

    name = CharField(
        label="Name", required=False, help_text="To tell it from others, such as the name of the device it is on."
    )
    passwordless = BooleanField(
        label="Sign in with this passkey alone",
        required=False,
        initial=True,
        help_text="Without the tick it is asked for after your password.",
    )

"""What people fill in to get in."""

from allauth.account.adapter import get_adapter
from allauth.account.fields import EmailField
from allauth.account.forms import (
    ChangePasswordForm,
    LoginForm,
    ResetPasswordForm,
    ResetPasswordKeyForm,
    SetPasswordForm,
)
from allauth.mfa.base.forms import AuthenticateForm
from allauth.mfa.totp.forms import ActivateTOTPForm
from allauth.mfa.webauthn.forms import AddWebAuthnForm
from django.conf import settings
from django.core.exceptions import ValidationError
from django.forms import BooleanField, CharField, TextInput

ADDRESS = "E-mail address"
CODE = TextInput(attrs={"autocomplete": "one-time-code", "spellcheck": "false"})


class SignInForm(LoginForm):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.fields["login"].label = ADDRESS


class ForgottenPasswordForm(ResetPasswordForm):
    """Asks for an address, and sends one e-mail to it whether or not anybody signs in with it."""

    email = EmailField(label=ADDRESS)

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


class NewPasswordFields:
    """The two fields for a new password, in this site's words."""

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.fields["password1"].label = "New password"
        self.fields["password2"].label = "The same again"


class LinkedPasswordForm(NewPasswordFields, ResetPasswordKeyForm):
    """Behind the link for a forgotten password."""


class FirstPasswordForm(NewPasswordFields, SetPasswordForm):
    """For those who have none, because they came by the university."""


class ChangedPasswordForm(NewPasswordFields, ChangePasswordForm):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.fields["oldpassword"].label = "Password now"


class SecondStepForm(AuthenticateForm):
    code = CharField(label="Code", widget=CODE)


class NewAppForm(ActivateTOTPForm):
    code = CharField(label="Six digits", widget=CODE)


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

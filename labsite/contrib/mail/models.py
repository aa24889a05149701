"""E-mails that somebody ought to get: what each login wants, and what waits to be sent."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from labsite.history.models import Step
from labsite.models import Invitation, Question

MAX_TROUBLE = 300  # characters


class MailSettings(models.Model):
    """What somebody wants by e-mail, in which language, and what their digests have told them."""

    login = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="mail_settings")
    language = models.CharField(max_length=10, blank=True, help_text="In which they last used the site.")
    unwanted = models.JSONField(default=list, help_text="The kinds of e-mail that they don’t want.")
    digest_at = models.DateTimeField(null=True, help_text="When the last digest was due.")
    asked_at = models.DateTimeField(null=True, help_text="When they were asked whether their page is still true.")
    told = models.JSONField(default=list, help_text="What the last digest told besides changes, by keys.")

    class Meta:
        db_table = "labsite_mailsettings"  # as it was called before this was an app

    def __str__(self) -> str:
        return f"E-mails to {self.login}"


class Notice(models.Model):
    """What one reader is told by e-mail of one step; what is due of a kind becomes one e-mail, and is then forgotten.

    It is written in the transaction of the step. Its words are made when it is sent: in the language that the
    reader has then, and of what they may still see.
    """

    class Kind(models.TextChoices):
        WAITING = "waiting", _("A paper or news item is awaiting approval")
        DECIDED = "decided", _("A paper or news item that you submitted or co-authored is published or returned")
        CHANGED = "changed", _("Someone else changed your page, or one of your papers, talks, awards or service roles")
        ASKED = "asked", _("A member has a question for the editors")
        ANSWERED = "answered", _("An editor answered your question")
        LEFT = "left", _("Someone has left the lab")
        DIGEST = "digest", _("Mondays: papers that may be yours, what is new on your page, what is missing")
        OVERVIEW = "overview", _("Mondays: what others changed on the site, with a way to undo it")
        CONFIRMING = "confirming", _("Once a term: is your page still up to date?")
        INVITATION = "invitation", _("An invitation expires soon")

    kind = models.CharField(max_length=10, choices=Kind)
    to = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, related_name="+")
    question = models.ForeignKey(Question, on_delete=models.CASCADE, null=True, related_name="+")
    person = models.ForeignKey("people.Person", on_delete=models.CASCADE, null=True, related_name="+")
    invitation = models.ForeignKey(Invitation, on_delete=models.CASCADE, null=True, related_name="+")
    step = models.ForeignKey(Step, on_delete=models.CASCADE, null=True, related_name="+")
    versions = models.JSONField(
        default=list,
        db_default=models.Value([], models.JSONField()),
        help_text="The keys of what was done in one step, however much.",
    )
    # What the version before wrote, and still writes while this one is installed; the next may drop it.
    version = models.ForeignKey("labsite.Version", on_delete=models.CASCADE, null=True, related_name="+")

    created_at = models.DateTimeField(default=timezone.now)
    due_at = models.DateTimeField(default=timezone.now, db_index=True)
    tries = models.PositiveSmallIntegerField(default=0)
    trouble = models.CharField(max_length=MAX_TROUBLE, blank=True, help_text="Why the last try failed.")
    has_failed = models.BooleanField(default=False, help_text="No further try is made.")

    class Meta:
        db_table = "labsite_notice"
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.get_kind_display()}: {self.to or self.invitation}"

    @property
    def address(self) -> str:
        """Where it goes."""
        return self.to.email if self.to else self.invitation.email if self.invitation else ""

from django.apps import AppConfig
from django.db.models.signals import post_save
from django.utils.translation import gettext_lazy as _


class MailConfig(AppConfig):
    """Letters to those who ought to know of something, digests, and what somebody wants of these."""

    name = "labsite.contrib.mail"
    verbose_name = _("E-mails")

    def ready(self) -> None:
        from labsite.accounts import events
        from labsite.contrib.mail import noticing
        from labsite.history.steps import listeners

        listeners.add(noticing.notice_changes)
        post_save.connect(noticing.notice_question, sender="labsite.Question", dispatch_uid="mail")
        events.left.connect(noticing.notice_leaving, dispatch_uid="mail")
        events.language_used.connect(noticing.note_language, dispatch_uid="mail")

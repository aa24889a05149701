from django.contrib.sessions.management.commands import clearsessions

from labsite.management.jobs import Job


class Command(Job, clearsessions.Command):
    """Django's own, which deletes sessions that are over, and whose runs are noted."""

"""What e-mails add to tests of all there is."""

from labsite.contrib.mail.models import Notice


def rows_about(person, *args, **fields):
    """Make a notice about somebody, which isn't the lab's content."""
    Notice.objects.create(kind=Notice.Kind.LEFT, person=person)
    return []

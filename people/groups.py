"""The lab's people as a page shows them together: by role, and in what they study."""

from labsite.texts.folding import fold
from people.models import Membership


def by_role(people, today):
    """Return (heading, people) for each role that somebody has on the day ``today``. Expects with_roles()."""
    held = {person: person.membership(today).role for person in people}
    groups = ((Membership.PLURALS[role], [p for p in held if held[p] == role]) for role in Membership.Role)
    return [(heading, members) for heading, members in groups if members]


def interests_of(people):
    """Return the research interests of these people, each once however it is capitalised."""
    once: dict[str, str] = {}
    for person in people:
        for interest in person.interest_list:
            once.setdefault(fold(interest), interest)
    return list(once.values())

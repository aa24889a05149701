"""The lab's people in the order in which a page shows them."""

from people.models import Membership


def by_role(people, today):
    """Return (heading, people) for each role that somebody has on the day ``today``. Expects with_roles()."""
    held = {person: person.role(today).role for person in people}
    groups = ((Membership.PLURALS[role], [p for p in held if held[p] == role]) for role in Membership.Role)
    return [(heading, members) for heading, members in groups if members]

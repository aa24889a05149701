"""What the site needs to know of people and of what belongs to them."""

from django.db.models import Q

from labsite import registry
from labsite.history.kept import Tracked
from labsite.roles import Rights, Role
from people.models import (
    Award,
    ContactDetail,
    Education,
    Membership,
    NameVariant,
    Person,
    Position,
    ProfileLink,
    Reference,
    Teaching,
)

registry.register(
    Person,
    Rights("VAc", "VACD", "VACD", own=("login",), fixed={Role.MEMBER: ("slug", "login"), Role.EDITOR: ("login",)}),
    Tracked(
        {
            "memberships": "roles in the lab",
            "links": "pages elsewhere",
            "contact_details": "contact details",
            "positions": "positions",
            "education": "degrees",
            "awards": "awards",
            "teaching": "courses",
            "references": "references",
            "name_variants": "other spellings of the name",
        },
        order=20,
    ),
)
registry.register(
    Award,
    Rights.of_a_person("person__login", "publications__authorships__person__login"),
    Tracked(order=30),
)

registry.register(Membership, Rights.of_the_lab())
registry.register(
    ContactDetail,
    Rights("vacd", "VACD", "VACD", own=("person__login",), public=lambda: Q(visibility="public")),
)
for model in (ProfileLink, Position, Education, Teaching, Reference, NameVariant):
    registry.register(model, Rights.of_a_person("person__login"))

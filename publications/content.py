"""What the site needs to know of publications, venues and talks, and of what belongs to them."""

from functools import partial

from labsite import registry
from labsite.history.kept import Tracked
from labsite.modelling.publishing import is_public
from labsite.roles import Rights, Role
from publications.models import (
    Authorship,
    EarlierVersion,
    ExtraField,
    Identifier,
    Link,
    Publication,
    Talk,
    TalkOccasion,
    Venue,
    VenueAlias,
)

registry.register(
    Publication,
    Rights(
        "vAcd",
        "VACD",
        "VACD",
        own=("authorships__person__login",),
        adder="added_by",
        deletes_drafts_only=True,
        public=is_public,
        fixed={Role.MEMBER: ("slug", "citation_key", "is_selected")},
    ),
    Tracked(
        {
            "authorships": "authors",
            "links": "links",
            "earlier_versions": "earlier versions",
            "identifiers": "other identifiers",
            "extra_fields": "fields of other programs",
            "imported_entries": "",
        },
        order=40,
    ),
)
registry.register(
    Venue,
    Rights("VA", "VACD", "VACD", fixed={Role.MEMBER: ("slug",)}),
    Tracked({"aliases": "other spellings"}, order=10),
)
registry.register(
    Talk,
    Rights.of_a_person("speaker__login"),
    Tracked({"occasions": "occasions"}, order=50),
)

registry.register(VenueAlias, Rights.of_the_lab())
registry.register(TalkOccasion, Rights.of_a_person("talk__speaker__login"))
for model in (Authorship, Link, EarlierVersion, Identifier, ExtraField):
    registry.register(
        model,
        Rights(
            "vAcd",
            "VACD",
            "VACD",
            own=("publication__authorships__person__login",),
            adder="publication__added_by",
            public=partial(is_public, "publication"),
        ),
    )

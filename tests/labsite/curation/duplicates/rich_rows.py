"""Pairs of rows to which everything leads that can: a relation that is new in a model has to be added here."""

from datetime import UTC, datetime

from labsite.models import Invitation
from people.models import (
    Affiliation,
    ContactDetail,
    Education,
    NameVariant,
    Position,
    ProfileLink,
    Reference,
    Teaching,
)
from publications.models import (
    EarlierVersion,
    ExtraField,
    Identifier,
    Import,
    ImportedEntry,
    Link,
    TalkOccasion,
    VenueAlias,
)
from tests import cast

NOW = datetime(2024, 6, 1, tzinfo=UTC)


def people():
    """Return Ada Quill and A. Quill, who are one: the second has a row of everything, some of it as the first."""
    kept, gone = cast.pi(), cast.make_member("A. Quill", "postdoc", start="2008", end="2009")
    student, venue = cast.student(), cast.make_venue()
    _career(kept, student)
    _career(gone, student)
    ProfileLink.objects.create(person=kept, kind="homepage", url="https://new.example/")
    ProfileLink.objects.create(person=gone, kind="homepage", url="https://old.example/")
    ContactDetail.objects.create(person=gone, kind="email", value="a@old.example")
    NameVariant.objects.create(person=gone, name="Ada Q.")
    Teaching.objects.create(person=gone, course="Rest", term="2009")
    Reference.objects.create(person=gone, referee=kept)
    Reference.objects.create(person=student, referee=gone)
    Affiliation.objects.create(keeper=gone, person=student, organisation="Sofa Inc.", date="2024")
    Affiliation.objects.create(keeper=student, person=gone, organisation="Sofa Inc.", date="2024")
    for person in (kept, gone):
        Invitation.objects.create(
            person=person,
            email=f"{person.slug}@lab.example",
            role=1,
            sent_at=NOW,
            expires_at=NOW,
            fingerprint=person.slug,
        )
        cast.rows_of_apps(person, says=person.name, is_hidden=person == gone)
    cast.make_award(gone)
    cast.make_service(gone, venue)
    cast.make_talk(kept, "On Leisure", [("SYSCON", "2024-06")])
    cast.make_talk(gone, "On Leisure", [("SYSCON", "2024-06"), ("NAPS", "2025")])
    _papers_of(kept, gone, student)
    cast.make_news().people.add(gone)
    Import.objects.create(source="dblp:65/9612", label="dblp", person=gone)
    cast.make_project(people=[gone, kept])
    return kept, gone


def _career(person, advised):
    Position.objects.create(person=person, title="Engineer", organisation="Sofa Inc.", start="2001", place=person.name)
    Education.objects.create(person=person, degree="PhD", organisation="Idle", honours=person.name)
    Education.objects.create(person=advised, degree=f"PhD {person.pk}", organisation="Idle").advisors.add(person)
    Position.objects.create(person=advised, title=f"Intern {person.pk}", organisation="Idle").advisors.add(person)


def _papers_of(kept, gone, student):
    cast.make_publication("Naps", [gone, student])
    cast.make_publication("Sleeping Twice", [kept, student, gone])
    taught = cast.make_publication("Beds")
    cast.add_author(taught, student, mentor=gone)
    cast.add_author(taught, kept, mentor=gone)


def papers():
    """Return a paper and its preprint, which has a row of everything."""
    ada, zoe, venue = cast.pi(), cast.student(), cast.make_venue()
    kept = cast.make_publication("Quokka: Resting at Scale", [ada, zoe], venue, doi="10.1000/quokka")
    gone = cast.make_publication(
        "Resting at Scale",
        [zoe, ada, "Una Vale"],
        None,
        2023,
        kind="preprint",
        status="preprint",
        arxiv_id="2301.00001",
    )
    cast.make_publication("Another")
    Link.objects.create(publication=kept, kind="pdf", url="https://syscon.example/quokka.pdf")
    Link.objects.create(publication=gone, kind="pdf", url="https://arxiv.example/1.pdf")
    Link.objects.create(publication=gone, kind="code", url="https://code.example/quokka")
    EarlierVersion.objects.create(publication=gone, title="Sleeping at Scale")
    Identifier.objects.create(publication=gone, scheme="dblp", value="journals/corr/abs-2301-00001")
    ExtraField.objects.create(publication=gone, name="keywords", value="rest")
    ImportedEntry.objects.create(publication=gone, identity="resting", source="file")
    award = cast.make_award(None)
    gone.awards.add(award)
    cast.make_talk(ada, publication=gone)
    cast.make_news().publications.add(gone)
    cast.rows_of_apps(ada)
    cast.make_project(publications=[gone, kept])
    return kept, gone


def venues():
    """Return SYSCON and the conference of its full name, to which a row of everything leads."""
    kept = cast.make_venue("SYSCON", publisher="ACM")
    gone = cast.make_venue("Systems Con", name="Conference on Systems", url="https://syscon.example/")
    ada = cast.pi()
    VenueAlias.objects.create(venue=gone, name="ACM SYSCON")
    cast.make_publication("Naps", [ada], gone)
    for venue in (kept, gone):
        cast.make_service(ada, venue)
    cast.make_service(ada, cast.make_venue("WREST"), host=gone)
    cast.make_service(ada, kept, "chair", host=gone)
    TalkOccasion.objects.create(talk=cast.make_talk(ada, occasions=()), host="Systems Con", date="2024", venue=gone)
    return kept, gone

"""The lab's documents, fact by fact: what the fixtures say is compared with ``tests/data/facts.txt``.

Each line of that file reads ``kind | of what | expected``; the kinds are the functions in ``READERS``.
"""

import pytest
from django.apps import apps
from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.db import transaction

from labsite.models import Lab
from labsite.texts.plain_text import lines_of
from people.models import Award, Education, Person, Position
from publications.models import Authorship, Publication, Talk, TalkOccasion, Venue
from services.models import Service

FACTS = [
    tuple(line.split(" | "))
    for line in (settings.BASE_DIR / "tests/data/facts.txt").read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
]
NO_KIND = "kind not stated"
APPS = ("people", "publications", "services")


@pytest.fixture(scope="module", autouse=True)
def content(django_db_setup, django_db_blocker):
    """Load the fixtures once for all tests of this file, and take them back afterwards."""
    files = sorted((settings.BASE_DIR / "fixtures").glob("*.json"))
    with django_db_blocker.unblock(), transaction.atomic():
        call_command("loaddata", *map(str, files), verbosity=0)
        yield
        transaction.set_rollback(True)


def joined(*parts):
    return ", ".join(str(part) for part in parts if part)


def titled(person):
    return f"{person.honorific} {person.name}".strip()


def listed(rows):
    return " // ".join(rows)


def role(slug):
    return listed(
        f"{row.get_role_display()} {row.years}".strip() for row in Person.objects.get(slug=slug).memberships.all()
    )


def name(slug):
    person = Person.objects.get(slug=slug)
    native = f"{person.native_name} ({person.native_language})" if person.native_name else ""
    return joined(titled(person), f"{person.family_name}; {person.given_name}", native)


def spellings(slug):
    return joined(*sorted(map(str, Person.objects.get(slug=slug).name_variants.all())))


def text(slug_and_field):
    slug, field = slug_and_field.split(".")
    return " ⏎ ".join(getattr(Person.objects.get(slug=slug), field).splitlines())


def contact(slug):
    rows = Person.objects.get(slug=slug).contact_details.order_by("is_former", "kind")
    return listed(f"{'former ' * row.is_former}{row.visibility} {row.kind} {row.value}" for row in rows)


def profile_links(slug):
    rows = Person.objects.get(slug=slug).links.order_by("kind", "label")
    return listed(f"{row.kind} {row.label}".strip() + f" <{row.url}>" for row in rows)


def _advisors(step):
    advisors = joined(*(titled(person) for person in step.advisors.all()))
    return f"advised by {advisors}" if advisors else ""


def _was(row):
    return f"earlier: {row.earlier_wording}" if row.earlier_wording else ""


def positions(slug):
    return listed(
        joined(row.title, row.organisation, row.unit, row.place, row.years, _advisors(row), _was(row))
        for row in Person.objects.get(slug=slug).positions.all()
    )


def bullets(slug):
    return listed(
        f"{row.title}: {'; '.join(line.removeprefix('- ') for line in row.text.splitlines())}"
        for row in Person.objects.get(slug=slug).positions.all()
    )


def education(slug):
    return listed(
        joined(
            row.title,
            row.organisation,
            row.unit,
            row.place,
            row.years,
            _advisors(row),
            row.honours,
            row.gpa,
            _was(row),
        )
        for row in Person.objects.get(slug=slug).education.all()
    )


def awards(slug):
    rows = Person.objects.get(slug=slug).awards.all()
    return listed(joined(row.years, row.title, row.organisation, row.note, _was(row)) for row in rows)


def references(slug):
    rows = Person.objects.get(slug=slug).references.all()
    return listed(joined(row.referee, row.title, *row.affiliation.splitlines(), row.url) for row in rows)


def services(slug):
    rows = Service.objects.filter(person__slug=slug)
    return listed(
        joined(row.edition, row.kind, row.role, row.host and f"with {row.host.acronym}", row.note, _was(row))
        for row in rows
    )


def authors(slug):
    rows = Authorship.objects.filter(publication__slug=slug).select_related("person")
    return joined(*(row.display_name + row.marks() for row in rows))


def mentors(slug):
    rows = Authorship.objects.filter(publication__slug=slug, mentor__isnull=False)
    return joined(*(f"{row.person} of {row.mentor}" for row in rows))


def paper(slug):
    row = Publication.objects.get(slug=slug)
    venue = row.venue.acronym if row.venue else ""
    arxiv = f"arXiv:{row.arxiv_id}" if row.arxiv_id else ""
    journal = "" if row.kind == "preprint" else row.issue.replace("\N{NO-BREAK SPACE}", " ")
    parts = (
        row.title,
        row.kind or NO_KIND,
        row.status,
        venue,
        row.date,
        journal,
        row.proceedings,
        arxiv,
        row.citation_key,
    )
    return " · ".join(filter(None, parts))


def notes(slug):
    row = Publication.objects.get(slug=slug)
    return listed([*lines_of(row.notes), *(f"award: {award.person}, {award}" for award in row.awards.all())])


def earlier(slug):
    rows = Publication.objects.get(slug=slug).earlier_versions.all()
    parts = ((row.title, row.authors, row.status, row.arxiv_id) for row in rows)
    return listed(" · ".join(filter(None, part)) for part in parts)


def links(slug):
    rows = Publication.objects.get(slug=slug).links.all()
    return listed(f"{row.kind} {row.label}".strip() + f" <{row.url}>" for row in rows)


def venue(acronym):
    row = Venue.objects.get(acronym=acronym)
    also = listed(sorted(map(str, row.aliases.all())))
    return joined(row.kind or NO_KIND, row.name, row.publisher and f"by {row.publisher}", also and f"also {also}")


def talk(title):
    row = Talk.objects.get(title=title)
    about = f"about {row.publication.slug}" if row.publication else ""
    occasions = (
        joined(each.date and each.date.words, each.host, each.place, each.venue and f"[{each.venue.acronym}]")
        for each in row.occasions.order_by("-date", "pk")
    )
    return listed([joined(row.speaker, about), *occasions])


READERS = {
    reader.__name__: reader
    for reader in (
        *(role, name, spellings, text, contact, profile_links, positions, bullets, education, awards, references),
        *(services, authors, mentors, paper, notes, earlier, links, venue, talk),
    )
}


def test_fact_is_in_the_fixtures():
    assert [
        (kind, of, answer, expected) for kind, of, expected in FACTS if (answer := READERS[kind](of)) != expected
    ] == []


def test_each_thing_is_there_once():
    table = [
        *((Person, 157), (Award, 13), (Venue, 30), (Publication, 44), (Authorship, 359)),
        *((Talk, 7), (TalkOccasion, 12), (Service, 19), (Lab, 1)),
    ]
    assert [(model, answer, number) for model, number in table if (answer := model.objects.count()) != number] == []


def test_facts_name_every_paper_and_venue():
    named = {(kind, of) for kind, of, _ in FACTS}
    papers = {(kind, row.slug) for row in Publication.objects.all() for kind in ("paper", "authors")}
    assert papers | {("venue", row.acronym) for row in Venue.objects.all()} <= named


def test_members_are_the_four_whose_documents_they_are():
    members = Person.objects.members().values_list("slug", flat=True)
    assert set(members) == {"diandian-gu", "qiaoling-chen", "qinghao-hu", "qizhen-weng"}


def test_every_paper_has_authors():
    assert list(Publication.objects.filter(authorships=None)) == []


def test_every_person_wrote_a_paper_or_advised_a_member():
    without_paper = Person.objects.filter(authorships=None).values_list("name", flat=True)
    assert set(without_paper) == {"Kelvin Fong", "Wenyan Yin"}


def test_telephone_numbers_are_private_and_all_else_is_public():
    rows = apps.get_model("people", "ContactDetail").objects.values_list("kind", "visibility").distinct()
    assert set(rows) == {("phone", "private"), ("email", "public"), ("address", "public")}


def test_the_lab_has_neutral_words():
    lab = Lab.objects.get()
    assert (lab.name, lab.tagline) == ("Research Lab", "")


EDITED = {model for app in APPS for model in apps.get_app_config(app).get_models()}


def test_every_row_would_pass_the_form_that_edits_it():
    assert {row: errors for model in EDITED for row in model.objects.all() if (errors := errors_of(row))} == {}


def errors_of(row):
    try:
        row.full_clean()
    except ValidationError as error:
        return error.message_dict


def test_these_earlier_wordings_are_shown():
    rows = [
        row for model in (Service, Award, Position, Education) for row in model.objects.exclude(earlier_wording="")
    ]
    assert {row.earlier_wording: bool(row.original_wording) for row in rows} == {
        "Publicity Chair": True,
        "Outstanding Ph.D. Thesis Award": True,
        "Youth Outstanding Paper Award of WAIC '23": True,
        "ML and Systems Rising Stars": False,
        "Outstanding Graduates of Zhejiang University": False,
        "Academic Guest, Systems Group": True,
        "Bachelor in Electrical Engineering": True,
        "Master in Electrical Engineering": False,
    }

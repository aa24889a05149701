import json
from io import BytesIO, StringIO

import pytest
from django.apps import apps
from django.core.files.storage import default_storage
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.test import TestCase
from PIL import Image

from labsite import history
from labsite.curation.duplicates.candidates import KINDS, open_candidates, settle_as_different, settle_as_one
from labsite.curation.duplicates.comparing import Comparison
from labsite.curation.duplicates.merging import Decision
from labsite.models import SettledPair, Step
from people.models import Person
from publications.models import Identifier
from tests import cast

from . import rich_rows

pytestmark = [pytest.mark.django_db, pytest.mark.once]

PAIRS = pytest.mark.parametrize("pair", [rich_rows.people, rich_rows.papers, rich_rows.venues])
REMEMBERED = [
    "labsite.contentversion",
    "labsite.settledpair",
    "labsite.step",
    "labsite.version",
    "labsite.invitation",
    "publications.import",
    *(["mail.notice"] if apps.is_installed("labsite.contrib.mail") else []),
]


@pytest.fixture
def editor():
    return cast.make_administrator(email="editor@lab.example")


@pytest.fixture
def picture():
    out = BytesIO()
    Image.new("RGB", (600, 800), "blue").save(out, "JPEG")
    return SimpleUploadedFile("me.jpg", out.getvalue())


def number_open(kind):
    return len(open_candidates()[kind])


def content():
    """Return every row of every table but those of the history, folded texts and addresses too."""
    return {
        model._meta.label: sorted(map(str, model._base_manager.values_list(*columns(model)))) for model in tables()
    }


def tables():
    for app in ("labsite", "people", "publications", "services"):
        for model in apps.get_app_config(app).get_models(include_auto_created=True):
            if model._meta.label_lower not in REMEMBERED:
                yield model


def columns(model):
    """Return what makes a row; a row of a many-to-many table has no name, and times say when it was saved."""
    is_between = bool(model._meta.auto_created)
    return [
        field.attname
        for field in model._meta.concrete_fields
        if field.name not in ("changed_at", "last_login") and not (is_between and field.primary_key)
    ]


def dumped():
    out = StringIO()
    apps = ["labsite", "people", "publications", "services"]
    call_command("dumpdata", *apps, exclude=REMEMBERED, natural_foreign=True, natural_primary=True, stdout=out)
    return sorted(json.dumps(row, sort_keys=True) for row in json.loads(out.getvalue()))


@PAIRS
@pytest.mark.parametrize("authors", ["kept", "gone"])
def test_a_merge_that_is_undone_leaves_no_trace(pair, authors, editor):
    kept, gone = pair()
    cast.make_login(gone) if isinstance(gone, Person) else None
    before, rows = dumped(), content()
    settled = settle_as_one(editor, Decision(kept, gone, {}, authors))
    assert dumped() != before
    history.undo(Step.objects.get(pk=settled.revision), editor)
    assert dumped() == before
    assert content() == rows


@pytest.mark.both
def test_a_merge_with_the_values_of_the_other_is_undone_as_well(editor, picture):
    kept, gone = rich_rows.people()
    gone.photo, gone.photo_alt, gone.biography = picture, "At rest", "Rests."
    gone.save()
    before, rows, photo = dumped(), content(), gone.photo.name
    chosen = {"name": "other", "photo": "other", "biography": "other"}
    with TestCase.captureOnCommitCallbacks(execute=True):
        settled = settle_as_one(editor, Comparison(KINDS["people"], kept, gone).decision({"stays": "one", **chosen}))
    person = Person.objects.get(pk=kept.pk)
    assert (person.name, person.photo.name, person.photo_alt, person.photo_width) == (
        "A. Quill",
        photo,
        "At rest",
        600,
    )
    assert default_storage.exists(photo)
    with TestCase.captureOnCommitCallbacks(execute=True):
        history.undo(Step.objects.get(pk=settled.revision), editor)
    assert dumped() == before
    assert content() == rows
    assert default_storage.exists(photo)


def test_a_merge_is_one_step_with_its_own_words(editor):
    kept, gone = rich_rows.people()
    settled = settle_as_one(editor, Decision(kept, gone))
    step = Step.objects.get(pk=settled.revision)
    assert (step.comment, step.user) == ("Merged A. Quill into Ada Quill", editor)
    assert str(settled) == "A. Quill and Ada Quill"


def test_what_could_not_be_kept_is_remembered(editor):
    kept, gone = cast.pi(headline="Rests"), cast.make_person("A. Quill", headline="Sleeps")
    assert settle_as_one(editor, Decision(kept, gone)).left_out == "headline: Sleeps"


def test_two_that_are_not_the_same_are_never_asked_about_again(editor):
    one, other = cast.make_person("Jin Park"), cast.make_person("Jin Park")
    assert number_open("people") == 1
    settle_as_different(editor, KINDS["people"], other, one)
    assert number_open("people") == 0
    assert SettledPair.objects.of("people", one.pk, other.pk).exists()


def test_not_the_same_can_be_taken_back(editor):
    one, other = cast.make_person("Jin Park"), cast.make_person("Jin Park")
    settle_as_different(editor, KINDS["people"], one, other).delete()
    assert number_open("people") == 1


def test_what_is_not_the_same_stays_so_when_one_of_them_is_merged(editor):
    one, other, third = (cast.make_person("Jin Park") for _ in range(3))
    settle_as_different(editor, KINDS["people"], one, third)
    assert number_open("people") == 2
    settle_as_one(editor, Decision(other, third))
    assert number_open("people") == 0


def test_a_merge_that_is_undone_is_an_open_question_again(editor):
    one, other = cast.make_person("Jin Park"), cast.make_person("Jin Park")
    settled = settle_as_one(editor, Decision(one, other))
    assert number_open("people") == 0
    history.undo(Step.objects.get(pk=settled.revision), editor)
    assert number_open("people") == 1


@pytest.mark.both
def test_a_later_seeding_brings_nothing_back(editor):
    call_command("seed", stdout=StringIO())
    kept, gone = Person.objects.exclude(pk__in=Person.objects.members().values("pk"))[:2]
    settle_as_one(editor, Decision(kept, gone))
    people = Person.objects.count()
    call_command("seed", stdout=StringIO())
    assert Person.objects.count() == people
    assert Person.objects.get_by_natural_key(gone.slug) == kept


def test_candidates_are_found_among_all_that_there_is():
    ada, zoe = cast.pi(), cast.student()
    preprint = cast.make_publication("Naps at Scale", [zoe], year=2023, arxiv_id="2301.00001")
    paper = cast.make_publication("Resting at Scale", [zoe], year=2024)
    paper.links.create(kind="pdf", url="https://arxiv.org/abs/2301.00001v2")
    cast.make_publication("Beds", ["Z. Lindqvist", ada])
    cast.make_venue("SYSCON", name="Conference on Systems")
    cast.make_venue("SC", name="International Conference on Systems")
    found = open_candidates()
    assert [(each.one, each.other, each.why) for each in found["papers"]] == [
        (preprint.pk, paper.pk, "The same arXiv id, 2301.00001")
    ]
    assert [each.why for each in found["people"]] == ["One name may be short for the other"]
    assert [each.why for each in found["venues"]] == ["Names that differ only in words such as “international”"]


def test_papers_with_an_identifier_in_common_are_found_but_not_two_chapters_of_a_book():
    beds, naps, cots = (cast.make_publication(title, kind="chapter") for title in ("Beds", "Naps", "Cots"))
    for paper, scheme, value in (
        *((beds, "isbn", "9780306406157"), (naps, "isbn", "9780306406157")),
        *((naps, "pmid", "12345678"), (cots, "pmid", "12345678")),
    ):
        Identifier.objects.create(publication=paper, scheme=scheme, value=value)
    assert [(each.one, each.other, each.why) for each in open_candidates()["papers"]] == [
        (naps.pk, cots.pk, "The same PubMed id, 12345678")
    ]


def test_another_doi_counts_as_a_doi():
    beds, naps = cast.make_publication("Beds", doi="10.1000/Rest"), cast.make_publication("Naps", doi="10.1000/naps")
    Identifier.objects.create(publication=naps, scheme="doi", value="10.1000/rest")
    assert [(each.one, each.other, each.why) for each in open_candidates()["papers"]] == [
        (beds.pk, naps.pk, "The same DOI, 10.1000/rest")
    ]


@pytest.mark.both
def test_after_each_change_they_are_what_there_is_then(editor):
    one, other, third = (cast.make_person("Jin Park") for _ in range(3))
    naps, beds = cast.make_publication("Naps at Scale", [one]), cast.make_publication("Beds", [other])
    for edit, numbers in (
        (lambda: type(beds).objects.filter(pk=beds.pk).update(title="Naps at Scale"), (3, 1)),
        (lambda: naps.authorships.update(printed_name="J. Park"), (3, 1)),
        (lambda: cast.make_publication("Cots", doi="10.1000/cots"), (3, 1)),
        (lambda: naps.identifiers.create(scheme="doi", value="10.1000/cots"), (3, 2)),
        (lambda: settle_as_different(editor, KINDS["people"], one, third), (2, 2)),
        (lambda: settle_as_one(editor, Decision(naps, beds)), (2, 1)),
        (lambda: third.delete(), (1, 1)),
    ):
        edit()
        assert (number_open("people"), number_open("papers")) == numbers


def test_what_too_many_have_in_common_counts_again_once_they_are_fewer(monkeypatch):
    monkeypatch.setattr("publications.matching.candidates.MAX_SHARING", 1)
    one, other = cast.make_publication("Beds", ["Una Vale"]), cast.make_publication("Beds", ["Una Vale"])
    assert len(open_candidates()["papers"]) == 1
    third = cast.make_publication("Beds", ["Una Vale"])
    assert open_candidates()["papers"] == []
    third.delete()
    assert [each.pair for each in open_candidates()["papers"]] == [{one.pk, other.pk}]


def test_the_number_of_queries_does_not_grow(django_assert_num_queries):
    for number in range(30):
        cast.make_publication(f"Nap {number}", ["Jin Park", f"Una Vale {number}"], cast.make_venue(f"N{number}"))
    with django_assert_num_queries(28):
        assert number_open("people") == 30 * 29 // 2
    with django_assert_num_queries(8):
        open_candidates()

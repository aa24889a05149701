import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from labsite.texts.folding import words
from people.models import Award, ContactDetail, Education, NameVariant, Person, Position, ProfileLink
from tests import cast


def found(query):
    return [person.name for person in Person.objects.matching(words(query))]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("name", "given", "family"),
    [
        ("Ada Quill", "Ada", "Quill"),
        ("Ada Maria Quill", "Ada Maria", "Quill"),
        ("Plato", "", "Plato"),
        ("Maria van der Berg", "Maria", "van der Berg"),
        ("Max Hale Jr.", "Max", "Hale Jr."),
        ("林 佐伊", "", "林 佐伊"),
    ],
)
def test_an_unsplit_name_is_split_before_its_last_word_and_its_particles(name, given, family):
    person = cast.make_person(name)
    assert (person.given_name, person.family_name) == (given, family)


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["W" * 101, "Q" * 101 + " Wombat", "Quokka " + "W" * 101])
def test_a_name_with_a_part_too_long_for_its_column_stays_whole(name):
    person = cast.make_person(name)
    assert (person.name, person.given_name, person.family_name) == (name, "", "")


@pytest.mark.django_db
def test_a_split_name_is_kept():
    person = cast.make_person("Li Wei", given_name="Wei", family_name="Li")
    assert (person.given_name, person.family_name) == ("Wei", "Li")


@pytest.mark.django_db
def test_people_are_sorted_by_family_name_without_accents():
    for name in ("Ada Zyla", "Bo Żak", "Cy Ardent", "Di Ärger"):
        cast.make_person(name)
    assert [person.name for person in Person.objects.all()] == ["Cy Ardent", "Di Ärger", "Bo Żak", "Ada Zyla"]


@pytest.mark.django_db
@pytest.mark.parametrize(
    "query", ["zoe", "ZOË LINDQVIST", "lindq zo", "佐伊", "林佐伊", "slow-thinking", "wombats", "hale"]
)
def test_a_person_is_found_by_names_headline_and_interests(query):
    zoe = cast.student(headline="Slow thinking", interests="Wombats\nQuokkas")
    NameVariant.objects.create(person=zoe, name="Z. Häle")
    cast.pi()
    assert found(query) == ["Zoë Lindqvist"]


@pytest.mark.django_db
def test_each_word_must_be_found():
    cast.student()
    assert found("zoe quill") == []


@pytest.mark.django_db
def test_the_people_found_are_each_named_once():
    zoe = cast.student()
    NameVariant.objects.create(person=zoe, name="Zoe Lindqvist")
    NameVariant.objects.create(person=zoe, name="Zoé Lindqvist")
    assert found("zoe") == ["Zoë Lindqvist"]


@pytest.mark.django_db
def test_a_telephone_number_is_private_unless_said_otherwise():
    ada = cast.stranger()
    made = [
        ContactDetail.objects.create(person=ada, kind=kind, value=value, visibility=visibility).visibility
        for kind, value, visibility in [("phone", "1", ""), ("phone", "2", "public"), ("email", "a@lab.example", "")]
    ]
    assert made == ["private", "public", "public"]


@pytest.mark.parametrize(
    ("fields", "initials"),
    [
        ({"name": "Ada Quill", "given_name": "Ada", "family_name": "Quill"}, "AQ"),
        ({"name": "Plato", "family_name": "Plato"}, "P"),
        ({"name": "plato"}, "P"),
    ],
)
def test_initials(fields, initials):
    assert Person(**fields).tile.initials == initials


@pytest.mark.parametrize(
    ("degree", "field", "title"), [("Ph.D.", "Rest", "Ph.D. in Rest"), ("Ph.D.", "", "Ph.D."), ("", "Rest", "Rest")]
)
def test_a_degree_in_words(degree, field, title):
    assert Education(degree=degree, field=field, organisation="Lazy University").title == title


def test_a_position_that_lasts_says_so():
    assert Position(start="2020-09", ongoing=True).years == "Sep 2020 – present"


def test_a_position_cannot_last_and_have_an_end():
    with pytest.raises(ValidationError) as caught:
        Position(ongoing=True, end="2020").clean()
    assert caught.value.message_dict == {"end": ["A current entry can’t have an end date."]}


@pytest.mark.parametrize(
    ("year", "until", "words"), [(2020, None, "2020"), (2020, 2022, "2020 – 2022"), (None, None, "")]
)
def test_the_years_of_an_award(year, until, words):
    assert Award(title="Golden Quokka", year=year, until=until).years == words


@pytest.mark.django_db
def test_the_database_refuses_an_award_that_ends_before_it_begins():
    with pytest.raises(IntegrityError), transaction.atomic():
        cast.make_award(cast.stranger(), year=2020, until=2019)


@pytest.mark.django_db
def test_a_form_refuses_an_award_that_ends_before_it_begins_in_words():
    with pytest.raises(ValidationError, match="The last year is before the first."):
        Award(person=cast.stranger(), title="Golden Quokka", year=2020, until=2019).full_clean()


def test_an_award_that_lasted_has_a_first_year():
    with pytest.raises(ValidationError, match="Give the first year too."):
        Award(title="Golden Quokka", until=2020).clean()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda ada: Award(person=ada, title="Golden Quokka", year=2023), "This award is already listed."),
        (lambda ada: NameVariant(person=ada, name="A. Quill"), "This spelling is already listed."),
        (lambda ada: ProfileLink(person=ada, kind="github"), "There is already a link with this kind and label."),
        (lambda ada: ContactDetail(person=ada, value="a@b.example"), "This contact detail is already listed."),
        (lambda ada: Position(person=ada, organisation="Lab", title="Head"), "This position is already listed."),
        (lambda ada: Education(person=ada, organisation="Lab", degree="Ph.D."), "This degree is already listed."),
    ],
)
def test_a_fact_about_a_person_is_there_once(make, words):
    ada = cast.make_person("Ada Quill")
    make(ada).save()
    with pytest.raises(ValidationError, match=words):
        make(ada).full_clean()
    with pytest.raises(IntegrityError), transaction.atomic():
        make(ada).save()


@pytest.mark.django_db
def test_two_people_cannot_share_a_login():
    login = cast.make_login(cast.make_person("Ada Quill"))
    with pytest.raises(IntegrityError), transaction.atomic():
        cast.make_person("Zoë Lindqvist", login=login)


@pytest.mark.django_db
def test_a_person_outlives_their_login():
    login = cast.make_login(cast.make_person("Ada Quill"))
    login.delete()
    assert Person.objects.get().login is None


@pytest.mark.parametrize("orcid", ["0000-0002-1825-0097", "0000-0002-1694-233X", ""])
def test_an_orcid_is_taken(orcid):
    Person._meta.get_field("orcid").clean(orcid, None)


@pytest.mark.parametrize("orcid", ["0000-0002-1825-009", "https://orcid.org/0000-0002-1825-0097", "0000000218250097"])
def test_what_is_no_orcid_is_refused(orcid):
    with pytest.raises(ValidationError):
        Person._meta.get_field("orcid").clean(orcid, None)

import pytest
from django.apps import apps
from django.db.models import Q, UniqueConstraint

from labsite.registry import content_apps
from people.models import Award, Membership
from publications.models import TalkOccasion
from services.models import Service
from tests import cast

pytestmark = pytest.mark.django_db

KEYED = [
    model
    for app in content_apps()
    for model in apps.get_app_config(app).get_models()
    if getattr(model, "natural_key_fields", ())
]


def test_a_key_names_what_people_call_the_row():
    ada = cast.make_member("Ada Quill", "lead", start="2010")
    cast.make_talk(ada, "On Leisure", occasions=[("SYSCON", "2024-06")])
    assert Membership.objects.get().natural_key() == ("ada-quill", "lead", "2010")
    assert TalkOccasion.objects.get().natural_key() == ("ada-quill", "On Leisure", "SYSCON", "2024-06")


def test_a_row_is_found_by_its_key():
    cast.make_talk(cast.pi(), "On Leisure", occasions=[("SYSCON", "2024-06"), ("SYSCON", "2025-06")])
    for occasion in TalkOccasion.objects.all():
        assert TalkOccasion.objects.get_by_natural_key(*occasion.natural_key()) == occasion


def test_an_unknown_part_of_a_key_is_matched():
    award = cast.make_award(None, year=None)
    assert award.natural_key() == (None, "Golden Quokka", "", None)
    assert Award.objects.get_by_natural_key(None, "Golden Quokka", "", None) == award


def test_the_oldest_is_found_where_an_unknown_part_lets_several_have_a_key():
    oldest = cast.make_award(None, year=None)
    cast.make_award(None, year=None)
    assert Award.objects.get_by_natural_key(None, "Golden Quokka", "", None) == oldest


def test_a_number_after_a_key_is_for_a_younger_one():
    _, second, third = (cast.make_award(None, year=None) for _ in range(3))
    key = (None, "Golden Quokka", "", None)
    assert [Award.objects.get_by_natural_key(*key, number) for number in (2, 3)] == [second, third]
    with pytest.raises(Award.DoesNotExist):
        Award.objects.get_by_natural_key(*key, 4)


def test_what_a_key_goes_on_with_tells_stays_apart_whose_start_nobody_knows():
    ada = cast.make_member("Ada Quill", "phd", start="", end="2015")
    ends = [ada.memberships.create(role="phd", start="", end=end).end for end in ("", "2020")]
    assert [row.natural_key() for row in Membership.objects.order_by("end")] == [
        ("ada-quill", "phd", ""),
        ("ada-quill", "phd", "", "2015"),
        ("ada-quill", "phd", "", "2020"),
    ]
    assert ends == ["", "2020"]
    for row in Membership.objects.all():
        assert Membership.objects.get_by_natural_key(*row.natural_key()) == row


def test_a_key_with_a_start_goes_on_with_nothing():
    ada = cast.make_member("Ada Quill", "phd", start="2010", end="2015")
    assert ada.memberships.get().natural_key() == ("ada-quill", "phd", "2010")


@pytest.mark.parametrize("key", [("ada-quill", "phd", ""), ("ada-quill", "phd", "", "2020")])
def test_the_key_of_another_end_finds_no_stay(key):
    cast.make_member("Ada Quill", "phd", start="", end="2015")
    with pytest.raises(Membership.DoesNotExist):
        Membership.objects.get_by_natural_key(*key)


def test_a_row_is_found_by_an_address_that_another_had():
    ada = cast.make_person("Ada Quill")
    service = cast.make_service(ada, cast.make_venue("SYSCON"))
    ada.slug = "ada"
    ada.save()
    assert Service.objects.get_by_natural_key("ada-quill", "syscon", "pc", "", 2024) == service
    assert service.natural_key()[0] == "ada"


def test_a_key_that_nobody_has_raises_does_not_exist():
    cast.pi()
    with pytest.raises(Membership.DoesNotExist):
        Membership.objects.get_by_natural_key("ada-quill", "phd", "2010")


def test_a_key_names_all_of_the_keys_it_leads_to():
    references = {}
    for model in KEYED:
        for name, leads_on, rest in (lookup.partition("__") for lookup in model.natural_key_fields):
            if leads_on:
                references.setdefault(model._meta.get_field(name), []).append(rest)
    assert {field: tuple(rests) for field, rests in references.items()} == {
        field: field.related_model.natural_key_fields for field in references
    }


def test_the_database_keeps_keys_apart():
    assert [model for model in KEYED if not is_kept_apart(model)] == []


def is_kept_apart(model):
    names = {lookup.partition("__")[0] for lookup in model.natural_key_fields}
    unique = [set(constraint.fields) for constraint in model._meta.total_unique_constraints]
    if tail := getattr(model, "natural_key_tail", ""):
        last = model.natural_key_fields[-1]
        unique = {
            constraint.condition: set(constraint.fields)
            for constraint in model._meta.constraints
            if isinstance(constraint, UniqueConstraint)
        }
        return unique == {~Q(**{last: ""}): names, Q(**{last: ""}): names - {last} | {tail}}
    return names in unique or model._meta.get_field(min(names)).unique

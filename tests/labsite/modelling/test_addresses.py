from threading import Thread

import pytest
from django.db import connection, transaction

from labsite.modelling.addresses import slug_of
from people.models import Person
from publications.models import Publication
from tests import cast

pytestmark = pytest.mark.django_db


def rename(row, slug):
    row.slug = slug
    row.save()


@pytest.mark.parametrize(
    ("text", "slug"),
    [
        ("Ada Quill", "ada-quill"),
        ("Łukasz Żyła", "lukasz-zyla"),
        ("Søren O’Brien", "soren-obrien"),
        ("大模型", "damoxing"),
        ("!?", "unnamed"),
        ("", "unnamed"),
        ("x" * 70, "x" * 60),
        ("word " * 20, "-".join(["word"] * 12)),
    ],
)
def test_a_slug_is_plain_ascii_of_whole_words(text, slug):
    assert slug_of(text) == slug


def test_an_empty_slug_is_made_from_the_name():
    assert cast.make_person("Zoë Lindqvist").slug == "zoe-lindqvist"


def test_a_name_in_another_script_has_an_ascii_slug():
    slug = cast.make_person("林佐伊").slug
    assert slug == "linzuoyi"


def test_a_given_slug_is_kept():
    assert cast.make_person("Zoë Lindqvist", slug="zoe").slug == "zoe"


def test_two_people_of_one_name_have_different_slugs():
    slugs = [cast.make_person("Ada Quill").slug for _ in range(3)]
    assert slugs == ["ada-quill", "ada-quill-2", "ada-quill-3"]


def test_a_slug_that_merely_begins_alike_takes_none():
    cast.make_person("Ada Quilling")
    assert cast.make_person("Ada Quill").slug == "ada-quill"


def test_an_address_that_once_was_anothers_is_not_given_away():
    rename(cast.make_person("Ada Quill"), "ada")
    assert cast.make_person("Ada Quill").slug == "ada-quill-2"


def test_a_papers_slug_is_the_name_before_its_colon():
    assert cast.make_publication("Quokka: Scheduling at Leisure").slug == "quokka"


def test_a_paper_without_a_short_name_has_the_first_words_as_its_slug():
    paper = cast.make_publication("A Study of Everything There Is to Know: About Schedulers")
    assert paper.slug == "a-study-of-everything-there-is-to-know-about"


def test_a_changed_slug_leaves_a_redirect():
    ada = cast.make_person("Ada Quill")
    rename(ada, "ada")
    assert Person.objects.at("ada-quill") == ada
    assert Person.objects.at("ada") == ada


def test_every_former_slug_leads_to_the_row():
    ada = cast.make_person("Ada Quill")
    for slug in ("ada", "quill", "aq"):
        rename(Person.objects.get(), slug)
    assert Person.objects.get().former_slugs == " ada-quill ada quill "
    assert all(Person.objects.at(slug) == ada for slug in ("ada-quill", "ada", "quill", "aq"))


def test_a_slug_that_comes_back_is_no_former_one():
    ada = cast.make_person("Ada Quill")
    rename(ada, "ada")
    rename(ada, "ada-quill")
    assert Person.objects.get().former_slugs == " ada "


def test_a_part_of_a_former_slug_leads_nowhere():
    rename(cast.make_person("Ada Quill"), "aq")
    assert Person.objects.at("ada") is None


def test_a_present_slug_wins_over_a_former_one():
    rename(cast.make_person("Ada Quill"), "ada")
    other = cast.make_person("Another", slug="ada-quill")
    assert Person.objects.at("ada-quill") == other


def test_of_two_rows_that_left_an_address_the_newer_is_found():
    rename(cast.make_person("Ada Quill"), "ada")
    newer = cast.make_person("Another", slug="ada-quill")
    rename(newer, "another")
    assert Person.objects.at("ada-quill") == newer


def test_an_unknown_slug_is_not_found():
    assert Person.objects.at("nobody") is None
    with pytest.raises(Person.DoesNotExist):
        Person.objects.get_by_natural_key("nobody")


def test_only_rows_of_the_set_are_found():
    cast.stranger()
    assert Person.objects.members().at("ivo-brandt") is None


def test_saving_named_fields_keeps_the_redirect():
    ada = cast.make_person("Ada Quill")
    ada.slug = "ada"
    ada.save(update_fields=["slug"])
    assert Person.objects.get().former_slugs == " ada-quill "


def test_saving_other_fields_leaves_the_address_alone():
    ada = cast.make_person("Ada Quill")
    ada.slug, ada.headline = "ada", "Thinks slowly"
    ada.save(update_fields=["headline"])
    assert Person.objects.get().slug == "ada-quill"
    ada.save()
    assert Person.objects.get().former_slugs == " ada-quill "


def test_a_row_loaded_without_its_slug_can_be_saved():
    cast.make_publication("Quokka")
    publication = Publication.objects.defer("slug").get()
    publication.save()
    assert Publication.objects.values_list("slug", "former_slugs").get() == ("quokka", "")


@pytest.mark.skipif(connection.vendor == "sqlite", reason="SQLite lets one transaction write at a time anyway.")
@pytest.mark.django_db(transaction=True)
def test_two_who_save_the_same_title_at_once_get_an_address_and_a_citation_key_each():
    cast.make_publication("Wombat")

    def save():
        try:
            with transaction.atomic():
                cast.make_publication("Quokka")
        finally:
            connection.close()

    second = Thread(target=save)
    with transaction.atomic():
        cast.make_publication("Quokka")
        second.start()
        second.join(0.5)
    second.join()
    made = Publication.objects.filter(title="Quokka").order_by("pk")
    assert list(made.values_list("slug", "citation_key")) == [("quokka", "2024quokka"), ("quokka-2", "2024quokkaa")]

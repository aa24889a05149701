"""Texts and forms that mean no good, or are just too large."""

from collections import Counter

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from labsite.roles import Role
from people.models import Person
from publications.models import Authorship, Publication
from tests import cast, corpora
from tests.publications.adding.steps import QUOKKA, add, address, form_values, read, send

pytestmark = pytest.mark.django_db


@pytest.fixture
def member(client):
    cast.make_lab()
    client.force_login(cast.make_login(cast.pi(), Role.MEMBER))
    return client


def of_many(number):
    """Return an entry with so many authors, whom nobody knows."""
    names = " and ".join(f"Person{n}, Given{n}" for n in range(number))
    return QUOKKA.replace('Quill, Ada and Lindqvist, Zo{\\"e}', names)


def test_payloads_as_names_of_authors_are_shown_as_text(member):
    payloads = [text for _, text in corpora.payloads() if "<" in text and "@" not in text and "\n" not in text]
    for start in range(0, len(payloads), 400):
        some = payloads[start : start + 400 : 16]
        page = read(member, "\n".join([some[0], "", *some])).content.decode()
        assert [text for text in some if len(text) > 9 and text in page] == []


def test_markup_in_every_field_is_escaped(member):
    text = QUOKKA
    for name, value in (("title", "Quokka"), ("author", "Quill"), ("booktitle", "Systems"), ("doi", "quokka}")):
        text = text.replace(value, f"<img src=x onerror=alert(1)>{name}{value}")
    text = text.replace("year =", "isbn = {<script>alert(1)</script>}, year =")
    page = read(member, text).content.decode()
    assert "<img src=x" not in page
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(1)" in page


def test_three_hundred_authors(member):
    page = read(member, of_many(300))
    assert len(page.context["sheet"].authors.forms) == 300
    assert send(member, page).status_code == 302
    assert Authorship.objects.count() == 300


def test_queries_of_the_page_do_not_grow_with_authors_and_entries(member):
    def queries(text):
        with CaptureQueriesContext(connection) as captured:
            assert read(member, text).context["title"].startswith("Check")
        return len(captured)

    queries(QUOKKA)
    assert queries(of_many(2)) == queries(of_many(200))
    assert queries("\n".join([of_many(5)] * 2)) == queries("\n".join([of_many(5)] * 20))


def test_more_authors_than_can_be_are_refused_in_plain_words(member):
    page = read(member, "@misc{a, title={A}, author={" + "a and " * 1000 + "b}}")
    assert page.context["form"].errors["text"] == [
        "Line 1: this entry has more than 1,000 authors. Keep only those that matter here."
    ]


@pytest.mark.parametrize(
    "text",
    [
        "@a{" * 20_000,
        "@a{b, c={" + "{" * 90_000,
        '@a{b, title="' + "a" * 90_000,
        "@a{b, title={" + "\\begin{a}" * 9_000 + "}}",
        "@a{b, title={" + "$" * 9_001 + "}}",
        "@a{b, year={" + "9" * 5_000 + "}, title={A}}",
        "@string{a = a # a}\n@misc{b, title = a # a}",
        "@misc{a, title={A}, crossref={a}}",
        "TY  - JOUR\nER  -",
        '[{"title": 1}]',
        "{",
        "\x00\x01\ufeff\u202e",
    ],
)
def test_any_text_gets_an_answer(member, text):
    assert read(member, text).status_code == 200


@pytest.mark.parametrize(
    "changes",
    [
        {"index": "9" * 5000},
        {"index": "-1"},
        {"text": ""},
        {"seen": "1," * 5000 + "²,٣,x"},
        {"authors__0__who": "9" * 30},
        {"authors__0__candidates": "0,1,99999999999999999999999"},
        {"authors__0__order": "9" * 5000},
        {"authors__0__reason": "__class__"},
        {"venue__who": "other", "venue__other": "1 OR 1=1"},
        {"authors__TOTAL_FORMS": "4711"},
        {"authors__9999__who": "new"},
        {"state": "waiting"},
        {"kind": "nonsense", "month": "13", "year": "-5"},
    ],
)
def test_any_form_gets_an_answer(member, changes):
    assert add(member, **changes).status_code in (200, 302)


def test_fields_that_are_not_on_the_page_change_nothing(member):
    add(member, slug="mine", citation_key="mine", is_selected="on", added_by="1", publish_from="2020-01-01")
    paper = Publication.objects.get()
    assert (paper.slug, paper.citation_key, paper.is_selected) == ("quokka", "quill2024quokka", False)


def test_someone_new_is_only_given_a_name(member):
    add(member, authors__1__orcid="<script>", authors__1__slug="mine", authors__1__login="1")
    person = Person.objects.get(name="Zoë Lindqvist")
    assert (person.slug, person.login, person.orcid) == ("zoe-lindqvist", None, "")


def test_looking_changes_nothing(member):
    page = read(member)
    before = Counter(type(row).__name__ for row in [*Publication.objects.all(), *Person.objects.all()])
    for query in ({"add": "1"}, form_values(page) | {"add": "1"}):
        assert member.get(address(), query).status_code == 200
    assert Counter(type(row).__name__ for row in [*Publication.objects.all(), *Person.objects.all()]) == before


def test_another_site_cannot_send_the_form(client):
    client.handler.enforce_csrf_checks = True
    client.force_login(cast.make_login(cast.pi(), Role.MEMBER))
    assert client.post(address(), {"text": QUOKKA, "add": "1"}).status_code == 403

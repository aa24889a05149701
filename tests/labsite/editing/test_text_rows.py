"""A long table of a form shows its rows as text, of which their places alone are sent; one is edited at a time."""

import re

import pytest

from labsite import history
from labsite.editing.inlines import MAX_OPEN_ROWS
from labsite.roles import Role
from publications.models import Authorship, Publication
from tests import cast
from tests.editing import address, form_data

pytestmark = pytest.mark.django_db

NUMBER = MAX_OPEN_ROWS + 1
ROW = re.compile(r"authorships-\d+-")


@pytest.fixture
def member():
    return cast.student()


@pytest.fixture
def paper(member):
    """A paper of very many authors, of whom the first four have marks or another printed name."""
    paper = cast.make_publication("Quokka", [member, *(f"Ivo Brandt{number:03}" for number in range(NUMBER - 1))])
    marks = ({"is_equal": True}, {"is_lead": True}, {"printed_name": "I. Brandt"}, {"is_corresponding": True})
    for author, values in zip(paper.authorships.all(), marks, strict=False):
        Authorship.objects.filter(pk=author.pk).update(**values)
    return paper


@pytest.fixture(params=Role)
def signed_in(request, client, member):
    client.force_login(cast.make_login(member, request.param))
    return client


def opened(client, paper, query=""):
    """Return what the signed_in would send, from the inputs that the page has, and the page."""
    page = client.get(address(Publication, "change", paper.pk) + query)
    shown = {*re.findall(r'<(?:input|select|textarea)[^>]* name="([^"]+)"', page.text)}
    data = {name: value for name, value in form_data(page).items() if not ROW.match(name) or name in shown}
    return data, page.text


def save(client, paper, data, query=""):
    page = client.post(address(Publication, "change", paper.pk) + query, data)
    assert page.status_code == 302, page.context_data["errors"]


def authors(paper):
    columns = ("person", "printed_name", "is_equal", "is_lead", "is_corresponding", "mentor")
    return list(paper.authorships.order_by("order", "pk").values_list(*columns))


def test_only_places_and_deletions_are_inputs_and_saving_keeps_all_that_the_rows_say(signed_in, paper):
    before = authors(paper)
    data, text = opened(signed_in, paper)
    assert {ROW.sub("", name) for name in data if ROW.match(name)} <= {"id", "order", "DELETE"}
    assert ">I. Brandt</a>" in text
    save(signed_in, paper, data | {"title": "Wombat"})
    paper.refresh_from_db()
    assert (paper.title, authors(paper)) == ("Wombat", before)


def test_rows_that_are_text_can_be_moved_and_deleted(signed_in, paper):
    before = authors(paper)
    data, _ = opened(signed_in, paper)
    numbers = {f"authorships-{number}-order": NUMBER - number for number in range(NUMBER)}
    save(signed_in, paper, data | numbers | {"authorships-5-DELETE": "on"})
    assert authors(paper) == [row for row in reversed(before) if row != before[5]]


def test_one_row_is_edited_at_a_time(signed_in, paper):
    before = authors(paper)
    query = "?row=authorships-1"
    data, _ = opened(signed_in, paper, query)
    assert {name for name in data if ROW.match(name) and name.endswith("printed_name")} == {
        "authorships-1-printed_name"
    }
    data.pop("authorships-1-is_lead")
    save(signed_in, paper, data | {"authorships-1-printed_name": "I. B."}, query)
    person, *_ = before[1]
    assert authors(paper) == [before[0], (person, "I. B.", False, False, False, None), *before[2:]]


def test_a_refused_form_shows_what_was_typed_into_a_row(signed_in, paper):
    query = "?row=authorships-1"
    data, _ = opened(signed_in, paper, query)
    sent = data | {"title": "", "authorships-1-printed_name": "I. B.", "authorships-7-DELETE": "on"}
    text = signed_in.post(address(Publication, "change", paper.pk), sent).text
    assert 'name="authorships-1-printed_name" value="I. B."' in text
    assert 'name="authorships-7-DELETE" checked' in text
    assert 'name="authorships-2-printed_name"' not in text


def test_what_others_did_meanwhile_to_rows_that_are_text_holds(signed_in, paper):
    data, _ = opened(signed_in, paper)
    second, third = paper.authorships.order_by("order")[1:3]
    with history.step(None):
        second.printed_name, second.is_lead = "Ivo B.", False
        second.save()
        third.delete()
    save(signed_in, paper, data | {"title": "Wombat"})
    paper.refresh_from_db()
    assert paper.title == "Wombat"
    assert not Authorship.objects.filter(pk=third.pk).exists()
    assert (len(authors(paper)), authors(paper)[1][1:4]) == (NUMBER - 1, ("Ivo B.", False, False))


def test_authors_added_below_rows_that_are_text_are_saved(signed_in, paper):
    one = cast.make_person("Una Vale")
    data, _ = opened(signed_in, paper)
    added = {f"authorships-{NUMBER}-person": one.pk, "authorships-TOTAL_FORMS": NUMBER + 1}
    save(signed_in, paper, data | added)
    assert (len(authors(paper)), authors(paper)[-1][0]) == (NUMBER + 1, one.pk)

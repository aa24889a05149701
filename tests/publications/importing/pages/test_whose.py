"""Whose imports are whose: a member's are theirs and the editors', and so is what a source found for them."""

import pytest

from labsite.roles import Role
from publications.models import Import
from tests import cast

from .ways import NEW, START, address, bring

pytestmark = pytest.mark.django_db


@pytest.fixture
def zoe(client):
    login = cast.make_login(cast.student(), Role.MEMBER)
    client.force_login(login)
    return login


def others():
    ada = cast.pi()
    login = cast.make_login(ada, Role.MEMBER)
    entries = [{"place": "line 1", "record": {"title": "Secret naps"}, "names_all_authors": True}]
    typed = Import.objects.create(source="file", label="Hers", entries=entries, by=login)
    found = Import.objects.create(source="dblp:1", label="Found for her", entries=entries, person=ada)
    return [typed, found]


def test_anothers_import_is_not_there_for_a_member(client, zoe):
    for row in others():
        for where in (address(row), address(row, 0)):
            assert client.get(where).status_code == 404
            for action in ("keep", "apply", "decline", "undo"):
                assert client.post(where, {action: "1", "shown": ["0"], "entry-0-fate": "skip"}).status_code == 404
        row.refresh_from_db()
        assert (row.state, row.decisions) == ("waiting", {})
    assert "Hers" not in client.get(START).content.decode()


def test_editors_see_all(client):
    rows = others()
    client.force_login(cast.make_login(role=Role.EDITOR))
    assert [client.get(address(row)).status_code for row in rows] == [200, 200]
    page = client.get(START).content.decode()
    assert "Hers" in page
    assert "Found for her" in page


def test_what_a_source_found_for_a_member_is_theirs_to_look_at(client, zoe):
    row = Import.objects.create(source="dblp:1", label="dblp 1", entries=[], person=zoe.person)
    assert client.get(address(row)).status_code == 200
    assert ("1", "What sources found") in [
        (str(each.number), each.words) for each in client.get("/admin/").context["to_do"]
    ]
    [section] = client.get("/admin/inbox/?kind=found").context["sections"]
    assert [(shown.what, shown.address, names) for shown, names in section.rows] == [
        ("dblp 1", address(row), ["Zoë Lindqvist"])
    ]


def test_an_import_is_left_out_and_taken_up_again(client, zoe):
    row = bring(client, NEW)
    client.post(address(row), {"decline": "1"})
    row.refresh_from_db()
    assert row.state == "declined"
    assert client.get(address(row)).status_code == 200
    client.post(address(row), {"again": "1"})
    row.refresh_from_db()
    assert row.state == "waiting"


def test_a_paper_of_others_is_not_a_members_to_change(client, zoe):
    cast.make_publication(authors=["Ada Quill"], doi="10.1000/quokka")
    known = "@misc{q, title = {Quokka: Scheduling at Leisure}, doi = {10.1000/quokka}, pages = {1--12}, year = {2024}}"
    shown = client.get(address(bring(client, known))).context["shown"]
    [item] = shown.plan.items
    assert (item.fate.name, item.reason) == ("SKIP", "only its authors and editors may change it")
    assert shown.deed == ""


def test_the_list_costs_the_same_for_more_imports(client, zoe, django_assert_max_num_queries):
    def queries():
        with django_assert_max_num_queries(50) as asked:
            client.get(START)
        return len(asked)

    bring(client, NEW)
    few = queries()
    for _ in range(5):
        bring(client, NEW)
    assert queries() == few

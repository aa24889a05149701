"""Somebody with its link sees one draft without a login: for a week, and until it is withdrawn."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from labsite.models import DraftLink, Lab
from labsite.models.curation import SIGNER
from labsite.roles import Role
from tests import cast
from tests.visiting import Visitor

pytestmark = pytest.mark.django_db


def signed_in(role, person=None):
    client = Client()
    client.force_login(cast.make_login(person, role))
    return client


def link_to(row, **fields):
    return DraftLink.objects.create(model=row._meta.label_lower, row=row.pk, **fields)


@pytest.fixture
def paper():
    return cast.make_publication(authors=["Ivo Brandt"], state="draft", venue=cast.make_venue())


@pytest.mark.parametrize(
    "make",
    [cast.make_publication, cast.make_news, cast.make_page],
    ids=["paper", "news", "page"],
)
def test_the_link_shows_a_draft_of_any_kind_as_its_page_is_going_to_be(make):
    draft = make("A Draft", state="draft")
    answer = Client().get(link_to(draft).get_absolute_url())
    assert answer.status_code == 200
    assert "A Draft</h1>" in answer.text
    assert "You see it through a link that works until" in answer.text
    assert "Edit this page" not in answer.text


def test_the_link_opens_nothing_else(paper):
    other = cast.make_news(state="draft")
    visitor = Client()
    visitor.get(link_to(paper).get_absolute_url())
    assert visitor.get(paper.get_absolute_url()).status_code == 404
    assert visitor.get(f"{paper.get_absolute_url()[:-1]}.bib").status_code == 404
    assert visitor.get(other.get_absolute_url()).status_code == 404


def test_nobody_keeps_the_page_and_no_search_engine_lists_it(paper):
    answer = Client().get(link_to(paper).get_absolute_url())
    assert answer["Cache-Control"] == "private, no-store"
    assert answer["X-Robots-Tag"] == "noindex"


def test_the_front_door_keeps_no_draft(paper):
    link = link_to(paper)
    visitor = Visitor()
    assert "Quokka" in visitor.get(link.get_absolute_url()).text
    link.withdraw()
    assert "Quokka" not in visitor.get(link.get_absolute_url()).text


@pytest.mark.parametrize(("age", "status"), [(timedelta(days=7, minutes=-1), 200), (timedelta(days=7), 410)])
def test_the_link_works_for_a_week(paper, age, status):
    link = link_to(paper, made_at=timezone.now() - age)
    answer = Client().get(link.get_absolute_url())
    assert answer.status_code == status
    assert ("Quokka" in answer.text) == (status == 200)


@pytest.mark.parametrize("spoilt", ["", "x", "1:x"])
def test_a_link_that_was_cut_short_says_so_and_shows_nothing(paper, spoilt):
    address = link_to(paper).get_absolute_url()
    answer = Client().get(f"/draft/{spoilt}/" if spoilt else address[:-5] + "/")
    assert answer.status_code == 410
    assert "It may be incomplete" in answer.text


def test_a_link_to_what_is_gone_says_so(paper):
    link = link_to(paper)
    paper.delete()
    assert Client().get(link.get_absolute_url()).status_code == 410


def test_once_the_draft_is_published_the_link_leads_to_its_page(paper):
    link = link_to(paper)
    paper.state = "published"
    paper.save()
    answer = Client().get(link.get_absolute_url())
    assert (answer.status_code, answer["Location"]) == (302, "/publications/quokka/")


def test_the_page_speaks_the_language_of_its_reader(paper):
    answer = Client().get(link_to(paper).get_absolute_url(), headers={"Accept-Language": "zh-CN"})
    assert '<html lang="zh-Hans"' in answer.text


def test_a_lab_that_is_not_published_shows_a_draft_by_its_link(paper):
    cast.make_lab()
    Lab.objects.update(is_published=False)
    assert Client().get(link_to(paper).get_absolute_url()).status_code == 200
    assert Client().get("/publications/").status_code == 503


def test_a_link_leads_nowhere_in_a_database_begun_anew_where_another_has_its_number(paper):
    first = link_to(paper, made_at=timezone.now() - timedelta(hours=1))
    address, number = first.get_absolute_url(), first.pk
    first.delete()
    again = link_to(paper, pk=number)
    assert (Client().get(address).status_code, Client().get(again.get_absolute_url()).status_code) == (410, 200)


def test_a_link_of_a_version_that_signed_the_number_alone_goes_on_working(paper):
    address = reverse("draft", args=[SIGNER.sign(str(link_to(paper).pk))])
    assert Client().get(address).status_code == 200


def test_it_is_counted_how_often_the_link_was_opened_and_when_last(paper):
    link = link_to(paper)
    for _ in range(2):
        Client().get(link.get_absolute_url())
    Client().head(link.get_absolute_url())
    link.refresh_from_db()
    assert link.openings == 2
    assert timezone.now() - link.opened_at < timedelta(minutes=1)


class SharingTests:
    def test_the_form_of_a_draft_leads_to_sharing_it_and_that_of_a_published_one_does_not(self, paper):
        editor = signed_in(Role.EDITOR)
        share = f"/admin/share/publications.publication/{paper.pk}/"
        assert share in editor.get(paper.form_url).text
        paper.state = "published"
        paper.save()
        assert share not in editor.get(paper.form_url).text
        assert editor.get(share).status_code == 404

    def test_one_link_is_made_however_often_the_button_is_pressed(self, paper):
        editor = signed_in(Role.EDITOR)
        for _ in range(2):
            answer = editor.post(f"/admin/share/publications.publication/{paper.pk}/", follow=True)
        link = DraftLink.objects.get()
        assert f"http://testserver{link.get_absolute_url()}</pre>" in answer.text
        assert (link.expires_at - link.made_at, link.made_by.pk) == (
            timedelta(days=7),
            int(editor.session["_auth_user_id"]),
        )

    def test_a_withdrawn_link_works_no_more_and_stays_on_record(self, paper):
        editor = signed_in(Role.EDITOR)
        link = link_to(paper, openings=3, opened_at=timezone.now())
        answer = editor.post(f"/admin/share/publications.publication/{paper.pk}/", {"withdraw": ""}, follow=True)
        assert Client().get(link.get_absolute_url()).status_code == 410
        assert "Opened 3 times" in answer.text
        assert 'value="Create a link"' in answer.text

    def test_members_share_their_own_drafts_and_nobody_elses(self):
        own = cast.make_publication("Own", authors=[zoe := cast.student()], state="draft")
        others = cast.make_publication("Other", authors=[cast.alumna()], state="draft")
        member = signed_in(Role.MEMBER, zoe)
        answers = [member.post(f"/admin/share/publications.publication/{row.pk}/") for row in (own, others)]
        assert [answer.status_code for answer in answers] == [302, 404]
        assert DraftLink.objects.get().row == own.pk

    @pytest.mark.parametrize("label", ["people.person", "no.model", "nothing"])
    def test_what_is_no_draft_is_not_shared(self, label):
        assert signed_in(Role.EDITOR).get(f"/admin/share/{label}/1/").status_code == 404

"""Members arrange their CVs, take them along and freeze them; what isn't for everyone stays with them and editors."""

from io import BytesIO

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from docx import Document as WordDocument

from labsite.contrib.documents.formats import FORMATS
from labsite.contrib.documents.models import HEADINGS, MAX_FROZEN, CVSettings, FrozenCV
from labsite.models import Step
from labsite.roles import Role
from people.models import ContactDetail, Education, Position
from tests import cast
from tests.contrib.documents import cast as documents_cast
from tests.editing import form_of
from tests.visiting import Visitor

pytestmark = pytest.mark.django_db

CV = "/people/zoe-lindqvist/cv"


@pytest.fixture
def zoe():
    """A student with a degree, a position, a secret number and two papers."""
    cast.make_lab()
    person = cast.student()
    Education.objects.create(person=person, degree="B.Sc.", organisation="Leisure U")
    Position.objects.create(person=person, title="Intern", organisation="Quokka Inc.")
    ContactDetail.objects.create(person=person, kind="phone", value="+46 8 123")
    cast.make_publication("Naps", [person], year=2023)
    cast.make_publication("Rests", [person], year=2024)
    return person


@pytest.fixture
def member(zoe):
    """The browser of the one whose CV it is."""
    return browser(cast.make_login(zoe, Role.MEMBER))


def browser(login):
    client = Client()
    client.force_login(login)
    return client


def form(person, **changed):
    """Return what the form sends as it stands, with changes; None leaves a box unticked."""
    sent = {"language": "en-gb", "is_public": "on", "private_kinds": ["phone", "address", "email"]}
    sent |= {"shown": list(HEADINGS)} | {f"shown-place-{name}": place for place, name in enumerate(HEADINGS, 1)}
    return {name: value for name, value in (sent | changed).items() if value is not None}


def without(section):
    return [name for name in HEADINGS if name != section]


def post(client, person, **changed):
    return client.post(f"/admin/cv/{person.pk}/", form(person, **changed))


def text_of(answer):
    return answer.content.decode()


class ChoicesTests:
    def test_without_a_choice_the_cv_is_the_usual_one(self, zoe):
        assert CVSettings.of(zoe).shown == list(HEADINGS)

    def test_a_section_that_the_choice_does_not_know_follows_its_usual_neighbour(self, zoe):
        known = [name for name in HEADINGS if name != "education"]
        chosen = CVSettings.objects.create(person=zoe, sections="\n".join(reversed(known)))
        assert chosen.arranged[:2] == ["references", "skills"]
        assert chosen.arranged.index("education") == chosen.arranged.index("positions") + 1

    def test_sections_are_left_out_and_put_in_order(self, zoe, member):
        post(member, zoe, shown=without("positions"), **{"shown-place-education": 99})
        page = text_of(Client().get(f"{CV}.md"))
        assert "Quokka Inc." not in page
        assert page.index("Rests") < page.index("Leisure U")

    def test_sections_that_are_left_out_stand_behind_the_others(self, zoe, member):
        post(member, zoe, shown=without("interests"))
        assert CVSettings.objects.get().arranged == [*without("interests"), "interests"]

    @pytest.mark.parametrize("role", [Role.MEMBER, Role.EDITOR, Role.ADMINISTRATOR])
    def test_the_kind_that_comes_first_is_chosen_and_stored(self, zoe, role):
        login = cast.make_login(zoe, role)
        cast.make_publication("Naps at length", [zoe], kind="journal")
        page = text_of(browser(login).get(f"/admin/cv/{zoe.pk}/"))
        assert "Automatic: whichever you have more of" in page
        post(browser(login), zoe, first_kind="journal")
        assert CVSettings.objects.get().first_kind == "journal"
        cv = text_of(Client().get(CV + ".md"))
        assert cv.index("### Journal articles") < cv.index("### Conference papers")

    def test_the_form_of_a_cv_by_year_has_that_chosen(self, zoe, member):
        post(member, zoe, by_year="True")
        shown = member.get(f"/admin/cv/{zoe.pk}/").context["form"]["by_year"]
        assert [radio.data["selected"] for radio in shown] == [False, True]

    def test_at_least_one_section_is_left(self, zoe, member):
        answer = post(member, zoe, shown=None)
        assert "Keep at least one section." in text_of(answer)
        assert not CVSettings.objects.exists()

    def test_a_short_cv_has_the_papers_that_were_ticked(self, zoe, member):
        post(member, zoe, selected=[zoe.publications.get(title="Naps").pk])
        page = text_of(Client().get(f"{CV}-short.md"))
        assert ("Naps" in page, "Rests" in page) == (True, False)

    def test_only_own_papers_that_are_out_can_be_ticked(self, zoe, member):
        others = [cast.make_publication("Beds", ["Una"]), cast.make_publication("Hushed", [zoe], state="draft")]
        for paper in others:
            answer = post(member, zoe, selected=[paper.pk])
            assert "selected" in answer.context["form"].errors
        assert not CVSettings.objects.exists()

    def test_what_somebody_else_saved_meanwhile_is_not_written_over_unseen(self, zoe, member):
        seen = member.get(f"/admin/cv/{zoe.pk}/").context["form"].seen
        post(browser(cast.make_administrator()), zoe, shown=without("talks"))
        answer = post(member, zoe, seen=seen, shown=without("skills"))
        assert "These choices have been changed elsewhere" in text_of(answer)
        assert CVSettings.objects.get().hidden_sections == "talks"
        post(member, zoe, seen=answer.context["form"].seen, shown=without("skills"))
        assert CVSettings.objects.get().hidden_sections == "skills"

    def test_a_save_is_a_step_of_the_history_that_can_be_undone(self, zoe, member):
        post(member, zoe, shown=without("talks"))
        version = Step.objects.latest("pk").versions.get()
        assert (version.object_repr, version.changed_parts) == ("Zoë Lindqvist", "Choices for the CV")

    def test_the_form_asks_as_much_for_many_papers_as_for_few(self, zoe, member, django_assert_max_num_queries):
        path = f"/admin/cv/{zoe.pk}/"
        member.get(path)
        with django_assert_max_num_queries(100) as few:
            member.get(path)
        for number in range(12):
            cast.make_publication(f"Nap {number}", [zoe])
            documents_cast.make_frozen_cv(zoe, f"Version {number}")
        with django_assert_max_num_queries(len(few)):
            member.get(path)


class DownloadTests:
    def test_every_format_says_what_the_form_does_though_it_is_not_saved(self, zoe, member):
        for extension in FORMATS:
            answer = post(member, zoe, download=extension, shown=without("positions"))
            assert answer["Content-Disposition"] == f'attachment; filename="zoe-lindqvist-cv.{extension}"'
            assert "no-store" in answer["Cache-Control"]
            assert "private" in answer["Cache-Control"]
        words = "\n".join(each.text for each in WordDocument(BytesIO(docx(member, zoe))).paragraphs)
        assert "Positions" not in words
        assert not CVSettings.objects.exists()

    def test_only_a_private_variant_has_the_telephone_and_only_if_it_shall(self, zoe, member):
        def said(**changed):
            return text_of(post(member, zoe, download="md", **changed))

        assert "8 123" not in said()
        assert "8 123" in said(is_private="on")
        assert "8 123" not in said(is_private="on", private_kinds=["address"])

    def test_labels_are_in_the_language_that_was_chosen(self, zoe, member):
        assert "教育" in text_of(post(member, zoe, download="md", language="zh-hans"))

    def test_a_format_that_there_is_not_is_not_found(self, zoe, member):
        assert post(member, zoe, download="exe").status_code == 404


def docx(member, zoe):
    return post(member, zoe, download="docx", shown=without("positions")).content


class PublicTests:
    def test_a_cv_that_is_not_for_everyone_is_nowhere_public(self, zoe, member):
        addresses = [f"{CV}/", f"{CV}-short/", *(f"{CV}{each}.{ext}" for each in ("", "-short") for ext in FORMATS)]
        addresses += [f"/zh-hans{each}" for each in addresses]
        visitor = Client()
        assert {visitor.get(each).status_code for each in addresses} == {200}
        assert "cv.pdf" in text_of(visitor.get("/people/zoe-lindqvist/"))
        post(member, zoe, is_public=None)
        assert {client.get(each).status_code for each in addresses for client in (visitor, member)} == {404}
        assert "cv.pdf" not in text_of(visitor.get("/people/zoe-lindqvist/"))
        assert post(member, zoe, is_public=None, download="md").status_code == 200

    def test_the_front_door_forgets_a_cv_that_is_no_longer_for_everyone(self, zoe, member):
        visitor, owner = Visitor(), Visitor(member.cookies)
        addresses = (f"{CV}/", f"{CV}.md", "/people/zoe-lindqvist/")
        assert [visitor.get(each).status_code for each in addresses] == [200, 200, 200]
        post(member, zoe, is_public=None)
        assert [visitor.get(each).status_code for each in addresses] == [404, 404, 200]
        assert [owner.get(each).status_code for each in addresses] == [404, 404, 200]
        assert "cv.pdf" not in visitor.get("/people/zoe-lindqvist/").text

    def test_an_address_of_before_leads_to_that_of_now(self, zoe):
        zoe.slug = "zoe-hale"
        zoe.save()
        documents_cast.make_frozen_cv(zoe, is_public=True)
        for end in ("/", "-short/", ".pdf", "/2026-application/", "/2026-application.pdf"):
            answer = Client().get(CV + end)
            assert (answer.status_code, answer["Location"]) == (301, f"/people/zoe-hale/cv{end}")

    def test_search_engines_find_the_full_one_alone(self, zoe):
        documents_cast.make_frozen_cv(zoe, is_public=True)
        noindex, full = (
            '<meta name="robots" content="noindex">',
            f'<link rel="canonical" href="http://testserver{CV}/">',
        )
        pages = {end: text_of(Client().get(CV + end)) for end in ("/", "-short/", "/2026-application/")}
        assert [end for end in pages if noindex in pages[end]] == ["-short/", "/2026-application/"]
        assert [end for end in pages if full in pages[end]] == [*pages]
        files = (".md", "-short.md", "/2026-application.md")
        assert [end for end in files if "X-Robots-Tag" in Client().get(CV + end)] == [*files[1:]]

    def test_a_public_version_does_not_lead_to_a_cv_that_is_not(self, zoe, member):
        documents_cast.make_frozen_cv(zoe, is_public=True)
        version = f"{CV}/2026-application/"
        assert f'href="{CV}/"' in text_of(Client().get(version))
        post(member, zoe, is_public=None)
        page = text_of(Client().get(version))
        assert (f'href="{CV}/"' in page, f'{CV}/"' in page) == (False, False)

    def test_no_page_has_an_e_mail_address_that_a_harvester_reads(self, zoe):
        ContactDetail.objects.create(person=zoe, value="zoe@lab.example")
        page = text_of(Client().get(f"{CV}/"))
        assert ("zoe@lab.example" in page, 'data-email="zoe" data-host="lab.example"' in page) == (False, True)

    def test_who_never_was_in_the_lab_has_no_cv(self, zoe):
        stranger = cast.stranger()
        assert Client().get(f"/people/{stranger.slug}/cv/").status_code == 404
        assert browser(cast.make_administrator()).get(f"/admin/cv/{stranger.pk}/").status_code == 404


class FreezingTests:
    def test_a_frozen_version_stays_as_it_was(self, zoe, member):
        post(member, zoe, freeze="1", name="2026 application")
        Education.objects.update(organisation="Elsewhere")
        kept = FrozenCV.objects.get()
        for extension in FORMATS:
            assert member.get(f"/admin/frozen-cv/{kept.pk}.{extension}").status_code == 200
        said = text_of(member.get(f"/admin/frozen-cv/{kept.pk}.md"))
        assert ("Leisure U" in said, "Elsewhere" in said) == (True, False)

    def test_freezing_saves_the_choices_too(self, zoe, member):
        post(member, zoe, freeze="1", name="2026 application", shown=without("talks"))
        assert CVSettings.objects.get().hidden_sections == "talks"

    def test_a_version_needs_a_name(self, zoe, member):
        answer = post(member, zoe, freeze="1", name=" ", shown=without("talks"))
        assert answer.context["form"].errors == {"name": ["Say what the copy is for, so that you can find it again."]}
        assert answer.context["form"]["shown"].value() == without("talks")
        assert not FrozenCV.objects.exists()

    def test_there_are_as_many_versions_as_there_can_be_and_no_more(self, zoe, member):
        FrozenCV.objects.bulk_create(
            FrozenCV(person=zoe, name="Old", slug=f"old-{n}", document={}) for n in range(MAX_FROZEN)
        )
        answer = post(member, zoe, freeze="1", name="One more")
        assert "You have 50 saved CVs" in text_of(answer)
        assert FrozenCV.objects.count() == MAX_FROZEN

    def test_one_of_a_name_that_is_there_gets_an_address_of_its_own(self, zoe):
        assert [documents_cast.make_frozen_cv(zoe).slug for _ in range(2)] == [
            "2026-application",
            "2026-application-2",
        ]
        assert documents_cast.make_frozen_cv(zoe, "2026年申请").slug == "2026nianshenqing"

    def test_a_private_version_is_never_public(self, zoe):
        kept = documents_cast.make_frozen_cv(zoe, is_private=True)
        kept.is_public = True
        with pytest.raises(ValidationError, match="so it stays private"):
            kept.full_clean()

    def test_a_renamed_version_keeps_its_address(self, zoe, member):
        kept = documents_cast.make_frozen_cv(zoe)
        own = f"/admin/documents/frozencv/{kept.pk}/change/"
        member.post(own, form_of(member, own) | {"name": "For Idle University", "is_public": "on"})
        kept.refresh_from_db()
        assert (kept.name, kept.slug) == ("For Idle University", "2026-application")
        assert "For Idle University" in text_of(Client().get(f"{CV}/"))


class SecrecyTests:
    """A version that isn't public, and the private variant, are for their owner and editors."""

    @pytest.fixture
    def kept(self, zoe):
        return documents_cast.make_frozen_cv(zoe, says="A quiet quokka.", is_private=True)

    @pytest.fixture
    def maren(self):
        return browser(cast.make_login(cast.alumna(), Role.MEMBER))

    def test_no_public_address_has_it(self, zoe, kept, member, maren):
        ends = [f"/{kept.slug}/", *(f"/{kept.slug}.{each}" for each in FORMATS)]
        guessed = [f"{start}{CV}{end}" for start in ("", "/zh-hans") for end in ends]
        assert {each.get(path).status_code for path in guessed for each in (Client(), member, maren)} == {404}
        assert kept.name not in text_of(Client().get(f"{CV}/"))

    def test_another_member_and_who_has_no_role_get_nothing(self, zoe, kept, maren):
        own = maren.get("/admin/").wsgi_request.user.person
        no_role = browser(cast.make_login())
        for client, expected in ((maren, {403, 404}), (no_role, {302}), (Client(), {302})):
            asked = [client.get(f"/admin/frozen-cv/{kept.pk}.{each}").status_code for each in FORMATS]
            asked += [client.get(f"/admin/cv/{zoe.pk}/").status_code]
            asked += [post(client, zoe, download="md", is_private="on").status_code]
            assert set(asked) <= expected
        assert "8 123" not in text_of(post(maren, own, download="md", is_private="on"))

    def test_its_owner_and_editors_get_it_and_nobody_keeps_it_in_between(self, zoe, kept, member):
        for client in (member, browser(cast.make_login(role=Role.EDITOR))):
            answer = client.get(f"/admin/frozen-cv/{kept.pk}.md")
            assert "A quiet quokka." in text_of(answer)
            assert {"private", "no-store"} <= {*answer["Cache-Control"].split(", ")}

    def test_a_link_to_a_draft_does_not_lead_to_it(self, zoe, kept, member):
        answer = member.get(f"/admin/share/documents.frozencv/{kept.pk}/")
        assert answer.status_code == 404

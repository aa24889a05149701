"""A hostile run: what isn't somebody's to read is said nowhere, whatever they ask."""

import pytest
from django.contrib import admin
from django.contrib.contenttypes.models import ContentType
from django.core.cache import caches
from django.urls import reverse

from labsite.roles import Role
from people.models import Award, Person
from publications.models import Publication, Talk, Venue
from services.models import Service
from tests.editing import address
from tests.labsite.hostile.world import OUTSIDERS

pytestmark = [pytest.mark.django_db, pytest.mark.once]


@pytest.mark.parametrize("who", OUTSIDERS)
def test_outsiders_see_nothing_of_the_editing_side(world, who):
    browser = world.browser(who)
    for each in world.addresses:
        assert browser.get(each).status_code in (302, 403, 404, 405) or each == "/admin/", each


class MemberTests:
    def test_members_read_nothing_of_others_drafts_and_private_details(self, world, member):
        caches["memory"].clear()
        for each in world.addresses:
            if "logout" in each:
                continue
            said = member.get(each).content.decode(errors="replace")
            assert "Hushed" not in said, each
            assert "hushed" not in said, each
            assert "555 0199" not in said, each

    @pytest.mark.parametrize("model", [Talk, Award, Publication, Person, Service, Venue])
    def test_members_export_nothing_of_them(self, world, member, model):
        world.others["people.award"].publications.add(world.draft)
        for action in ("export_csv", "export_bibtex"):
            rows = list(model.objects.values_list("pk", flat=True))
            answer = member.post(
                address(model, "changelist"), {"action": action, "_selected_action": rows, "index": "0"}
            )
            said = answer.content.decode()
            assert "Hushed" not in said
            assert "555 0199" not in said

    @pytest.mark.parametrize("who", [*OUTSIDERS, Role.MEMBER])
    def test_suggestions(self, world, who):
        browser = world.browser(who)
        for model, admin_of in admin.site._registry.items():
            options = model._meta
            for name in [*admin_of.autocomplete_fields, "person", "publication", "login", "contact_details"]:
                for term in ("", "hushed", "555", "login"):
                    where = {"app_label": options.app_label, "model_name": options.model_name, "field_name": name}
                    answer = browser.get(reverse("admin:autocomplete"), where | {"term": term})
                    assert answer.status_code in (200, 302, 403)
                    if answer.status_code != 200:
                        break  # before the term is read
                    said = answer.content.decode()
                    assert "Hushed" not in said, (model, name)
                    assert "@lab.example" not in said, (model, name)

    @pytest.mark.parametrize(
        "query",
        [
            *("contact_details__value__startswith=%2B1", "contact_details__value=x", "login__password__startswith=p"),
            *("login__email=x", "login__email__contains=lab", "authorships__publication__title=Hushed+Quolls"),
            *("publications__title__startswith=Hushed", "talks__publication__title=x", "login__is_superuser=1"),
        ],
    )
    def test_questions_about_what_is_hidden_have_no_answer(self, world, member, query):
        answer = member.get(f"{address(Person, 'changelist')}?{query}")
        assert answer.status_code in (302, 400)

    def test_guessed_addresses_of_drafts_lead_nowhere(self, world, member):
        kind = ContentType.objects.get_for_model(Publication)
        answer = member.get(f"/admin/r/{kind.pk}/{world.draft.pk}/")
        assert "hushed" not in answer.get("Location", "")

    def test_a_host_that_somebody_made_up_is_in_no_page(self, world):
        for header in (
            "HTTP_X_FORWARDED_HOST",
            "HTTP_X_FORWARDED_SERVER",
            "HTTP_FORWARDED",
            "HTTP_X_HOST",
            "HTTP_X_ORIGINAL_URL",
        ):
            for who in ("visitor", Role.EDITOR):
                browser = world.browser(who)
                for each in ("/", "/admin/", "/account/sign-in/", address(Publication, "changelist")):
                    answer = browser.get(each, **{header: "evil.example"})
                    assert "evil.example" not in answer.content.decode() + answer.get("Location", "")
        assert world.browser("visitor").get("/", HTTP_HOST="evil.example").status_code == 400

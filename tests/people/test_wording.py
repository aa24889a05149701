"""Earlier wordings, which are shown where they say more than the current one."""

import pytest
from django.utils.html import strip_tags

from people.models import Position
from people.models.career import says_more
from tests import cast
from tests.reading import text

pytestmark = pytest.mark.django_db

SAYS_MORE = [
    ("Publicity Chair", "Workshop Organizer HASP"),
    ("PC Chair", "Chair"),
    ("Youth Outstanding Paper Award of WAIC '23", "Best Paper Award WAIC '23"),
    ("member of the shadow committee", "Member"),
    ("宣传主席", "研讨会组织者"),
    ("ACM SIGOPS Award", "Award"),
]
SAYS_THE_SAME = [
    ("ML and Systems Rising Stars", "Rising Star in ML and Systems"),
    ("Outstanding Graduates of Zhejiang University", "Outstanding Graduate Zhejiang University"),
    ("reviewer for the conference", "Conference Reviewer"),
    ("主席", "宣传主席"),
    ("École “Polytechnique”", "ecole polytechnique"),
    ("", "Chair"),
]


def test_a_wording_says_more_if_a_word_of_it_is_in_no_form_in_the_other():
    assert [pair for pair in SAYS_MORE if not says_more(*pair)] == []
    assert [pair for pair in SAYS_THE_SAME if says_more(*pair)] == []


@pytest.fixture
def rows():
    """A service, an award and a position whose earlier wordings say more, and a service whose earlier one doesn't."""
    person, venue = cast.student(), cast.make_venue("SYSCON")
    earlier = {"title": "Workshop Organizer", "earlier_wording": "Publicity Chair"}
    cast.make_service(person, venue, kind="organiser", **earlier)
    cast.make_service(person, venue, kind="organiser", year=2023, title="Workshop Organizer")
    cast.make_service(person, venue, year=2022, title="PC Member", earlier_wording="PC Members of SYSCON")
    cast.make_award(person, "Best Nap", earlier_wording="Youth Nap Award")
    Position.objects.create(person=person, title="Visitor", organisation="Idle", earlier_wording="Guest of Idle")


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("/people/zoe-lindqvist/", ["Guest of Idle", "Youth Nap Award", "Publicity Chair"]),
        ("/awards/", ["Youth Nap Award"]),
        ("/services/", ["Publicity Chair"]),
        ("/services/?by=venue", ["Publicity Chair"]),
        ("/venues/syscon/", ["Publicity Chair"]),
    ],
)
def test_pages_show_what_says_more_once(client, rows, url, shown):
    page = " ".join(strip_tags(text(client, url)).split())
    told = sorted(page.count(words) for words in shown)
    assert (told, page.count("PC Members of")) == ([1] * len(shown), 0)


def test_files_for_programs_have_it(client, rows):
    services = client.get("/services.json").json()["services"]
    assert [row["original_wording"] for row in services] == ["Publicity Chair", None, None]
    person = client.get("/people/zoe-lindqvist.json").json()
    assert person["positions"][0]["original_wording"] == "Guest of Idle"
    assert person["awards"][0]["original_wording"] == "Youth Nap Award"

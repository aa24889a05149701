import pytest

from people.data import AWARD
from people.models import Award
from publications.data import TALK
from publications.models import Talk, TalkOccasion
from services.content import SERVICE
from services.models import Service
from tests import cast

pytestmark = pytest.mark.django_db
ADA = {"id": "ada-quill", "name": "Ada Quill", "url": "https://lab.example/people/ada-quill/"}
SYSCON = {"id": "syscon", "acronym": "SYSCON", "url": "https://lab.example/venues/syscon/"}
QUOKKA = {
    "id": "quokka",
    "citation_key": "2024quokka",
    "title": "Quokka",
    "year": 2024,
    "url": "https://lab.example/publications/quokka/",
}


def absolute(path):
    return f"https://lab.example{path}"


def test_a_service():
    cast.make_service(cast.pi(), cast.make_venue(), note="Twice")
    assert SERVICE(Service.objects.with_people().get(), absolute) == {
        "person": ADA,
        "kind": "pc",
        "role": "Programme committee",
        "venue": SYSCON,
        "year": 2024,
        "host": None,
        "note": "Twice",
        "original_wording": None,
    }


def test_a_service_at_a_workshop_names_its_host():
    workshop = cast.make_venue("RESTWS")
    cast.make_service(cast.pi(), workshop, title="Publicity Chair", year=None, host=cast.make_venue())
    told = SERVICE(Service.objects.with_people().get(), absolute)
    assert (told["role"], told["year"], told["host"]) == ("Publicity Chair", None, SYSCON)


def test_a_talk_with_its_occasions_latest_first():
    row = cast.make_talk(cast.pi(), publication=cast.make_publication("Quokka"), occasions=[("Rest Inc.", "2023")])
    TalkOccasion.objects.create(talk=row, host="SYSCON", place="Perth", date="2024-06", venue=cast.make_venue())
    assert TALK(Talk.objects.with_occasions().get(), absolute) == {
        "title": "On Leisure",
        "speaker": ADA,
        "publication": QUOKKA,
        "occasions": [
            {"host": "SYSCON", "place": "Perth", "date": "2024-06", "venue": SYSCON},
            {"host": "Rest Inc.", "place": None, "date": "2023", "venue": None},
        ],
    }


def test_a_talk_of_a_stranger_about_no_paper():
    cast.make_talk(cast.stranger(), occasions=[])
    told = TALK(Talk.objects.with_occasions().get(), absolute)
    assert told["speaker"] == {"id": "ivo-brandt", "name": "Ivo Brandt", "url": None}
    assert (told["publication"], told["occasions"]) == (None, [])


def test_an_award_of_a_person():
    cast.make_award(cast.pi(), organisation="Rest Society", until=2024)
    assert AWARD(Award.objects.with_recipients().get(), absolute) == {
        "title": "Golden Quokka",
        "organisation": "Rest Society",
        "year": 2023,
        "until": 2024,
        "note": None,
        "original_wording": None,
        "person": ADA,
        "publications": [],
    }


def test_an_award_of_a_paper():
    cast.make_publication("Quokka").awards.add(cast.make_award(None, year=None))
    told = AWARD(Award.objects.with_recipients().get(), absolute)
    assert (told["year"], told["person"], told["publications"]) == (None, None, [QUOKKA])

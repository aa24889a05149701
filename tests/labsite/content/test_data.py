from datetime import date

import pytest

from labsite.content import data
from labsite.models import Lab, Opening, Project
from tests import cast

pytestmark = pytest.mark.django_db
IVO = {"id": "ivo-brandt", "name": "Ivo Brandt", "url": None}
QUOKKA = {
    "id": "quokka",
    "citation_key": "2024quokka",
    "title": "Quokka",
    "year": 2024,
    "url": "https://lab.example/publications/quokka/",
}


def absolute(path):
    return f"https://lab.example{path}"


def test_the_lab():
    cast.make_sponsor("Rest Fund")
    cast.make_lab(
        tagline="We rest.",
        parent="Leisure University",
        address="1 Rest Road\nPerth",
        email="us@lab.example",
        links="https://code.example/leisure",
        licence="CC BY 4.0",
    )
    assert data.LAB(Lab.objects.current(), absolute) == {
        "url": "https://lab.example/",
        "name": "Leisure Lab",
        "tagline": "We rest.",
        "about": None,
        "part_of": {"name": "Leisure University", "url": None},
        "logo": None,
        "picture": None,
        "address": ["1 Rest Road", "Perth"],
        "map": None,
        "email": "us at lab dot example",
        "contact": None,
        "elsewhere": ["https://code.example/leisure"],
        "sponsors": [{"name": "Rest Fund", "kind": "sponsor", "url": None}],
        "language": "en",
        "translation": None,
        "licence": "CC BY 4.0",
    }


def test_a_project_with_its_people_and_papers():
    cast.make_project(
        people=[cast.stranger()],
        publications=[cast.make_publication("Quokka")],
        summary="Rest for all.",
        start="2023",
        end="2026-03",
        funding="Rest Fund 17\n\nNap Council",
    )
    assert data.PROJECT(data.projects().get(), absolute) == {
        "id": "leisure-at-scale",
        "url": "https://lab.example/projects/leisure-at-scale/",
        "json": "https://lab.example/projects/leisure-at-scale.json",
        "title": "Leisure at Scale",
        "summary": "Rest for all.",
        "start": "2023",
        "end": "2026-03",
        "text": None,
        "translation": None,
        "funding": ["Rest Fund 17", "Nap Council"],
        "links": [],
        "picture": None,
        "people": [IVO],
        "publications": [QUOKKA],
    }


def test_a_project_s_picture():
    project = cast.make_project(picture_alt="A hammock")
    Project.objects.filter(pk=project.pk).update(picture="projects/a.png", picture_width=9, picture_height=6)
    assert data.PROJECT(data.projects().get(), absolute)["picture"] == {
        "url": "https://lab.example/media/projects/a.png",
        "width": 9,
        "height": 6,
        "alt": "A hammock",
    }


def test_a_news_item_with_whom_and_what_it_is_about():
    item = cast.make_news("We rested", text="*Well*")
    item.people.add(cast.stranger())
    item.publications.add(cast.make_publication("Quokka"))
    assert data.NEWS_ITEM(data.news().get(), absolute) == {
        "id": "we-rested",
        "url": "https://lab.example/news/we-rested/",
        "date": "2024-05",
        "title": "We rested",
        "text": "*Well*",
        "translation": None,
        "people": [IVO],
        "publications": [QUOKKA],
    }


def test_an_opening():
    opening = Opening.objects.create(title="Two sleepers", closes=date(2026, 5, 1), text="Rest with us")
    assert data.OPENING(opening, absolute) == {
        "id": "two-sleepers",
        "url": "https://lab.example/openings/two-sleepers/",
        "title": "Two sleepers",
        "role": "phd",
        "closes": date(2026, 5, 1),
        "text": "Rest with us",
        "translation": None,
    }

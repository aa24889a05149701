"""What Hugo makes of the same lab: its content as front matter, for the templates beside this file.

``hugo`` makes the pages; with ``--config config.toml,files.toml`` also the files of citations and data, but no cards.
"""

import json
import shutil
import sys
from pathlib import Path

import django
from django.apps import apps

if not apps.ready:  # a program of its own
    django.setup()

from people.models import Person  # noqa: E402
from publications import data  # noqa: E402
from publications.citing import records_of  # noqa: E402
from publications.formats import WRITTEN  # noqa: E402
from publications.models import Publication, Venue  # noqa: E402

TEMPLATES = Path(__file__).parent / "hugo"


def write(folder):
    """Make the folder a site for Hugo: a page for each publication, member, venue and year."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(TEMPLATES, folder)
    members = {person.pk: person for person in Person.objects.members()}
    for person in members.values():
        _write(folder / f"content/people/{person.slug}/_index.md", title=person.name)
    for venue in Venue.objects.all():
        _write(folder / f"content/venues/{venue.slug}/_index.md", title=venue.name)
    papers = Publication.objects.published()
    records = {record.key: record for record in records_of(papers, with_abstracts=True)}
    for paper in data.publications().published():
        _write(folder / f"content/publications/{paper.slug}.md", **_paper(paper, records[paper.citation_key], members))


def _paper(paper, record, members):
    people = [authorship.person for authorship in paper.authorships.all()]
    return {
        "title": paper.title,
        "date": f"{paper.year}-{paper.month:02}-01",
        "authors": [{"name": person.name, "slug": person.slug if person.pk in members else ""} for person in people],
        "people": [person.slug for person in people if person.pk in members],
        "venues": [paper.venue.slug],
        "years": [str(paper.year)],
        "where": paper.venue.name,
        "badge": f"{paper.venue.acronym} {paper.year}",
        "pages": paper.pages,
        "doi": paper.doi,
        "abstract": record.abstract,
        "bibtex": WRITTEN["bib"].render([record]),
        "ris": WRITTEN["ris"].render([record]),
        "csl": WRITTEN["json"].render([record])[1:-2],
        "data": data.PUBLICATION(paper, str),
    }


def _write(path, **front_matter):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(front_matter), encoding="utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]))

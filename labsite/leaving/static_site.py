"""The words of a lab as a static site keeps them: Markdown with front matter, in the folders of al-folio.

https://github.com/alshedivat/al-folio/blob/main/CUSTOMIZE.md
"""

import datetime
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import yaml

from labsite.models import ApplicantKind, Lab, NewsItem, Opening, Page, Project
from labsite.texts.plain_text import lines_of
from people.models import Membership, Person
from publications.citations.record import Record, RecordLink
from publications.citing import records_of
from publications.formats import WRITTEN
from publications.formats.bibtex import is_private
from publications.models import Publication

from .rows import Rows


def static_site(rows: Rows, today: datetime.date) -> Iterator[tuple[str, str]]:
    """Yield the path and the text of each file; pictures and documents are where these say, in media/."""
    lab: Any = next(iter(rows[Lab]), None) or Lab()
    settings = {
        **{"title": lab.name, "description": lab.tagline, "email": lab.email, "lang": lab.language},
        "scholar": {"source": "/_bibliography/", "bibliography": "papers.bib"},
        "include": ["_pages"],
        "exclude": ["fixtures", "rows.json", "manifest.json"],
        "collections": {name: {"output": True} for name in ("news", "projects", "people")},
    }
    yield "_config.yml", "# In the shape of al-folio\n" + _yaml(settings)
    yield "_data/socials.yml", _yaml({f"link_{n}": {"url": url} for n, url in enumerate(lines_of(lab.links))})
    about = {"layout": "about", "title": "about", "permalink": "/", "profile": {"address": lab.address}}
    yield "_pages/about.md", _page(about, lab.about)
    if lab.contact:
        yield "_pages/contact.md", _page({"layout": "page", "title": "Contact", "permalink": "/contact/"}, lab.contact)
    if rows[ApplicantKind]:
        kinds = "\n\n".join(f"## {row.title}\n\n{row.text}" for row in rows[ApplicantKind])
        yield "_pages/joining.md", _page({"layout": "page", "title": "Join us", "permalink": "/join/"}, kinds)
    for row in (*rows[Page], *rows[Opening]):
        fields = {"layout": "page", "title": row.title, "permalink": row.get_absolute_url()}
        navigation = {"nav": True, "nav_order": row.place} if getattr(row, "place", None) is not None else {}
        yield f"_pages/{row._meta.model_name}-{row.slug}.md", _page(fields | navigation, row.text)
    for row in rows[NewsItem]:
        yield f"_news/{row.slug}.md", _page({"layout": "post", "title": row.title, "date": str(row.date)}, row.text)
    for row in rows[Project]:
        picture = row.picture.url if row.picture else ""
        fields = {"layout": "page", "title": row.title, "description": row.summary, "img": picture}
        yield f"_projects/{row.slug}.md", _page(fields, row.text)
    members = {row.person_id for row in rows[Membership]}
    for person in (row for row in rows[Person] if row.pk in members):
        texts = filter(None, (person.biography, person.research_statement, person.life))
        yield f"_people/{person.slug}.md", _page(_fields_of(person, today), "\n\n".join(texts))
    yield "_bibliography/papers.bib", WRITTEN["bib"].render(_papers(rows))


def _fields_of(person: Person, today: datetime.date) -> dict[str, Any]:
    held: Any = person.membership(today)
    contacts = person.contact_details.filter(visibility="public", is_former=False)
    in_use = {kind: [row.value for row in contacts if row.kind == kind] for kind in ("email", "phone", "address")}
    native = f"({person.native_name})" if person.native_name else ""
    links = enumerate(row for row in person.links.all() if row.url)
    return {
        "layout": "profile",
        "name": f"{person.honorific} {person.name} {native}".strip(),
        "firstname": person.given_name,
        "lastname": person.family_name,
        "position": person.headline,
        "role": str(held.get_role_display()),
        "start": str(held.start),
        "end": str(held.end),
        "alumni": not held.is_lasting(today),
        "image": person.photo.url if person.photo else "",
        "interests": lines_of(person.interests),
        "orcid": person.orcid,
        "email": ", ".join(in_use["email"]),
        "phone": in_use["phone"],
        "address": ", ".join(in_use["address"][:1]),
        **{f"link_{number}": {"title": row.label, "url": row.url} for number, row in links},
    }


def _papers(rows: Rows) -> Iterator[Record]:
    """Yield the records of the papers with fields that the theme knows; it looks for their files in assets/."""
    papers: dict[str, Publication] = {row.citation_key: row for row in rows[Publication]}
    for record in records_of(Publication.objects.filter(citation_key__in=papers), "../..{}".format):
        paper = papers[record.key]
        extra = [pair for pair in record.extra if not is_private(pair[0])]
        extra += [("selected", "true")] if paper.is_selected else []
        extra += [("preview", f"../../..{paper.teaser.url}")] if paper.teaser else []
        own = record.url if record.url.startswith("..") else ""
        links = (RecordLink("pdf", own), *record.links) if own else record.links
        yield replace(record, url="" if own else record.url, links=links, extra=tuple(extra))


def _page(fields: dict[str, Any], text: str) -> str:
    values = {name: value for name, value in fields.items() if value not in ("", None, [])}
    return f"---\n{_yaml(values)}---\n\n{text}\n"


def _yaml(values: dict[str, Any]) -> str:
    return yaml.safe_dump(values, allow_unicode=True, sort_keys=False, width=1000)

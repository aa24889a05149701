"""What papers lack and sources know: looked up for many papers at once, and put before whoever asked as an import.

What is ticked there was found under the very title, authors and year; what is only alike is to be decided.
"""

import datetime
import logging
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from operator import itemgetter
from typing import Any

from django.contrib.auth.models import AbstractUser
from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from labsite import roles
from labsite.contrib.http.throttle import Turns
from labsite.jobs import JobRefused, Progress, start
from labsite.texts.stored import gettext_noop
from publications.citations.entry import Entry, packed
from publications.citations.record import Record
from publications.citing import nowhere, record_of
from publications.importing.plan import Decisions, Fate
from publications.importing.planning import plan_of
from publications.importing.running import claim, stop
from publications.issues import APPEAR_SOMEWHERE, IS_PDF, NOT_READ
from publications.matching.papers import PaperFingerprint, have_same_authors, likeness_of
from publications.models import Import, Link, Publication

from . import arxiv, crossref, openalex
from .client import LATER, MALFORMED, Get, NotKnown, SourceClient, Unavailable, user_agent

logger = logging.getLogger(__name__)

State = Import.State
SOURCE = "missing"
SOURCES = (crossref, arxiv, openalex)  # whose abstracts are best, first
MAX_PAPERS = 100  # of one look-up, which takes some minutes
PAUSE = 3.0  # seconds between two requests to a source: https://info.arxiv.org/help/api/tou.html
NOT_SOON_AGAIN = datetime.timedelta(days=30)

ASKING = gettext_noop("Asking Crossref, arXiv and OpenAlex, a few seconds for each paper: {label}")
MISSING_OF_ONE = gettext_noop("Missing details of 1 paper")
WHAT_IS_MISSING = gettext_noop("Missing details of {number} papers")
NOTHING = gettext_noop("The sources have nothing that is missing here.")
NOBODY = gettext_noop("No source could be reached, and nothing was changed. {why} Try again later.")
SOME = gettext_noop("Not every source could be reached, so there may be more to find.")


def lacking(user: Any) -> Any:
    """Return the papers that somebody may change and that have no DOI, abstract or PDF, unless lately looked up."""
    has_pdf = Exists(Link.objects.filter(IS_PDF, publication=OuterRef("pk")))
    lacks = Q(doi="", kind__in=[*APPEAR_SOMEWHERE, ""]) | Q(abstract="") | Q(~has_pdf, arxiv_id="")
    lately = Import.objects.filter(source=SOURCE, created_at__gt=timezone.now() - NOT_SOON_AGAIN)
    looked_up = lately.exclude(state=State.FAILED).values_list("decisions__asked__papers", flat=True)
    papers = Publication.objects.exclude(kind__in=NOT_READ).exclude(
        pk__in=[pk for pks in looked_up for pk in pks or ()]
    )
    return roles.reached(user, "change", papers.filter(lacks))


def look_up(user: AbstractUser) -> Import | None:
    """Begin to ask the sources what papers lack, and return the import that this becomes; None if that is nothing."""
    papers = list(lacking(user).with_authors()[:MAX_PAPERS])
    if not papers:
        return None
    return Import.objects.create(
        source=SOURCE,
        label=WHAT_IS_MISSING.format(number=len(papers)) if papers[1:] else MISSING_OF_ONE,
        entries=[packed(Entry(paper.title, record_of(paper))) for paper in papers],
        decisions={"asked": {"papers": [paper.pk for paper in papers]}},
        state=State.FAILED,
        by_id=user.pk,
    )


def ask_again(row: Import, user: AbstractUser, address: str) -> bool:
    """Begin to ask about the papers of an import, unless somebody has begun again already; False for other imports."""
    if row.source != SOURCE or "is_answered" in row.decisions.get("asked", {}):
        return False
    if run := claim(row, user, State(row.state), State.ASKING, address, ASKING):
        get = SourceClient(user_agent(), turns=Turns(PAUSE), tries=2).get
        start(run, partial(answer, row, user, get), partial(stop, row, State.FAILED))
    return True


def answer(row: Import, user: AbstractUser, get: Get, progress: Progress) -> None:
    """Ask the sources about the papers of an import, and make what they know its entries."""
    inquiry_of = row.decisions["asked"]
    papers = Publication.objects.with_authors().in_bulk(inquiry_of["papers"])
    inquiry = Inquiry(get)
    certain, alike = list[tuple[int, Entry]](), list[Entry]()
    for number, (pk, paper) in enumerate(papers.items()):
        known, likely = inquiry.about(paper)
        certain += [(pk, known)] if known else []
        alike += [likely] if likely and not known else []
        progress(number, len(papers))
    troubles = " ".join(inquiry.troubles)
    if len(inquiry.troubles) == len(SOURCES):
        raise JobRefused(NOBODY.format(why=troubles))
    entries, decisions = _to_look_at(certain, alike, user)
    trouble = " ".join(filter(None, ["" if entries else NOTHING, SOME if troubles else "", troubles]))
    decisions["asked"] = inquiry_of | {"is_answered": True}
    with transaction.atomic():
        answered = {"entries": [packed(each) for each in entries], "decisions": decisions, "trouble": trouble}
        Import.objects.filter(pk=row.pk).update(state=State.WAITING, **answered)
        progress.finish(trouble)


def _to_look_at(
    certain: Sequence[tuple[int, Entry]], alike: Sequence[Entry], user: AbstractUser
) -> tuple[list[Entry], Decisions]:
    """Return the entries that a plan has something to say of, with decisions that leave alone what is only alike."""
    entries = [*(entry for _pk, entry in certain), *alike]
    items = plan_of(entries, source=SOURCE, user=user).items
    decided: dict[str, Any] = {}
    shown = []
    for index, item in enumerate(items):
        if index < len(certain) and item.fate in (Fate.UPDATE, Fate.DECIDE):
            decided[item.identity] = {"fate": "same", "publication": certain[index][0]}
        elif item.fate is Fate.UPDATE:
            decided[item.identity] = {"leave": [change.name for change in item.changes]}
        elif item.fate is not Fate.DECIDE:
            continue
        shown.append(entries[index])
    return shown, {"items": decided}


@dataclass
class Inquiry:
    """Asks each source about papers until it can't be asked; ``troubles`` say why, in sentences for people."""

    get: Get
    troubles: list[str] = field(default_factory=list)
    sources: list[Any] = field(default_factory=lambda: [*SOURCES])

    def about(self, paper: Publication) -> tuple[Entry | None, Entry | None]:
        """Return what is certainly known of a paper, and what is known of the one that is most like it."""
        bare = told_by(record_of(paper, nowhere))
        print_of_own, same = PaperFingerprint.of_record(bare), list[tuple[str, Record]]()
        alike: list[tuple[int, str, Record]] = []
        for source in [*self.sources]:
            for record in self._known(source, bare):
                fingerprint = PaperFingerprint.of_record(record)
                is_called_so = print_of_own.folded[0] == fingerprint.folded[0]
                is_of_year = bool(fingerprint.year) and print_of_own.year == fingerprint.year
                if is_called_so and is_of_year and have_same_authors(print_of_own, fingerprint):
                    same.append((source.PLACE, record))
                elif likeness := likeness_of(print_of_own, fingerprint):
                    alike.append((likeness.rank, source.PLACE, record))
        added = _added(paper, bare, [record for _place, record in same])
        places = ", ".join(dict.fromkeys(place for place, _record in same))
        _rank, place, likely = max(alike, key=itemgetter(0), default=(0, "", None))
        if likely:
            links = tuple(link for link in likely.links if link.kind == Link.Kind.PDF)
            likely = replace(told_by(likely), abstract=likely.abstract, links=links)
        return Entry(places, added) if added != bare else None, Entry(place, likely) if likely else None

    def _known(self, source: Any, record: Record) -> list[Record]:
        """Return what a source finds by the title of a paper; nothing if it can't be asked, now or ever again."""
        try:
            entries = source.search(record, self.get)
        except NotKnown:
            return []
        except Unavailable as error:
            self.sources.remove(source)
            self.troubles.append(str(error).replace(LATER, "").strip())
            return []
        except MALFORMED:
            logger.warning("%s answered a search in a form that can’t be read.", source.PLACE, exc_info=True)
            return []
        return [entry.record for entry in entries if entry.record]


def told_by(record: Record) -> Record:
    """Return of a record what tells its paper from others."""
    bare = Record("", record.title, record.kind, record.status, record.authors, record.year, record.month)
    return replace(bare, doi=record.doi, arxiv_id=record.arxiv_id)


def _added(paper: Publication, bare: Record, same: Sequence[Record]) -> Record:
    """Return a paper's record with what it lacks, as far as the sources agree."""
    has_pdf = any(kind in ("pdf", "arxiv") for kind, _name, _url in paper.public_links)
    preprint = Publication.Kind.PREPRINT
    # A preprint's DOI is none of the paper that came of it.
    dois = {each.doi.lower() for each in same if each.doi and (each.kind != preprint or bare.kind == preprint)}
    arxiv_ids = {each.arxiv_id for each in same if each.arxiv_id}
    pdfs = tuple(link for each in same for link in each.links if link.kind == Link.Kind.PDF)
    lacks = [name for name in ("volume", "number", "article", "pages") if len(dois) < 2 and not getattr(paper, name)]
    said = {name: {getattr(each, name) for each in same if each.kind != preprint} - {""} for name in lacks}
    numbers: Any = {name: values.pop() for name, values in said.items() if len(values) == 1}
    return replace(
        bare,
        **numbers,
        doi=bare.doi or (dois.pop() if len(dois) == 1 else ""),
        arxiv_id=bare.arxiv_id or (arxiv_ids.pop() if len(arxiv_ids) == 1 else ""),
        abstract="" if paper.abstract else next((each.abstract for each in same if each.abstract), ""),
        links=() if has_pdf else pdfs[:1],
    )

"""Writes the papers of a site: planned and applied like any import, then given their images and files."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace

from labsite.contrib.moving.site import SitePaper
from people.models import Award
from publications.citations.entry import Entry
from publications.importing import plan_of
from publications.importing.applying import Applied, applying
from publications.importing.plan import Decisions, Fate, Item, Plan
from publications.matching.papers import is_called_like_a_part
from publications.models import Link, Publication

from .context import MoveContext, MoveNote, Pieces

MIN_LONG_TEXT = 100  # characters of a value that had no room in its own place
LEFT_OUT = (Fate.DECIDE, Fate.SKIP, Fate.FAIL)


BROUGHT = {
    Fate.CREATE: "a paper",
    Fate.UPDATE: "a paper that was here, now with more details",
    Fate.MATCH: "a paper that is here already",
}


def bring_papers(context: MoveContext, source: str) -> Pieces:
    """Write the papers of the site; ``source`` is remembered as where they came from."""
    papers = context.site.papers
    if not papers:
        return
    entries = entries_of(papers)
    planned: list[tuple[Applied, Iterator[None]]] = []

    def plan() -> None:
        plan, decisions = plan_of_papers(context, entries, source)
        planned.append(applying(plan, context.user, decisions=decisions))

    yield plan
    [(applied, pieces)] = planned
    yield from pieces
    context.applied = applied
    context.filled["names in their parts"] += len(applied.plan.parted)
    for item in applied.plan.items:
        _account(context, papers[item.index], item, applied)
    of_page: dict[str, int] = {}
    for index, publication in applied.publications.items():
        _complete(context, papers[index], publication, applied.plan.items[index].fate is Fate.CREATE)
        of_page[papers[index].path] = publication
        yield None
    rows = Publication.objects.in_bulk(of_page.values())
    context.pages |= {path: rows[pk] for path, pk in of_page.items() if pk in rows}
    yield from _set_aside(context, applied)


def entries_of(papers: list[SitePaper]) -> list[Entry]:
    """Return the entries of papers, each with the file that it stands in."""
    return [
        replace(paper.entry, place=", ".join(dict.fromkeys(filter(None, [paper.path, paper.entry.place]))))
        for paper in papers
    ]


def plan_of_papers(context: MoveContext, entries: list[Entry], source: str) -> tuple[Plan, Decisions]:
    """Return what would become of the papers of a site, with what is decided because they stand there."""
    decisions: Decisions = {"alike": {"people": "new"}}  # take_for_members() judges them
    plan = plan_of(entries, source=source, user=context.user, decisions=decisions)
    # What resembles other papers of the same site, or none, is a paper, as it is there.
    papers = context.site.papers
    doubtful = [
        item for item in plan.items if item.asks_which and (papers[item.index].is_separate or not item.candidates)
    ]
    if doubtful:
        decisions["items"] = {item.identity: {"fate": "create"} for item in doubtful}
        for item in doubtful:
            is_part = papers[item.index].is_part = is_called_like_a_part(item.title)
            if not (item.same_candidates or is_part):
                context.note(MoveNote.CHECK, f"{item.title}: {item.reason}")
        plan = plan_of(entries, source=source, user=context.user, decisions=decisions)
    return plan, decisions


def _set_aside(context: MoveContext, applied: Applied) -> Pieces:
    """Make drafts of the new papers of which every entry is hidden on the old site, or that of a part of a paper."""
    entries = defaultdict(list)
    for index, publication in applied.publications.items():
        entries[publication].append((context.site.papers[index], applied.plan.items[index].fate))
    for publication, held in entries.items():
        is_shown = any(not (paper.is_hidden or paper.is_part) for paper, _ in held)
        if is_shown or Fate.CREATE not in (fate for _, fate in held):
            continue
        row = Publication.objects.get(pk=publication)
        row.state = Publication.State.DRAFT
        row.save()
        why = (
            "is it a paper? Its title looks like that of a part of one"
            if held[0][0].is_part
            else "not listed on the old site"
        )
        context.note(MoveNote.SET_ASIDE, f"{row.title}: {why}")
        yield None


def _account(context: MoveContext, paper: SitePaper, item: Item, applied: Applied) -> None:
    """Record what became of a paper, for its file and in the totals."""
    title = item.title or "an entry"
    failure = applied.failed.get(item.index)
    if item.entry.no_paper:
        context.outcomes.left_out(paper.path, f"{title}: {item.entry.no_paper}")
    elif failure or item.fate in LEFT_OUT:
        context.outcomes.not_understood(paper.path, f"{title}: {failure or item.reason}")
        for path in filter(None, [paper.teaser, *(file.path for file in paper.files)]):
            context.outcomes.left_out(path, f"its paper wasn’t imported: {title}")
    else:
        context.outcomes.brought(paper.path, BROUGHT[item.fate])
    context.added["papers"] += item.fate is Fate.CREATE and not failure
    context.filled["papers"] += item.fate is Fate.UPDATE and not failure
    for change in item.changes:
        if not change.is_taken:
            context.note_kept(f"{title}, {change.label}", change.here, change.there)
    record = item.entry.record
    if record and not item.entry.names_all_authors:
        context.note(MoveNote.CHECK, f"{title}: the source doesn’t name all of its authors")
    has_room = {*record.extra} if record else set()
    for name, text in item.record.extra if item.record and not failure else ():
        if len(text) > MIN_LONG_TEXT and (name, text) not in has_room:
            context.note(
                MoveNote.CHECK, f"{title}: its {name} is too long for its field; the whole text is kept with the paper"
            )
    for words in applied.remarks.get(item.index, ()):
        context.note(MoveNote.CHECK, f"{title}: {words}")


def _complete(context: MoveContext, paper: SitePaper, pk: int, is_new: bool) -> None:
    """Give a paper the image, files and awards that it lacks."""
    context.papers.setdefault(paper.entry.record.key if paper.entry.record else "", pk)
    is_newly_selected = is_new and paper.is_selected
    if not (paper.teaser or paper.files or paper.awards or is_newly_selected):
        return
    row = Publication.objects.get(pk=pk)
    row.is_selected = row.is_selected or is_newly_selected
    if is_newly_selected:
        row.save()
    context.put_picture(row, "teaser", paper.teaser, f"the image of “{row.title}”", teaser_alt=paper.teaser_alt[:200])
    for file in paper.files:
        what = f"{file.label or Link.Kind(file.kind).label} of “{row.title}”"
        if row.links.filter(kind=file.kind, label=file.label).exists():
            context.outcomes.left_out(file.path, f"{what}: there is one here already")
            continue
        document = context.document(file.path, what)
        link = Link(publication=row, kind=file.kind, label=file.label, order=row.links.count() + 1)
        if document and context.fits(link, "label", file.label or "x", row.title):
            context.added["files of papers"] += 1
            if not context.is_rehearsal:
                link.file = document
                link.save()
    for award in paper.awards:
        # Several papers may share an award.
        key = {"title": award.title, "organisation": award.organisation, "year": award.year}
        here = Award.objects.filter(person=None, **key).first() or Award(**key)
        is_known = row.awards.filter(title=award.title).exists()
        if not is_known and context.fits(here, "title", award.title, row.title):
            row.awards.add(context.put(here, {"note": award.note}, award.title, "awards"))

"""Writes the papers of a site: planned and applied like any import, then given their images and files."""

from dataclasses import replace
from typing import Any

from labsite.modelling.addresses import slug_of
from labsite.moving.site import SiteAward, SitePaper
from people.models import Award
from publications.importing import apply, plan_of
from publications.importing.applying import Applied
from publications.importing.plan import Decisions, Fate, Item, Plan
from publications.models import Link, Publication

from .context import MoveContext, MoveNote, fits, put

LEFT_OUT = (Fate.DECIDE, Fate.SKIP, Fate.FAIL)


def bring_papers(context: MoveContext, source: str) -> Applied | None:
    """Write the papers of the site; ``source`` is remembered as where they came from."""
    papers = context.site.papers
    if not papers:
        return None
    entries = [
        replace(paper.entry, place=", ".join(dict.fromkeys(filter(None, [paper.path, paper.entry.place]))))
        for paper in papers
    ]
    plan = plan_of(entries, source=source, user=context.user)
    if decisions := _decisions(plan):
        plan = plan_of(entries, source=source, user=context.user, decisions=decisions)
    applied = apply(plan, context.user, "Brought papers over", decisions=decisions)
    for item in applied.plan.items:
        _account(context, papers[item.index], item, applied)
    for index, publication in applied.publications.items():
        _complete(context, papers[index], publication, applied.plan.items[index].fate is Fate.CREATE)
    return applied


def _decisions(plan: Plan) -> Decisions:
    """Decide that papers resembling others of the same site are separate papers, as they are there."""
    alike = [item for item in plan.items if item.fate is Fate.DECIDE and item.same_candidates and not item.candidates]
    return {"items": {item.identity: {"fate": "create"} for item in alike}} if alike else {}


def source_of(family: str, owner: str) -> str:
    """Return the name under which imports remember a site, so that its papers are recognised later."""
    return f"site:{family}:{slug_of(owner)}"


def _account(context: MoveContext, paper: SitePaper, item: Item, applied: Applied) -> None:
    """Record what became of a paper, for its file and in the totals."""
    title = item.title or "an entry"
    failure = applied.failed.get(item.index)
    if item.entry.no_paper:
        context.outcomes.left_out(paper.path, f"{title}: {item.entry.no_paper}")
    elif failure or item.fate in LEFT_OUT:
        context.outcomes.not_understood(paper.path, f"{title}: {failure or item.reason}")
        for path in filter(None, [paper.teaser, *(file.path for file in paper.files)]):
            context.outcomes.left_out(path, f"its paper isn’t brought over: {title}")
    else:
        context.outcomes.brought(paper.path, _PAPERS[item.fate])
    context.added["papers"] += item.fate is Fate.CREATE and not failure
    context.filled["papers"] += item.fate is Fate.UPDATE and not failure
    for change in item.changes:
        if not change.is_taken:
            context.note(MoveNote.KEPT, f"{title}, {change.label}: “{change.here}” here, “{change.there}” there")
    if item.entry.record and not item.entry.names_all_authors:
        context.note(MoveNote.CHECK, f"{title}: the source doesn’t name all of its authors")
    for words in applied.remarks.get(item.index, ()):
        context.note(MoveNote.CHECK, f"{title}: {words}")


_PAPERS = {
    Fate.CREATE: "a paper",
    Fate.UPDATE: "a paper that was here, with more than it said",
    Fate.MATCH: "a paper that is here already",
}


def _complete(context: MoveContext, paper: SitePaper, pk: int, is_new: bool) -> None:
    """Give a paper the image, files and awards that it lacks."""
    key = paper.entry.record.key if paper.entry.record else ""
    context.papers.setdefault(key, pk)
    if not (paper.teaser or paper.files or paper.awards or (is_new and paper.is_selected)):
        return
    row = Publication.objects.get(pk=pk)
    if is_new and paper.is_selected:
        row.is_selected = True
    _bring_teaser(context, paper, row)
    if is_new or paper.teaser:
        row.save()
    for file in paper.files:
        _bring_file(context, file, row)
    for award in paper.awards:
        _bring_award(context, award, row)


def _bring_teaser(context: MoveContext, paper: SitePaper, row: Publication) -> None:
    if not paper.teaser:
        return
    if row.teaser:
        context.outcomes.left_out(paper.teaser, f"“{row.title}” has an image here")
    elif teaser := context.picture(paper.teaser, f"the image of “{row.title}”"):
        row.teaser, row.teaser_alt = teaser, paper.teaser_alt[:200]


def _bring_file(context: MoveContext, file: Any, row: Publication) -> None:
    what = f"{file.label or Link.Kind(file.kind).label} of “{row.title}”"
    if row.links.filter(kind=file.kind, label=file.label).exists():
        context.outcomes.left_out(file.path, f"{what}: it has one here")
        return
    document = context.document(file.path, what)
    link = Link(publication=row, kind=file.kind, label=file.label, order=row.links.count() + 1)
    if document and fits(context, link, "label", file.label or "x", row.title):
        context.added["files of papers"] += 1
        if not context.is_rehearsal:
            link.file = document
            link.save()


def _bring_award(context: MoveContext, award: SiteAward, row: Publication) -> None:
    """Link a paper to an award, which other papers may share."""
    told = {"title": award.title, "organisation": award.organisation, "year": award.year}
    here = Award.objects.filter(person=None, **told).first() or Award(**told)
    if row.awards.filter(title=award.title).exists() or not fits(context, here, "title", award.title, row.title):
        return
    row.awards.add(put(context, here, {"note": award.note}, award.title, "awards"))

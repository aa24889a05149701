"""Which entries of a source say the same paper, which paper of the site that is, and what else they may be."""

from collections import defaultdict
from collections.abc import Collection, Hashable, Iterable
from dataclasses import dataclass, field, replace

from django.contrib.auth.models import AbstractUser

from labsite.texts.stored import gettext_noop
from publications.matching.candidates import Duplicate, Index, KnownPapers, paper_keys
from publications.matching.papers import (
    IDS_IN_WORDS,
    Likely,
    PaperFingerprint,
    are_one_paper,
    are_versions,
    is_contradicted,
    likeness_of,
    schemes_at_odds,
)

from .plan import UNDECIDED, Decisions, EntryChoice
from .read import ReadEntries
from .site import ImportLog

TWO_PAPERS = gettext_noop("Its identifiers belong to two different papers.")
TWO_PAPERS_HERE = gettext_noop("Its identifiers belong to two different papers on the site.")
OTHERWISE_ALIKE = gettext_noop("It has the same {scheme} as {place}, but looks like another paper.")
A_PAPER = gettext_noop("a paper on the site")
HAS_THE_SAME = gettext_noop("has the same {scheme}")
IS_PREPRINT = gettext_noop("it is the preprint of a paper on the site")
HAS_PREPRINT = gettext_noop("a preprint of it is on the site")
ASKS_PAPER = gettext_noop("A paper on the site may be the same: it {why}.")
ASKS_ENTRY = gettext_noop("It may be the same paper as {place}.")
IMPORTED = gettext_noop("was imported before")
DECIDED = gettext_noop("as decided")


@dataclass(frozen=True)
class Planning:
    """What a plan is made from: the entries, what the site and the log know of them, and what somebody decided.

    ``choices`` are by the place of an entry, and ``said_same`` has the places of those that somebody said are one.
    """

    read: ReadEntries
    known: KnownPapers
    log: ImportLog
    choices: dict[int, EntryChoice]
    said_same: dict[int, list[int]]
    decisions: Decisions
    source: str
    user: AbstractUser | None
    knows_by_id_alone: bool  # somebody said that what is only alike is a paper of its own


@dataclass(frozen=True)
class Doubt:
    """Why it isn't clear which paper an entry is, and which paper of the site or which other entries it may be."""

    reason: str
    papers: tuple[Duplicate, ...] = ()
    entries: tuple[int, ...] = ()


@dataclass(frozen=True)
class EntryGroup:
    """Entries, by their places, that say one paper; ``reason`` is how the paper on the site was found."""

    members: tuple[int, ...] = ()
    publication: int | None = None
    reason: str = ""
    doubt: Doubt | None = None

    def with_all_of(self, other: "EntryGroup") -> "EntryGroup":
        """Return the entries of both as one group, of which this one knows better what paper that is."""
        return EntryGroup(
            tuple(sorted((*self.members, *other.members))),
            self.publication or other.publication,
            self.reason or other.reason,
            self.doubt or other.doubt,
        )


@dataclass(frozen=True)
class Belonging(EntryGroup):
    """Where an entry belongs: to the group that begins with ``first``, or to a new one, with what is known of it.

    ``merged`` are the groups that the entry shows to be one paper.
    """

    first: int | None = None
    merged: tuple[int, ...] = ()


@dataclass(frozen=True)
class GroupIndex:
    """The groups of the entries so far by their first entries, and what finds them."""

    groups: dict[int, EntryGroup] = field(default_factory=dict)
    first_of: dict[int, int] = field(default_factory=dict)  # of the group of an entry
    by_key: dict[Hashable, list[int]] = field(default_factory=lambda: defaultdict(list))  # entries
    by_publication: dict[int, int] = field(default_factory=dict)  # an entry

    def sharing(self, keys: Iterable[Hashable]) -> list[int]:
        """Return the groups that have one of these identifiers or titles."""
        return list(dict.fromkeys(self.first_of[position] for key in keys for position in self.by_key.get(key, ())))

    def group_of(self, publication: int) -> int | None:
        """Return the group of the entries that say a paper of the site."""
        return self.first_of.get(self.by_publication.get(publication, -1))

    def add(self, position: int, paper: PaperFingerprint, belongs: Belonging) -> None:
        """Put an entry into the group to which it belongs, once those are merged that turn out to be one."""
        lowest = min(belongs.merged, default=None)
        for first in belongs.merged:
            if lowest is not None and first != lowest:
                self.groups[lowest] = self.groups[lowest].with_all_of(self.groups.pop(first))
                self.first_of.update(dict.fromkeys(self.groups[lowest].members, lowest))
        first = position if belongs.first is None else belongs.first
        group = replace(belongs, members=(position,)).with_all_of(self.groups.get(first, EntryGroup()))
        self.groups[first], self.first_of[position] = group, first
        if group.publication:
            self.by_publication.setdefault(group.publication, position)
        for key in () if group.doubt else (*paper.ids, *paper.folded):
            self.by_key[key].append(position)


def group_entries(planning: Planning, left_out: Collection[int]) -> list[EntryGroup]:
    """Return which paper each entry is, in the order of their first entries: identity first, then likeness.

    Those that were left out before are like nothing.
    """
    index, read = GroupIndex(), planning.read
    for position, paper in read.fingerprints.items():
        index.add(position, paper, belonging(planning, index, position, paper))
    groups = [index.groups[first] for first in sorted(index.groups)]
    if planning.knows_by_id_alone:
        return groups
    alike = _entries_alike(planning, [group for group in groups if group.members[0] not in left_out])
    ranks = list(Likely)
    for position, group in enumerate(groups):
        if group.members[0] in left_out or group.publication or group.doubt or group.reason == DECIDED:
            continue
        # Nothing identifies it: it may be what it is like, the likeliest first.
        duplicates: dict[int, Duplicate] = {}
        for member in group.members:
            for duplicate in planning.known.duplicates(member, read.fingerprints[member]):
                duplicates.setdefault(duplicate.publication, duplicate)
        papers = tuple(sorted(duplicates.values(), key=lambda duplicate: ranks.index(duplicate.likely)))
        entries = tuple(alike.get(group.members[0], ()))
        if papers or entries:
            reason = (
                ASKS_PAPER.format(why=papers[0].likely.value)
                if papers
                else ASKS_ENTRY.format(place=read.names[entries[0]])
            )
            groups[position] = replace(group, doubt=Doubt(reason, papers, entries))
    return groups


def belonging(planning: Planning, index: GroupIndex, position: int, paper: PaperFingerprint) -> Belonging:
    """Return where an entry belongs: as somebody decided, to a paper of the site, or to earlier entries."""
    choice = planning.choices.get(position, UNDECIDED)
    if choice.fate == "create":
        return Belonging(reason=DECIDED)
    if choice.publication:
        first = index.group_of(choice.publication)
        known = Belonging(publication=choice.publication, reason=DECIDED)
        return known if first is None else Belonging(first=first)
    for other in planning.said_same.get(position, ()):
        if other in index.first_of:
            return Belonging(first=index.first_of[other])
    in_source = _in_source(planning, index, paper)
    return _on_site(planning, index, position, paper, in_source) or in_source


def _on_site(
    planning: Planning, index: GroupIndex, position: int, paper: PaperFingerprint, in_source: Belonging
) -> Belonging | None:
    """Return where an entry belongs that is a paper of the site for sure, or may be several."""
    known = planning.known
    met = sorted(set().union(*(known.by_id.get(each, ()) for each in paper.ids)))
    schemes = {scheme for pk in met for scheme, _ in paper.ids & known.fingerprints[pk].ids}
    words = next((words for scheme, words in IDS_IN_WORDS.items() if scheme in schemes), "")
    before = planning.log.taken_as.get(position)
    if len(met) == 1 and not is_contradicted(paper, known.fingerprints[met[0]]):
        publication, reason = met[0], HAS_THE_SAME.format(scheme=words)
    elif before:
        publication, reason = before, IMPORTED
    elif met:
        why = TWO_PAPERS_HERE if met[1:] else OTHERWISE_ALIKE.format(scheme=words, place=A_PAPER)
        return Belonging(doubt=Doubt(why, _by_ids(planning, paper, met)))
    elif planning.knows_by_id_alone:
        return None
    else:
        papers = {pk: known.fingerprints[pk] for title in paper.folded for pk in known.by_title.get(title, ())}
        own = bool(planning.read.records[position].known_venue)  # of a file that such a site wrote
        same = [pk for pk in papers if own != are_versions(paper, papers[pk]) and are_one_paper(paper, papers[pk])]
        if len(same) != 1:
            return None
        publication, reason = same[0], IS_PREPRINT if paper.is_preprint else HAS_PREPRINT
        reason = Likely.TITLE.value if own else reason
    first = index.group_of(publication)
    if first is not None:
        return Belonging(first=first)
    others = [index.groups[each] for each in (in_source.first, *in_source.merged) if each is not None]
    if others and not any(group.publication for group in others):
        return replace(in_source, publication=publication, reason=reason)
    return Belonging(publication=publication, reason=reason, merged=in_source.merged)


def _in_source(planning: Planning, index: GroupIndex, paper: PaperFingerprint) -> Belonging:
    """Return where an entry belongs of which earlier ones say the same paper, or may do so; else to a new group."""
    fingerprints = planning.read.fingerprints
    sharing = index.sharing(sorted(paper.ids))
    sound = []
    for first in sharing:
        others = [fingerprints[position] for position in index.groups[first].members]
        if not any(is_contradicted(paper, other) for other in others if paper.ids & other.ids):
            sound.append(first)
    publications = {publication for first in sound if (publication := index.groups[first].publication)}
    if len(publications) > 1:
        return Belonging(doubt=Doubt(TWO_PAPERS, _by_ids(planning, paper, publications)))
    if sound:
        return Belonging(first=min(sound), merged=tuple(sound))
    if sharing:
        scheme = min(scheme for scheme, value in paper.ids if (scheme, value) in index.by_key)
        why = OTHERWISE_ALIKE.format(scheme=IDS_IN_WORDS.get(scheme, scheme), place=planning.read.names[sharing[0]])
        return Belonging(doubt=Doubt(why, entries=(sharing[0],)))
    records = planning.read.records
    for first in index.sharing(paper.folded):
        members = index.groups[first].members
        others = [fingerprints[position] for position in members]
        if planning.knows_by_id_alone:
            is_one = any(records[position] == records[paper.pk] for position in members)  # said twice
        else:
            is_one = all(are_one_paper(paper, other) for other in others if set(other.folded) & set(paper.folded))
            is_one = is_one and not (records[paper.pk].known_venue and records[first].known_venue)
        if is_one:
            return Belonging(first=first)
    return Belonging()


def _by_ids(planning: Planning, paper: PaperFingerprint, publications: Iterable[int]) -> tuple[Duplicate, ...]:
    """Return papers with the identifier that speaks for each, which may do so by way of another entry."""
    same = []
    for pk in sorted(publications):
        known = planning.known.fingerprints.get(pk)
        schemes = {scheme for scheme, _ in paper.ids & known.ids} if known else set()
        likely = Likely.DOI if "doi" in schemes else Likely.ARXIV if "arxiv" in schemes else Likely.ID
        same.append(Duplicate(pk, likely))
    return tuple(same)


def _entries_alike(planning: Planning, groups: Iterable[EntryGroup]) -> dict[int, list[int]]:
    """Return for each group, by its first entry, the first entries of earlier groups that it may be the same as."""
    first = {position: group.members[0] for group in groups for position in group.members}
    alike: dict[int, set[int]] = defaultdict(set)
    for one, other in Index([planning.read.fingerprints[position] for position in first], paper_keys).pairs():
        earlier, later = sorted((first[one.pk], first[other.pk]))
        ours, theirs = (planning.read.records[each.pk] for each in (one, other))
        # A source says that two are two by a DOI and a key of each; a file that such a site wrote, by keys alone.
        are_two = "doi" in schemes_at_odds(one, other) or (ours.known_venue and theirs.known_venue)
        if earlier != later and not (are_two and ours.key != theirs.key) and likeness_of(one, other):
            alike[later].add(earlier)
    return {position: sorted(others) for position, others in alike.items()}

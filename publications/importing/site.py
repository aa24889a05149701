"""What the site has already, as far as a plan asks, and who and what would be new to it.

What is there is read with a constant number of queries, then plain data. New is one person for each name, and one
venue however it is spelt.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, count
from typing import Any

from labsite.texts.folding import fold
from labsite.texts.plain_text import number_in
from publications.citations.entry import packed
from publications.citations.names import Marks, Parts, in_usual_width, likeness, scripts_of, split_printed, whole_of
from publications.citations.record import MEETINGS, Name
from publications.citing import with_parts
from publications.matching.candidates import within
from publications.matching.papers import author_key
from publications.matching.people import AuthorMatch, Reason
from publications.matching.venue_names import keys, strict_form
from publications.matching.venues import VenueMatch
from publications.matching.well_known import MAX_ACRONYM_LENGTH, NewVenue
from publications.models import ImportedEntry, Publication, Venue

from .plan import PlannedAuthor, PlannedVenue, VenueHere
from .read import ReadEntries

MAX_NUMBER = 1_000_000  # papers
MIN_PAPERS = 20  # of which somebody wrote more than half before it says nothing who wrote with them
MIN_COMPANY = 2  # other authors, if there are as many, with whom somebody wrote who is meant by initials
Matches = Sequence[AuthorMatch]


def papers(keys: Collection[int]) -> dict[int, Publication]:
    """Return papers with all that belongs to them: six queries."""
    rows = with_parts(Publication.objects.defer("search_text", "abstract_html"))
    return rows.prefetch_related("earlier_versions").in_bulk(keys)


@dataclass(frozen=True)
class ImportLog:
    """What was logged of the entries of a source, by their places, and of the papers that they may be.

    Each row says what an entry of a source said of a paper when it was last taken in; of no paper, that it was left
    out. ``taken_as`` is the paper as which an entry was taken in.
    """

    by_place: dict[int, list[Any]]
    by_publication: dict[int, list[Any]]
    taken_as: dict[int, int]


def import_log(read: ReadEntries, publications: Collection[int]) -> ImportLog:
    """Return what was logged of entries, of those alike in title, year and authors, and of papers: two queries.

    An entry is the one that said the same word for word, else the one of its identity that no other of these is.
    """
    columns = ("pk", "source", "identity", "publication", "said")
    papers = set(publications)  # and those of the entries
    logged: dict[int, Any] = {}
    for lookup, wanted in (("identity", {*read.identities} - {""}), ("publication", papers)):
        rows = within(ImportedEntry.objects.order_by(), lookup, wanted).values_list(*columns, named=True)
        logged |= {row.pk: row for row in rows.iterator() if getattr(row, lookup) in wanted}
        papers |= {row.publication for row in logged.values() if row.publication}
    alike: dict[str, list[Any]] = defaultdict(list)  # by identity, without the number of those that are alike
    by_publication: dict[int, list[Any]] = defaultdict(list)
    for row in (logged[pk] for pk in sorted(logged)):
        alike[row.identity.partition("-")[0]].append(row)
        if row.publication:
            by_publication[row.publication].append(row)
    by_place: dict[int, list[Any]] = {}
    repeated = set()
    for position, identity in enumerate(read.identities):
        rows = alike.get(identity.partition("-")[0], ()) if identity else ()
        record = packed(read.entries[position])["record"] if rows else None
        if same := [row for row in rows if row.said == record]:
            by_place[position] = same
            repeated |= {row.pk for row in same}
    for position, identity in enumerate(read.identities):
        rows = alike.get(identity.partition("-")[0], ()) if identity and position not in by_place else ()
        if own := [row for row in rows if row.identity == identity and row.pk not in repeated]:
            by_place[position] = own
    taken = {position: [row.publication for row in rows if row.publication] for position, rows in by_place.items()}
    return ImportLog(by_place, dict(by_publication), {position: keys[0] for position, keys in taken.items() if keys})


class NewPeople:
    """Gives the authors whom the site doesn't know keys that entries share; ``chosen`` says who a key is all the same.

    ``sure`` says of each list whether its paper is certain to be written, so that it counts for how people are called.
    A name with spelled-out given names is one person throughout, unless ORCID iDs tell several apart. Initials are
    taken for the only new person whom they may mean and who wrote with others of the authors, besides whoever wrote
    nearly everything, as long as nobody on the site may be meant. ``members`` are the names of those who may be meant,
    which is asked.
    """

    def __init__(
        self,
        lists: Sequence[Matches],
        sure: Sequence[bool],
        chosen: dict[str, Any],
        people: Collection[int],
        members: dict[int, str],
    ) -> None:
        self.chosen = {key: pk for key, value in chosen.items() if (pk := number_in(value)) in people}
        families = {key: str(choice.get("family") or "") for key, choice in chosen.items() if isinstance(choice, dict)}
        self.decided = {*self.chosen, *families, *(key for key, value in chosen.items() if value == "new")}
        self.people = people
        self.members = members
        self.spelled: dict[tuple[str, str], set[Parts]] = defaultdict(set)
        self.in_both: dict[str, set[str]] = defaultdict(set)  # names in two scripts, by the name in one of them
        parted: dict[str, set[str]] = defaultdict(set)  # how sources part names, by the whole of these
        orcids: dict[str, set[str]] = defaultdict(set)
        prints: dict[str, Counter[Name]] = defaultdict(Counter)
        company = [{author_key(match.name) for match in matches} for matches in lists]
        times = Counter(chain.from_iterable(company))
        self.usual = {who for who, number in times.items() if number > max(len(lists), MIN_PAPERS) / 2}
        self.wrote_with: dict[str, list[set[tuple[str, str]]]] = defaultdict(list)  # by whole names
        unknown = [[match for match in matches if not match.person] for matches in lists]
        for name, others in (
            (match.name, each) for each, some in zip(company, unknown, strict=True) for match in some
        ):
            parts, *native = scripts_of(name)
            for one in (parts, *native) if native else ():
                self.in_both[one.whole].add(whole_of(name))
            if name.given and not name.is_guess:
                parted[parts.whole].add(name.family)
            if name.orcid:
                orcids[whole_of(name)].add(name.orcid)
            if parts.given and not parts.is_initials:
                self.spelled[parts.family, parts.given[0][:1]].add(parts)
                self.wrote_with[parts.whole].append(others)
        self.only_orcid = {whole: ids.pop() for whole, ids in orcids.items() if len(ids) == 1}
        for matches, others, is_sure in zip(unknown, company, sure, strict=True):
            for match in matches:
                prints[self.key(match, others)][match.name] += MAX_NUMBER if is_sure else 1
        self.names = {key: _best(names) for key, names in prints.items()}
        for key, name in self.names.items():
            choice = parted[scripts_of(name)[0].whole] if name.is_guess else set()
            if family := families.get(key) or (choice.pop() if len(choice) == 1 else ""):
                self.names[key] = replace(split_printed(str(name), family), orcid=name.orcid)

    def key(self, match: AuthorMatch, company: set[tuple[str, str]]) -> str:
        """Return under which key an author is new: the whole name, or the only ORCID iD that somebody of it has."""
        if match.name.orcid:
            return match.name.orcid
        parts, name = scripts_of(match.name)[0], whole_of(match.name)
        in_both = self.in_both.get(name, ())
        if len(in_both) == 1:
            [name] = in_both
        if parts.is_initials and not match.candidates:
            spelled = self.spelled.get((parts.family, parts.given[0][:1]), ())
            wholes = {each.whole for each in spelled if likeness(parts, each)}
            meant = {self.only_orcid.get(each, each) for each in wholes}
            others = company - self.usual - {author_key(match.name)}
            known = others & set().union(*chain.from_iterable(self.wrote_with[each] for each in wholes))
            if len(meant) == 1 and len(known) >= max(1, min(MIN_COMPANY, len(others))):
                return meant.pop()
        return self.only_orcid.get(name, name)

    def authors(self, matches: Matches, marks: Sequence[Marks], chosen: dict[str, Any]) -> tuple[PlannedAuthor, ...]:
        """Return the authors of one paper, some of them as somebody chose them; nobody is among them twice."""
        met: Counter[Any] = Counter()
        planned = []
        sure = {match.person for match in matches}
        company = {author_key(match.name) for match in matches}
        for index, (match, signs) in enumerate(zip(matches, marks, strict=True)):
            key, choice = self.key(match, company), chosen.get(str(index))
            by_name = match.person or (pk if (pk := self.chosen.get(key)) not in sure else None)
            person = pk if choice and (pk := number_in(choice)) in self.people else by_name
            if person and choice != "new" and not met[person]:
                author = PlannedAuthor(replace(match, person=person), signs, "" if match.person else key)
            else:
                candidates = tuple(dict.fromkeys([*filter(None, [match.person]), *match.candidates]))
                reason = Reason.CHOOSE if candidates else Reason.NEW
                unknown = AuthorMatch(match.name, reason, None, candidates)
                own_key = f"{key} ({met[key] + 1})" if met[key] else key
                is_settled = choice == "new" or key in self.decided or met[key]
                free = () if is_settled else (pk for pk in candidates if pk not in sure and not met[pk])
                may_be = " or ".join(self.members[pk] for pk in free if pk in self.members)
                author = PlannedAuthor(unknown, signs, own_key, self.names.get(key, match.name), may_be)
            met[author.match.person or author.key] += 1
            planned.append(author)
        return tuple(planned)


def _best(names: Counter[Name]) -> Name:
    """Return how a new person is called: spelled out, as most papers print it, with all letters, not in capitals."""
    wholes: Counter[str] = Counter()
    for name, times in names.items():
        wholes[whole_of(name)] += times
    worth = {}
    for name, times in names.items():
        text, name_key = str(name), whole_of(name)
        parts, *native = scripts_of(name)
        is_named = not text.isupper(), not parts.is_initials, bool(native), not name.is_guess
        worth[name] = *is_named, wholes[name_key], len(name_key), not text.isascii(), times
    orcid = next((name.orcid for name in names if name.orcid), "")
    return replace(in_usual_width(max(names, key=lambda name: worth[name])), orcid=orcid)


@dataclass(eq=False)
class UnknownVenue:
    """A venue that the site doesn't know, with how many entries call it what."""

    key: str
    called: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))  # by the fields of NewVenue
    is_near: bool = False
    is_well_known: bool = False
    candidates: tuple[int, ...] = ()


def _may_be(match: VenueMatch, unknown: UnknownVenue, by_acronym: bool = False) -> bool:
    """Whether kinds and acronyms let both be one; citations call papers of workshops conference papers."""
    kinds = {match.new.kind, *unknown.called["kind"]} - {""}
    acronyms = {strict_form(each) for each in (match.new.acronym, *unknown.called["acronym"]) if each}
    is_other = match.is_well_known != unknown.is_well_known and len(acronyms) > 1  # of the well-known one's name
    return not is_other and (len(kinds) < 2 or (by_acronym and kinds <= {*MEETINGS}))


class NewVenues:
    """All unknown venues of a plan by what their names come to; ``chosen`` says what becomes of a key."""

    def __init__(self, matches: Sequence[VenueMatch], chosen: dict[str, Any], venues: dict[int, VenueHere]) -> None:
        self.venues = venues
        self.chosen = {key: choice for key, choice in chosen.items() if isinstance(choice, dict)}
        self.found: dict[str, UnknownVenue] = {}
        self.by_name: dict[tuple[str, ...], UnknownVenue] = {}  # by kind and strict form
        self.by_acronym: dict[str, list[UnknownVenue]] = defaultdict(list)
        self.meant: dict[VenueMatch, UnknownVenue] = {}
        for match in matches:
            if match.printed and not match.venue:
                unknown = self.meant.get(match) or self._named(match)
                unknown.is_near |= match.is_near
                unknown.is_well_known |= match.is_well_known
                unknown.candidates = tuple(dict.fromkeys([*unknown.candidates, *match.candidates]))
                for name, text in vars(match.new).items():
                    if text:
                        unknown.called[name][text] += 1
                self.meant[match] = unknown
        self.taken = {venue.acronym.casefold() for venue in venues.values()} - {""}
        # The well-known ones first, so that no other takes their acronyms.
        ordered = sorted(self.found.values(), key=lambda unknown: not unknown.is_well_known)
        self.proposed = {unknown.key: self._proposed(unknown) for unknown in ordered}

    def _named(self, match: VenueMatch) -> UnknownVenue:
        """Return the venue that an entry names, which may be met for the first time.

        It is known by its name, or as the only one of its acronym, unless both have whole names, which differ.
        """
        names = [strict_form(match.new.name)] if match.new.name else []
        acronyms = keys(match.new.acronym)[:1]
        of_acronym = (each for key in acronyms for each in self.by_acronym[key])
        possible = [each for each in of_acronym if not (names and each.called["name"]) and _may_be(match, each, True)]
        kinds = (match.new.kind, "") if match.new.kind else ("", *Venue.Kind.values)  # not stated, it may be any
        same = (each for kind in kinds if names and (each := self.by_name.get((kind, *names))))
        unknown = next((each for each in same if _may_be(match, each)), None)
        if not unknown and len(possible) == 1:
            unknown = possible[0]
        if not unknown:
            stem = (names or acronyms or (fold(match.printed) or match.printed,))[0]
            tries = chain([stem], (f"{stem} {number}" for number in count(2)))
            unknown = UnknownVenue(next(key for key in tries if key not in self.found))
            self.found[unknown.key] = unknown
        if names:
            self.by_name.setdefault((match.new.kind, *names), unknown)
        for key in acronyms:
            if unknown not in self.by_acronym[key]:
                self.by_acronym[key].append(unknown)
        return unknown

    def _proposed(self, unknown: UnknownVenue) -> NewVenue:
        """Return a venue as entries call it most often, or under the names that somebody gave it.

        It has an acronym if one is printed that no other venue has.
        """
        most = {}  # of several names that are equally frequent, the longest, and rather with capitals than without
        for part in ("name", "kind", "publisher"):
            times = unknown.called[part]
            most[part] = max(times, key=lambda text: (times[text], len(text), not text.islower(), text), default="")
        acronyms = [each for each, _ in unknown.called["acronym"].most_common()]
        acronym = next((each for each in acronyms if each.casefold() not in self.taken), "")
        named = next(filter(None, [most["name"], *acronyms, unknown.key]))
        name = "" if fold(named) == fold(acronym) else named
        self.taken.add(acronym.casefold())
        choice = self.chosen.get(unknown.key, {})
        if choice.get("venue") != "new":
            return NewVenue(acronym, name, most["kind"], most["publisher"])
        own = str(choice.get("acronym") or "").strip()[:MAX_ACRONYM_LENGTH]
        is_free = own.casefold() in ("", acronym.casefold()) or own.casefold() not in self.taken
        own_name = str(choice.get("name") or "").strip()
        acronym, name = own if is_free else acronym, own_name or (name if own else named)
        self.taken.add(acronym.casefold())
        kind = str(choice.get("kind") or "").strip()
        return NewVenue(acronym, name, kind if kind in Venue.Kind.values else most["kind"], most["publisher"])

    def planned(self, match: VenueMatch) -> PlannedVenue:
        """Return where an entry appeared, as far as that is known or decided."""
        if match.venue or not match.printed:
            here = self.venues.get(match.venue or 0)
            return PlannedVenue(match.printed, match.venue, name=here.name if here else "")
        unknown = self.meant[match]
        proposed, choice = self.proposed[unknown.key], self.chosen.get(unknown.key, {}).get("venue")
        venue = pk if choice and (pk := number_in(choice)) in self.venues else None
        is_new = not venue and choice != "none" and (choice == "new" or not unknown.is_near)
        new = proposed if is_new else None
        name = self.venues[venue].name if venue else (new.name or new.acronym) if new else ""
        return PlannedVenue(match.printed, venue, new, unknown.key, unknown.candidates, proposed, name)

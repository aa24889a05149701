"""The authors of a lab's own papers who are its members under another name.

A lab's list of papers is strong evidence: whoever is printed there with a middle initial, a short given name or
another transliteration of a letter is the member whom alone that can mean. So is whoever is printed without a middle
name, or again and again with initials alone, if nobody else there bears that uncommon family name; and on every fifth
paper of the list nobody is a stranger. The inbox lists what was taken so, for one click to part it again, and asks
what is less certain, once for each member.
"""

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import IntEnum
from functools import lru_cache

from labsite.contrib.moving.models import NameOfMember
from labsite.contrib.moving.words import WORDS
from labsite.curation.duplicates.candidates import different
from labsite.curation.duplicates.merging import Decision, merge, objection
from people.models import Person
from publications.citations.names import NATIVE, Likeness, Parts, loosely
from publications.citations.repeats import COMMON
from publications.matching.candidates import people_alike
from publications.matching.people import PersonFingerprint, compare_names, people_with_coauthors

from .context import MoveContext, MoveNote, Pieces

MIN_SPELT = 5  # letters of a word that may be spelt otherwise: shorter ones differ by a letter as names do

LONG_OF = WORDS["short_forms"]
SYLLABLE = (
    "(?:zh|ch|sh|[bpmfdtnlgkhjqxrzcsyw])?"
    "(?:i?ang|iong|uang|eng|ian|iao|ing|ong|uai|uan|ai|an|ao|ei|en|er|ia|ie|in|iu|ou|ua|ue|ui|un|uo|[aeiou])"
)
ONE_SYLLABLE, PINYIN = re.compile(SYLLABLE), re.compile(f"(?:{SYLLABLE})+")
KOREAN = {"choi", "jung", "kim", "kwak", "kwon", "lee", "moon", "park", "seok", "yoon"}
DOUBLED = re.compile(r"([a-z])\1")
BREATHED = re.compile("(?<=[bdgkt])h")


@lru_cache(maxsize=8192)
def sound_of(word: str) -> str:
    """Return what a folded word has in common with its other transliterations: ``mohamad`` of Mohammad."""
    inner = loosely(word)[:1] + loosely(word)[1:].replace("y", "i")
    return DOUBLED.sub(r"\1", BREATHED.sub("", inner))


def is_spelt_like(one: str, other: str) -> bool:
    """Return whether two words are one in several transliterations; syllables of Chinese are as many names."""
    if min(len(one), len(other)) < MIN_SPELT or (PINYIN.fullmatch(one) and PINYIN.fullmatch(other)):
        return False
    return sound_of(one) == sound_of(other)


def shortens(one: str, other: str) -> bool:
    """Return whether one given name is short for the other."""
    return other in LONG_OF.get(one, ()) or one in LONG_OF.get(other, ())


def looks_chinese(given: str, family: str) -> bool:
    """Return whether a name may be of one-syllable parts, of which an initial is as much as a name."""
    return bool(ONE_SYLLABLE.fullmatch(given) and (PINYIN.fullmatch(family) or family in KOREAN))


MANY_PAPERS = 5  # of a lab's list, that hardly belong to a stranger of a member's name
MANY_TIMES = 10  # as many papers as a namesake whom one of them names, too: then that one is the stranger
MIN_SHARE = 0.2  # of a lab's list, that no stranger has, however common the name
NEARLY_ALL = 0.9  # of a lab's list: so many have its leader among their authors, under one name or the other


class Certainty(IntEnum):
    """Whether an author of the lab's papers is a member."""

    NO = 0
    MAYBE = 1
    SURE = 2


@dataclass
class NamesOfMember:
    """Under which other names, as authors without a page, a member's papers may stand."""

    member: PersonFingerprint
    sure: list[PersonFingerprint] = field(default_factory=list)
    maybe: list[PersonFingerprint] = field(default_factory=list)

    def is_about_one_person(self, author: PersonFingerprint) -> bool:
        """Return whether nothing speaks against the author being the member, together with the others."""
        doubtful = [other for other in self.maybe if len(other.papers) * MANY_TIMES > len(author.papers)]
        rivals = [other for other in (self.member, *self.sure, *doubtful) if other is not author]
        if any(author.papers & other.papers for other in rivals):
            return False
        return all(_may_be_one(author, other) for other in self.sure if other is not author)


def take_for_members(context: MoveContext, first_new: int) -> Pieces:
    """Give each member the papers that stand under another name of theirs, of authors who came with this move.

    ``first_new`` is the lowest primary key of those. The inbox asks about the others.
    """
    judged: list[NamesOfMember] = []
    members = set(Person.objects.members().values_list("pk", flat=True))
    yield lambda: judged.extend(names_of_members(people_with_coauthors(), members))
    for names in judged:
        taken = [other for other in names.sure if other.pk >= first_new]
        names.maybe += [other for other in names.sure if other not in taken]
        for author in by_papers(taken):
            _take(context, names.member, author)
            yield None
    NameOfMember.objects.exclude(author=None).delete()
    for names in sorted(judged, key=lambda each: -sum(len(other.papers) for other in each.maybe)):
        if names.maybe:
            others = ", ".join(f"{other.names[0]} ({_in_words(other)})" for other in by_papers(names.maybe))
            context.note(MoveNote.ALIKE, f"{names.member.names[0]}: {others}")
            rows = (NameOfMember(member_id=names.member.pk, author=author.pk) for author in by_papers(names.maybe))
            NameOfMember.objects.bulk_create(rows)
    yield None


def by_papers(authors: Iterable[PersonFingerprint]) -> list[PersonFingerprint]:
    """Return authors in order, those of most papers first."""
    return sorted(authors, key=lambda each: (-len(each.papers), each.names[0]))


def names_of_members(people: list[PersonFingerprint], members: set[int]) -> list[NamesOfMember]:
    """Return the other names of each member, of whom ``members`` are the primary keys."""
    of_member = {each.pk: NamesOfMember(each) for each in people if each.pk in members}
    authors, bearers = defaultdict(list), defaultdict(list)
    number = len({paper for each in people for paper in each.papers})
    for each in people:
        family = sound_of(each.spellings[0].family)
        bearers[family].append(each)
        if each.pk not in members and each.papers:
            authors[family].append(each)
    settled = different("people", {each.pk for each in people})
    degrees: dict[PersonFingerprint, dict[int, Certainty]] = defaultdict(dict)
    for names in of_member.values():
        for family in {sound_of(spelling.family) for spelling in names.member.spellings}:
            for author in authors[family]:
                if degree := certainty(names.member, author):
                    degrees[author][names.member.pk] = degree
    for one, other, _alike in people_alike(people):
        for member, author in ((one, other), (other, one)):
            if member.pk in members and author.pk not in members:
                degrees[author].setdefault(member.pk, Certainty.MAYBE)
    for author, by_member in degrees.items():
        for pk, degree in by_member.items():
            if {author.pk, pk} in settled:
                continue
            namesakes = bearers[sound_of(author.spellings[0].family)]
            is_sure = degree is Certainty.SURE or _is_alone(author, of_member[pk].member, namesakes, number)
            (of_member[pk].sure if is_sure and len(by_member) == 1 else of_member[pk].maybe).append(author)
    for names in of_member.values():
        doubtful = [author for author in names.sure if not names.is_about_one_person(author)]
        names.sure = [author for author in names.sure if author not in doubtful]
        names.maybe += doubtful
    return [*of_member.values()]


def _is_alone(author: PersonFingerprint, member: PersonFingerprint, bearers: list[PersonFingerprint], of: int) -> bool:
    """Return whether nobody of the author's family name may be the author without being the member.

    Common names don't tell unless on many ``of`` so many papers, and initials alone only do on several.
    """
    name, number = author.spellings[0], len(author.papers)
    is_common = name.family in COMMON or name.family in KOREAN or ONE_SYLLABLE.fullmatch(name.family)
    least = max(MANY_PAPERS, MIN_SHARE * of) if is_common else MANY_PAPERS if name.is_initials else 1
    if member not in bearers or number < least:
        return False
    if number >= MANY_PAPERS and len(author.papers | member.papers) >= NEARLY_ALL * of:
        return True
    return all(_may_be_one(each, member) for each in bearers if _may_be_one(each, author))


def certainty(member: PersonFingerprint, author: PersonFingerprint) -> Certainty:
    """Return how surely an author of the lab's own papers is one of its members, as far as their names tell."""
    if member.orcid and author.orcid and member.orcid != author.orcid:
        return Certainty.NO
    own, spellings = author.spellings[0], (member.spellings, author.spellings)
    natives = [{each.whole for each in held if NATIVE.match(each.family)} for held in spellings]
    if all(natives) and not natives[0] & natives[1]:
        return Certainty.NO
    return max((same_name(own, spelling) for spelling in member.spellings), default=Certainty.NO)


def same_name(one: Parts, other: Parts) -> Certainty:
    """Return how surely two names are one person's who belongs to a lab of a few dozen.

    Surely, if at least one given name is written out in both and the others agree: with their initials, with one
    missing that is an initial, by a short form or by one word that is spelt otherwise.
    """
    if not (one.given and other.given) or (one.suffix and other.suffix and one.suffix != other.suffix):
        return Certainty.NO
    short, long = sorted((one, other), key=lambda each: len(each.given))
    words = [(short.family, long.family), *zip(short.given, long.given, strict=False)]
    differing = [pair for pair in words if pair[0] != pair[1]]
    initials = [pair for pair in differing[:] if 1 in map(len, pair) and (pair[0][0] == pair[1][0])]
    spelt = [pair for pair in differing if pair not in initials and is_spelt_like(*pair)]
    shortened = [pair for pair in words[1:2] if pair in differing and shortens(*pair)]
    if len(initials) + len({*spelt, *shortened}) < len(differing) or len({*spelt, *shortened}) > 1:
        return Certainty.NO
    missing = long.given[len(short.given) :]
    is_written_out = any(len(ours) > 1 and len(theirs) > 1 for ours, theirs in words[1:])
    if not is_written_out or any(len(word) > 1 for word in missing):
        return Certainty.MAYBE
    hides_a_syllable = (missing or initials) and looks_chinese(short.given[0], short.family)
    return Certainty.MAYBE if hides_a_syllable else Certainty.SURE


def _may_be_one(one: PersonFingerprint, other: PersonFingerprint) -> bool:
    """Return whether two authors may both be the member, as far as their names tell."""
    agree = compare_names(one.spellings[:1], other.spellings[:1]) is not Likeness.NONE
    return agree or same_name(one.spellings[0], other.spellings[0]) is not Certainty.NO


def _take(context: MoveContext, member: PersonFingerprint, author: PersonFingerprint) -> None:
    rows = Person.objects.in_bulk([member.pk, author.pk])
    if len(rows) < len({member.pk, author.pk}) or objection(rows[member.pk], rows[author.pk]):
        return
    name, papers = rows[author.pk].name, list(rows[author.pk].authorships.values_list("pk", flat=True))
    merge(Decision(rows[member.pk], rows[author.pk]))
    NameOfMember.objects.create(member_id=member.pk, name=name, authorships=papers)
    context.filled["papers of members under another name"] += len(author.papers)
    context.note(MoveNote.TAKEN, f"{_in_words(author)} of {name} taken for {member.names[0]}’s")


def _in_words(author: PersonFingerprint) -> str:
    return f"{len(author.papers)} paper{'' if len(author.papers) == 1 else 's'}"

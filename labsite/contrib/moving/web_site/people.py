"""People on pages: names that stand alike below a heading of roles, or beside a role or a photo."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby, takewhile

from labsite.contrib.moving.no_people import NO_PEOPLE
from labsite.contrib.moving.outcomes import FileOutcomes
from labsite.contrib.moving.people_tables import headings_of, people_in_table
from labsite.contrib.moving.site import SitePerson, SiteRole
from labsite.contrib.reading.career import StatedLink
from labsite.contrib.reading.front_matter import BrokenFile, mapping_in, read_json
from labsite.contrib.reading.networks import kind_of, split_address
from labsite.contrib.reading.pasted_people import PastedPerson, heading_in, people_in
from labsite.contrib.reading.usual_signs import in_usual_signs
from labsite.contrib.reading.wording import DEGREE, has_ended, is_role_alone, role_in, roles_in, without_titles
from labsite.texts.email_addresses import find_email_addresses
from people.models import ProfileLink
from publications.citations.identifiers import orcid_in
from publications.citations.names import NATIVE, PARTICLES

from .lines import PageLine, markdown_of
from .pages import HtmlPage, topic_of

PARTS = re.compile(r"\s*[,，;；|·•/:：–—→]\s*|\s+-+\s+|\s*[(（\[]|\s+(?=(?:Ph\.?\s?D|M\.?\s?S|B\.?\s?S)\b)")
BOTH_SCRIPTS = re.compile(r"[^,，;:()（）]{2,40}\s*[(（][^()（）]{2,40}[)）]")
STRONG = re.compile(r"h\d\.|(?:lead|a|strong|b)$")  # of lines that are headings, bold or links
MIN_ALIKE = 0.7  # of the lines of one shape: so many begin with a name where names stand so
MAX_LINE = 100  # characters of what says a role, years or where somebody went
PARTS_OF_HEADING = re.compile(r",|/|&|\band\b|和|与")
PORTRAIT = re.compile(r"(?:portrait|photo|photograph|picture|headshot) of (.+)", re.IGNORECASE)
PICTURE = re.compile(r"!\[[^\]]*\]\([^)]*\)")
MAX_BEFORE = 20  # lines of a card above the name
MAX_SHORT = 6  # lines, of the first about somebody
MOST_UNREAD = 0.8  # of a line that says a role: so much may say something else
PROSE = re.compile(r"\w{3}[.!?]\s+[A-Z]|。.|^(?:ph\.?\s?d|[bm]\.?\s?(?:sc?|a|eng))\.?\s*(?:,|in\b)", re.IGNORECASE)
NOW = re.compile(
    r"(?:current(?:ly)?|present) (?:affiliation|position|employer|job)\s*:?\s*|(?:first|next) position:\s*",
    re.IGNORECASE,
)
DATED = re.compile(r"([^(（]{0,40})[(（]([^()（）]*\d{4}[^()（）]*)[)）]")
HOMEPAGE = re.compile(r"home\s?page|web\s?(?:site|page)|personal|主页|主頁|홈페이지|ホームページ", re.IGNORECASE)


def name_at(text: str) -> str:
    """Return the name of a person with which a line begins, with titles and its other spelling in brackets."""
    text = re.sub(r"^((?:Assoc\.\s?)?(?:Prof|Dr)\.)(?=\w)", r"\1 ", text)
    both = BOTH_SCRIPTS.match(text)
    first = PARTS.split(text)[0].strip()
    if both and bool(NATIVE.search(first)) != bool(NATIVE.search(both[0][len(first) :])) and _is_name(first):
        return both[0]
    return first if _is_name(first) else ""


def _is_name(text: str) -> bool:
    bare = without_titles(text)[0].removeprefix("Dr. ").removeprefix("Prof. ")
    if NATIVE.fullmatch(bare):
        return 2 <= len(bare.replace(" ", "")) <= 4 and not (
            is_role_alone(bare) or NO_PEOPLE["label"].search(bare) or topic_of(bare)
        )
    words = NATIVE.sub("", bare).split()
    is_shaped = 2 <= len(words) <= 5 and all(
        word in PARTICLES or (word[0].isupper() and re.fullmatch(r"[^\W\d_]+(?:[.'’-][^\W\d_]*)*", word))
        for word in words
    )
    is_other = (
        NO_PEOPLE["group"].search(bare)
        or NO_PEOPLE["label"].search(bare)
        or role_in(bare)
        or has_ended(bare)
        or topic_of(bare)
    )
    return is_shaped and not is_other and any(len(word) > 2 for word in words)


def people_on(page: HtmlPage, outcomes: FileOutcomes) -> Iterator[SitePerson]:
    """Yield the people of a page, marking their lines as used."""
    lines = page.lines
    yield from _in_linked_data(page)
    for _, table in groupby(
        [line for line in lines if line.row and line.topic == "people"], lambda line: line.row and line.row[0]
    ):
        cells = list(table)
        rows = [[cell.text for cell in row] for _, row in groupby(cells, lambda line: line.row)]
        if headings_of(rows) is not None:
            yield from people_in_table(rows, page.path, page.source, outcomes)
            for line in cells:
                line.is_used = True
    _name_portraits(lines)
    own = [at for at, line in enumerate(lines) if not line.is_used and (line.topic == "people" or line.is_name)]
    # A single word is no name, but that of a link beside names.
    several = [lines[at] for at in own if " " in lines[at].text or NATIVE.search(lines[at].text)]
    total = Counter(line.shape for line in several if not line.is_heading)
    texts = (
        (at, lines[at].lead if lines[at].is_name else "", lines[at].text) for at in own if not lines[at].is_heading
    )
    named = {at: name for at, lead, text in texts if (name := name_at(text.startswith(lead) and lead or text))}
    shapes = Counter(lines[at].shape for at in named)
    likely = [shape for shape in shapes if shapes[shape] >= MIN_ALIKE * total[shape]]
    likely += [line.shape for line in lines if line.is_name and line.shape not in likely]
    strong = {_base(shape) for shape in likely if STRONG.search(shape)}
    for base in sorted(dict.fromkeys(map(_base, likely)), key=lambda each: each not in strong):
        places = [at for at in named if lines[at].shape in likely and _base(lines[at].shape) == base]
        # Where there are such lines, others are no names.
        cards = {lines[at].items for at in places if STRONG.search(lines[at].shape)} - {()}
        places = [at for at in places if lines[at].items not in cards or STRONG.search(lines[at].shape)]
        places = [at for at in places if not lines[at].is_used]
        inside: Counter[int] = Counter(item for at in places for item in lines[at].items)
        depths = [next((n for n, item in enumerate(lines[at].items) if inside[item] == 1), -1) for at in places]
        for number, at in enumerate(places):
            end = places[number + 1] if number + 1 < len(places) else len(lines)
            block = _block(lines, at, end, max(depths) if len(places) > 1 else len(lines[at].items) - 1)
            person = _person(page, lines[at], named[at], block)
            if person:
                for line in block:
                    line.is_used = True
                yield person


def _name_portraits(lines: list[PageLine]) -> None:
    """Write who is portrayed beside the pictures that alone name somebody."""
    texts = " ".join(line.text for line in lines)
    for line in (line for line in lines if line.topic == "people" and not line.text):
        portrayed = next(filter(None, (PORTRAIT.fullmatch(words) for words, _ in line.pictures)), None)
        if portrayed and without_titles(portrayed[1])[0] not in texts:
            line.text, line.lead, line.is_name = portrayed[1], portrayed[1], True


def _in_linked_data(page: HtmlPage) -> Iterator[SitePerson]:
    """Yield the people whose name and role a page states as schema.org's JSON-LD."""
    for script in page.document.query('script[type="application/ld+json"]'):
        try:
            stack = [read_json(script.to_text(), page.path)]
        except BrokenFile:
            continue
        while stack:
            held = stack.pop()
            fields = mapping_in(held)
            role = role_in(fields.line("jobTitle"))
            if fields.line("@type") == "Person" and role and _is_name(fields.line("name")):
                person = SitePerson(fields.line("name"), roles=[SiteRole(role)], path=page.path)
                person.headline = fields.line("jobTitle")[:200]
                person.emails = find_email_addresses(fields.line("email"))
                person.photo = page.source.resolve(fields.line("image"), page.path)
                yield person
            inner = held if isinstance(held, list) else [fields.get(name) for name in ("@graph", "member", "employee")]
            stack += [each for each in inner if isinstance(each, dict | list)]


def _base(shape: str) -> str:
    """Return what lines of one kind share, whether or not they are links, bold or separated by <br>."""
    return shape.partition("|")[0]


def _block(lines: list[PageLine], at: int, end: int, depth: int) -> list[PageLine]:
    """Return the lines about somebody whose name is in one: the card around it, else what follows it."""
    items = lines[at].items
    if items and depth >= 0:
        item = items[min(depth, len(items) - 1)]
        before = takewhile(lambda line: item in line.items, reversed(lines[max(at - MAX_BEFORE, 0) : at]))
        behind = takewhile(lambda line: item in line.items, lines[at:end])
        block = [line for line in (*[*before][::-1], *behind) if not (line.is_heading or line.is_used)]
    else:
        ends = (
            n
            for n, line in enumerate(lines[at + 1 : end], at + 1)
            if line.is_heading or line.is_name or 0 < line.level <= lines[at].level
        )
        stop = next(ends, end)
        block = lines[at:stop]
        while stop < len(lines) and len(block) > 1 and not block[-1].text and lines[at - 1 if at else 0].pictures:
            block = block[:-1]  # the photo of the next one
    above = lines[at - 1] if at else None
    if above and not any(line.pictures for line in block) and above.pictures and not (above.text or above.is_used):
        block = [above, *block]
    return block


def _person(page: HtmlPage, line: PageLine, name: str, block: list[PageLine]) -> SitePerson | None:
    """Return somebody, if it is certain that it is a person: by a role, a photo among people, or in so many words."""
    headings = [each for each in line.headings if each != line.text]
    roles = [role for role in roles_in(next(filter(role_in, reversed(headings)), "")) if role]
    stated, short, prose = _read(line, name, [each for each in block if each is not line])
    ended = stated.has_left or any(has_ended(PARTS_OF_HEADING.split(each)[0]) for each in headings)
    role = roles[0] if len(roles) == 1 and stated.role != "lead" else stated.role or next(iter(roles), "")
    photos = (page.source.resolve(source, page.path) for each in block for _, source in each.pictures)
    photo = next(filter(None, photos), "")
    is_certain = role or ended if page.topic == "people" else stated.role
    if not (is_certain or photo or line.is_name):
        return None
    if stated.went_to and not ended:  # which is where somebody is who is here as well
        prose.append(PageLine(stated.went_to, stated.went_to))
    headline = next((words for words in short if role_in(words) == role), "")
    prose += [PageLine(words, words) for words in short if words != headline]
    text = PICTURE.sub("", markdown_of(replace(each, row=None) for each in prose)).strip()
    person = SitePerson(name, headline=headline[:200], photo=photo, path=page.path, biography=text)
    if role or ended or stated.start:
        is_over = ended and not stated.end
        person.roles.append(SiteRole(role, stated.start, stated.end, is_over, stated.went_to))
    person.emails = [stated.email] if stated.email else []
    _add_links(page, person, line, block)
    return person


def _read(line: PageLine, name: str, others: list[PageLine]) -> tuple[PastedPerson, list[str], list[PageLine]]:
    """Return what the short lines about somebody state, those that state a role and more, and all other lines."""
    stated, short, prose, label = PastedPerson(0, ""), list[str](), list[PageLine](), ""
    rest = line.text[len(name) :].strip(" ,，;:|·–—-")
    rest = "" if DEGREE.fullmatch(rest) else rest  # which is a title
    rest = rest[1:-1] if re.fullmatch(r"[(（][^()（）]*[)）]", rest) else rest
    few = [line, *takewhile(lambda each: not each.level or each.level == line.level, others)][:MAX_SHORT]
    for number, each in enumerate((line, *others)):
        words, label = label + (each.text if number else rest), ""
        if NOW.fullmatch(words):
            label = "now: "
            continue
        is_group = number and heading_in(words) and words.lower().endswith("s")
        is_short = words and not is_group and number < len(few) and len(words) <= MAX_LINE and not PROSE.search(words)
        read = next(people_in(f"{name}\t{NOW.sub('now: ', words)}"), None) if is_short else None
        if read and read.more and read.more[0][0] == "now":
            read = replace(read, went_to=read.more[0][2], more=())
        unread = " ".join((*read.unread, *(value for _, _, value in read.more))) if read else words
        dated = DATED.match(words) if unread else None  # Ph.D. (2020–2024), B.S. (elsewhere)
        if read and dated:
            read = next(people_in(f"{name}\t{dated[1]}\t{dated[2]}"), read)
            unread = " ".join((*read.unread, words[dated.end() :].strip(" ,"))).strip()
        states = read and (read.role or read.start or read.end or read.went_to or not unread)
        if read and states and (dated or len(unread) < MOST_UNREAD * len(words)):
            # What one line says of somebody goes before the next.
            stated = PastedPerson(**{field: getattr(stated, field) or value for field, value in vars(read).items()})
            short += [words] if read.role and unread else []
            prose += [] if read.role or not unread else [PageLine(unread, unread)]
        elif words and not _is_links_alone(each, words):
            prose.append(each if number else PageLine(words, words))
    return stated, short, prose


def _is_links_alone(line: PageLine, words: str) -> bool:
    for label, _ in line.links:
        words = words.replace(label, "", 1)
    return not re.search(r"[^\W_]{3,}", words) and bool(line.links)


def _add_links(page: HtmlPage, person: SitePerson, line: PageLine, block: list[PageLine]) -> None:
    for each in block:
        person.emails += find_email_addresses(in_usual_signs(each.text))
        for words, address in each.links:
            inner = page.source.resolve(address, page.path)
            scheme = split_address(address).scheme
            if scheme == "mailto":
                person.emails += find_email_addresses(address.removeprefix("mailto:").partition("?")[0])
            elif orcid_in(address) and "orcid.org" in address:
                person.orcid = orcid_in(address)
            elif each is line and inner in page.site and inner != page.path and person.path == page.path:
                person.path = inner
            elif scheme in ("http", "https") and not inner:
                kind = kind_of(address)
                is_home = kind == ProfileLink.Kind.OTHER and (each is line or HOMEPAGE.search(words))
                if is_home or kind != ProfileLink.Kind.OTHER or _is_links_alone(each, each.text):
                    label = words if kind == ProfileLink.Kind.OTHER and not is_home else ""
                    kind = ProfileLink.Kind.HOMEPAGE if is_home else kind
                    person.links.append(StatedLink(address, kind, label[:60]))
    person.emails = list(dict.fromkeys(person.emails))
    person.links = list({link.url: link for link in person.links}.values())

"""What is missing or odd on the pages of members."""

from labsite.curation.worklist.point import Point, Rule
from labsite.editing.form_anchors import defer_long_texts, field, numbered, row_field, section
from labsite.roles import Role
from people.models import Membership, Person, ProfileLink


def members(scope):
    """Everyone with a page, whose form can be changed."""
    return defer_long_texts(scope.rows(Person).members())


def here(scope):
    """Those who are in the lab or about to be: the ones who keep their page."""
    return members(scope).exclude(pk__in=Person.objects.alumni(scope.at).values("pk"))


def without_photo(scope):
    return [Point(person, "There is no photo.", field("photo")) for person in here(scope).filter(photo="")]


def photo_without_words(scope):
    shown = members(scope).exclude(photo="").filter(photo_alt="")
    return [Point(person, "The photo has no description.", field("photo_alt")) for person in shown]


def without_orcid(scope):
    return [Point(person, "There is no ORCID iD.", field("orcid")) for person in here(scope).filter(orcid="")]


def without_words(scope):
    silent = here(scope).filter(headline="", biography="", interests="", research_statement="")
    return [Point(person, "The page says nothing in words.", field("headline")) for person in silent]


def native_name_without_language(scope):
    named = members(scope).exclude(native_name="").filter(native_language="")
    return [
        Point(person, f"The language of “{person.native_name}” isn’t given.", field("native_language"))
        for person in named
    ]


def lost_links(scope):
    """Of co-authors too."""
    of = scope.rows(Person).filter(links__url="").values("pk")
    links = defer_long_texts(ProfileLink.objects.filter(person__in=of), "person")
    return [
        Point(link, without_address(link), row_field(link, "person", number, "url"), link.person)
        for number, link in numbered(links, "person")
        if not link.url
    ]


def without_address(link):
    """Say what a link is called, and its kind where the name is another."""
    kind = link.get_kind_display()
    what = f"“{link}” ({kind})" if link.label and kind not in link.label else f"“{link}”"
    return f"The link {what} has no address."


def alumni_without_next_step(scope):
    """Only the last time in the lab leads somewhere else."""
    alumni = Person.objects.alumni(scope.at).values("pk")
    stays = defer_long_texts(
        Membership.objects.filter(person__in=members(scope).filter(pk__in=alumni).values("pk")), "person"
    )
    return [
        Point(stay, "Where they went isn’t said.", row_field(stay, "person", number, "went_to"), stay.person)
        for number, stay in _last_of_each(numbered(stays, "person"))
        if not stay.went_to
    ]


def _last_of_each(stays):
    last = {}
    for number, stay in stays:
        ends = last[stay.person_id][1].end if stay.person_id in last else ""
        last[stay.person_id] = (number, stay) if stay.end > ends else last[stay.person_id]
    return last.values()


def two_roles(scope):
    """A role that led to the next one, and was left without an end."""
    held = Membership.objects.filter(person__in=members(scope).values("pk")).current(scope.at)
    return [
        Point(person, f"Has two roles in the lab at once: {_in_words(roles)}.", section(Membership, "person"))
        for person, roles in _by_person(defer_long_texts(held, "person")).items()
        if len(roles) > 1
    ]


def _by_person(stays):
    people = {}
    for stay in stays:
        people.setdefault(stay.person, []).append(stay)
    return people


def _in_words(stays):
    return " and ".join(stay.get_role_display() for stay in stays)


# In years: who has been one for longer has mostly become something else.
MAX_LENGTH = {
    Membership.Role.VISITOR: 2,
    Membership.Role.MASTER_STUDENT: 4,
    Membership.Role.UNDERGRADUATE: 6,
    Membership.Role.POSTDOC: 7,
    Membership.Role.PHD_STUDENT: 8,
}


def long_roles(scope):
    stays = defer_long_texts(Membership.objects.filter(person__in=members(scope).values("pk")), "person")
    return [
        Point(
            stay,
            f"{stay.get_role_display()} since {stay.start[:4]}: has that ended?",
            row_field(stay, "person", number, "end"),
            stay.person,
        )
        for number, stay in numbered(stays, "person")
        if stay.is_current(scope.at) and _is_long(stay, scope.at)
    ]


def _is_long(stay, at):
    return bool(stay.start) and at.year - int(stay.start[:4]) > MAX_LENGTH.get(stay.role, 100)


RULES = (
    Rule(
        "lost-profile-link",
        "Pages elsewhere without an address",
        "A document named the link, but its address was lost. Fill it in, or delete the link.",
        (Person,),
        lost_links,
    ),
    Rule(
        "no-photo",
        "Members without a photo",
        "The page shows initials instead.",
        (Person,),
        without_photo,
    ),
    Rule(
        "photo-words",
        "Photos without a description",
        "Say in a few words what the photo shows, for those who don’t see it.",
        (Person,),
        photo_without_words,
    ),
    Rule(
        "no-orcid",
        "Members without an ORCID iD",
        "It tells people of the same name apart, and finds their papers. It is free, at orcid.org.",
        (Person,),
        without_orcid,
    ),
    Rule(
        "no-words",
        "Pages that say nothing",
        "A headline or a few interests are enough to begin with.",
        (Person,),
        without_words,
    ),
    Rule(
        "native-language",
        "Native names without a language",
        "Fonts and screen readers need to know it, such as zh, ja or ko.",
        (Person,),
        native_name_without_language,
    ),
    Rule(
        "two-roles",
        "Members with two roles at once",
        "If one led to the other, give the earlier one an end.",
        (Person,),
        two_roles,
        Role.EDITOR,
    ),
    Rule(
        "long-role",
        "Roles that have lasted long",
        "Give the role an end, and say where they went.",
        (Person,),
        long_roles,
        Role.EDITOR,
    ),
    Rule(
        "went-to",
        "Alumni without a next step",
        "Say what came next: those who think of joining look for it.",
        (Person,),
        alumni_without_next_step,
        Role.EDITOR,
    ),
)

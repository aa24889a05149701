"""What people write of people in lists and headings: titles around a name, roles, and that somebody has left."""

import re

from labsite.contrib.reading.words import patterns, shapes

# What stands before and behind names: Prof. Dr., PhD, OC, FRS(C).
TITLES = re.compile(
    r"(?:(?:(?:Ass(?:t|oc|istant|ociate)\.?\s+|Univ\.-|apl\.\s+)?(?:Prof(?:essor)?|Dr|PD|Dipl\.-[A-Z]\w+|Frau|Herr|Mrs?|Ms|Mx)\b\.?(?:-Ing\.?)?\s+"
    r"(?:(?:rer|nat|med|phil|techn|iur|habil|h|c)\.\s*)*)+)(?=\S+\s+\S)"
)
DEGREE = re.compile(r"Ph\.?\s?D\.?|M\.?D\.?|[BM]\.?Sc\.?|DPhil|MBA|MPH")
LETTERS = re.compile(rf"{DEGREE.pattern}|(?!I+V?$)[A-Z]{{2,6}}(?:\([A-Z]+\))?")


def without_titles(name: str) -> tuple[str, str, str]:
    """Part a name into itself, what it is addressed by, and all else.

    "Prof. Dr. Ada Quill, PhD" is Ada Quill, Prof., and "Dr., PhD", for which there is no place here.
    """
    titled = TITLES.match(name)
    bare = name[titled.end() :] if titled else name
    whole, *letters = re.split(r",\s*|\s+(?=(?:Ph\.?\s?D|[BM]\.\s?Sc)\b)", bare)
    are_letters = " " in whole.strip() and all(map(LETTERS.fullmatch, letters))
    if are_letters and (titled or any(map(DEGREE.fullmatch, letters))):
        bare = whole
    else:
        letters = []
    honorific = re.search(r"(Prof|Dr)(?:essor)?\.?", titled[0]) if titled else None
    rest = titled[0].replace(honorific[0] if honorific else "", "", 1) if titled else ""
    lost = filter(None, [" ".join(rest.split()), *letters])
    return bare.strip(), f"{honorific[1]}." if honorific else "", ", ".join(lost)


TELLS = shapes("wording")

NATIVE_ROLES = patterns("native_roles")
POSTDOCTORAL = re.compile(NATIVE_ROLES["postdoc"], re.IGNORECASE)

ROLES = [
    (role, re.compile(rf"\b(?:{words})" + (f"|{NATIVE_ROLES[role]}" if role in NATIVE_ROLES else ""), re.IGNORECASE))
    for role, words in patterns("roles").items()
]


def is_postdoctoral(words: str) -> bool:
    """Return whether a title such as "Postdoctoral Researcher" is that of a postdoc."""
    return bool(POSTDOCTORAL.search(words))


def is_doctoral(words: str) -> bool:
    """Return whether a degree or title such as "Ph.D. in Systems" or "doctoral student" is of a doctorate."""
    return bool(TELLS["doctoral"].search(words)) and not is_postdoctoral(words)


def role_in(words: str) -> str:
    """Return the first role named by a heading such as "PhD students", or an empty string."""
    first = words.replace("_", " ").partition(" or ")[0]
    return next((role for role, shape in ROLES if shape.search(first)), "")


def is_of_people(words: str) -> bool:
    """Return whether a heading is about people: by a role, or by words such as "Students", which tell none."""
    return bool(role_in(words) or TELLS["of_people"].search(words.replace("_", " ")))


def beside_roles(words: str) -> str:
    """Return what words in a native script say besides roles, and that somebody has left: 2年 of 博士課程2年."""
    bare = words.strip()
    for shape in (*(re.compile(each) for each in NATIVE_ROLES.values()), TELLS["ended"], TELLS["native_filler"]):
        bare = shape.sub("", bare)
    return bare.strip()


def is_role_alone(words: str) -> bool:
    """Return whether words are a role, or that somebody has left, and maybe a year: 博士研究生, but no name."""
    return not re.sub(r"\d\s*年[生级級]?", "", beside_roles(words)).strip()


def roles_in(words: str) -> list[str]:
    """Return all roles that a heading such as "Staff / Students" names for those below it; of students none, ""."""
    parts = re.split(r"\s*(?:[/,&]|\band\b)\s*", words.replace("_", " "))
    return list(dict.fromkeys(role_in(part) for part in parts if is_of_people(part)))


def has_ended(words: str) -> bool:
    """Return whether a heading such as "Alumni" or "Former members" is about people who have left."""
    return bool(TELLS["ended"].search(words.replace("_", " ")))


def tells_of_then(words: str) -> bool:
    """Return whether words about somebody who has left are of the time before, not of what came next and where."""
    return has_ended(words) or (is_of_people(words) and not TELLS["elsewhere"].search(words))

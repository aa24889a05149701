"""What a curriculum vitae of a site says of its owner, whichever template has it."""

from labsite.contrib.moving.outcomes import FileOutcomes
from labsite.contrib.moving.site import SitePerson
from labsite.contrib.reading.curriculum import Curriculum

TEXTS = ("headline", "biography", "orcid")
LISTS = ("education", "positions", "awards", "teaching", "talks", "interests", "skills", "links")
NO_PLACE = ("", "papers", "services", "projects", "research_statement")  # papers come with the bibliography


def take_curriculum(site: FileOutcomes, owner: SitePerson, curriculum: Curriculum, path: str) -> None:
    """Give the owner what a file says of them beside what they have, and note what becomes of each of its parts."""
    for name in TEXTS:
        if not getattr(owner, name):
            setattr(owner, name, getattr(curriculum, name))
    for name in LISTS:
        getattr(owner, name).extend(getattr(curriculum, name))
    for course in curriculum.teaching:
        course.path = path
    unplaced = [heading for heading, kind in curriculum.headings if kind in NO_PLACE]
    for heading, kind in curriculum.headings:
        if kind not in NO_PLACE:
            site.brought(path, f"{heading} of {owner.name}")
    for heading in unplaced:
        site.left_out(path, f"“{heading}”: there is no place for it")
    for heading, words in curriculum.left:
        if heading not in (each.replace("_", " ") for each in unplaced):
            site.left_out(path, f"“{words}” of “{heading}”: there is no place for it")

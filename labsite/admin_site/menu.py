"""What the first page of the admin and the side of each page offer: one's own first, then the rest in human order."""

from dataclasses import dataclass

from django.urls import reverse

from labsite import roles
from people.models import Award, Person
from publications.models import Publication, Talk
from services.models import Service


@dataclass(frozen=True)
class Group:
    """What the first page of the admin shows together, by the labels of the models."""

    name: str
    about: str
    models: tuple[str, ...]


GROUPS = (
    Group("People", "Members and their pages, co-authors, and what they were awarded.", ("Person", "Award")),
    Group(
        "Publications",
        "Papers with their authors, the venues they appear at, and talks.",
        ("Publication", "Venue", "Talk"),
    ),
    Group("Professional service", "Committees, reviewing, organising and editing.", ("Service",)),
    Group(
        "The lab",
        "What the home page says, news, projects, openings, other pages, and pictures in texts.",
        ("Lab", "NewsItem", "Project", "Opening", "Page", "TextPicture"),
    ),
    Group("Users", "Who can sign in here, and what each may edit.", ("User",)),
)

# What someone with a page has of each kind, and where to add more of it.
OWN = (
    ("My papers", Publication, "admin:add-paper"),
    ("My service", Service, "admin:services_service_add"),
    ("My talks", Talk, "admin:publications_talk_add"),
    ("My awards", Award, "admin:people_award_add"),
)
SHORTER_WAYS = {"Publication": "admin:add-paper"}
UPKEEP = (
    ("Import papers", "import"),
    ("Worklist", "worklist"),
    ("Duplicates", "duplicates"),
    ("Recent changes", "changes"),
    ("Bin", "bin"),
)


def groups(user, models):
    """Return the groups that someone is offered; ``models`` are those they may see, by name, as Django lists them."""
    of_models = [_group(group.name, group.about, _present(group.models, models)) for group in GROUPS]
    upkeep = _group(
        "Keeping it true",
        "What comes from elsewhere, what is missing or odd, what is there twice, what was changed, what was deleted.",
        _upkeep(user),
    )
    return [group for group in (_own(user), *of_models[:-1], upkeep, of_models[-1]) if group and group["models"]]


def _group(name, about, models):
    return {
        "name": name,
        "about": about,
        "app_label": name.lower().replace(" ", "-"),
        "app_url": "",
        "models": models,
    }


def _present(names, models):
    return [_with_shorter_way(models[name]) for name in names if name in models]


def _with_shorter_way(model):
    """Lead to the page for adding such rows, where there is one, rather than to the empty form."""
    place = SHORTER_WAYS.get(model["object_name"])
    return model | {"add_url": reverse(place)} if place and model["add_url"] else model


def _own(user):
    """Return what is somebody's own, or None for those who have no page."""
    person = getattr(user, "person", None)
    if person is None:
        return None
    profile = _entry("My profile", _address(Person, "change", person.pk))
    kinds = [
        _entry(
            name, f"{_address(model, 'changelist')}?whose=mine", reverse(add) if roles.may(user, "add", model) else ""
        )
        for name, model, add in OWN
    ]
    return _group("Yours", "Your page, and what stands on it.", [profile, *kinds])


def _upkeep(user):
    return [_entry(name, reverse(f"admin:{place}")) for name, place in UPKEEP if roles.may_open(user, place)]


def _entry(name, address, add=""):
    return {"name": name, "object_name": name.replace(" ", "-"), "admin_url": address, "add_url": add}


def _address(model, page, *args):
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_{page}", args=args)

"""A small invented cast: a few people who stand for something, and functions that make whatever else a test needs."""

from importlib import import_module
from itertools import count
from pathlib import Path

from allauth.mfa.models import Authenticator
from django.apps import apps

from labsite import roles
from labsite.models import ApplicantKind, Lab, NewsItem, Opening, Page, Project, Section, Sponsor, User
from people.models import Award, Membership, Person
from publications.models import Authorship, Publication, Talk, TalkOccasion, Venue
from services.models import Service

CONTRIB = Path(__file__).parent / "contrib"

numbers = count(1)


def of_apps(name):
    """Return what each app that a lab can leave out adds to tests of all there is, in a cast.py of its own."""
    names = sorted(each.parent.name for each in CONTRIB.glob("*/cast.py"))
    casts = [
        import_module(f"tests.contrib.{app}.cast") for app in names if apps.is_installed(f"labsite.contrib.{app}")
    ]
    return [getattr(each, name) for each in casts if hasattr(each, name)]


def rows_of_apps(person, *args, **fields):
    """Make what those apps keep of a person."""
    return [row for rows_about in of_apps("rows_about") for row in rows_about(person, *args, **fields)]


def pi(**fields):
    """The one who leads the lab."""
    return make_member("Ada Quill", "lead", start="2010", **{"honorific": "Prof.", **fields})


def student(**fields):
    """A current PhD student, whose name has letters that ASCII has not and a spelling in another script."""
    native = {"native_name": "林 佐伊", "native_language": "zh"}
    return make_member("Zoë Lindqvist", "phd", start="2022-09", **{**native, **fields})


def alumna(**fields):
    """A member of earlier years."""
    return make_member("Maren Hale", "phd", start="2012-09", end="2018-06", **fields)


def newcomer(**fields):
    """Someone who is yet to begin."""
    return make_member("Noor Sato", "phd", start="2190-09", **fields)


def stranger(**fields):
    """A collaborator who never was in the lab, and so has no page."""
    return make_person("Ivo Brandt", **fields)


def make_person(name, **fields):
    return Person.objects.create(name=name, **fields)


def make_member(name, role="phd", start="2020", end="", has_left=False, **fields):
    person = make_person(name, **fields)
    Membership.objects.create(person=person, role=role, start=start, end=end, has_left=has_left)
    return person


def make_venue(acronym="SYSCON", **fields):
    return Venue.objects.create(acronym=acronym, **{"kind": "conference", **fields})


def make_publication(title="Quokka: Scheduling at Leisure", authors=(), venue=None, year=2024, **fields):
    """Make a paper; ``authors`` are persons, or names of which new strangers are made, in order."""
    fields = {"kind": "conference", **fields}
    publication = Publication.objects.create(title=title, venue=venue, year=year, **fields)
    for order, author in enumerate(authors, start=1):
        add_author(publication, author, order=order)
    return publication


def add_author(publication, author, **fields):
    person = make_person(author) if isinstance(author, str) else author
    return Authorship.objects.create(publication=publication, person=person, **fields)


def make_service(person, venue, kind="pc", year=2024, **fields):
    return Service.objects.create(person=person, venue=venue, kind=kind, year=year, **fields)


def make_talk(speaker, title="On Leisure", occasions=(("SYSCON", "2024-06"),), **fields):
    """Make a talk; ``occasions`` are pairs of host and date."""
    talk = Talk.objects.create(speaker=speaker, title=title, **fields)
    for host, date in occasions:
        TalkOccasion.objects.create(talk=talk, host=host, date=date)
    return talk


def make_award(person, title="Golden Quokka", year=2023, **fields):
    return Award.objects.create(person=person, title=title, year=year, **fields)


def make_lab(name="Leisure Lab", **fields):
    return Lab.objects.create(name=name, **fields)


def make_news(title="A paper was accepted", date="2024-05", **fields):
    return NewsItem.objects.create(title=title, date=date, **fields)


def make_project(title="Leisure at Scale", people=(), publications=(), **fields):
    project = Project.objects.create(title=title, **fields)
    project.people.add(*people)
    project.publications.add(*publications)
    return project


def make_section(page="news", place=40, **fields):
    return Section.objects.create(page=page, place=place, **fields)


def make_sponsor(name="Quokka Foundation", **fields):
    return Sponsor.objects.create(name=name, **fields)


def make_page(title="Join us", **fields):
    return Page.objects.create(title=title, **fields)


def make_login(person=None, role=None, **fields):
    """Make an account that may open the admin, the given person's own if there is one, with a role or without."""
    fields = {"email": f"login{next(numbers)}@lab.example", "is_staff": True, **fields}
    login = User.objects.create_user(**fields)
    if role:
        roles.give(login, role)
    if person:
        person.login = login
        person.save()
    return login


def make_typist(role, person, **fields):
    """Make the login of somebody with a role who may edit what is a person's: of a member, that person's own."""
    return make_login(person if role is roles.Role.MEMBER else None, role, **fields)


def make_administrator(**fields):
    return make_login(**{"is_superuser": True, **fields})


def make_opening(title="A PhD student", closes=None, **fields):
    return Opening.objects.create(title=title, closes=closes, **fields)


def make_applicant_kind(title="PhD students", text="Write to us.", **fields):
    return ApplicantKind.objects.create(title=title, text=text, **fields)


APP_SECRET = "JBSWY3DPEHPK3PXP"


def make_second_factors(login):
    """Give a login an authenticator app and recovery codes."""
    Authenticator.objects.create(user=login, type="totp", data={"secret": APP_SECRET})
    Authenticator.objects.create(user=login, type="recovery_codes", data={"seed": "quokka", "used_mask": 0})

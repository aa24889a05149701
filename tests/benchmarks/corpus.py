"""A made-up lab with as many papers as asked for, always the same, written in bulk; of 44 that of the fixtures.

Its program prints last, as JSON, who is signed in there, by role, and the keys of the papers that they edit.
"""

import json
import sys
from random import Random

import django
from django.apps import apps
from django.core.management import call_command
from django.db import transaction
from django.test import Client

if not apps.ready:  # a program of its own
    django.setup()

from labsite import roles  # noqa: E402
from labsite.models import Lab, NewsItem, User  # noqa: E402
from people.models import Membership, Person  # noqa: E402
from publications.models import Authorship, Publication, Venue  # noqa: E402
from services.models import Service  # noqa: E402
from tests.benchmarks.labs import SEEDED  # noqa: E402

GIVEN, FAMILY, TOPICS, THINGS, WORDS = map(
    str.split,
    (
        "Ada Bruno Chidi Dana Emre Fatima Goran Hana Ivo Jun Kaja Lars Maren Noor Olu Pia Quim Rosa Sven Tala",
        "Abara Brandt Castel Duarte Eriksen Fujii Gruber Hale Ilves Jansen Kovac Lind Moreau Nair Okoye Quill",
        "adaptive bounded causal durable elastic federated gentle hidden idle joint lazy modular neural open",
        "agents banks caches clocks graphs indexes kernels ledgers models networks queues routers streams",
        "we show that systems rest while others wait and measure how much of it is lost in the long run",
    ),
)
MEMBERS, VENUES, NEWS = 40, 50, 30
MAX_AUTHORS = 10
FIRST_YEAR, YEARS = 2005, 21
BATCH = 2000  # rows
LARGE = 300  # authors of one paper, a draft, so that no page for visitors shows it


@transaction.atomic
def make_lab(papers):
    """Fill an empty database with a lab of so many papers."""
    random = Random(papers)
    Lab.objects.create(name="Leisure Lab", tagline="We study rest.", about=_text(random, 80))
    people = _people(max(200, papers // 2))
    venues = [Venue(slug=f"v{n}", acronym=f"VEN{n}", name=f"Symposium {n}", kind="conference") for n in range(VENUES)]
    Venue.objects.bulk_create(venues)
    for first in range(0, papers, BATCH):
        numbers = range(first, min(first + BATCH, papers))
        made = Publication.objects.bulk_create(_paper(random, number, venues) for number in numbers)
        Authorship.objects.bulk_create(row for paper in made for row in _authorships(random, paper, people))
    NewsItem.objects.bulk_create(
        NewsItem(slug=f"news-{n}", title=f"News {n}", date=f"2025-{n % 12 + 1:02}") for n in range(NEWS)
    )
    Service.objects.bulk_create(
        Service(person=people[n % MEMBERS], venue=venues[n % VENUES], kind="pc", year=2025 - n // VENUES)
        for n in range(4 * VENUES)
    )


def _people(number):
    """Make members and, behind them, those with whom they write."""
    named = ((GIVEN[n % len(GIVEN)], FAMILY[n // len(GIVEN) % len(FAMILY)]) for n in range(number))
    people = [
        Person(slug=f"person-{n}", name=f"{given} {family}", given_name=given, family_name=family)
        for n, (given, family) in enumerate(named)
    ]
    Person.objects.bulk_create(people, BATCH)
    Membership.objects.bulk_create(
        Membership(person=person, role="phd", start=str(FIRST_YEAR + n % 20))
        for n, person in enumerate(people[:MEMBERS])
    )
    return people


def _paper(random, number, venues):
    return Publication(
        slug=f"paper-{number}",
        citation_key=f"paper{number}",
        title=f"{random.choice(TOPICS).title()} {random.choice(THINGS)}: {_text(random, 6)}",
        kind="conference",
        venue=random.choice(venues),
        year=FIRST_YEAR + number % YEARS,
        month=random.randint(1, 12),
        pages=f"{number}–{number + 12}",
        doi=f"10.5555/{number}",
        abstract=_text(random, 120),
    )


def _authorships(random, paper, people):
    """Give a paper one to three members and some others, the first of whom write most."""
    others = {int(len(people) * random.random() ** 3) for _ in range(random.randint(0, MAX_AUTHORS - 3))}
    members = {int(MEMBERS * random.random() ** 2) for _ in range(random.randint(1, 3))}
    for order, number in enumerate(sorted(members | others), start=1):
        yield Authorship(publication=paper, person=people[number], order=order)


def _text(random, words):
    return " ".join(random.choices(WORDS, k=words)).capitalize()


def make_logins():
    """Let somebody of each role sign in, a member with a paper of three hundred authors; return what they need."""
    [member] = Person.objects.members().order_by("pk")[:1]
    draft = {"title": "Large", "kind": "conference", "year": FIRST_YEAR, "state": Publication.State.DRAFT}
    large, is_new = Publication.objects.get_or_create(slug="large", defaults=draft)
    if is_new:
        authors = [Person(slug=f"author-{n}", name=f"Author {n}", family_name=f"Author {n}") for n in range(1, LARGE)]
        authors = [member, *Person.objects.bulk_create(authors)]
        Authorship.objects.bulk_create(
            Authorship(publication=large, person=person, order=order) for order, person in enumerate(authors, start=1)
        )
        for role in roles.Role:
            login = User.objects.create_user(email=f"{role.name.lower()}@lab.example", is_staff=True)
            roles.give(login, role)
        Person.objects.filter(pk=member.pk).update(login=User.objects.get(email="member@lab.example"))
    found = {
        "large": large.pk,
        "paper": Publication.objects.published().earliest("pk").pk,
        "lab": Lab.objects.get().pk,
    }
    for role in roles.Role:
        client = Client()
        client.force_login(User.objects.get(email=f"{role.name.lower()}@lab.example"))
        found[role.name.lower()] = client.session.session_key
    return found


if __name__ == "__main__":
    call_command("migrate", verbosity=0)
    number = int(sys.argv[1])
    if not Lab.objects.exists():
        if number == SEEDED:
            call_command("seed")
        else:
            make_lab(number)
    json.dump(make_logins(), sys.stdout)

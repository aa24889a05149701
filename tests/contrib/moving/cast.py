"""What the app for moving in adds to the cast, for tests of the core: see tests/cast.py."""

from labsite.contrib.moving.models import NameOfMember, OldAddress
from publications.models import Publication


def rows_about(person, tag="", says="", **fields):
    """Ask whether papers of another name are somebody's, which no form does, and let an old address lead to them."""
    NameOfMember.objects.create(member=person, name=f"{person.name} Jr.")
    return [OldAddress.objects.create(path=f"/members/{person.slug}-{tag}", target=person.get_absolute_url())]


def make_rows_to_leave(pi, member):
    OldAddress.objects.create(path="/members/ada", target=pi.get_absolute_url())
    draft = Publication.objects.get(state=Publication.State.DRAFT)
    OldAddress.objects.create(path="/2020/wombat-hidden", target=draft.get_absolute_url())


def make_rows_to_copy(pi, member):
    make_rows_to_leave(pi, member)
    OldAddress.objects.create(path="/team/林", target="/people/")
    OldAddress.objects.create(path="/people/news", target="/news/")


KEPT_FROM_THE_PUBLIC = {"moving.OldAddress": 1}

"""Acronyms that look made up are on the worklist and settled in bulk."""

import pytest
from django.urls import reverse

from labsite.roles import Role
from publications.matching.venues import settled_names
from publications.models import Venue
from tests import cast
from tests.labsite.curation.worklist.finding import said

pytestmark = pytest.mark.django_db
NAPS = "Conference on Long Deep Naps"


@pytest.mark.parametrize(
    ("acronym", "name", "kind", "settled"),
    [
        ("CLDN", NAPS, "conference", ("", NAPS)),
        ("CLDN 2", NAPS, "conference", ("", NAPS)),
        ("NAPS", NAPS, "conference", None),
        ("LN", "Long Naps", "conference", None),
        (
            "CML",
            "International Conference on Machine Learning",
            "conference",
            ("ICML", "International Conference on Machine Learning"),
        ),
        ("PCB", "PLOS Computational Biology", "journal", ("", "PLOS Computational Biology")),
        *(("PCB", "PLOS Computational Biology", kind, ("", "PLOS Computational Biology")) for kind in ("", "other")),
        ("PCB", "PLOS Computational Biology", "conference", ("", "PLOS Computational Biology")),
        ("JMLR", "Journal of Machine Learning Research", "journal", None),
        ("napping reports 2", "", "journal", ("", "napping reports")),
        ("scientific reports 2", "", "journal", ("", "Scientific Reports")),
        ("USENIX Security", "", "conference", None),
        ("NAPS", "", "conference", None),
    ],
)
def test_initials_and_whole_names_look_made_up_unless_they_are_well_known(acronym, name, kind, settled):
    assert settled_names(Venue(acronym=acronym, name=name, kind=kind)) == settled


def test_worklist_names_them():
    cast.make_venue("CLDN", name=NAPS)
    cast.make_venue("NAPS", name="Symposium on Naps")
    words = "Is CLDN really its acronym? It may just be the first letters of its name."
    assert said("made-up-acronym") == [(f"CLDN ({NAPS})", words, "id_acronym")]


def test_they_are_settled_in_bulk_and_old_addresses_lead_on(client):
    made_up, real = cast.make_venue("CLDN", name=NAPS), cast.make_venue("NAPS", name="Symposium on Naps")
    client.force_login(cast.make_login(cast.pi(), Role.EDITOR))
    post = {"action": "settle_acronyms", "_selected_action": [made_up.pk, real.pk]}
    client.post(reverse("admin:publications_venue_changelist"), post)
    assert list(Venue.objects.values_list("acronym", "slug")) == [("", "conf-long-deep-naps"), ("NAPS", "naps")]
    assert client.get("/venues/cldn/").headers["Location"] == "/venues/conf-long-deep-naps/"
    assert list(made_up.aliases.values_list("name", flat=True)) == ["CLDN"]  # what is printed so is still found


def test_an_acronym_of_another_venue_is_not_given_again(client):
    made_up = cast.make_venue("CML", name="International Conference on Machine Learning")
    cast.make_venue("ICML", name="Italian Convention of Mellow Lounging")
    client.force_login(cast.make_login(cast.pi(), Role.EDITOR))
    post = {"action": "settle_acronyms", "_selected_action": [made_up.pk]}
    client.post(reverse("admin:publications_venue_changelist"), post)
    made_up.refresh_from_db()
    assert made_up.acronym == "CML"

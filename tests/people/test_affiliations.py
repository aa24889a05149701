"""Where people are on a day, and what that rests on."""

from datetime import date

import pytest

from labsite.leaving.rows import all_rows, public_rows
from labsite.privacy.erasing import erase
from labsite.roles import Role, may
from people.affiliations import AffiliationsOf, Basis, WrittenAffiliation, write_down
from people.models import Affiliation, Position, Reference
from tests import cast

pytestmark = pytest.mark.django_db

TODAY = date(2026, 11, 26)


def known(keeper, person):
    one = AffiliationsOf(keeper, [person.pk], TODAY, "Leisure Lab").known(person.pk)
    return one.organisation, one.words, one.to_check


def write(keeper, person, organisation, when, source=""):
    write_down(keeper, [WrittenAffiliation(person.pk, organisation, when, source)])


def test_what_a_member_wrote_down_counts_for_a_year_and_is_to_be_looked_at_then():
    ada, ivo = cast.pi(), cast.stranger()
    for when, to_check in (("2025-11-26", False), ("2025-11-24", True), ("2025", False), ("2024", True)):
        write(ada, ivo, "Quokka University", when)
        assert known(ada, ivo)[::2] == ("Quokka University", to_check)
    assert known(ada, ivo)[1] == "Ada Quill, 2024"
    assert Affiliation.objects.count() == 1


def test_what_others_say_is_offered_the_newest_first_and_to_be_confirmed():
    ada, zoe, ivo = cast.pi(), cast.student(), cast.stranger()
    write(zoe, ivo, "Quokka University", "2026-02-03")
    assert known(ada, ivo) == ("Quokka University", "Zoë Lindqvist, 3 February 2026", True)
    write(zoe, ivo, "Wombat Institute", "2026-03", "OpenAlex")
    assert known(ada, ivo) == ("Wombat Institute", "OpenAlex, Mar 2026", True)


def test_a_position_here_says_more_than_others_and_less_than_the_member():
    ada, ivo = cast.pi(), cast.stranger()
    write(ada, ivo, "Wombat Institute", "2026-03", "OpenAlex")
    Position.objects.create(person=ivo, title="Professor", organisation="Zoo", ongoing=True)
    assert known(ada, ivo) == ("Zoo", "Positions and degrees on this site", False)
    write(ada, ivo, "Quokka University", "2026-11-01")
    assert known(ada, ivo)[0] == "Quokka University"


def test_a_member_of_the_lab_is_there_and_a_referee_where_the_reference_says():
    ada, zoe, ivo = cast.pi(), cast.student(), cast.stranger()
    Reference.objects.create(person=ada, referee=ivo, affiliation="Computing\nBilby University")
    assert known(ada, zoe) == ("Leisure Lab", "Role in the lab", False)
    assert known(ada, ivo) == ("Computing, Bilby University", "References on the profile", False)


def test_what_others_say_since_is_told_beside_what_the_member_wrote_down():
    ada, ivo = cast.pi(), cast.stranger()
    write(ada, ivo, "Quokka University", "2026-01-15")
    for organisation, when in (("Zoo", "2025-12"), ("Wombat Institute", "2026-03")):
        write(ada, ivo, organisation, when, "OpenAlex")
        newer = AffiliationsOf(ada, [ivo.pk], TODAY, "").newer(ivo.pk)
    assert (newer.organisation, newer.basis) == ("Wombat Institute", Basis.WRITTEN)


def test_an_empty_one_takes_back_what_the_member_said_and_nothing_else():
    ada, ivo = cast.pi(), cast.stranger()
    write(ada, ivo, "Wombat Institute", "2026-03", "OpenAlex")
    write(ada, ivo, "Quokka University", "2026-11-01")
    write(ada, ivo, "", "2026-11-02")
    assert known(ada, ivo)[0] == "Wombat Institute"


def test_members_change_what_they_wrote_down_themselves_and_editors_everything():
    ada, zoe = cast.pi(), cast.student()
    write(ada, cast.stranger(), "Quokka University", "2026-11-01")
    row = Affiliation.objects.get()
    logins = [cast.make_login(ada, Role.MEMBER), cast.make_login(zoe, Role.MEMBER), cast.make_login(None, Role.EDITOR)]
    assert [may(login, "change", row) for login in logins] == [True, False, True]
    assert [may(login, "view", row) for login in logins] == [True, True, True]


def test_no_affiliation_is_public_and_it_goes_with_whom_it_is_about_or_who_wrote_it_down():
    ada, zoe, ivo = cast.pi(), cast.student(), cast.stranger()
    cast.make_lab()
    for keeper in (ada, zoe):
        write(keeper, ivo, "Quokka University", "2026-11-01")
        write(keeper, cast.make_person(f"Friend of {keeper}"), "Zoo", "2026-11-01")
    assert len(all_rows()[Affiliation]) == 4 and public_rows(all_rows())[Affiliation] == []
    erase(ivo, by=None)
    assert [row.organisation for row in Affiliation.objects.all()] == ["Zoo", "Zoo"]
    erase(zoe, by=None)
    assert [row.keeper for row in Affiliation.objects.all()] == [ada]

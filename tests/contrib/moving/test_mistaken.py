from dataclasses import replace

import pytest

from labsite.contrib.moving.mistaken import without_shared_contacts, without_shared_ids
from labsite.contrib.moving.outcomes import FileOutcomes
from labsite.contrib.moving.site import SitePaper, SitePerson, SiteRole
from publications.citations.entry import Entry
from publications.citations.record import Name, Record
from tests.publications.matching.test_thresholds import ALIKE, ANSWERS, answers, planned


def paper(title, *families, **fields):
    authors = tuple(Name("A.", family) for family in families)
    return SitePaper(Entry("line 1", Record("key", title, authors=authors, **fields)), path="papers.bib")


def ids(*papers):
    return [each.entry.record.doi for each in without_shared_ids(list(papers), FileOutcomes(["papers.bib"]))]


def test_a_doi_that_another_paper_has_is_nobodys():
    assert ids(
        paper("Tides in Shared Memory", "Quill", "Brandt", doi="10.5555/1"),
        paper("Forgetting on Purpose", "Hale", doi="10.5555/1"),
        paper("Slow Clocks", "Sato", doi="10.5555/2"),
    ) == ["", "", "10.5555/2"]


def test_the_paper_whose_address_has_the_doi_keeps_it():
    assert ids(
        paper("Tides in Shared Memory", "Quill", doi="10.5555/1", url="https://doi.org/10.5555/1"),
        paper("Forgetting on Purpose", "Hale", doi="10.5555/1"),
    ) == ["10.5555/1", ""]


@pytest.mark.parametrize(
    ("title", "family"), [("Tides in the Shared Memory", "Hale"), ("Forgetting on Purpose", "Quill")]
)
def test_a_paper_that_is_listed_twice_keeps_its_doi(title, family):
    papers = paper("Tides in Shared Memory", "Quill", doi="10.5555/1"), paper(title, family, doi="10.5555/1")
    assert ids(*papers) == ["10.5555/1", "10.5555/1"]


def test_an_orcid_id_that_was_copied_with_a_profile_is_the_leads():
    ada = SitePerson("Ada Quill", roles=[SiteRole("lead")], orcid="0000-0002-1825-0097", emails=["lab@quill.example"])
    zoe = SitePerson(
        "Zoë Lindqvist", orcid="0000-0002-1825-0097", emails=["lab@quill.example", "zoe@quill.example"], path="zoe.md"
    )
    outcomes = FileOutcomes(["zoe.md"])
    without_shared_contacts([ada, zoe], outcomes)
    assert (ada.orcid, zoe.orcid) == ("0000-0002-1825-0097", "")
    assert (ada.emails, zoe.emails) == (["lab@quill.example"], ["zoe@quill.example"])
    assert [words for _, _, notes in outcomes for _, words in notes] == [
        "the ORCID iD 0000-0002-1825-0097 of Zoë Lindqvist: someone else has it, too",
        "the e-mail address lab@quill.example of Zoë Lindqvist: someone else has it, too",
    ]


@pytest.mark.parametrize(("of_zoe", "keeps"), [([], "Ada Quill"), ([SiteRole("lead")], "Zoë Lindqvist")])
def test_what_the_owner_of_a_site_shares_is_theirs_unless_another_leads(of_zoe, keeps):
    ada = SitePerson("Ada Quill", is_owner=True, roles=[SiteRole()], emails=["lab@quill.example"])
    zoe = SitePerson("Zoë Lindqvist", roles=of_zoe, emails=["lab@quill.example"], path="zoe.md")
    people = without_shared_contacts([ada, zoe], FileOutcomes(["zoe.md"]))
    assert [person.name for person in people if person.emails] == [keeps]


@pytest.mark.django_db
def test_papers_are_told_apart_as_everywhere():
    assert answers(told_apart) == ANSWERS


def told_apart(one, other):
    one, other = replace(one, key="key"), replace(other, key="key")  # keys of their own tell papers of two DOIs apart
    papers = [SitePaper(Entry(record.key, record), path="papers.bib") for record in (one, other)]
    kept = [paper.entry.record for paper in without_shared_ids(papers, FileOutcomes(["papers.bib"]))]
    return planned(*kept) if kept == [one, other] else ALIKE

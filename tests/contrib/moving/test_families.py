from pathlib import Path

import pytest

from labsite.contrib.moving import writing
from labsite.contrib.moving.door.plan import NAMES as NAMES_IN_PAPERS, plan_of_site
from labsite.contrib.moving.families import NAMES, family_of, module_of
from labsite.contrib.moving.source import FolderSource
from publications.models import Publication

SITES = Path(__file__).parents[2] / "data" / "sites"


def source_of(family):
    return FolderSource(SITES / family.replace("-", "_"))


def bring(family, **options):
    source = source_of(family)
    site = module_of(family).read(source)
    return writing.bring(site, source, family, **options), site, source


@pytest.mark.parametrize("family", NAMES)
def test_a_site_is_recognised_as_what_it_is(family):
    assert family_of(source_of(family)) == family


@pytest.mark.django_db
@pytest.mark.parametrize("family", NAMES)
def test_a_site_comes_over_with_all_its_papers_and_only_once(family):
    moved, site, source = bring(family)
    papers = {paper.entry.record.title for paper in site.papers if paper.entry.record}
    assert {paper.title for paper in Publication.objects.all()} == papers
    assert {path for path, _, notes in site.outcomes if notes} >= set(source.files())

    planned = plan_of_site(module_of(family).read(source), source, family, None)
    there = [item for name, items in planned.items() if name != NAMES_IN_PAPERS for item in items]
    assert {item["becomes"] for item in there} <= {"same", "broken"}

    again, _, _ = bring(family)
    assert (again.added, again.filled, again.step) == ({}, {}, None)

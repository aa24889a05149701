"""What a member has published, in short: the newest papers, all years as a chart, and with whom they wrote."""

from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext

from labsite.drawing import charts
from labsite.modelling.years import first_years
from people.models import Person

MAX_PAPERS = 60  # on a profile; a list of their own has them all
MAX_COAUTHORS = 24  # to be seen at once
MAX_FOLDED = 300  # to be unfolded


@dataclass(frozen=True)
class Papers:
    """The papers of the newest years, the number of all, and a chart of all years."""

    newest: list[Any]
    total: int
    chart: charts.BarChart

    @classmethod
    def of(cls, person):
        """Return a member's papers, None where there is none."""
        papers = person.publications.published()
        years = papers.years()
        shown = first_years(years, MAX_PAPERS)
        rows = [(year, count, _address(person, year, shown)) for year, count in years]
        oeuvre = cls(
            newest=list(papers.in_years(shown).with_authors()),
            total=sum(count for _, count in years),
            chart=charts.bars(rows, label=gettext("Papers per year")),
        )
        return oeuvre if years else None


@dataclass(frozen=True)
class Coauthors:
    """With whom a member wrote papers, most first: those at the top, more to unfold, and how many are left out."""

    top: list[Any]
    more: list[Any]
    total: int

    @classmethod
    def of(cls, person):
        """Return a member's co-authors, None where there is none."""
        found = list(Person.objects.coauthors_of(person).only("name", "slug"))
        top, more = found[:MAX_COAUTHORS], found[MAX_COAUTHORS:MAX_FOLDED]
        return cls(top, more, len(found)) if found else None

    @property
    def below(self):
        """How many there are besides those at the top."""
        return self.total - len(self.top)

    @property
    def left_out(self):
        return self.below - len(self.more)


def _address(person, year, shown):
    """Return where the papers of a year are: on the profile itself, or in the member's list of all."""
    everything = reverse("publications:of-member", args=[person.slug])
    return f"#year-{year}" if year in shown else f"{everything}?year={year}"

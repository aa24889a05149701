"""What a row in a list of papers shows, and that it is made once for each change of that."""

import pytest
from django.template import RequestContext
from django.test import RequestFactory
from django.utils.safestring import mark_safe
from django.utils.translation import override

from labsite.models import Lab
from people.models import Award, Membership, Person
from publications.models import Authorship, Link, Publication, Venue
from publications.templatetags import papers
from tests import cast
from tests.reading import text
from tests.worlds import undone

pytestmark = pytest.mark.django_db

# Whatever a row can show: the model, a column, and the text that it is given.
SHOWN = [
    *((Publication, name, "Zebra") for name in ("title", "volume", "number", "article", "pages", "proceedings")),
    *((Publication, name, "zebra") for name in ("slug", "publisher", "doi", "arxiv_id", "citation_key", "notes")),
    (Publication, "abstract_html", "<p>Zebra.</p>"),
    (Publication, "kind", "poster"),
    (Publication, "status", "accepted"),
    (Publication, "month", 3),
    (Publication, "teaser", ""),
    (Publication, "teaser_height", 700),
    *((Venue, name, "Zebra") for name in ("slug", "acronym", "name", "publisher")),
    *((Person, name, "Zebra") for name in ("slug", "name", "family_name")),
    (Authorship, "printed_name", "Z. Zebra"),
    *((Authorship, name, False) for name in ("is_equal", "is_lead", "is_corresponding")),
    (Authorship, "mentor", None),
    *((Link, name, "zebra") for name in ("label", "url")),
    (Link, "kind", "video"),
    (Award, "title", "Zebra"),
]

FIGURE = {"teaser": "publications/f.png", "teaser_width": 700, "teaser_height": 900}


@pytest.fixture
def paper():
    """A paper with all that a row shows."""
    pi, student = cast.pi(), cast.student()
    venue = cast.make_venue(name="Systems & Conferences", publisher="ACM")
    paper = cast.make_publication(
        "A < B",
        venue=venue,
        month=6,
        doi="10.1000/q",
        arxiv_id="2406.18485",
        pages="1–9",
        abstract="Words.",
        notes="Invited",
        shows_notes=True,
        **FIGURE,
    )
    flags = {"is_equal": True, "is_lead": True, "is_corresponding": True}
    cast.add_author(paper, student, order=1, mentor=pi, **flags)
    cast.add_author(paper, cast.stranger(), order=2, printed_name="I. Brandt")
    Link.objects.create(publication=paper, kind="code", label="The <code>", url="https://quokka.example/?a&b")
    Link.objects.create(publication=paper, kind="slides", file="documents/a b.pdf")
    paper.awards.add(cast.make_award(None))
    return paper


def rendered(lang="", site="https://lab.example/", index=""):
    request = RequestFactory().get("/")
    request.lab = Lab(finds_papers_at=index)
    request.build_absolute_uri = lambda path: site
    rows = Publication.objects.as_rows()
    return papers.publication_rows(RequestContext(request), rows, mark_safe(lang))


EVERYTHING = """\
<article class="row publication with-figure">
  <a class="badge badge-conference" href="/venues/syscon/">SYSCON <span class="year">2024</span></a>
  <div>
    <h3 lang="de"><a href="/publications/a-b/">A &lt; B</a></h3>
    <div class="authors" lang="de"><a href="/people/zoe-lindqvist/">Zoë Lindqvist</a><sup>*†‡✉</sup>, I. Brandt</div>
    <div class="links">
      <p class="where"><span class="said-above"><i lang="de">Systems &amp; Conferences</i>, </span>\
<span>pp.\N{NO-BREAK SPACE}1–9</span><span>, June 2024</span> <span class="mark" lang="de">Golden Quokka</span>\
 <span class="muted" lang="de">Invited</span></p>
      <a href="https://doi.org/10.1000/q" aria-label="DOI: A &lt; B">DOI</a>\
<a href="https://arxiv.org/abs/2406.18485" aria-label="arXiv: A &lt; B">arXiv</a>\
<a href="https://quokka.example/?a&amp;b" aria-label="The &lt;code&gt;: A &lt; B">The &lt;code&gt;</a>\
<a href="/media/documents/a%20b.pdf" aria-label="Slides: A &lt; B">Slides</a>
      <details><summary aria-label="BibTeX: A &lt; B">BibTeX</summary><div class="opened"><pre class="copyable">\
CITATION</pre></div></details>
      <details><summary aria-label="Abstract: A &lt; B">Abstract</summary><div class="opened prose" lang="de">\
<p>Words.</p>
</div></details>
    </div>
  </div>
  <a class="figure" href="/publications/a-b/" tabindex="-1" aria-hidden="true"><picture><source type="image/webp" \
srcset="/media/publications/f-160.webp 160w, /media/publications/f-480.webp 480w" sizes="4.7rem">\
<img src="/media/publications/f-480.jpg" width="700" height="900" alt="" loading="lazy" decoding="async"></picture></a>
</article>
"""


def test_a_row_with_everything(paper):
    html = rendered(' lang="de"')
    before, _, rest = html.partition('<pre class="copyable">')
    citation, _, after = rest.partition("</pre>")
    row = f'{before}<pre class="copyable">CITATION</pre>{after}'
    lines = [line.strip() for line in row.splitlines() if line.strip()]
    assert lines == [line.strip() for line in EVERYTHING.splitlines()]
    assert citation.startswith("@inproceedings{")
    assert "  series = {SYSCON &#x27;24},\n" in citation


def test_where_nothing_can_be_opened_the_title_is_looked_for_at_the_index_of_the_lab():
    paper = cast.make_publication("A, & B!")
    link = 'href="https://openalex.org/works?page=1&amp;filter=default.search:A+%26+B" rel="nofollow" title="OpenAlex"'
    assert link in rendered(index="openalex")
    assert "Find it" not in rendered()
    Publication.objects.filter(pk=paper.pk).update(doi="10.1000/q")
    assert "Find it" not in rendered(index="openalex")


def test_nothing_is_fetched_to_make_a_row(paper, django_assert_num_queries):
    (row,) = Publication.objects.as_rows()
    with django_assert_num_queries(0):
        papers.row_html(row, "", "https://lab.example/", "openalex")


def test_rows_take_as_many_queries_for_two_as_for_twenty(django_assert_num_queries):
    for number in range(20):
        cast.make_publication(f"Paper {number}", authors=[f"Ivo {number}"])
    for most in (2, 20):
        with django_assert_num_queries(5):
            assert len(Publication.objects.all()[:most].as_rows()) == most


def test_rows_stand_in_the_order_that_was_asked_for():
    for title in ("B", "C", "A"):
        cast.make_publication(title)
    titles = [row.title for row in Publication.objects.order_by("-title").as_rows()]
    assert titles == ["C", "B", "A"]


def test_figures_are_shown_where_a_fifth_of_a_list_or_more_has_one():
    figures = []
    for fields in (FIGURE, {}, {}, {}, {}, {}):
        Publication.objects.filter(pk=cast.make_publication().pk).update(**fields)
        figures.append(sum(row.shows_figure for row in Publication.objects.as_rows()))
    assert figures == [1, 1, 1, 1, 1, 0]


@pytest.mark.once
def test_the_home_page_shows_each_figure_of_selected_papers(client):
    for fields in (FIGURE, {}, {}, {}, {}, {}):
        Publication.objects.filter(pk=cast.make_publication().pk).update(is_selected=True, **fields)
    assert text(client, "/").count('class="figure"') == 1
    assert 'class="figure"' not in text(client, "/publications/")


def test_no_papers_have_no_rows():
    assert Publication.objects.none().as_rows() == []


def test_a_change_of_what_a_row_shows_is_seen_at_once(paper):
    before, unseen = rendered(), []
    for model, column, value in SHOWN:
        row = Authorship.objects.get(order=1).person if model is Person else model.objects.order_by("pk")[0]
        with undone():
            model.objects.filter(pk=row.pk).update(**{column: value})
            if rendered() == before:
                unseen.append((model, column))
    assert unseen == []
    assert rendered() == before


def test_a_name_is_no_link_any_more_once_its_page_is_gone(paper):
    assert "/people/" in rendered()
    Membership.objects.all().delete()
    assert "/people/" not in rendered()


def test_a_row_is_made_once_until_it_shows_something_else(paper, monkeypatch):
    first = rendered()
    monkeypatch.setattr(papers, "row_html", lambda *args: "made anew")
    Publication.objects.update(added_at="2020-01-01T00:00Z", search_text="other", is_selected=True)
    assert rendered() == first
    Publication.objects.update(title="C")
    assert rendered() == "made anew"


def test_each_language_has_a_row_of_its_own(paper):
    assert ">Abstract<" in rendered()
    with override("zh-hans"):
        assert ">Abstract<" not in rendered()


@pytest.mark.once
def test_only_the_owner_of_a_page_is_marked_among_authors(client, paper):
    cast.add_author(paper, Person.objects.get(slug="ada-quill"), order=3)
    page = text(client, "/people/zoe-lindqvist/publications/")
    assert '<a href="/people/zoe-lindqvist/" class="self">Zoë Lindqvist</a>' in page
    assert '<a href="/people/ada-quill/">Ada Quill</a>' in page
    assert 'class="self"' not in text(client, "/publications/")


@pytest.mark.once
def test_a_file_has_the_address_of_the_site_in_a_citation(client):
    paper = cast.make_publication()
    Link.objects.create(publication=paper, kind="page", file="documents/a.pdf")
    assert "url = {http://testserver/media/documents/a.pdf}" in text(client, "/publications/")

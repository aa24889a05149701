"""Lists of papers as references: pages and files, asked for by the filters of the site's lists."""

import io
import re
from html import unescape

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from docx import Document as WordFile

from labsite.contrib.copying.places import Places
from labsite.contrib.copying.rewriting import Rewriter
from labsite.contrib.documents.lists import views
from labsite.contrib.documents.lists.references import STYLES, references_of
from labsite.contrib.documents.parts import words
from publications.models import Link, Publication
from tests import cast

pytestmark = pytest.mark.django_db
APA = "/publications/references/apa/"


def shown(client, address):
    """Return the references of a page as HTML, one by one."""
    page = client.get(address).content.decode()
    return [unescape(each) for each in re.findall(r'<p role="listitem">(.*?)</p>', page)]


@pytest.fixture
def papers():
    """Two papers of one member, of which one has another author too, and one of another year."""
    zoe, pi = cast.student(), cast.pi()
    syscon = cast.make_venue()
    cast.make_publication(authors=[zoe, pi], venue=syscon, doi="10.5555/quokka")
    cast.make_publication("Napping", authors=[zoe], year=2022, venue=syscon)
    return [zoe, pi]


class PageTests:
    def test_it_has_the_papers_of_the_list_in_its_order(self, client, papers):
        assert shown(client, APA) == [
            "Lindqvist, Z., & Quill, A. (2024). Quokka: Scheduling at Leisure. In <em>SYSCON</em>. "
            '<a href="https://doi.org/10.5555/quokka">https://doi.org/10.5555/quokka</a>',
            "Lindqvist, Z. (2022). Napping. In <em>SYSCON</em>.",
        ]

    def test_filters_are_those_of_the_list(self, client, papers):
        for query in ("year=2022", "q=napping", "year=2022&venue=syscon&kind=conference"):
            assert [each[:21] for each in shown(client, f"{APA}?{query}")] == ["Lindqvist, Z. (2022)."]
        assert shown(client, f"{APA}?year=1999") == []
        assert "No publication matches these filters." in client.get(f"{APA}?year=1999").content.decode()

    def test_the_name_of_a_member_is_strong_in_their_list(self, client, papers):
        page = client.get(f"{APA}?member=ada-quill").content.decode()
        assert "<h1>Publications of Ada Quill</h1>" in page
        assert shown(client, f"{APA}?member=ada-quill")[0].startswith("Lindqvist, Z., & <strong>Quill, A.</strong> (")

    def test_numbers_are_those_of_the_style(self, client, papers):
        first, second = shown(client, "/publications/references/ieee/")
        assert first.startswith('<span class="place">[1]</span> Z. Lindqvist and A. Quill, “Quokka')
        assert second.startswith('<span class="place">[2]</span> Z. Lindqvist, “Napping,”')

    def test_whoever_chooses_another_style_stays_in_the_same_list(self, client, papers):
        response = client.get(f"{APA}?style=mla&member=ada-quill&year=2024")
        assert response["Location"] == "/publications/references/mla/?year=2024&member=ada-quill"
        assert client.get(f"{APA}?style=nonsense").status_code == 200

    def test_every_style_is_offered_and_no_other(self, client, papers):
        page = client.get(APA).content.decode()
        assert re.findall(r'<option value="([\w-]+)"', page) == list(STYLES)
        assert client.get("/publications/references/nonsense/").status_code == 404

    def test_a_project_has_its_list(self, client, papers):
        cast.make_project(publications=[Publication.objects.get(title="Napping")])
        address = "/projects/leisure-at-scale/references/apa/"
        assert [each[:22] for each in shown(client, address)] == ["Lindqvist, Z. (2022). "]
        assert f'href="{address}"' in client.get("/projects/leisure-at-scale/").content.decode()

    def test_a_project_at_an_earlier_address_leads_on(self, client, papers):
        project = cast.make_project()
        project.slug = "rest"
        project.save()
        response = client.get("/projects/leisure-at-scale/references/apa/?year=2022")
        assert response["Location"] == "/projects/rest/references/apa/?year=2022"

    def test_nothing_unpublished_is_in_it(self, client, papers):
        Publication.objects.filter(title="Napping").update(state="draft")
        assert len(shown(client, APA)) == 1

    def test_what_a_paper_says_is_no_markup(self, client, papers):
        Publication.objects.filter(title="Napping").update(title="<script>alert(1)</script> $x$ #eval")
        for style in STYLES:
            page = client.get(f"/publications/references/{style}/").content.decode()
            assert "&lt;script&gt;alert(1)&lt;/script&gt; $x$ #eval" in page

    def test_a_long_list_is_cut_and_says_so(self, client, papers, monkeypatch):
        monkeypatch.setattr(views, "MAX_PAPERS", 1)
        page = client.get(APA).content.decode()
        assert "These are the newest 1 of 2 publications." in page
        assert len(shown(client, APA)) == 1


class LinkTests:
    def test_each_list_leads_to_itself_in_a_style(self, client, papers):
        for address, query in (
            ("/publications/", ""),
            ("/publications/?year=2022", "?year=2022"),
            ("/publications/years/2022/", "?year=2022"),
            ("/people/zoe-lindqvist/publications/?year=2022", "?member=zoe-lindqvist&amp;year=2022"),
            ("/venues/syscon/publications/", "?venue=syscon"),
        ):
            link = f'<a href="{APA}{query}" rel="nofollow">In a citation style</a>'
            assert link in client.get(address).content.decode()

    def test_search_engines_are_kept_out(self, client, papers):
        assert '<meta name="robots" content="noindex">' in client.get(APA).content.decode()

    def test_a_copy_of_the_site_has_no_link_to_it(self, client, papers):
        response = client.get("/publications/")
        response.media_type, response.body, response.status = "text/html", response.content, response.status_code
        page, named = Rewriter(Places("https://lab.example", (settings.LANGUAGE_CODE,))).rewrite(
            "/publications/", response
        )
        assert b"citation style" not in page and APA not in named
        assert b"BibTeX" in page


class FileTests:
    def test_plain_text(self, client, papers):
        response = client.get("/publications/references/ieee.txt?member=zoe-lindqvist&year=2022")
        assert response["Content-Disposition"] == 'attachment; filename="zoe-lindqvist-publications-ieee.txt"'
        assert response.content.decode() == (
            "Publications of Zoë Lindqvist\n\n2022\n\nReferences: IEEE\n\n"
            "[1] Z. Lindqvist, “Napping,” in SYSCON, 2022.\n"
        )

    def test_word_has_a_paragraph_for_each_with_italics_and_the_name(self, client, papers):
        file = WordFile(io.BytesIO(client.get("/publications/references/apa.docx?member=ada-quill").content))
        [paragraph] = [each for each in file.paragraphs if "Scheduling" in each.text]
        assert [run.text for run in paragraph.runs if run.style.name == "Emphasis"] == ["SYSCON"]
        assert [run.text for run in paragraph.runs if run.style.name == "Strong"] == ["Quill, A."]

    @pytest.mark.parametrize(
        ("extension", "said"),
        [
            ("md", "Napping. In *SYSCON*."),
            ("tex", r"Napping. In \emph{SYSCON}."),
        ],
    )
    def test_markup(self, client, papers, extension, said):
        assert said in client.get(f"/publications/references/apa.{extension}").content.decode()

    def test_a_pdf(self, client, papers):
        assert client.get("/projects/nowhere/references/apa.pdf").status_code == 404
        assert client.get("/publications/references/apa.pdf").content.startswith(b"%PDF")


class ReferencesOfTests:
    def test_an_uploaded_pdf_is_read_at_the_sites_address(self, papers):
        napping = Publication.objects.get(title="Napping")
        Link.objects.create(publication=napping, kind="pdf", file="papers/nap.pdf")
        [said] = references_of(
            Publication.objects.with_authors().filter(title="Napping"), "apa", site="https://lab.example"
        )
        assert words(said).endswith("SYSCON. https://lab.example/media/papers/nap.pdf")

    def test_of_two_people_of_the_same_name_only_the_one_is_strong(self):
        ada, other = cast.pi(), cast.make_person("Ada Quill", slug="ada-quill-2")
        cast.make_publication(authors=[other, ada])
        [said] = references_of(Publication.objects.with_authors(), "apa", ada)
        assert [(span.text, span.is_strong) for span in said][:2] == [("Quill, A., & ", False), ("Quill, A.", True)]


class CommandTests:
    def test_it_says_a_list_as_plain_text(self, papers, capsys):
        call_command("references", "ieee", query="?member=zoe-lindqvist&year=2022")
        assert capsys.readouterr().out.endswith("[1] Z. Lindqvist, “Napping,” in SYSCON, 2022.\n")

    def test_it_writes_a_file_of_a_project(self, papers, tmp_path):
        cast.make_project(publications=[Publication.objects.get(title="Napping")])
        call_command("references", "mla", project="leisure-at-scale", output=str(tmp_path / "list.md"), verbosity=0)
        assert (tmp_path / "list.md").read_text().endswith("Lindqvist, Zoë. “Napping.” *SYSCON*, 2022.\n")

    def test_what_it_cannot_do_is_said(self, papers, tmp_path):
        with pytest.raises(CommandError, match=r"must end in one of \.pdf, \.docx, \.md, \.tex, \.txt\."):
            call_command("references", "mla", output="list.odt")
        with pytest.raises(CommandError, match="No project is or was at 'nowhere'."):
            call_command("references", "mla", project="nowhere")


def test_a_list_takes_as_many_queries_whatever_its_length(client, papers):
    def count():
        with CaptureQueriesContext(
            connection,
        ) as queries:
            client.get(f"{APA}?member=zoe-lindqvist")
        return len(queries)

    count()
    few = count()
    for number in range(3):
        cast.make_publication(f"Paper {number}", authors=papers, slug=f"paper-{number}")
    assert count() == few

import pytest
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import IntegrityError, transaction

from labsite.roles import Role
from publications.models import Link, Publication
from tests import cast
from tests.editing import address, form_data

pytestmark = [pytest.mark.django_db, pytest.mark.once]


@pytest.fixture
def paper():
    cast.make_lab()
    return cast.make_publication(authors=[cast.pi()])


@pytest.fixture
def link(paper):
    file = SimpleUploadedFile("quokka.pdf", b"%PDF-1.7")
    return Link.objects.create(publication=paper, kind="pdf", file=file)


def add(paper, kind, **fields):
    return Link.objects.create(publication=paper, kind=kind, **{"url": f"https://{kind}.example/", **fields})


class AddressTests:
    def test_uploaded_file_has_an_address_on_this_site(self, link):
        assert link.address == f"/media/{link.file.name}"
        assert link.publication.public_links == [("pdf", "PDF", link.address)]

    def test_link_leads_to_one_place(self, link):
        link.url = "https://a.example/"
        with pytest.raises(ValidationError, match="not both"):
            link.full_clean()
        with pytest.raises(IntegrityError), transaction.atomic():
            link.save()

    def test_lost_ones_are_those_without_an_address(self, paper, link):
        lost = add(paper, "code", url="")
        add(paper, "data")
        assert list(Link.objects.lost()) == [lost]
        assert [each for each in Link.objects.all() if not each.address] == [lost]


class OrderTests:
    def test_links_are_ordered_by_kind(self, paper):
        for kind in ("video", "code", "pdf"):
            add(paper, kind)
        assert [kind for kind, _, _ in paper.public_links] == ["pdf", "code", "video"]

    def test_a_chosen_order_comes_before_it(self, paper):
        for kind, order in (("pdf", 2), ("video", 1), ("slides", 0), ("code", 0)):
            add(paper, kind, order=order)
        assert [kind for kind, _, _ in paper.public_links] == ["video", "pdf", "code", "slides"]


class OfferTests:
    """Everything that offers a link offers the uploaded file, by its whole address where others read it."""

    def test_page_links_to_the_file(self, client, link):
        assert f'<a href="{link.address}"' in client.get(link.publication.get_absolute_url()).text

    def test_head_names_the_pdf(self, client, link):
        page = client.get(link.publication.get_absolute_url()).text
        assert f'<meta name="citation_pdf_url" content="http://testserver{link.address}">' in page
        assert f'"contentUrl":"http://testserver{link.address}"' in page

    def test_json_has_it(self, client, link):
        row = client.get("/publications/quokka/data.json").json()
        assert row["links"] == [{"kind": "pdf", "label": "PDF", "url": f"http://testserver{link.address}"}]

    @pytest.mark.parametrize("extension", ["bib", "ris"])
    def test_citation_has_it_where_nothing_else_leads_to_the_paper(self, client, link, extension):
        text = client.get(f"/publications/quokka.{extension}").text
        assert f"http://testserver{link.address}" in text

    def test_citation_on_a_page_has_it(self, client, link):
        for page in ("/publications/", "/publications/quokka/"):
            assert f"url = {{http://testserver{link.address}}}" in " ".join(client.get(page).text.split())


class UploadTests:
    """A member uploads to the papers they wrote, and to no other."""

    @staticmethod
    def send(client, paper, login):
        client.force_login(login)
        where = address(Publication, "change", paper.pk)
        row = {"links-TOTAL_FORMS": 1, "links-INITIAL_FORMS": 0, "links-0-kind": "slides", "links-0-order": 0}
        page = client.get(where)
        data = form_data(page) if page.context and "adminform" in page.context else {}
        return client.post(where, data | row | {"links-0-file": SimpleUploadedFile("talk.pdf", b"%PDF-1.7")})

    def test_author_uploads_slides(self, client, paper):
        author = paper.authors.get()
        assert self.send(client, paper, cast.make_login(author, Role.MEMBER)).status_code == 302
        assert paper.public_links[0][:2] == ("slides", "Slides")

    def test_others_upload_nothing(self, settings, client, paper):
        self.send(client, paper, cast.make_login(cast.student(), Role.MEMBER))
        assert Link.objects.count() == 0
        assert list(settings.MEDIA_ROOT.glob("**/*.pdf")) == []

"""A lab with something of everything, public and not, to leave with; and what a site holds, to compare with."""

from datetime import UTC, datetime
from io import BytesIO, StringIO

from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from PIL import Image

from labsite import history
from labsite.leaving.rows import content_models
from labsite.models import Lab, TextPicture
from labsite.roles import Role
from people.models import ContactDetail, Education, NameVariant, Person, ProfileLink
from publications.models import (
    EarlierVersion,
    ExtraField,
    Identifier,
    Import,
    ImportedEntry,
    Link,
    Publication,
    VenueAlias,
)
from tests import cast

DRAFT = Publication.State.DRAFT
LONG_AGO = datetime(2019, 5, 17, 10, 30, 1, 123456, tzinfo=UTC)


def picture(colour="red"):
    out = BytesIO()
    Image.new("RGB", (200, 100), colour).save(out, "PNG")
    return SimpleUploadedFile("holiday.png", out.getvalue(), content_type="image/png")


def make_lab():
    """Make the lab; every name with "hidden" in it is for nobody but its members."""
    Lab.objects.all().delete()
    cast.make_lab(tagline="Leisure, at scale", about="We study *leisure*.\n\nAt scale.", email="lab@lab.example")
    ada = cast.pi(photo=picture(), headline="Professor of leisure", biography="Ada has studied leisure for long.")
    zoe, maren = cast.student(), cast.alumna(former_slugs=" maren-h ")
    ContactDetail.objects.create(person=ada, value="ada@lab.example")
    ContactDetail.objects.create(person=ada, kind="phone", value="+1 555 hidden")
    ProfileLink.objects.create(person=ada, kind="homepage", url="https://ada.example/")
    NameVariant.objects.create(person=zoe, name="Z. Lindqvist")
    Education.objects.create(person=maren, organisation="Example University").advisors.add(ada)
    syscon = cast.make_venue(name="Symposium on Systems", publisher="Example Press")
    VenueAlias.objects.create(venue=syscon, name="Symp. on Systems")
    paper = cast.make_publication(
        authors=[zoe, ada, cast.stranger()], venue=syscon, teaser=picture("blue"), is_selected=True
    )
    award = cast.make_award(zoe)
    paper.awards.add(award)
    pdf = SimpleUploadedFile("paper.pdf", b"%PDF-1.4 a paper")
    Link.objects.create(publication=paper, kind="pdf", file=pdf)
    EarlierVersion.objects.create(publication=paper, title="Quokka, a draft")
    Identifier.objects.create(publication=paper, scheme="dblp", value="conf/syscon/Lindqvist24")
    ExtraField.objects.create(publication=paper, name="eventtitle", value="Leisure Week")
    ExtraField.objects.create(publication=paper, name="file", value=":/home/zoe/hidden.pdf:PDF")
    ImportedEntry.objects.create(publication=paper, identity="quokka", said={"title": "Quokka hidden"})
    otto, ida = cast.make_person("Otto Hidden"), cast.make_person("Ida Hidden")
    Education.objects.create(person=otto, organisation="Example University").advisors.add(ida)
    draft = cast.make_publication(
        "Wombat hidden",
        [zoe, otto, ida],
        cast.make_venue("HIDDEN"),
        state=DRAFT,
        editors_word="hidden",
    )
    draft.awards.add(cast.make_award(None, "Hidden prize"))
    cast.make_talk(ada, publication=draft)
    for make_rows in cast.of_apps("make_rows_to_leave"):
        make_rows(ada, zoe)
    cast.make_service(maren, syscon)
    cast.make_news(text="It was *Quokka*.").people.add(zoe)
    cast.make_news("Soon hidden", state=DRAFT).publications.add(draft)
    cast.make_project(people=[ada, maren], publications=[paper, draft], picture=picture("green"), summary="In short.")
    shown, hidden = (TextPicture.objects.create(image=picture(colour)) for colour in ("black", "white"))
    cast.make_page(text=f"Come and see us, whenever you like to.\n\n![A lab](/media/{shown.image.name})", place=51)
    cast.make_section("news", name="Diary", introduction="What *was*."), cast.make_sponsor(logo=picture("green"))
    cast.make_page("Not yet hidden", text=f"![Nothing](/media/{hidden.image.name})", state=DRAFT)
    cast.make_opening(text="Write to us, and say why you would like to.")
    cast.make_applicant_kind(text="Write in *spring*.")
    for model in content_models():
        if hasattr(model, "added_at"):
            model.objects.update(added_at=LONG_AGO)
        if hasattr(model, "changed_at"):
            model.objects.update(changed_at=LONG_AGO)


def held(settings):
    """Return all rows of the site, without their numbers, and all files."""
    rows = {model._meta.label: [_values(row) for row in model.objects.order_by("pk")] for model in content_models()}
    folder = settings.MEDIA_ROOT
    files = {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    return rows, files


def _values(row):
    fields = [field for field in row._meta.concrete_fields if not field.primary_key]
    values = {field.name: _value(getattr(row, field.name)) for field in fields}
    lists = [field for field in row._meta.many_to_many if field.remote_field.through._meta.auto_created]
    return values | {field.name: sorted(map(str, getattr(row, field.name).all())) for field in lists}


def _value(value):
    return str(value) if hasattr(value, "_meta") or hasattr(value, "storage") else value


def empty_the_site(settings):
    """Take away all content and every file, as if the site were another."""
    for model in reversed(content_models()):
        for field in model._meta.many_to_many:
            getattr(model, field.name).through.objects.all()._raw_delete("default")
        model._base_manager.all()._raw_delete("default")
    for path in settings.MEDIA_ROOT.rglob("*"):
        if path.is_file():
            path.unlink()


def make_installation():
    """Make the lab with what belongs to its installation: logins, second factors, roles, history, imports, the bin."""
    call_command("seed", verbosity=0, stdout=StringIO())
    make_lab()
    ada = Person.objects.get(name="Ada Quill")
    login = cast.make_login(ada, Role.EDITOR, email="ada@lab.example", password="quokka")
    cast.make_second_factors(login)
    with history.step(login):
        ada.headline = "Professor emerita"
        ada.save()
    lost = cast.make_page("Lost")
    with history.step(login):
        lost.delete()
    Import.objects.create(source="file", label="papers.bib", by=login, entries=[{"title": "Quokka"}])

"""The guide to the admin, and what its forms ask for: previews of Markdown, pictures for texts, stashed pictures.

The views for Markdown take the place of django-markdownx's own, which are never mounted.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from io import BytesIO
from typing import Any

from django.contrib import admin
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from labsite import roles
from labsite.drawing.images import BadImage, reencode
from labsite.editing import stashed_uploads
from labsite.modelling.pictures import PictureFormField
from labsite.models import TextPicture
from labsite.texts import markdown


@dataclass(frozen=True)
class GuidePart:
    """A task: its steps, with words of the page between asterisks, and what the picture of it shows."""

    name: str
    heading: Promise
    steps: tuple[Promise, ...]
    shows: Promise

    @property
    def picture(self) -> str:
        return f"labsite/guide/{self.name}.webp"


GUIDE = (
    GuidePart(
        "profile",
        _("Change your page"),
        (
            _(
                "Open your page while you are signed in. The pencil beside each part opens just that part; save "
                "it, and you are back on the page with your change. It is as easy on a phone."
            ),
            _("Choose *My profile*. Everything on your page is in this one form."),
            _(
                "Write your biography. The buttons above it format the text, and formatting pasted from Word or "
                "Google Docs is kept; a preview beside it shows the result as you type. You describe each picture "
                "before it is inserted."
            ),
            _(
                "Choose a photo straight from your phone, move the frame with the mouse or the arrow keys, and "
                "describe what the photo shows."
            ),
            _("*Save*. Your page shows the change at once; *View on site* takes you there."),
        ),
        _("The form of a profile, with a photo in the frame that crops it."),
    ),
    GuidePart(
        "paper",
        _("Add a paper"),
        (
            _("Choose *Add a paper*, and paste its BibTeX or type its title."),
            _("Check what was found: the authors, the venue, and papers that might be the same."),
            _("Correct any mistakes, and mark equal contributions and the corresponding author."),
            _(
                "Choose *Add this paper*; nothing is saved until then. Keep it as a draft if it shouldn’t be public "
                "yet."
            ),
        ),
        _("A pasted paper before it is added, with the person recognised for each author."),
    ),
    GuidePart(
        "import",
        _("Import a list of papers"),
        (
            _("Choose *Import papers*. Paste a list, choose a file, or name a source, such as an ORCID iD."),
            _("See what would happen to each paper: which are new, which are already here, and who the authors are."),
            _("Correct mistakes, skip what doesn’t belong, and answer the questions that only you can."),
            _("The button says what it will do: *Add 12 papers and change 3*. An editor can undo it all in one go."),
        ),
        _("The plan of an import: new papers, papers that need a decision, and how many there are of each."),
    ),
    GuidePart(
        "order",
        _("Reorder authors, links and positions"),
        (
            _("Open the paper under *My papers*, or your profile for positions and links."),
            _("Drag a row by its dots, or move it with the arrows beside them."),
            _("Rows that you have just added can be moved too. *Save*."),
        ),
        _("The authors of a paper, each with dots to drag it by and arrows to move it."),
    ),
    GuidePart(
        "worklist",
        _("See what is missing"),
        (
            _(
                "Choose *Inbox*. It lists what is waiting for you, and what is missing or looks wrong on your page "
                "and papers."
            ),
            _("Each line links to the field to fix. Fill it in, and the line disappears."),
            _("If something is fine as it is, choose *Not a problem*."),
            _(
                "The site keeps you informed by e-mail. Choose what you receive under *How I sign in*, *E-mails to "
                "you*."
            ),
        ),
        _("The inbox: papers that readers can’t reach, and a page without a photo."),
    ),
    GuidePart(
        "history",
        _("Undo a change"),
        (
            _("Choose *History* on any form. It shows who changed what, with the text before and after."),
            _("Choose *Go back to this version…* beside the right one, check what would change, and confirm."),
            _(
                "If two people change the same thing, you see both versions and choose. Nothing is lost: an editor "
                "can also restore what was deleted."
            ),
        ),
        _("The history of a profile: each change with the text before and after."),
    ),
)


@require_safe
def guide(request: HttpRequest) -> HttpResponse:
    """Show how the things are done that members do most."""
    context = admin.site.each_context(request) | {"title": gettext("How to edit this site"), "parts": GUIDE}
    return render(request, "admin/guide.html", context)


def for_editors(view: Callable[[HttpRequest], HttpResponse]) -> Callable[[Any], HttpResponse]:
    """Let only a POST reach the view, of a user who may open the page of that name."""

    @never_cache
    @wraps(view)
    def guarded(request: Any) -> HttpResponse:
        if request.method != "POST":
            return _refusal(gettext("Use POST."), status=405, headers={"Allow": "POST"})
        if not roles.may_open(request.user, request.resolver_match.view_name):
            return _refusal(gettext("Only people who can edit something can use the editor."), status=403)
        return view(request)

    return guarded


def _refusal(words: str, status: int = 400, headers: dict[str, str] | None = None) -> HttpResponse:
    return HttpResponse(words, status=status, headers=headers, content_type="text/plain; charset=utf-8")


@for_editors
def preview(request: HttpRequest) -> HttpResponse:
    """Answer a Markdown text with the HTML that a page would show."""
    text = request.POST.get("content")
    if text is None:
        return _refusal(gettext("There is no text to preview."))
    if len(text) > markdown.MAX_CHARS:
        return _refusal(str(markdown.TOO_LONG))
    return HttpResponse(markdown.render(text, id_prefix="preview"))


@for_editors
def upload_picture(request: Any) -> HttpResponse:
    """Save a picture for a text and answer with the Markdown that shows it."""
    field = PictureFormField(error_messages={"required": gettext("Choose a picture.")})
    try:
        image = field.clean(request.FILES.get("image"))
    except ValidationError as error:
        return JsonResponse({"image": error.messages}, status=400)
    with transaction.atomic():
        picture = TextPicture.objects.create(image=image, uploaded_by=request.user)
    return JsonResponse({"image_code": f"![]({picture.image.url})"})


@for_editors
def picture_as_jpeg(request: Any) -> HttpResponse:
    """Answer a picture that a browser can't show, such as HEIC, with one that it can."""
    if "image" not in request.FILES:
        return _refusal(gettext("Choose a picture."))
    try:
        return shown_picture(request.FILES["image"])
    except BadImage as error:
        return _refusal(str(error))


def shown_picture(file: Any) -> HttpResponse:
    picture = reencode(file)
    return HttpResponse(picture.content, content_type="image/png" if picture.extension == "png" else "image/jpeg")


@never_cache
@require_safe
def stashed_picture(request: HttpRequest, token: str) -> HttpResponse:
    """Show a stashed picture of a refused form to the user who chose it."""
    stashed = stashed_uploads.find(request.user, token)
    if not stashed:
        raise Http404("There is no such file.")
    try:
        return shown_picture(BytesIO(stashed.content()))
    except (BadImage, FileNotFoundError) as error:
        raise Http404("There is no such picture.") from error

"""What forms ask the server for: for their Markdown, in place of django-markdownx's own views; a kept picture."""

from functools import wraps

from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import Http404, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from labsite import roles
from labsite.drawing.images import BadImage, reencode
from labsite.editing import stashed_uploads
from labsite.modelling.pictures import PictureFormField
from labsite.models import TextPicture
from labsite.texts.markdown import MAX_CHARS, TOO_LONG, render


def for_editors(view):
    """Let only a POST of someone who may edit reach the view."""

    @never_cache
    @wraps(view)
    def guarded(request):
        if request.method != "POST":
            return _refusal("Use POST.", status=405, headers={"Allow": "POST"})
        if not roles.may_visit(request.user, request.resolver_match.view_name):
            return _refusal("Only those who may edit something can use the editor.", status=403)
        return view(request)

    return guarded


def _refusal(words, status=400, headers=None):
    return HttpResponse(words, status=status, headers=headers, content_type="text/plain; charset=utf-8")


@for_editors
def preview(request):
    """Answer a Markdown text with the HTML that a page would show."""
    text = request.POST.get("content")
    if text is None:
        return _refusal("There is no text to preview.")
    if len(text) > MAX_CHARS:
        return _refusal(TOO_LONG)
    return HttpResponse(render(text, id_prefix="preview"))


@for_editors
def upload_picture(request):
    """Keep a picture for a text and answer with the Markdown that shows it."""
    field = PictureFormField(error_messages={"required": "Choose a picture."})
    try:
        image = field.clean(request.FILES.get("image"))
    except ValidationError as error:
        return JsonResponse({"image": error.messages}, status=400)
    with transaction.atomic():
        picture = TextPicture.objects.create(image=image, uploaded_by=request.user)
    return JsonResponse({"image_code": f"![]({picture.image.url})"})


@never_cache
@require_safe
def kept_picture(request, token):
    """Show a picture that is kept for a form to the one who chose it."""
    kept = stashed_uploads.find(request.user, token)
    if not kept:
        raise Http404("There is no such file.")
    try:
        with kept.path.open("rb") as file:
            picture = reencode(file)
    except (BadImage, FileNotFoundError) as error:
        raise Http404("There is no such picture.") from error
    return HttpResponse(picture.content, content_type="image/png" if picture.extension == "png" else "image/jpeg")

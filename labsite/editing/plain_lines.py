"""Line breaks of forms as texts here have them."""

from functools import wraps


def with_plain_lines(view):
    """Turn the CR LF that browsers send for each line break into LF: else a text that nobody touched has changed.

    https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#multipart-form-data
    """

    @wraps(view)
    def guarded(request, *args, **kwargs):
        if request.method == "POST" and any("\r\n" in value for _, values in request.POST.lists() for value in values):
            request.POST = _plain(request.POST)
        return view(request, *args, **kwargs)

    return guarded


def _plain(sent):
    plain = sent.copy()
    for name, values in sent.lists():
        plain.setlist(name, [value.replace("\r\n", "\n") for value in values])
    return plain

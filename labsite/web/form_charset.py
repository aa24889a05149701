"""Forms arrive in UTF-8, as every browser sends them."""

from django.http import HttpResponse


class FormCharsetMiddleware:
    """Refuse a form that names another charset: Django fails at some of them, even while it says that they are bad."""

    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request):
        charset = request.content_params.get("charset", "utf-8")
        if request.method == "POST" and charset.lower() not in ("utf-8", "utf8"):
            return HttpResponse("Send forms in UTF-8.", status=400, content_type="text/plain; charset=utf-8")
        return self.get_response(request)

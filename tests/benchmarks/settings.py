"""The site's own settings; with ``BARE`` no piece of a page is known from a page before."""

import os

from labsite.settings import *  # noqa: F403
from labsite.settings import MIDDLEWARE

if "BARE" in os.environ:
    MIDDLEWARE = [*MIDDLEWARE, "tests.benchmarks.settings.forget_pieces"]


def forget_pieces(get_response):
    """Forget the pieces of pages that a worker keeps, before each page that it makes."""
    from labsite.templatetags import site
    from publications.templatetags import papers

    def answer(request):
        site.fragments.clear()
        papers.fragments.clear()
        return get_response(request)

    return answer

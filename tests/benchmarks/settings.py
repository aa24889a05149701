"""The site's own settings, with a count of the pages that are rendered."""

import os

from labsite.settings import *  # noqa: F403
from labsite.settings import MIDDLEWARE

MIDDLEWARE = [*MIDDLEWARE, "tests.benchmarks.settings.count_renders"]


def count_renders(get_response):
    """Write one byte for each request that gets as far as a view."""

    def answer(request):
        with open(os.environ["RENDERS"], "ab") as file:
            file.write(b".")
        return get_response(request)

    return answer

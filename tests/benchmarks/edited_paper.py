"""Gives a lab's paper a title that it hasn't had, as its form does."""

import time

import django

django.setup()

from publications.models import Publication  # noqa: E402

paper = Publication.objects.published().order_by("pk").first()
paper.title = f"Paper {time.time_ns()}"
paper.save()

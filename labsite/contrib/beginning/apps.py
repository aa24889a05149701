from django.apps import AppConfig


class BeginningConfig(AppConfig):
    """The first steps of a new lab on the first page of the admin, and people by a list."""

    name = "labsite.contrib.beginning"
    verbose_name = "Beginning"

from django.apps import AppConfig


class LooksConfig(AppConfig):
    """Shows the site in each look before the lab takes one."""

    name = "labsite.contrib.looks"
    verbose_name = "Looks"

from django.apps import AppConfig


class CardsConfig(AppConfig):
    """Draws the pictures that stand for pages where their addresses are shared."""

    name = "labsite.contrib.cards"
    verbose_name = "Cards"

"""What looks add to the site: the home page in each, the way to see all pages in one, and the button that takes it."""

from labsite import registry
from labsite.registry import Addition
from labsite.roles import AdminPage, Role

VIEWS = "labsite.contrib.looks.views"

registry.add(
    AdminPage("look", "looks/<str:look>/", f"{VIEWS}.home_in_look", Role.ADMINISTRATOR),
    AdminPage("see-look", "looks/<str:look>/see/", f"{VIEWS}.see_look", Role.ADMINISTRATOR),
    AdminPage("take-look", "looks/<str:look>/take/", f"{VIEWS}.take_look", Role.ADMINISTRATOR),
    Addition("over pages", "looks/_seen.html"),
)

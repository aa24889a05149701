"""What beginning a lab adds to the site."""

from labsite import registry
from labsite.registry import Addition, FirstPage
from labsite.roles import AdminPage, Role

VIEWS = "labsite.contrib.beginning.views"

registry.add(
    AdminPage("begin", "begin/", f"{VIEWS}.begin", Role.ADMINISTRATOR),
    AdminPage("paste-people", "paste-people/", f"{VIEWS}.paste_people", Role.EDITOR),
    FirstPage("beginning/_first_steps.html", "beginning/begin.css", f"{VIEWS}.on_the_first_page"),
    Addition("tools for people", "beginning/_paste_tool.html"),
    Addition("about the site", "beginning/_way_to_steps.html"),
    Addition("over what is not published", "beginning/_publish.html"),
)

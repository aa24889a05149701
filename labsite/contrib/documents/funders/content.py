"""What funders ask for of a person, on a page of the admin."""

from labsite import registry
from labsite.registry import Addition
from labsite.roles import AdminPage, Role

VIEWS = "labsite.contrib.documents.funders.views"

registry.add(
    AdminPage("for-funders", "for-funders/<int:pk>/", f"{VIEWS}.for_funders", Role.MEMBER),
    AdminPage("collaborators", "for-funders/<int:pk>/collaborators/", f"{VIEWS}.collaborators", Role.MEMBER),
    Addition("tools for a person", "documents/_funders_tool.html", order=30),
)

"""What funders ask for of a person, on a page of the admin."""

from labsite import registry
from labsite.roles import AdminPage, Role
from labsite.web.additions import Addition

registry.add(
    AdminPage(
        "for-funders", "for-funders/<int:pk>/", "labsite.contrib.documents.funders.views.for_funders", Role.MEMBER
    ),
    Addition("tools for a person", "documents/_funders_tool.html", order=30),
)

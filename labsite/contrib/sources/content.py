"""What sources add to the site."""

from labsite import registry
from labsite.contrib.reading.career import CareerSource
from labsite.editing.inbox import InboxEntry
from labsite.jobs.models import TimedCommand
from labsite.registry import Addition
from labsite.roles import AdminPage, Role
from publications.elsewhere import AffiliationSources, PaperSources

SOURCES = "labsite.contrib.sources"

registry.add(
    AdminPage("look-up-missing", "import/missing/", f"{SOURCES}.views.look_up_missing", Role.MEMBER),
    Addition("below the worklist", "sources/_look_up_missing.html"),
    InboxEntry(f"{SOURCES}.views.WhatSourcesFound", order=30),
    CareerSource(f"{SOURCES}.orcid.career"),
    AffiliationSources(f"{SOURCES}.affiliations.find"),
    PaperSources(f"{SOURCES}.members.find", f"{SOURCES}.missing.ask_again"),
    TimedCommand("check_sources", 7),
)

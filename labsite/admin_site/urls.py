"""The pages of the editing side that are no row's form or list: each under the lowest role that PLACES gives it."""

from functools import wraps

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.urls import URLPattern, path

from labsite import roles
from labsite.accounts import pages
from labsite.admin_site.guide import guide
from labsite.admin_site.markdown_views import kept_picture
from labsite.curation.duplicates.views import compare, duplicates
from labsite.curation.worklist.views import worklist
from labsite.history import views as history
from people.renaming_views import change_name
from publications.adding.views import add_paper
from publications.approval_views import decide
from publications.importing.pages.downloads import report
from publications.importing.pages.one_entry import one_entry
from publications.importing.pages.views import imports, one_import


def place(route, view, *, name):
    """Return the address of a page for those who may visit it: others are asked to sign in, or refused."""
    lowest = roles.PLACES[name]

    @wraps(view)
    def guarded(request, *args, **kwargs):
        if not roles.at_least(request.user, lowest):
            raise PermissionDenied
        return view(request, *args, **kwargs)

    return path(route, admin.site.admin_view(guarded), name=name)


urlpatterns: list[URLPattern] = [
    place("guide/", guide, name="guide"),
    place("invite/<int:pk>/", pages.invite, name="invite"),
    place("kept-picture/<str:token>/", kept_picture, name="kept-picture"),
    place("leave/<int:pk>/", pages.leave, name="leave"),
    place("worklist/", worklist, name="worklist"),
    place("add-paper/", add_paper, name="add-paper"),
    place("import/", imports, name="import"),
    place("import/<int:pk>/", one_import, name="import-plan"),
    place("import/<int:pk>/report.<slug:form>", report, name="import-report"),
    place("import/<int:pk>/<int:index>/", one_entry, name="import-entry"),
    place("history/<int:pk>/", history.version, name="version"),
    place("changes/", history.changes, name="changes"),
    place("changes/<int:pk>/", history.step_detail, name="step"),
    place("bin/", history.bin_list, name="bin"),
    place("bin/<int:pk>/", history.bring, name="bring-back"),
    place("decide-on-paper/<int:pk>/", decide, name="decide-on-paper"),
    place("duplicates/", duplicates, name="duplicates"),
    place("duplicates/<slug:kind>/<int:one>/<int:other>/", compare, name="compare"),
    place("rename/<int:pk>/", change_name, name="rename"),
]

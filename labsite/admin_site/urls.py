"""The pages of the admin that no ModelAdmin has, each for users with the role that roles.ADMIN_PAGES asks for."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path

from labsite import roles
from labsite.accounts import views as accounts
from labsite.accounts.inviting import invite_several
from labsite.admin_site.the_site import the_site
from labsite.admin_site.views import guide, stashed_picture
from labsite.beginning.views import begin, paste_people
from labsite.curation.duplicates.views import compare, duplicates
from labsite.curation.news_proposals import news_proposals
from labsite.curation.questions import ask, questions
from labsite.curation.still_true import still_true
from labsite.curation.worklist.views import worklist
from labsite.documents.cv.own import frozen_file, own_cv
from labsite.documents.exchange.bringing_in import bring_cv
from labsite.documents.funders.views import for_funders
from labsite.documents.reports.choosing import made_file, make_report
from labsite.history import views as history
from labsite.jobs.views import job
from labsite.pages.draft_links import share_draft
from labsite.privacy import views as privacy
from people.renaming_views import change_name
from publications.adding.views import add_paper
from publications.approval import decide
from publications.importing.pages.finished import report
from publications.importing.pages.one_entry import one_entry
from publications.importing.pages.views import imports, one_import


def admin_page(route: str, view: Callable[..., HttpResponse], *, name: str) -> URLPattern:
    """Return the URL pattern of a page for users who may open it: others are asked to sign in, or refused."""
    lowest = roles.ADMIN_PAGES[name]

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not roles.at_least(request.user, lowest):
            raise PermissionDenied
        return view(request, *args, **kwargs)

    return path(route, admin.site.admin_view(guarded), name=name)


urlpatterns: list[URLPattern] = [
    admin_page("begin/", begin, name="begin"),
    admin_page("paste-people/", paste_people, name="paste-people"),
    admin_page("guide/", guide, name="guide"),
    admin_page("invite/", invite_several, name="invite-several"),
    admin_page("invite/<int:pk>/", accounts.invite, name="invite"),
    admin_page("kept-picture/<str:token>/", stashed_picture, name="kept-picture"),
    admin_page("leave/<int:pk>/", accounts.leave, name="leave"),
    admin_page("erase/<int:pk>/", privacy.erase_person, name="erase"),
    admin_page("worklist/", worklist, name="worklist"),
    admin_page("add-paper/", add_paper, name="add-paper"),
    admin_page("import/", imports, name="import"),
    admin_page("import/<int:pk>/", one_import, name="import-plan"),
    admin_page("import/<int:pk>/report.<slug:form>", report, name="import-report"),
    admin_page("import/<int:pk>/<int:index>/", one_entry, name="import-entry"),
    admin_page("jobs/<int:pk>/", job, name="job"),
    admin_page("history/<int:pk>/", history.version, name="version"),
    admin_page("changes/", history.changes, name="changes"),
    admin_page("changes/<int:pk>/", history.step_detail, name="step"),
    admin_page("bin/", history.bin_list, name="bin"),
    admin_page("bin/<int:pk>/", history.bring, name="bring-back"),
    admin_page("decide-on-paper/<int:pk>/", decide, name="decide-on-paper"),
    admin_page("share/<str:label>/<int:pk>/", share_draft, name="share-draft"),
    admin_page("questions/", questions, name="questions"),
    admin_page("ask/<str:label>/<int:pk>/", ask, name="ask"),
    admin_page("still-true/", still_true, name="still-true"),
    admin_page("duplicates/", duplicates, name="duplicates"),
    admin_page("duplicates/<slug:kind>/<int:one>/<int:other>/", compare, name="compare"),
    admin_page("news-to-write/", news_proposals, name="news-proposals"),
    admin_page("rename/<int:pk>/", change_name, name="rename"),
    admin_page("bring-cv/<int:pk>/", bring_cv, name="bring-cv"),
    admin_page("for-funders/<int:pk>/", for_funders, name="for-funders"),
    admin_page("cv/<int:pk>/", own_cv, name="cv"),
    admin_page("frozen-cv/<int:pk>.<slug:extension>", frozen_file, name="frozen-cv"),
    admin_page("report/", make_report, name="report"),
    admin_page("report/report.<slug:extension>", made_file, name="report-file"),
    admin_page("site/", the_site, name="the-site"),
]

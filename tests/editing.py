"""An editor's way through the admin: addresses of forms and lists, what a form would send, what a list costs."""

import time
from contextlib import contextmanager
from unittest import mock

from django.apps import apps
from django.contrib.contenttypes.models import ContentType
from django.core.cache import caches
from django.db import connection
from django.forms import MultiWidget
from django.template.response import TemplateResponse
from django.test.utils import CaptureQueriesContext, override_settings
from django.urls import reverse

from labsite.accounts.sessions import BEGAN


def address(model, page, *args):
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_{page}", args=args)


@contextmanager
def undrawn():
    """Draw no template of a page, which takes most of its time; what it would say is its context_data."""
    with mock.patch.object(TemplateResponse, "rendered_content", ""):
        yield


def form_of(client, where):
    """Return what the browser would send if the form at an address of the admin were saved as it is."""
    with undrawn():
        return form_data(client.get(where))


def form_data(page):
    """Return what the browser would send if the form of an admin page were saved as it is."""
    context = page.context_data
    fields = [*context["adminform"].form]
    for inline in context["inline_admin_formsets"]:
        fields += [*inline.formset.management_form, *_inputs(inline)]
    seen = {"seen": context["seen"]} if "seen" in context else {}
    fields = (bound for bound in fields if not bound.field.widget.needs_multipart_form)
    values = seen | {name: value for bound in fields for name, value in _sent(bound)}
    return {name: value for name, value in values.items() if value is not None and value is not False}


def _inputs(inline):
    """Yield the fields of the rows of an inline that are inputs: of rows that one may only read, their keys."""
    formset = inline.formset
    read_only = 0 if inline.has_change_permission else formset.initial_form_count()
    keys = {formset.model._meta.pk.name, formset.fk.name}
    for number, form in enumerate(formset.forms):
        yield from (bound for bound in form if number >= read_only or bound.name in keys)


def _sent(bound):
    """Yield the names and values that a field sends: a time is two of them."""
    widget, value = bound.field.widget, bound.value()
    if not isinstance(widget, MultiWidget):
        return [(bound.html_name, value)]
    parts = value if bound.form.is_bound else widget.decompress(value)
    return zip([f"{bound.html_name}{name}" for name in widget.widgets_names], parts, strict=True)


def chosen(page, **choices):
    """Return what the browser would send from a page that shows two versions, with "theirs" or "mine" by key."""
    data = {}
    for name, value in page.context_data["hidden"]:
        data.setdefault(name, []).append(value)
    return data | {f"choose-{key}": choice for key, choice in choices.items()}


def found(client, model, query):
    """Return the names of the rows that a search in a model's list finds."""
    page = client.get(address(model, "changelist"), {"q": query})
    return [str(row) for row in page.context["cl"].result_list]


def suggested(client, model, field, query):
    """Return what the autocomplete of a model's field suggests for a query."""
    options = model._meta
    where = {"app_label": options.app_label, "model_name": options.model_name, "field_name": field, "term": query}
    return [result["text"] for result in client.get(reverse("admin:autocomplete"), where).json()["results"]]


def column(client, model, name):
    """Return what a column of a model's list shows, by row."""
    page = client.get(address(model, "changelist"))
    return {str(row): getattr(row, name) for row in page.context["cl"].result_list}


def queries_of(client, where):
    """Return how many queries a page needs, nothing of it kept but what Django keeps of models in each process."""
    caches["memory"].clear()
    ContentType.objects.get_for_models(*apps.get_models())
    session = client.session
    session[BEGAN] = time.time()
    session.set_expiry(3600)  # so that none of them changes when it ends
    session.save()
    with override_settings(SESSION_IDLE_SECONDS=10**9), CaptureQueriesContext(connection) as queries:
        assert client.get(where).status_code == 200
    return len(queries)

"""The lists and forms of the admin: search that folds, counts that cost no query each."""

import re
from typing import Any

from django.contrib import admin
from django.db.models import Q

from labsite.texts.folding import MAX_WORDS, fold, words

from .careful_lists import CarefulListAdmin
from .choosing import CarefulChoices
from .chosen_again import KeepingAdmin
from .columns import count_of
from .deleting import CarefulDeletionAdmin
from .file_inputs import DescribedPictures
from .inlines import FORM_FIELDS
from .permissions import RuledAdmin
from .remembered import RememberingAdmin
from .returning import ReturningAdmin
from .stale_forms import WatchfulAdmin

WORD = re.compile(r"[^\W_]+")


class LabModelAdmin(
    KeepingAdmin,
    RememberingAdmin,
    RuledAdmin,
    WatchfulAdmin,
    CarefulDeletionAdmin,
    CarefulListAdmin,
    CarefulChoices,
    ReturningAdmin,
    admin.ModelAdmin,
):
    """A list whose search folds accents and whose count columns cost no query each; a form that links to its page.

    What somebody else saved while the form was open is shown before it is overwritten.
    """

    form: Any = DescribedPictures
    formfield_overrides = FORM_FIELDS
    list_per_page = 50

    def get_queryset(self, request):
        columns = [column for column in self.get_list_display(request) if hasattr(column, "counts")]
        counts = {column.__name__: count_of(self.model, column.counts) for column in columns}
        return super().get_queryset(request).annotate(**counts)

    def get_search_results(self, request, queryset, search_term):
        found = self._found(search_term) if search_term.strip() else None
        return (queryset if found is None else queryset.filter(pk__in=found.values("pk"))), False

    def _found(self, search_term):
        rows = self.model._default_manager.order_by()
        if not WORD.search(search_term):
            return rows.none()
        if hasattr(rows, "matching"):
            return rows.matching(words(search_term))
        for word in WORD.findall(search_term)[:MAX_WORDS]:
            rows = rows.filter(self._has(word))
        return rows

    def _has(self, word):
        """Say of a row that a search field has the word: as it was typed, or folded where the text is folded."""
        condition = Q()
        for lookup in self.search_fields:
            for spelling in {word, fold(word)} - {""}:
                condition |= Q(**{f"{lookup}__icontains": spelling})
        return condition

    def get_view_on_site_url(self, obj=None):
        """Return the address of the row's page, None where it has none; straight there, without a redirect."""
        return self.view_on_site(obj) if obj and obj.pk and callable(self.view_on_site) else None

"""A list's action that puts two rows side by side, to be merged or not."""

from django.contrib import admin, messages
from django.shortcuts import redirect

KINDS = {"person": "people", "publication": "papers", "venue": "venues"}


@admin.action(description="Merge these two", permissions=["delete"])
def merge_two(model_admin, request, rows):
    chosen = list(rows.order_by("pk").values_list("pk", flat=True)[:3])
    if len(chosen) == 2:
        return redirect("admin:compare", KINDS[rows.model._meta.model_name], *chosen)
    number = rows.count()
    messages.error(request, f"Tick exactly two to merge them: you ticked {number}.")

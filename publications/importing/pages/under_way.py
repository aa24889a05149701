"""An import that is being carried out, or broke off before it was done: then nothing was changed."""

from publications.importing import running

from .answering import back_to, page


def under_way(request, row):
    """Say how far it is; one that nobody works on any more has broken off."""
    if running.is_broken_off(row):
        return broken_off(request, row)
    total = len(row.entries)
    context = {"title": row.label, "row": row, "total": total, "percent": row.done * 100 // total if total else 0}
    return page(request, "under_way", context)


def broken_off(request, row):
    """Say why; a POST lets the import wait for a look again."""
    if request.method == "POST":
        running.take_up_again(row)
        return back_to(request)
    return page(request, "broken_off", {"title": row.label, "row": row})

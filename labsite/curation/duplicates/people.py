"""What a merge of two people takes beside moving their rows: names as printed stay, and no spelling is forgotten."""

from people.models import NameVariant


def before(kept, gone, values):
    """Keep on every paper the name that it prints, whatever the person is called from now on."""
    name = values.get("name", kept.name)
    for person in (kept, gone):
        if person.name != name:
            for row in person.authorships.filter(printed_name=""):
                row.printed_name = person.name
                row.save()


def spellings(kept, gone):
    """Return the names that the two of them go by, and those that papers of both print for one of them only."""
    twice = gone.authorships.filter(publication__in=kept.publications.values("pk"))
    printed = [row.display_name for row in twice.select_related("person")]
    names = (kept.name, gone.name, kept.native_name, gone.native_name)
    return list(dict.fromkeys(filter(None, [*names, *printed])))


def after(kept, spelt):
    """Write down the spellings that the person doesn't go by."""
    kept.name_variants.filter(name__in=[kept.name, kept.native_name]).delete()
    for name in spelt:
        if name not in (kept.name, kept.native_name):
            NameVariant.objects.get_or_create(person=kept, name=name)


def fold_again(kept):
    """Make the texts anew of which the name is part."""
    for row in kept.authorships.all():
        row.save()

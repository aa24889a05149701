from django.db import migrations

import labsite.modelling.ordered_lists


def keep_present_order(apps, schema_editor):
    """Write the advisors of each step of a career anew in the order in which pages have shown them, by their names."""
    for name in ("Position", "Education"):
        kept = apps.get_model("people", name).advisors.through.objects.using(schema_editor.connection.alias)
        column = f"{name.lower()}_id"
        rows = list(kept.order_by(column, "person__sort_key", "person_id").values(column, "person_id"))
        kept.all().delete()
        for row in rows:
            kept.create(**row)


def advisors_of(model):
    return migrations.AlterField(
        model_name=model,
        name="advisors",
        field=labsite.modelling.ordered_lists.OrderedManyToManyField(
            blank=True, help_text="Advisors or supervisors, in their order.", related_name="+", to="people.person"
        ),
    )


class Migration(migrations.Migration):

    dependencies = [
        ("people", "0006_left_year_unknown"),
    ]

    operations = [
        migrations.RunPython(keep_present_order, migrations.RunPython.noop),
        # The tables stay as they are.
        migrations.SeparateDatabaseAndState(state_operations=[advisors_of("education"), advisors_of("position")]),
    ]

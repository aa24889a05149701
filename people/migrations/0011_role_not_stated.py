from django.db import migrations, models

CHOICES = {
    "lead": "Principal investigator", "faculty": "Faculty", "postdoc": "Postdoc", "researcher": "Researcher",
    "phd": "PhD student", "master": "Master’s student", "undergraduate": "Undergraduate", "engineer": "Engineer",
    "visitor": "Visitor", "staff": "Staff",
}  # fmt: skip
ROLE = models.CharField(blank=True, choices=[*CHOICES.items()], help_text="Empty where nothing says it.", max_length=20)


def unique(name, date, condition):
    words = f"This role with this {date} is already there."
    fields = ["person", "role", date]
    rule = models.UniqueConstraint(fields=fields, condition=condition, name=name, violation_error_message=words)
    return migrations.AddConstraint("membership", rule)


class Migration(migrations.Migration):
    dependencies = [("people", "0010_family_names_that_are_a_guess")]
    operations = [
        migrations.AlterField("membership", "role", ROLE),
        migrations.RemoveConstraint("membership", "unique_membership"),
        unique("unique_membership", "start", ~models.Q(start="")),
        unique("unique_membership_without_start", "end", models.Q(start="")),
    ]

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("people", "0008_start_not_known")]
    operations = [
        migrations.RemoveConstraint(model_name="education", name="unique_education"),
        migrations.AddConstraint(
            model_name="education",
            constraint=models.UniqueConstraint(
                fields=["person", "organisation", "degree", "field", "start"],
                name="unique_education",
                violation_error_message="This degree is already there.",
            ),
        ),
    ]

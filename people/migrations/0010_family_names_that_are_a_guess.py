from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("people", "0009_degrees_by_field")]
    operations = [
        migrations.AddField(
            model_name="person",
            name="family_is_guess",
            field=models.BooleanField(default=False, editable=False),
        ),
    ]

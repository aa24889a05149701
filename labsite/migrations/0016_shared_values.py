from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("labsite", "0015_start_not_known")]
    operations = [
        migrations.CreateModel(
            name="SharedValue",
            fields=[
                ("cache_key", models.CharField(max_length=255, primary_key=True, serialize=False)),
                ("value", models.TextField()),
                ("expires", models.DateTimeField(db_index=True)),
            ],
        ),
    ]

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("labsite", "0016_shared_values")]
    operations = [
        migrations.CreateModel(
            name="JobRun",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("command", models.CharField(max_length=50, unique=True)),
                ("started_at", models.DateTimeField(null=True)),
                ("ended_at", models.DateTimeField(help_text="None while it runs, and where it was cut off.", null=True)),
                ("has_failed", models.BooleanField(default=False)),
                ("outcome", models.CharField(blank=True, help_text="What came of it, in one line.", max_length=300)),
                ("succeeded_at", models.DateTimeField(help_text="When a run last ended well.", null=True)),
            ],
            options={"ordering": ["command"]},
        ),
    ]

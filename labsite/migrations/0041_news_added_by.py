import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("labsite", "0040_plainer_labels")]
    operations = [
        migrations.AddField(
            model_name="newsitem",
            name="added_by",
            field=models.ForeignKey(
                editable=False,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                serialize=False,
                to=settings.AUTH_USER_MODEL,
            ),
        ),
    ]

import pytest
from django.core.management import CommandError, call_command

from labsite.models import Lab


@pytest.mark.django_db
def test_no_copy_is_made_of_a_lab_that_is_not_published(tmp_path):
    lab = Lab.objects.current()
    lab.is_published = False
    lab.save()
    with pytest.raises(CommandError, match="isn’t published yet"):
        call_command("export_site", tmp_path / "copy")

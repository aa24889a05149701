import os
import subprocess
import sys

from django.conf import settings

SETTINGS = """
from labsite.settings import *

INSTALLED_APPS.remove("labsite.contrib.moving")
"""


def test_a_lab_that_has_moved_in_can_leave_the_app_out(tmp_path):
    (tmp_path / "settled.py").write_text(SETTINGS)
    environment = os.environ | {"PYTHONPATH": str(tmp_path), "DJANGO_SETTINGS_MODULE": "settled"}
    arguments = [sys.executable, "-W", "ignore", "manage.py", "check"]
    checked = subprocess.run(arguments, cwd=settings.BASE_DIR, env=environment, capture_output=True, text=True)
    assert "System check identified no issues" in checked.stdout, checked.stderr

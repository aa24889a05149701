"""Where a lab's own files lie: beside manage.py in a checkout, in the current folder where the wheel is installed."""

import os
import secrets
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent
IS_CHECKOUT = (PACKAGE.parent / "manage.py").is_file()
BASE_DIR = PACKAGE.parent if IS_CHECKOUT else PACKAGE  # with templates/ and fixtures/, which the wheel has in here
DEFAULT_FOLDER = BASE_DIR if IS_CHECKOUT else Path.cwd()  # where SITE_FOLDER says no other


def env_file() -> Path:
    """Return the file of the settings: ENV_FILE, else .env in the lab's folder."""
    return Path(os.environ.get("ENV_FILE") or Path(os.environ.get("SITE_FOLDER") or DEFAULT_FOLDER, ".env"))


def complete_env_file() -> None:
    """Write what a machine of one's own needs into the file of the settings, and change nothing that is there."""
    path = env_file()
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    names = {line.partition("=")[0].strip() for line in text.splitlines()} | os.environ.keys()
    if {"SECRET_KEY", "ALLOWED_HOSTS"} <= names:
        return
    own = {"SECRET_KEY": secrets.token_urlsafe(50), "ALLOWED_HOSTS": "localhost,127.0.0.1", "HTTPS": "off"}
    lacking = [f"{name}={value}" for name, value in own.items() if name not in names]
    path.touch(mode=0o600)
    path.write_text("\n".join([*text.splitlines(), *lacking, ""]), encoding="utf-8")
    print(f"Wrote what this machine needs into {path.name}.")

"""Forms and lists of what belongs to the lab as a whole, of the logins, and of people with what concerns both."""

from importlib import import_module

from django.apps import apps
from django.contrib import admin
from django.utils.module_loading import module_has_submodule

from . import lab, logins, people

__all__ = ["lab", "logins", "people"]

# Without what allauth puts into the admin: secrets of second factors, and addresses that only logins hold here.
for app in apps.get_app_configs():
    if app.name.startswith("allauth") and module_has_submodule(app.module, "admin"):
        import_module(f"{app.name}.admin")
        admin.site.unregister([model for model in app.get_models() if admin.site.is_registered(model)])

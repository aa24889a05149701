from django.contrib import admin

from labsite.models import Lab


class LabAdminSite(admin.AdminSite):
    """The admin, under the lab's name."""

    site_title = "Editing"
    index_title = "What would you like to edit?"
    enable_nav_sidebar = True

    def each_context(self, request):
        return super().each_context(request) | {"site_header": Lab.objects.current().name}

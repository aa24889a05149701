from django.apps import AppConfig


class LinkCheckingConfig(AppConfig):
    """Asks each night whether addresses outside still answer, so that the worklist names those that don’t."""

    name = "labsite.contrib.link_checking"
    verbose_name = "Link checking"

    def ready(self) -> None:
        from labsite.contrib.link_checking.mentions import forget_addresses_no_longer_used
        from labsite.privacy import erased

        erased.connect(forget_addresses_no_longer_used, dispatch_uid="link_checking")

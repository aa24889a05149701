from typing import Any

from django.apps import AppConfig


class MovingConfig(AppConfig):
    """Brings over sites of other systems; a lab that has moved in can delete this app, its tests and its setting."""

    name = "labsite.contrib.moving"
    verbose_name = "Moving in"

    def ready(self) -> None:
        from labsite.contrib.moving.addresses.leading import forget_addresses_of_nobody
        from labsite.editing.stashed_uploads import swept
        from labsite.privacy import erased

        swept.connect(sweep_imports, dispatch_uid="moving in")
        erased.connect(forget_addresses_of_nobody, dispatch_uid="moving")
        erased.connect(forget_imports, dispatch_uid="moving in")


def sweep_imports(**kwargs: Any) -> None:
    """Delete what was uploaded to move in some weeks ago."""
    from labsite.contrib.moving.door.storing import sweep

    sweep()


def forget_imports(**kwargs: Any) -> None:
    """Delete what was uploaded to move in, for somebody who is erased may be in any of it."""
    from labsite.contrib.moving.door.storing import forget_all

    forget_all()

from django.apps import AppConfig


class MovingConfig(AppConfig):
    """Brings over sites of other systems; a lab that has moved in can delete this app, its tests and its setting."""

    name = "labsite.contrib.moving"
    verbose_name = "Moving in"

    def ready(self) -> None:
        from labsite.contrib.moving.addresses.leading import forget_addresses_of_nobody
        from labsite.contrib.moving.door.storing import forget_all, sweep
        from labsite.editing.stashed_uploads import swept
        from labsite.privacy import erased

        swept.connect(sweep, dispatch_uid="moving in")
        erased.connect(forget_addresses_of_nobody, dispatch_uid="moving")
        erased.connect(forget_all, dispatch_uid="moving in")

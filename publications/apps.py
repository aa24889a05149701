from django.apps import AppConfig


class PublicationsConfig(AppConfig):
    name = "publications"

    def ready(self) -> None:
        from publications.counting import count_after_migrations

        count_after_migrations()

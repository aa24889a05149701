from django.apps import AppConfig


class SourcesConfig(AppConfig):
    """Asks Crossref, arXiv, OpenAlex, ORCID and dblp for papers: one by its DOI, all of a member, what papers lack."""

    name = "labsite.contrib.sources"
    verbose_name = "Sources"

"""Venues, as the series that papers are parts of."""

from labsite.data.linked_data.nodes import Node, Site, named, node


def venue_in_brief(venue, site: Site) -> Node:
    """Return a venue as its papers name it."""
    return node(
        "Periodical" if venue.kind == venue.Kind.JOURNAL else "CreativeWorkSeries",
        site.identity(venue),
        name=venue.full_name,
        alternateName=venue.acronym if venue.name else "",
        url=site.address(venue),
    )


def venue(venue, site: Site) -> Node:
    """Return a venue as its own page shows it. Asks for all aliases."""
    names = [venue.acronym, *map(str, venue.aliases.all())]
    return venue_in_brief(venue, site) | node(
        venue_in_brief(venue, site)["@type"],
        alternateName=[name for name in dict.fromkeys(names) if name != venue.full_name],
        publisher=named("Organization", venue.publisher),
        sameAs=venue.url,
    )

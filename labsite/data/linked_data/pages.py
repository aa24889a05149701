"""Pages themselves: where they stand, and lists."""

from labsite.data.linked_data.nodes import Node, Site, node

MAX_ITEMS = 10  # of a list that a page's head repeats


def breadcrumbs(trail, site: Site) -> Node:
    """Return the way to a page from the home page down; ``trail`` are pairs of name and path."""
    places = enumerate(trail, start=1)
    items = [node("ListItem", position=n, name=str(name), item={"@id": site.at(path)}) for n, (name, path) in places]
    return node("BreadcrumbList", itemListElement=items)


def collection(name, rows, site: Site, path: str) -> Node:
    """Return a page that lists things with pages of their own; a long list's first ones."""
    rows = list(rows)
    first = enumerate(rows[:MAX_ITEMS], start=1)
    items = [node("ListItem", position=n, name=str(row), url=site.address(row)) for n, row in first]
    listed = node("ItemList", numberOfItems=len(rows), itemListElement=items)
    return node("CollectionPage", name=str(name), url=site.at(path), mainEntity=listed)


def profile_page(person, entity: Node, site: Site) -> Node:
    """Return the page about a person around that person's own node."""
    return node(
        "ProfilePage",
        site.address(person),
        url=site.address(person),
        dateModified=person.changed_at.date().isoformat(),
        mainEntity=entity,
    )

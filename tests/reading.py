"""A visitor's way through the site: what a page says."""


def text(client, address):
    """Return the source of a page that is there, on one line."""
    response = client.get(address)
    assert response.status_code == 200
    return " ".join(response.content.decode().split())

"""A visitor's way through the site: what a page says, and what it says of itself."""


def source(client, address):
    """Return the source of a page that is there, on one line."""
    response = client.get(address)
    assert response.status_code == 200
    return " ".join(response.content.decode().split())


def text(client, address):
    """Return the source of what visitors see of a page; of a file all of it."""
    whole = source(client, address)
    return whole.partition("</head>")[2] or whole


def head(client, address):
    """Return the source of a page's head, which machines read."""
    return source(client, address).partition("</head>")[0]

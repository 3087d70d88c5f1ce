"""Where the network keeps what it remembers, below the folder of the desk."""

FOLDER = "network"
BOOK = "book.sqlite"
LINKS = "links"
"""For what the key of the links is derived."""

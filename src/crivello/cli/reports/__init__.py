"""Pages, sheets, prizes and norms of a tournament."""

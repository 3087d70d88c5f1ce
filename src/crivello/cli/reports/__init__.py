"""Commands that make pages, sheets, a site, PGN and the list of queries from a tournament."""

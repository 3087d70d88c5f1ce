"""Commands for pages, prizes, norms and reports of a tournament."""

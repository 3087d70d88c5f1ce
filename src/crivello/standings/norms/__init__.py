"""Title norms: what the data of one tournament say about them (B.01, edition of 2024)."""

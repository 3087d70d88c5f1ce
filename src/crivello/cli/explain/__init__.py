"""How a round is paired and how pairing is taught."""

"""Commands that explain a round and teach pairing."""

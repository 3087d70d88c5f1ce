"""The pages that belong to no tournament: list, start, import, sessions, waiting."""

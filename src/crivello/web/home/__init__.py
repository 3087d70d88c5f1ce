"""The pages about no tournament: the list, the start, import, sessions, waiting."""

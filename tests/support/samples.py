"""A third of the examples of a property, or all: `make stress WHAT=properties`."""

import os

WHOLE = "CRIVELLO_WHOLE" in os.environ


def sample(many: int) -> int:
    return many if WHOLE else -(-many // 3)

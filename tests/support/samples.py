"""The number of examples of a property: a third in the suite, all in a campaign.

`make stress WHAT=properties` runs all of them.
"""

import os

WHOLE = "CRIVELLO_WHOLE" in os.environ


def sample(many: int) -> int:
    return many if WHOLE else -(-many // 3)

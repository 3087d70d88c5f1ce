"""What all tests share."""

import os

from hypothesis import settings

# No deadline: a slow machine is not a wrong result. The default run tries the same examples
# everywhere, so that a clone is either green or red; a campaign may look for new ones.
settings.register_profile("repeatable", deadline=None, derandomize=True)
settings.register_profile("explore", deadline=None, print_blob=True)
settings.load_profile(os.environ.get("CRIVELLO_HYPOTHESIS", "repeatable"))

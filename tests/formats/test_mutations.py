"""A sample of `make stress WHAT=mutate-files`: damaged real files give our own errors or
repairs.
"""

import random

import pytest

from fuzz.mutations import SAMPLES, damaged, examine, run, samples
from tests.support.samples import sample

POOL = samples(SAMPLES)


@pytest.mark.parametrize("seed", range(sample(300)))
def test_a_damaged_file_is_mended_or_refused(seed: int) -> None:
    rng = random.Random(seed)
    name, data = rng.choice(POOL)
    assert examine(name, damaged(rng, data, POOL)) in ("sound", "mended", "refused")


def test_a_run_can_be_made_in_pieces() -> None:
    whole = run(POOL, range(40, 52))
    assert whole.failures == []
    assert whole.endings == run(POOL, range(40, 46)).endings + run(POOL, range(46, 52)).endings

"""A sample of `make mutate-files`: damaged real files end in our own errors or listed repairs."""

import random

import pytest

from fuzz.mutations import SAMPLES, damaged, examine, samples

POOL = samples(SAMPLES)


@pytest.mark.parametrize("seed", range(300))
def test_a_damaged_file_is_mended_or_refused(seed: int) -> None:
    rng = random.Random(seed)
    name, data = rng.choice(POOL)
    assert examine(name, damaged(rng, data, POOL)) in ("sound", "mended", "refused")

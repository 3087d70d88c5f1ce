"""For any bytes a reader returns a value or raises an error of our own."""

import random
import tracemalloc
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from crivello.formats import read
from crivello.formats.json_form import read_json
from crivello.formats.trf import read_trf
from crivello.model.errors import CrivelloError, Malformed, TooLarge
from fuzz.readers import Readers
from fuzz.trf import PIECES, damaged, samples, try_readers
from tests.support.data import DATA
from tests.support.samples import sample


@pytest.fixture(scope="module")
def pool() -> list[bytes]:
    return samples([DATA])


@given(st.binary(max_size=300))
def test_any_bytes(data: bytes) -> None:
    try_readers(data)


@given(st.text(max_size=300))
def test_any_text(text: str) -> None:
    for reader in (read, read_trf, read_json):
        with suppress(CrivelloError):
            reader(text)


# fmt: off
TAGS = (
    "001", "013", "132", "142", "162", "192", "240", "250", "260", "299", "062",
    "XXA", "XXC", "XXP", "XXR", "XXS", "XXZ", "BBW", "ITA",
)
# fmt: on
LINES = st.tuples(st.sampled_from(TAGS), st.text("0123456789 .-wbWFHZU+=x", max_size=130))


@given(st.lists(LINES, max_size=8))
@hypothesis_settings(max_examples=sample(300))
def test_lines_that_look_like_records(lines: list[tuple[str, str]]) -> None:
    try_readers("\n".join(f"{tag} {rest}" for tag, rest in lines).encode())


@given(st.lists(st.sampled_from(PIECES), max_size=12))
def test_pieces_of_trouble(pieces: list[bytes]) -> None:
    try_readers(b"012 x" + b"".join(pieces))


@pytest.mark.parametrize("seed", range(sample(150)))
def test_damaged_samples(seed: int, pool: list[bytes]) -> None:
    try_readers(damaged(random.Random(seed), pool))


PLAYERS = "".join(f"001 {n:4}\n" for n in range(1, 1001))
OUTSIZED = {
    "rounds": PLAYERS + "XXR 999999999",
    "many rounds": PLAYERS + "142 100\n" + "250       1.0 001 100    1 9999\n" * 20,
    "ranges": PLAYERS + "250       1.0 001 100    1 9999\n" * 5000,
    "adjustments": PLAYERS + "299 W         1.0      " + "".join(f" {n:4}" for n in range(1, 1001)),
    "a long line": "001    1" + " " * 1_000_000 + "x",
    "many dates": "132" + " " * 1_000_000 + "x",
    "acceleration": PLAYERS + "XXA    1" + "  1.0" * 100_000,
    "numbers": "XXP " + "9" * 100_000,
    "byes": PLAYERS + "240 H 100 " + "".join(f" {n:4}" for n in range(1, 1001)),
    "an early bye": PLAYERS + "240 H 100    1",
    "nuls": "\0" * 100_000,
    "problems": "x\n" * 20_000,
    "nests": "[" * 100_000,
}


@pytest.mark.parametrize("name", OUTSIZED)
def test_memory_stays_in_proportion(name: str) -> None:
    data = OUTSIZED[name].encode()
    tracemalloc.start()
    try:
        with suppress(CrivelloError):
            read(data)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 20_000_000 + 500 * len(data)


def test_limits_are_stated() -> None:
    with pytest.raises(TooLarge):
        read_trf(OUTSIZED["ranges"])
    with pytest.raises(TooLarge):
        read_trf(b" " * (64 * 1024 * 1024 + 1))
    with pytest.raises(Malformed):
        read_trf(OUTSIZED["rounds"])


@pytest.fixture(scope="module")
def readers(tmp_path_factory: pytest.TempPathFactory) -> Readers:
    return Readers(tmp_path_factory.mktemp("fuzz"))


def test_every_reader_reads_samples_of_its_kind(readers: Readers) -> None:
    for name, kind in readers.kinds.items():
        assert "read" in {readers.examine(name, data) for data in kind.pool[::5]}, name


@pytest.mark.parametrize("first", range(0, sample(300), 10))
def test_inputs_of_every_reader(readers: Readers, first: int) -> None:
    for number in range(first, first + 10):
        readers.examine(*readers.input(7, number))


def test_an_input_of_a_seed_is_always_the_same(readers: Readers) -> None:
    assert readers.input(3, 5) == readers.input(3, 5)

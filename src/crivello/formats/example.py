"""The example tournaments that come with the program: worked tournaments from the literature."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from crivello.model.errors import WordError
from crivello.model.grammar import nearest_word
from crivello.model.keys import SYSTEMS
from crivello.model.sentence import N_, Sentence

FIRST = "fourteen"
FILE_OF_FIRST = "before-round-4.trf"
ENDING = ".trf"
UNKNOWN = N_("There is no example {name!r}.{near:| Did you mean {}?} Examples: {known}.")
ABOUT = N_("{players} players, {played} of {rounds} rounds, {system}")


@cache
def example_files() -> dict[str, str]:
    """Return the report file of each example, by name; the others are named after their file."""
    found = sorted(file.name for file in files("crivello.examples").iterdir())
    others = [name for name in found if name.endswith(ENDING) and name != FILE_OF_FIRST]
    return {FIRST: FILE_OF_FIRST, **{name.removesuffix(ENDING): name for name in others}}


def read_example(name: str = FIRST) -> bytes:
    """Return the report file (TRF) of an example tournament."""
    known = example_files()
    if name not in known:
        near = nearest_word(name, tuple(known))
        raise WordError(UNKNOWN, name=name, near=near, known=", ".join(known))
    return files("crivello.examples").joinpath(known[name]).read_bytes()


@cache
def describe_example(name: str) -> Sentence:
    """Return what an example holds."""
    from crivello.formats.trf import read_trf

    found = read_trf(read_example(name)).tournament
    system = found.settings.system or ""
    return Sentence(
        ABOUT,
        players=len(found.players),
        played=found.paired_rounds,
        rounds=found.settings.rounds,
        system=Sentence(SYSTEMS[system].title) if system in SYSTEMS else system,
    )

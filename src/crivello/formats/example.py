"""The example tournaments that come with the program: worked tournaments from the literature."""

from __future__ import annotations

from importlib.resources import files

from crivello.model.errors import WordError
from crivello.model.grammar import nearest_word
from crivello.model.sentence import N_

EXAMPLES = {
    "fourteen": ("before-round-4.trf", N_("14 players, Dutch system of 2017, before round 4")),
    "dutch-2017": ("dutch-2017.trf", N_("the same tournament, all six rounds")),
    "dutch-2011": ("dutch-2011.trf", N_("14 players, five rounds, Dutch system before 2013")),
    "dubov-2018": ("dubov-2018.trf", N_("14 players, six rounds, Dubov system of 2018")),
}
"""The report file and the description of each example."""
FIRST = "fourteen"
UNKNOWN = N_("There is no example {name!r}.{near:| Did you mean {}?} Examples: {known}.")


def read_example(name: str = FIRST) -> bytes:
    """Return the report file (TRF) of an example tournament."""
    if name not in EXAMPLES:
        near = nearest_word(name, tuple(EXAMPLES))
        raise WordError(UNKNOWN, name=name, near=near, known=", ".join(EXAMPLES))
    file, _ = EXAMPLES[name]
    return files("crivello.examples").joinpath(file).read_bytes()

"""The example tournament that comes with the program: 14 players, before round 4."""

from importlib.resources import files


def read_example() -> bytes:
    """Return the report file (TRF) of the example tournament."""
    return files("crivello.examples").joinpath("before-round-4.trf").read_bytes()

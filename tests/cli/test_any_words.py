"""Random words on the command line always end in a known exit code."""

import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from crivello.cli import main
from crivello.cli.commands import COMMANDS, GLOBAL
from crivello.engine.call import OPTIONS
from tests.cli.calling import EXAMPLE, TWO_WHO_HAVE_MET
from tests.support.samples import sample


@contextmanager
def streams(stdin: bytes) -> Iterator[None]:
    kept = sys.stdin, sys.stdout, sys.stderr
    sys.stdin = io.TextIOWrapper(io.BytesIO(stdin), "utf-8")
    sys.stdout = io.TextIOWrapper(io.BytesIO(), "utf-8")
    sys.stderr = io.TextIOWrapper(io.BytesIO(), "utf-8")
    try:
        yield
    finally:
        sys.stdin, sys.stdout, sys.stderr = kept


OWN = [option for command in COMMANDS.values() for option in command.options]
SERVES = {"desk", "engine", "network"}
"""Commands that would run until they are stopped."""
KNOWN = sorted(
    {option.name for option in (*GLOBAL, *OWN)}
    | {option.name for option in OPTIONS}
    | (COMMANDS.keys() - SERVES)
    | {"--help", "-h", "help", "--version", "--"}
)
VALUES = ["-", "in.trf", "out", "2", "0", "dutch", "dutch-2017", "dubov", "it", "trf26", "json"]
WORDS = st.one_of(
    st.sampled_from(KNOWN),
    st.sampled_from(VALUES),
    st.builds("{}={}".format, st.sampled_from(KNOWN), st.sampled_from(VALUES)),
    st.text(st.characters(exclude_characters="\0/", exclude_categories=["Cs"]), max_size=5),
)


@settings(
    max_examples=sample(300),
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(
    words=st.lists(WORDS, max_size=6),
    stdin=st.sampled_from([b"", b"\0\xff", TWO_WHO_HAVE_MET, Path(EXAMPLE).read_bytes()]),
)
def test_any_words_have_an_answer(words: list[str], stdin: bytes, tmp_path: Path) -> None:
    here, kept = os.getcwd(), dict(os.environ)
    os.chdir(tmp_path)  # what the words ask to write is written there
    os.environ.update(dict.fromkeys(("HOME", "ZDOTDIR", "XDG_DATA_HOME"), str(tmp_path)))
    os.environ.update(dict.fromkeys(("XDG_CONFIG_HOME", "APPDATA"), str(tmp_path)))
    try:
        (tmp_path / "in.trf").write_bytes(stdin)
        with streams(stdin):
            assert main(words) in (0, 1, 3, 5)
    finally:
        os.chdir(here)
        os.environ.clear()
        os.environ.update(kept)

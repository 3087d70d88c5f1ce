"""Tournament files at every stage of a first round, made by the library; and calls beside them."""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path

from crivello.cli import main
from crivello.desk.actions import EndRound, Pair, PublishResults
from tests.cli.calling import Called, call, environment, run
from tests.desk.desks import A, enter, fresh, publish

STAGES = ("empty", "registered", "drafted", "playing", "played", "closed", "second")


def make(folder: Path) -> None:
    """One file for each stage; six players, five rounds, Dutch 2026."""
    for place, stage in enumerate(STAGES):
        desk = fresh(folder, 6 if place else 0, name=f"{stage}.crivello")
        if stage == "drafted":
            desk.act(Pair(A))
        if place >= STAGES.index("playing"):
            publish(desk)
        if place >= STAGES.index("played"):
            enter(desk)
        if place >= STAGES.index("closed"):
            desk.act(PublishResults(A))
        if stage == "second":
            desk.act(EndRound(A))
            publish(desk)
        desk.close()


def desk(folder: Path, *words: str | Path, stdin: bytes = b"", **env: str) -> Called:
    """`crivello` in the folder of the file, with nobody's own settings."""
    env = {"XDG_CONFIG_HOME": str(folder / "config"), "CRIVELLO_ACTOR": "Ann", **env}
    return call(*words, stdin=stdin, cwd=folder, **env)


_TWICE = """
import io
import os
import sys
from crivello.cli import main
english = main([*sys.argv[1:], "--lang", "en"])
print("--- it", file=sys.stderr)
italian = main([*sys.argv[1:], "--lang", "it"])
sys.exit(english if english == italian else 99)
"""


def in_both_languages(folder: Path, words: list[str]) -> Called:
    """The same call in English and then in Italian; one process, because there are many."""
    return run([sys.executable, "-c", _TWICE, *words], cwd=folder)


def inside(folder: Path, *words: str | Path, stdin: bytes = b"", **env: str) -> Called:
    """The same without a process of its own, for stories of many calls."""
    kept, here, streams = dict(os.environ), os.getcwd(), (sys.stdin, sys.stdout, sys.stderr)
    config = {"XDG_CONFIG_HOME": str(folder / "config"), "CRIVELLO_ACTOR": "Ann"}
    os.environ.clear()
    os.environ.update(environment(**{**config, **env}))
    os.chdir(folder)
    sys.stdin = io.TextIOWrapper(io.BytesIO(stdin), "utf-8")
    out, err = io.BytesIO(), io.BytesIO()
    sys.stdout = io.TextIOWrapper(out, "utf-8", write_through=True)
    sys.stderr = io.TextIOWrapper(err, "utf-8", write_through=True)
    try:
        code = main([str(word) for word in words])
        return Called(code, out.getvalue().decode(), err.getvalue().decode())
    finally:
        sys.stdin, sys.stdout, sys.stderr = streams
        os.chdir(here)
        os.environ.clear()
        os.environ.update(kept)


def done(folder: Path, *words: str | Path, stdin: bytes = b"", **env: str) -> str:
    """A call that must succeed, without a process; the answer is what it says."""
    called = inside(folder, *words, stdin=stdin, **env)
    assert called.code == 0, called.err
    return called.out

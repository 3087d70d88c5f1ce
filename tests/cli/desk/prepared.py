"""Tournament files at every stage of a first round, and calls of the desk's commands on them."""

from __future__ import annotations

from pathlib import Path

from crivello.desk.actions import EndRound, Pair, PublishResults
from tests.cli.calling import Called, call
from tests.desk.desks import A, enter, fresh, publish

STAGES = ("empty", "registered", "drafted", "playing", "played", "closed", "second")


def make(folder: Path) -> None:
    """Make a file for each stage: six players, five rounds, Dutch 2026."""
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
    """Call `crivello` in the folder of the file, without any user's settings."""
    env = {"XDG_CONFIG_HOME": str(folder / "config"), "CRIVELLO_ACTOR": "Ann", **env}
    return call(*words, stdin=stdin, cwd=folder, **env)


def in_both_languages(folder: Path, *words: str) -> tuple[Called, Called]:
    """Make the same call in English and in Italian."""
    english, italian = (call(*words, "--lang", lang, cwd=folder) for lang in ("en", "it"))
    return english, italian


def done(folder: Path, *words: str | Path, stdin: bytes = b"", **env: str) -> str:
    """Make a call that must succeed, and return its output."""
    called = desk(folder, *words, stdin=stdin, **env)
    assert called.code == 0, called.err
    return called.out

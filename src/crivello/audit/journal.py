"""The journal of a campaign: a file with one JSON object per line, the plan first, then the
outcomes.

One process appends whole lines and nothing is ever rewritten, so a campaign can be resumed after
Ctrl-C, a killed process or a full disk.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import field
from pathlib import Path

from crivello.audit.recipe import Recipe
from crivello.formats.codec import DecodeError, decode, encode
from crivello.model.errors import Malformed, Problem
from crivello.model.sentence import N_, Sentence
from crivello.standard.classes import frozen


@frozen
class CampaignPlan:
    """The plan of a campaign: the two sides, and the tournaments to generate."""

    left: str
    """The side whose pairings are played."""
    right: str
    tournaments: int = 100
    seed: int = 1
    players: tuple[int, int] = (6, 20)
    rounds: tuple[int, int] = (5, 11)
    vary: bool = False
    """Draw new rates of byes, forfeits and so on for each tournament."""
    recipe: Recipe = field(default_factory=Recipe)


@frozen
class Case:
    """One difference between the sides, shown by the next round of a small tournament."""

    round: int
    trf: str
    left: tuple[str, ...]
    """The boards, and the bye as ``12-``, by this side; empty if it finds no pairing."""
    right: tuple[str, ...]
    code: str
    """The criterion or article that separates the two answers."""
    reason: Sentence


@frozen
class CampaignOutcome:
    """The outcome of one tournament of a campaign."""

    seed: int
    rounds: int
    """The number of rounds that both sides were asked to pair."""
    beyond: int = 0
    """The number of rounds that one side declined as too large; the other side's answer was
    legal.
    """
    cases: tuple[Case, ...] = ()
    failure: Sentence | None = None
    """The reason why the tournament could not be finished."""
    players: int = 0
    byes: int = 0
    """The number of pairing-allocated byes."""


def read_journal(path: Path) -> tuple[CampaignPlan | None, list[CampaignOutcome]]:
    """Return the plan and the outcomes in a journal; a line cut short by a crash is left out."""
    if not path.exists():
        return None, []
    data = path.read_bytes()
    plan = None
    outcomes = []
    for number, line in enumerate(data.decode("utf-8", "replace").split("\n"), start=1):
        try:
            record = json.loads(line)
            if "plan" in record:
                plan = decode(CampaignPlan, record["plan"])
            else:
                outcomes.append(decode(CampaignOutcome, record))
        except (ValueError, TypeError, DecodeError) as error:
            if number == 1 and line:
                raise _not_a_journal(line) from error
    return plan, outcomes


@contextmanager
def open_journal(path: Path, head: str) -> Iterator[Callable[[str], None]]:
    """Return a function that appends a line to a journal; a new journal begins with the line
    `head`.

    If the last line was cut short by a crash, a new line is begun after it.
    """
    with path.open("a", encoding="utf-8") as log:

        def append(line: str) -> None:
            log.write(line)
            log.flush()

        if log.tell() == 0:
            append(head)
        elif not _ends_a_line(path):
            append("\n")
        yield append


def _ends_a_line(path: Path) -> bool:
    with path.open("rb") as file:
        file.seek(-1, 2)
        return file.read() == b"\n"


def _not_a_journal(line: str) -> Malformed:
    sentence = N_("The first line of a journal must be its plan.")
    problem = Problem(Sentence(sentence), line=1, column=1, found=line[:40], expected='{"plan": …}')
    return Malformed(N_("This is not the journal of a campaign."), [problem])


def line_of(record: CampaignPlan | CampaignOutcome) -> str:
    """Return the journal's line for a plan or an outcome, with all fields, as defaults may
    change.
    """
    value = encode(record, whole=True)
    return json.dumps({"plan": value} if isinstance(record, CampaignPlan) else value) + "\n"

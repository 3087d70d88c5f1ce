"""The journal of a campaign: one JSON object per line, first the plan, then what is done.

It is only ever appended to, a whole line at a time, by one process. So a campaign that was stopped,
by Ctrl-C, a killed process or a full disk, goes on where it was.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, field
from pathlib import Path
from typing import Any

from crivello.audit.recipe import Recipe
from crivello.model.errors import Malformed, Problem
from crivello.model.quick import frozen
from crivello.model.sentence import N_, Sentence, plain_value
from crivello.model.settings import Scoring


@frozen
class CampaignPlan:
    """What a campaign does."""

    left: str
    """The side that makes the tournaments."""
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
    """One difference: a small tournament that shows it in its next round."""

    round: int
    trf: str
    left: tuple[str, ...]
    """Boards, and the bye as ``12-``; empty if the side finds no pairing."""
    right: tuple[str, ...]
    code: str
    """Criterion or article that separates the answers."""
    reason: Sentence


@frozen
class CampaignOutcome:
    """One tournament of a campaign."""

    seed: int
    rounds: int
    """Rounds asked of both sides."""
    beyond: int = 0
    """How many of them a side declined as too large; the other's answer was legal."""
    cases: tuple[Case, ...] = ()
    failure: Sentence | None = None
    """Why the tournament could not be finished."""
    players: int = 0
    byes: int = 0
    """Pairing-allocated byes."""


def read_journal(path: Path) -> tuple[CampaignPlan | None, list[CampaignOutcome]]:
    """The plan and the finished tournaments; a line cut short by a crash is left out."""
    if not path.exists():
        return None, []
    data = path.read_bytes()
    plan = None
    outcomes = []
    for number, line in enumerate(data.decode("utf-8", "replace").split("\n"), start=1):
        try:
            record = json.loads(line)
            if "plan" in record:
                plan = _plan(record["plan"])
            else:
                outcomes.append(_outcome(record))
        except (ValueError, KeyError, TypeError) as error:
            if number == 1 and line:
                raise _not_a_journal(line) from error
    return plan, outcomes


@contextmanager
def open_journal(path: Path, head: str) -> Iterator[Callable[[str], None]]:
    """A function that appends a line to a journal; a new journal begins with its head.

    A line that was cut short by a crash stays alone.
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
    sentence = N_("A journal begins with its plan.")
    problem = Problem(Sentence(sentence), line=1, column=1, found=line[:40], expected='{"plan": …}')
    return Malformed(N_("This is not the journal of a campaign."), [problem])


def line_of(record: CampaignPlan | CampaignOutcome) -> str:
    """The line of the journal for a plan or an outcome."""
    value: dict[str, Any] = asdict(record, dict_factory=_with_sentences)
    return json.dumps({"plan": value} if isinstance(record, CampaignPlan) else value) + "\n"


def _with_sentences(items: list[tuple[str, Any]]) -> dict[str, Any]:
    """Sentences with their values; players are ids, and what JSON cannot hold becomes text."""
    return {
        name: _sentence_record(value) if isinstance(value, Sentence) else value
        for name, value in items
    }


def _sentence_record(sentence: Sentence) -> dict[str, Any]:
    values = {name: plain_value(value) for name, value in sentence.values.items()}
    texts = {name: str(sentence.values[name]) for name, v in values.items() if isinstance(v, list)}
    return {"template": sentence.template, "values": values | texts}


def _sentence(record: Mapping[str, Any]) -> Sentence:
    template = record["template"]
    forms = template if isinstance(template, str) else (template[0], template[1])
    return Sentence(forms, **record["values"])


def _plan(value: Mapping[str, Any]) -> CampaignPlan:
    known = {**value["recipe"], "scoring": Scoring(**value["recipe"]["scoring"])}
    lists = {name: tuple(known.get(name, ())) for name in ("ratings", "tie_breaks")}
    choices = tuple((key, word) for key, word in known.get("choices", ()))
    recipe = Recipe(**known | lists | {"choices": choices})
    ranges = {name: (value[name][0], value[name][1]) for name in ("players", "rounds")}
    return CampaignPlan(**{**value, **ranges, "recipe": recipe})


def _outcome(value: Mapping[str, Any]) -> CampaignOutcome:
    cases = tuple(
        Case(
            **{
                **case,
                "left": tuple(case["left"]),
                "right": tuple(case["right"]),
                "reason": _sentence(case["reason"]),
            }
        )
        for case in value["cases"]
    )
    failure = None if value["failure"] is None else _sentence(value["failure"])
    return CampaignOutcome(**{**value, "cases": cases, "failure": failure})

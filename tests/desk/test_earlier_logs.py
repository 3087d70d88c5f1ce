"""Logs written by earlier versions give the same state in every later version.

`tests/data/logs` has logs that version 0.2.0 wrote for games and for matches: results entered,
removed, adjourned, forfeited, with reversed colours, and corrected in each of the three ways.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from crivello.desk.events import Meta, from_json, to_json
from crivello.desk.fold import apply, apply_all
from crivello.desk.preconditions import check
from crivello.desk.state import DeskState, Section
from crivello.formats.codec import encode
from crivello.formats.json_form import write_json
from crivello.reports.views.round import round_view
from tests.desk.desks import A
from tests.support.data import DATA

LOGS = sorted((DATA / "logs").glob("*.jsonl"))


def folded(section: Section) -> str:
    """Return the state of a section as JSON: the tournament, its rounds as shown, the games."""
    rounds = range(1, len(section.rounds) + 1)
    value = {
        "tournament": json.loads(write_json(section.tournament)),
        "rounds": [round_view(section, number, str) for number in rounds],
        "games": [encode(this.games) for this in section.rounds],
        "boards": [encode(this.boards) for this in section.rounds],
        "asked": sorted(section.asked),
        "exceptions": [
            [one.kind.value, one.round, str(one.what), one.done.time] for one in section.exceptions
        ],
    }
    return json.dumps(value, ensure_ascii=False, indent=1) + "\n"


def lines(log: Path) -> list[tuple[str, str, Meta]]:
    """Return the events of a log as stored: type, payload, and author and time."""
    found = map(json.loads, log.read_text("utf-8").splitlines())
    return [(kind, payload, Meta(*about)) for *about, kind, payload in found]


@pytest.mark.parametrize("log", LOGS, ids=lambda path: path.stem)
def test_a_log_folds_to_the_state_it_had_when_it_was_written(log: Path) -> None:
    state = apply_all(
        DeskState(), [(from_json(kind, payload), meta) for kind, payload, meta in lines(log)]
    )
    assert folded(state.section(A)) == log.with_suffix(".json").read_text("utf-8")


@pytest.mark.parametrize("log", LOGS, ids=lambda path: path.stem)
def test_each_event_is_still_allowed_and_written_in_the_same_way(log: Path) -> None:
    state = DeskState()
    for kind, payload, meta in lines(log):
        event = from_json(kind, payload)
        assert to_json(event) == payload
        check(event, state)
        state = apply(state, event, meta)
    assert folded(state.section(A)) == log.with_suffix(".json").read_text("utf-8")


def test_there_is_a_log_for_each_kind_of_tournament() -> None:
    kinds = {kind for log in LOGS for kind, _, _ in lines(log)}
    assert {"ResultsEntered", "NoShows", "ResultCorrected", "PlayersLeft"} <= kinds
    assert len(LOGS) >= 4

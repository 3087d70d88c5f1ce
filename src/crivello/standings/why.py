"""Why one player stands above another, in a sentence."""

from __future__ import annotations

from crivello.model.tournament import Tournament
from crivello.standings.direct_encounter import Encounter, Step
from crivello.standings.standings import Row, Standings
from crivello.standings.table import scored
from crivello.standings.views import name_of, shown_player, value_cell
from crivello.words import N_, Translator


def why(tournament: Tournament, table: Standings, one: int, two: int, words: Translator) -> str:
    """Why the better of the two is above the other, or why they share a rank."""
    first, second = sorted((table.row(one), table.row(two)), key=lambda row: row.rank)
    values: dict[str, object] = {
        "first": shown_player(first.player),
        "second": shown_player(second.player),
    }
    decisive = _decisive(first, second)
    level = ", ".join(
        _level(table, index, first, words)
        for index in range(len(table.keys) if decisive is None else decisive)
    )
    if decisive is None:
        return words.say(
            N_(
                "{first} and {second} share rank {rank}: they are level in {level}, and the list "
                "of tie-breaks ends there."
            ),
            **values,
            rank=first.rank,
            level=level,
        )
    values |= {"level": level}
    working = table.working(first.player.id, decisive)
    if isinstance(working, Encounter):
        return _by_encounter(table, working, first, second, values, words)
    key = table.keys[decisive]
    values |= {
        "better": _said(table, decisive, first, words),
        "worse": _said(table, decisive, second, words),
        "name": name_of(key, words),
        "code": key.code,
    }
    if not level:
        return words.say(
            N_("{first} is above {second} by {name}: {better} against {worse}."), **values
        )
    return words.say(
        N_(
            "{first} is above {second}: they are level in {level}, and then {name} ({code}) "
            "decides, {better} against {worse}."
        ),
        **values,
    )


def _level(table: Standings, index: int, row: Row, words: Translator) -> str:
    """``BH/C1 (12.5)``; a direct encounter that tells nothing apart has no value to name."""
    key = table.keys[index]
    if key.rule.compute is None:
        return key.code
    return f"{key.code} ({_said(table, index, row, words)})"


def _said(table: Standings, index: int, row: Row, words: Translator) -> str:
    if row.values[index] is None:
        return words.say("undefined")
    return value_cell(table, index, row, words).text


def _decisive(first: Row, second: Row) -> int | None:
    """The first key in which they differ; None if there is none."""
    for index, (better, worse) in enumerate(zip(first.values, second.values, strict=True)):
        if better != worse:
            return index
    return None


def _by_encounter(
    table: Standings,
    working: Encounter,
    first: Row,
    second: Row,
    values: dict[str, object],
    words: Translator,
) -> str:
    step = _parting(working, first.player.id, second.player.id)
    values |= {
        "count": len(step.table),
        "better": scored(step.table[first.player.id].points, table.unit, words.language).text,
        "worse": scored(step.table[second.player.id].points, table.unit, words.language).text,
    }
    if step.complete:
        return words.say(
            N_(
                "{first} is above {second}: they are level in {level}, and in the games among "
                "the {count} players still tied {first} has {better}, {second} {worse} (DE, 6.2)."
            ),
            **values,
        )
    return words.say(
        N_(
            "{first} is above {second}: they are level in {level}; not all of the {count} players "
            "still tied have met, but {first} with {better} stays ahead of {second} with {worse} "
            "whatever the missing games would bring (DE, 6.3)."
        ),
        **values,
    )


def _parting(working: Encounter, first: int, second: int) -> Step:
    """The step that told them apart: the last one both were part of."""
    return [step for step in working.steps if second in step.table and first in step.table][-1]

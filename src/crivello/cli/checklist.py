"""The list of `-l`: what was known of each player when the round was paired, by scoregroup."""

from __future__ import annotations

from itertools import groupby

from crivello.cli.console import Console
from crivello.explain.cards import ARROWS, preference_text
from crivello.model.field import Field
from crivello.model.keys import BY_KEY
from crivello.model.pairing import RoundPairing
from crivello.model.tournament import Tournament
from crivello.words import points
from crivello.words.columns import LEFT, RIGHT, align, clean, cut

NAME = 24


def checklist(field: Field, pairing: RoundPairing, tournament: Tournament, console: Console) -> str:
    unit = field.scoring.unit
    opponent = {pairing.bye: console.say("bye")} if pairing.bye is not None else {}
    for board in pairing.boards:
        opponent[board.white] = f"{board.black} W"
        opponent[board.black] = f"{board.white} B"
    head = [
        console.say("ID"),
        console.say("Player"),
        console.say("Pts"),
        console.say("Colours"),
        console.say("Preference"),
        console.say("Floats"),
        console.say("Opponents"),
        console.say("Paired with"),
    ]
    title = console.say("Round {round}", round=pairing.round)
    lines = [
        *([clean(tournament.settings.name)] if tournament.settings.name else []),
        f"{title}, {console.say(BY_KEY[pairing.system].title)} [{pairing.system}]",
    ]
    rows: list[list[str]] = [head]
    groups: list[tuple[str, int]] = []
    for score, entrants in groupby(field.entrants, key=lambda entrant: entrant.score):
        members = list(entrants)
        said = points(score, unit, console.language)
        groups.append((console.say("Scoregroup {score}", score=said), len(members)))
        for entrant in members:
            rows.append(
                [
                    str(entrant.id),
                    cut(clean(tournament.player[entrant.id].name), NAME),
                    points(entrant.points, unit, console.language),
                    entrant.history.colour_sequence or "-",
                    preference_text(entrant) or "-",
                    "".join(ARROWS[float] for float in entrant.floats) or "-",
                    ",".join(
                        str(entry.opponent)
                        for entry in entrant.history.entries
                        if entry.played and entry.opponent is not None
                    )
                    or "-",
                    opponent[entrant.id],
                ]
            )
    table = align(rows, RIGHT + LEFT + RIGHT + LEFT * 5)
    lines += ["", table[0]]
    place = 1
    for group, size in groups:
        lines += ["", group, *table[place : place + size]]
        place += size
    return "\n".join(lines) + "\n"

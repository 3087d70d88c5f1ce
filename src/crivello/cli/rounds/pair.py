"""`crivello pair`: the boards of a round as a table or as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from textwrap import wrap
from typing import Any

from crivello.cli.console import Console
from crivello.cli.files import is_tournament_file, write_text
from crivello.cli.options import Arguments, UsageError
from crivello.cli.sources import given_path, load, today, with_choices
from crivello.model.errors import Unsupported
from crivello.model.history import histories
from crivello.model.keys import SYSTEMS
from crivello.model.pairing import RoundPairing
from crivello.model.player import Player
from crivello.model.result import Bye
from crivello.model.tournament import Tournament
from crivello.rules.acceleration import virtual_points
from crivello.systems.registry import find
from crivello.systems.request import choose_edition, round_to_pair
from crivello.words import N_, Language, decimal_points, points
from crivello.words.columns import LEFT, RIGHT, align, clean


def run(arguments: Arguments, console: Console) -> int:
    path = given_path(arguments)
    if is_tournament_file(path):
        from crivello.cli.rounds.draft import pair

        arguments.values["-t"] = path
        return pair(arguments, console)
    for option in AT_THE_DESK:
        if option in arguments:
            raise UsageError(ONLY_AT_THE_DESK, option=option)
    tournament = load(path, console, arguments, to_pair=True)
    number = round_to_pair(tournament, arguments.number("--round"))
    system = find(choose_edition(tournament, arguments.get("--system"), today()))
    tournament = with_choices(tournament, arguments.lists.get("--option", []), system.key)
    if "--sieve" not in arguments:
        pairing = system.pair(tournament, number)
    elif system.has_sieve:
        pairing = system.sift(tournament, number)
    else:
        raise Unsupported(N_("There is no sieve for {key}."), key=system.key)
    before = tournament.before(number)
    text = as_json(before, pairing, console) if console.json else as_text(before, pairing, console)
    write_text(arguments.get("--output") or "-", text)
    return 0


AT_THE_DESK = (
    "--preview",
    "--discard",
    "--board",
    "--bye",
    "--rest",
    "--section",
    "--actor",
    "--reason",
)
ONLY_AT_THE_DESK = N_("{option} is for tournament files of the desk only.")


class _Scores:
    """The scores with which the round is paired."""

    def __init__(self, tournament: Tournament, round_number: int, system: str) -> None:
        adapted = find(system).field_rules.adapted
        lent = adapted(tournament) if adapted is not None else tournament
        self.unit = tournament.settings.scoring.unit
        self.standings = {
            player: history.score for player, history in histories(tournament, round_number).items()
        }
        self.virtual = {
            player: points
            for (player, number), points in virtual_points(lent, round_number).items()
            if number == round_number
        }


def as_text(
    tournament: Tournament,
    pairing: RoundPairing,
    console: Console,
    tables: Sequence[int] = (),
) -> str:
    """`tables`: the tables of the boards, where they have numbers of their own."""
    scores = _Scores(tournament, pairing.round, pairing.system)

    def score(player: int) -> str:
        text = points(scores.standings[player], scores.unit, console.language)
        virtual = scores.virtual.get(player)
        return f"{text}+{points(virtual, scores.unit, console.language)}" if virtual else text

    def name(player: int) -> str:
        return name_with_title(tournament.player[player])

    pts = console.say("Pts")
    place = console.say("Table") if tables else console.say("Board")
    rows = [[place, "", console.say("White"), pts, pts, "", console.say("Black")]]
    for number, board in zip(tables or count(1), pairing.boards, strict=False):
        white, black = board.white, board.black
        rows.append(
            [
                str(number),
                str(white),
                name(white),
                score(white),
                score(black),
                str(black),
                name(black),
            ]
        )
    lines = [
        _title(tournament, pairing, console),
        "",
        *align(rows, RIGHT * 2 + LEFT + RIGHT * 3 + LEFT, console.width, shrink=(2, 6)),
    ]
    if pairing.bye is None:
        bye = console.say("Pairing-allocated bye: none")
    else:
        bye = console.say(
            "Pairing-allocated bye: {player} ({score})",
            player=f"{pairing.bye} {name(pairing.bye)}",
            score=score(pairing.bye),
        )
    lines += ["", bye]
    away = [
        f"{player} {clean(tournament.player[player].name)} ({console.say(why)})"
        for player, why in _away(tournament, pairing).items()
    ]
    if away:
        kept = "; ".join(one.replace(" ", NO_BREAK) for one in away)
        text = console.say("Not paired: {players}", players=kept)
        lines += ["", *(line.replace(NO_BREAK, " ") for line in wrap(text, console.width))]
    return "\n".join(lines) + "\n"


def name_with_title(player: Player) -> str:
    title = f"{player.title.value} " if player.title else ""
    return title + clean(player.name)


def _title(tournament: Tournament, pairing: RoundPairing, console: Console) -> str:
    settings = tournament.settings
    if settings.rounds is None:
        line = console.say("Round {round}", round=pairing.round)
    else:
        line = console.say("Round {round} of {rounds}", round=pairing.round, rounds=settings.rounds)
    system = f"{console.say(SYSTEMS[pairing.system].title)} [{pairing.system}]"
    name = clean(settings.name)
    return (f"{name}\n" if name else "") + f"{line}, {system}"


NO_BREAK = "\N{NO-BREAK SPACE}"
EXPELLED = N_("expelled")
WITHDRAWN = N_("withdrawn")
ENTERS_LATER = N_("enters later")
ABSENT = N_("absent")
BYES = {
    Bye.HALF_POINT: N_("half-point bye"),
    Bye.FULL_POINT: N_("full-point bye"),
    Bye.ZERO_POINT: ABSENT,
}


def _away(tournament: Tournament, pairing: RoundPairing) -> dict[int, str]:
    """Who is not in the pairing, though in the tournament, and why."""
    seated = {player for board in pairing.boards for player in (board.white, board.black)}
    seated.add(pairing.bye or 0)
    byes = dict(tournament.round(pairing.round).byes)
    return {
        player.id: _why_away(player, byes.get(player.id), pairing.round)
        for player in tournament.players
        if player.id not in seated
    }


def _why_away(player: Player, bye: Bye | None, round_number: int) -> str:
    if player.withdrawn_after is not None and player.withdrawn_after < round_number:
        return EXPELLED if player.expelled else WITHDRAWN
    if player.entered > round_number:
        return ENTERS_LATER
    return ABSENT if bye is None else BYES[bye]


def as_json(tournament: Tournament, pairing: RoundPairing, console: Console) -> str:
    return console.as_json(as_value(tournament, pairing))


def as_value(
    tournament: Tournament, pairing: RoundPairing, tables: Sequence[int] = ()
) -> dict[str, Any]:
    """See docs/cli.md for its shape."""
    scores = _Scores(tournament, pairing.round, pairing.system)
    byes: dict[int, Bye] = dict(tournament.round(pairing.round).byes)

    def person(player: int) -> dict[str, Any]:
        known = tournament.player[player]
        virtual = scores.virtual.get(player, 0)
        return {
            "id": player,
            "number": known.number,
            "name": known.name,
            "points": decimal_points(scores.standings[player], scores.unit, Language.EN),
            "pairing_score": decimal_points(
                scores.standings[player] + virtual, scores.unit, Language.EN
            ),
        }

    boards = [
        {"board": number, "white": person(board.white), "black": person(board.black)}
        for number, board in enumerate(pairing.boards, start=1)
    ]
    if tables:
        boards = [{**one, "table": table} for one, table in zip(boards, tables, strict=True)]
    return {
        "schema": "crivello/pairing/1",
        "tournament": tournament.settings.name,
        "round": pairing.round,
        "rounds": tournament.settings.rounds,
        "system": pairing.system,
        "boards": boards,
        "bye": None if pairing.bye is None else person(pairing.bye),
        "not_paired": [
            person(player) | {"bye": byes[player].value if player in byes else None, "reason": why}
            for player, why in _away(tournament, pairing).items()
        ],
    }

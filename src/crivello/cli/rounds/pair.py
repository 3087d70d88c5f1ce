"""`crivello pair`: the boards of a round as a table or as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from textwrap import wrap

from crivello.cli.console import Console
from crivello.cli.files import is_tournament_file
from crivello.cli.options import Arguments, UsageError
from crivello.cli.sources import given_path, load, today, with_choices
from crivello.model.errors import Unsupported
from crivello.model.keys import SYSTEMS
from crivello.model.pairing import RoundPairing
from crivello.model.player import Player
from crivello.model.result import Bye
from crivello.model.tournament import Tournament
from crivello.reports.views.round import AbsenceReason, PairingScores, absence_reason, pairing_view
from crivello.systems.registry import find
from crivello.systems.request import choose_edition, round_to_pair
from crivello.words import N_, points
from crivello.words.columns import LEFT, RIGHT, align, clean


def run(arguments: Arguments, console: Console) -> int:
    path = given_path(arguments)
    if is_tournament_file(path):
        from crivello.cli.rounds.draft import pair
        from crivello.cli.sitting import sitting

        arguments.values["-t"] = path
        with sitting(arguments, console) as here:
            return pair(here)
    for option in AT_THE_DESK:
        if option in arguments:
            raise UsageError(ONLY_AT_THE_DESK, option=option)
    tournament = load(path, console, arguments, to_pair=True)
    number = round_to_pair(tournament, arguments.number("--round"))
    system = find(choose_edition(tournament, arguments.get("--system"), today()))
    tournament = with_choices(tournament, arguments.all("--option"), system.key)
    if "--sieve" not in arguments:
        pairing = system.pair(tournament, number)
    elif system.has_sieve:
        pairing = system.sift(tournament, number)
    else:
        raise Unsupported(N_("There is no sieve for {key}."), key=system.key)
    before = tournament.before(number)
    if console.json:
        byes = {player: bye for player, bye in tournament.round(number).byes if bye.requested}
        text = console.view("pairing", pairing_view(before, pairing, byes))
    else:
        text = as_text(before, pairing, console)
    return console.write(text)


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


def as_text(
    tournament: Tournament,
    pairing: RoundPairing,
    console: Console,
    tables: Sequence[int] = (),
) -> str:
    """`tables`: the table numbers of the boards, if they differ from the board numbers."""
    scores = PairingScores(tournament, pairing.round, pairing.system)

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
        left = [str(number), str(white), name(white), score(white)]
        rows.append([*left, score(black), str(black), name(black)])
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
        names = "; ".join(one.replace(" ", NO_BREAK) for one in away)
        text = console.say("Not paired: {players}", players=names)
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
BYES = {
    Bye.HALF_POINT: N_("half-point bye"),
    Bye.FULL_POINT: N_("full-point bye"),
    Bye.ZERO_POINT: AbsenceReason.ABSENT.value,
}


def _away(tournament: Tournament, pairing: RoundPairing) -> dict[int, str]:
    """Players of the tournament who are not paired, and why."""
    seated = {player for board in pairing.boards for player in (board.white, board.black)}
    seated.add(pairing.bye or 0)
    byes = dict(tournament.round(pairing.round).byes)
    return {
        player.id: absence_reason(player, pairing.round).value
        if player.id not in byes
        or absence_reason(player, pairing.round) is not AbsenceReason.ABSENT
        else BYES[byes[player.id]]
        for player in tournament.players
        if player.id not in seated
    }

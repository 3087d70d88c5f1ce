"""The boards of a round, and the rounds of a schedule, as lines of text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count

from crivello.cli.console import Console
from crivello.model.keys import SYSTEMS
from crivello.model.pairing import RoundPairing
from crivello.model.player import Player
from crivello.model.result import BYE_NAMES
from crivello.model.tournament import Tournament
from crivello.reports.before_round import AbsenceReason, PairingScores, absence_reason
from crivello.standard.typing_names import TYPE_CHECKING
from crivello.words import N_, points
from crivello.words.columns import LEFT, RIGHT, align, clean

if TYPE_CHECKING:
    from crivello.reports.views.round_robin import ScheduleView


def schedule_lines(view: ScheduleView, console: Console) -> Iterator[str]:
    """Yield a line for each round, with players as pairing numbers."""
    for one in view["rounds"]:
        games = "  ".join(
            f"{board['white']['number']}-{board['black']['number']}" for board in one["boards"]
        )
        line = f"{console.say('Round {round}', round=one['round'])}: {games}"
        free = one["free"]
        yield f"{line}  ({console.say(FREE)}: {free['number']})" if free else line


def boards_text(
    tournament: Tournament,
    pairing: RoundPairing,
    console: Console,
    tables: Sequence[int] = (),
) -> str:
    """Return the boards of a round as text; `tables` has table numbers that differ from board
    numbers.
    """
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
        table = SYSTEMS[pairing.system].round_robin
        bye = "" if table else console.say("Pairing-allocated bye: none")
    else:
        bye = console.say(
            "Pairing-allocated bye: {player} ({score})",
            player=f"{pairing.bye} {name(pairing.bye)}",
            score=score(pairing.bye),
        )
    lines += ["", bye] if bye else []
    away = [
        f"{player} {clean(tournament.player[player].name)} ({console.say(why)})"
        for player, why in _unpaired_players(tournament, pairing).items()
    ]
    if away:
        from textwrap import wrap

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


FREE = N_("free")
NO_BREAK = "\N{NO-BREAK SPACE}"


def _unpaired_players(tournament: Tournament, pairing: RoundPairing) -> dict[int, str]:
    """Return the players who are not paired, each with the reason."""
    seated = {player for board in pairing.boards for player in (board.white, board.black)}
    seated.add(pairing.bye or 0)
    byes = dict(tournament.round(pairing.round).byes)
    if SYSTEMS[pairing.system].round_robin:
        return {player.id: FREE for player in tournament.players if player.id not in seated}
    return {
        player.id: absence_reason(player, pairing.round).value
        if player.id not in byes
        or absence_reason(player, pairing.round) is not AbsenceReason.ABSENT
        else BYE_NAMES[byes[player.id]]
        for player in tournament.players
        if player.id not in seated
    }

"""Small events of matches, defined by their results."""

from __future__ import annotations

import random
from dataclasses import replace

from crivello.model.errors import Impossible
from crivello.model.matches import MatchTournament
from crivello.model.pairing import RoundPairing
from crivello.model.player import Player
from crivello.model.result import Bye, Colour, Result
from crivello.model.settings import MATCH_POINTS, Options, Settings
from crivello.model.tournament import Game, Round
from crivello.systems.matches.system import MatchSystem

SIGN = {
    "1": Result.WHITE_WINS,
    "=": Result.DRAW,
    "0": Result.BLACK_WINS,
    "+": Result.WHITE_WINS_BY_FORFEIT,
}
RESULTS = (*SIGN.values(), Result.WHITE_WINS, Result.BLACK_WINS, Result.DOUBLE_FORFEIT)
BYES = (Bye.ZERO_POINT, Bye.HALF_POINT, Bye.FULL_POINT)


def event(teams: int, rounds: int, *played: str) -> MatchTournament:
    """Return an event with each round as ``1-4/= …``: White, Black, result for White; ``5/U`` is a
    bye.
    """
    return MatchTournament(
        tuple(Player(f"Team {n}", id=n, number=n) for n in range(1, teams + 1)),
        tuple(_round(text) for text in played),
        Settings(rounds=rounds, scoring=MATCH_POINTS, initial_colour=Colour.WHITE),
    )


def _round(text: str) -> Round:
    games, byes = [], []
    for word in text.split():
        who, sign = word.split("/")
        if "-" in who:
            white, black = who.split("-")
            games.append(Game(int(white), int(black), SIGN[sign]))
        else:
            byes.append((int(who), Bye(sign)))
    return Round(tuple(games), tuple(byes))


def boards(pairing: RoundPairing) -> str:
    return " ".join(map(str, pairing.boards))


def random_event(
    seed: int, teams: int, system: MatchSystem, options: Options | None = None
) -> MatchTournament:
    """Return an event after some rounds, and who has requested a bye for the next one."""
    rng = random.Random(seed)
    rounds = rng.randint(3, 7)
    tournament = event(teams, rounds)
    settings = replace(tournament.settings, options=options or Options())
    tournament = replace(tournament, settings=settings)
    for number in range(1, rng.randint(1, rounds) + 1):
        asked = tuple(
            (team.id, rng.choice(BYES)) for team in tournament.players if rng.random() < 0.08
        )
        tournament = replace(tournament, rounds=(*tournament.rounds, Round(byes=asked)))
        if number == rounds:
            break
        try:
            pairing = system.pair(tournament, number)
        except Impossible:
            break
        games = tuple(
            Game(board.white, board.black, rng.choice(RESULTS)) for board in pairing.boards
        )
        byes = asked if pairing.bye is None else (*asked, (pairing.bye, Bye.PAIRING_ALLOCATED))
        tournament = replace(tournament, rounds=(*tournament.rounds[:-1], Round(games, byes)))
    if not tournament.rounds or tournament.rounds[-1].paired:
        tournament = replace(tournament, rounds=(*tournament.rounds, Round()))
    return tournament

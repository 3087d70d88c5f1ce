"""From a tournament to the field of a round: the one place where an edition's facts are derived."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from fractions import Fraction
from typing import NamedTuple

from crivello.model.errors import N_, Illegal, Problem
from crivello.model.field import Entrant, Field, Float
from crivello.model.history import History, histories
from crivello.model.result import Colour
from crivello.model.sentence import PlayerRef, Sentence
from crivello.model.settings import Parity
from crivello.model.tournament import Tournament
from crivello.rules.acceleration import VirtualPoints, boards_by_pairing_score, virtual_points
from crivello.rules.aro import average_rating_of_opponents
from crivello.rules.byes import ByeBar, bar_in_force, barred_2026
from crivello.rules.floats import (
    ForfeitFloats,
    PairFloat,
    UnplayedFloat,
    down_and_up,
    last_group,
    only_played_games,
)
from crivello.rules.preference import PreferenceRule


class FieldRules(NamedTuple):
    """What an edition makes of a player's history."""

    preference: PreferenceRule
    unplayed_float: UnplayedFloat
    bye_bar: ByeBar | None
    """Who may not have the bye; None: by the Basic Rules in force on the tournament's first day."""
    float_rounds: int | None
    """How many past rounds of floats it looks at; None: all."""
    forfeit_floats: ForfeitFloats = only_played_games
    pair_float: PairFloat = down_and_up
    aro: bool = False
    """Does it look at the ratings of the opponents met?"""
    shown_aro: Callable[[History, Mapping[int, int]], int | Fraction] = average_rating_of_opponents
    """Their average as it is published."""
    by_parity: bool = False
    """Does it treat a strong preference before an odd round, a mild one before an even round, in a
    way of its own (before 2013, A.7d and A.7e)?"""
    undated_bye_bar: ByeBar = barred_2026
    """Who may not have the bye by the Basic Rules, where the first day does not say it."""
    adapted: Callable[[Tournament], Tournament] | None = None
    """What it makes of the event's settings (Burstein 2016: an acceleration of its own)."""


def build_field(tournament: Tournament, round_number: int, rules: FieldRules) -> Field:
    """The field of `round_number`, from the rounds before it and the byes requested for it."""
    if rules.adapted is not None:
        tournament = rules.adapted(tournament)
    virtual = virtual_points(tournament, round_number)
    colour_drawn = initial_colour(tournament)  # round 1 shows it, also where it is paired again
    tournament = tournament.before(round_number)
    _refuse_missing_results(tournament, round_number)
    settings = tournament.settings
    past = histories(tournament, round_number)
    away = {player for player, bye in tournament.round(round_number).byes if bye.requested}
    present = [
        player
        for player in tournament.players
        if player.id not in away
        and player.entered <= round_number
        and (player.withdrawn_after is None or player.withdrawn_after >= round_number)
    ]
    here = {player.id for player in present}
    forbidden = _forbidden(tournament, round_number, here)
    parity = _parity_numbers(tournament, past, here)
    depth = round_number - 1
    if rules.float_rounds is not None:
        depth = min(depth, rules.float_rounds)
    floats = [
        floats_of_round(number, here, past, virtual, rules, tournament)
        for number in range(round_number - 1, round_number - 1 - depth, -1)
    ]
    ratings = {player.id: player.strength or 0 for player in tournament.players}
    barred = rules.bye_bar or bar_in_force(settings.start.strip(), rules.undated_bye_bar)

    entrants = []
    for player in present:
        at = player.id
        history = past[at]
        score = history.score
        colour, strength = rules.preference(history)
        entrants.append(
            Entrant(
                at,
                player.number,
                parity[at],
                score + virtual.get((at, round_number), 0) if virtual else score,
                score,
                colour,
                strength,
                barred(history, settings.scoring),
                tuple([by_player[at] for by_player in floats]),
                history.met | forbidden[at] if at in forbidden else history.met,
                history,
                ratings[at],
                average_rating_of_opponents(history, ratings) if rules.aro else 0,
            )
        )
    entrants.sort(key=lambda entrant: (-entrant.score, entrant.number))
    by_points = virtual and not boards_by_pairing_score(settings.acceleration)
    return Field(
        round=round_number,
        rounds=settings.rounds,
        entrants=tuple(entrants),
        initial_colour=colour_drawn,
        scoring=settings.scoring,
        options=settings.options,
        board_score={entrant.id: entrant.points for entrant in entrants} if by_points else {},
    )


def floats_of_round(
    number: int,
    players: Iterable[int],
    past: Mapping[int, History],
    virtual: VirtualPoints,
    rules: FieldRules,
    tournament: Tournament,
) -> dict[int, Float | None]:
    """The floats of round `number`, by the pairing scores of that round."""
    scoring = tournament.settings.scoring
    forfeits_count = rules.forfeit_floats(tournament.settings.options)
    found: dict[int, Float | None] = {}
    at = number - 1
    paired = {
        history.scores[at] + virtual.get((player, number), 0)
        for player, history in past.items()
        if history.opponents[at] is not None
    }
    pair_float, twice_last = rules.pair_float, last_group(paired, scoring.win * (number - 1))
    for player in players:
        history = past[player]
        opponent, part = history.opponents[at], history.parts[at]
        if opponent is None or not (forfeits_count or part.played):
            found[player] = rules.unplayed_float(part, scoring)
            continue
        mine, other = history.scores[at], past[opponent].scores[at]
        if virtual:
            mine += virtual.get((player, number), 0)
            other += virtual.get((opponent, number), 0)
        found[player] = None if mine == other else pair_float(mine, other, twice_last)
    return found


def announced_pairs(
    tournament: Tournament, round_number: int, here: Collection[int]
) -> list[tuple[int, int]]:
    """The pairs announced for the round, if both players are there."""
    if round_number != 1:
        return []
    return [pair for pair in tournament.settings.must_meet if all(one in here for one in pair)]


def _forbidden(
    tournament: Tournament, round_number: int, here: Collection[int]
) -> dict[int, frozenset[int]]:
    """Forbidden opponents by player id: also all but one for whoever is announced to meet."""
    table: dict[int, set[int]] = {}
    for pair in announced_pairs(tournament, round_number, here):
        others = set(here) - set(pair)
        for player in pair:
            table.setdefault(player, set()).update(others)
        for player in others:
            table.setdefault(player, set()).update(pair)
    for apart in tournament.settings.forbidden:
        if apart.applies(round_number):
            for player in apart.players:
                table.setdefault(player, set()).update(apart.players)
    return {player: frozenset(others - {player}) for player, others in table.items()}


def _parity_numbers(
    tournament: Tournament, past: Mapping[int, History], here: set[int]
) -> dict[int, int]:
    """The number whose parity decides a colour (see `docs/decisions/parity.md`)."""
    if tournament.settings.options.parity is Parity.LITERAL:
        return {player.id: player.number for player in tournament.players}
    entered = sorted(
        (player.number, player.id)
        for player in tournament.players
        if player.id in here or past[player.id].taken_part
    )
    return {player: rank for rank, (_, player) in enumerate(entered, start=1)}


def initial_colour(tournament: Tournament) -> Colour:
    """The colour drawn for round 1: as stated, else as the first games show it; else White."""
    return tournament.settings.initial_colour or inferred_initial_colour(tournament)


def inferred_initial_colour(tournament: Tournament) -> Colour:
    """The colour drawn for round 1, where a file does not state it.

    In the first round nobody has a preference, so every game shows it: the higher player has the
    initial colour if their parity number is odd. One game with turned colours must not turn all
    the others, so most games decide, and the highest player's if they are even. White if there
    is no game.
    """
    this = tournament.round(1)
    number = {player.id: player.number for player in tournament.players}
    there = {player for game in this.games for player in (game.white, game.black)}
    there |= {player for player, bye in this.byes if not bye.requested}
    literal = tournament.settings.options.parity is Parity.LITERAL
    in_order = sorted(there, key=number.__getitem__)
    parity = number if literal else {player: n for n, player in enumerate(in_order, start=1)}
    shown: list[Colour] = []
    for game in sorted(this.games, key=lambda game: min(number[game.white], number[game.black])):
        # What the pairing gave, not what was played by mistake.
        white, black = (game.black, game.white) if game.reversed else (game.white, game.black)
        has_white = number[white] < number[black]
        odd = parity[white if has_white else black] % 2 == 1
        shown.append(Colour.WHITE if has_white == odd else Colour.BLACK)
    if not shown:
        return Colour.WHITE
    return max((shown[0], shown[0].opposite), key=shown.count)


def _refuse_missing_results(tournament: Tournament, round_number: int) -> None:
    problems = [
        Problem(
            Sentence(
                N_("Round {round}: the game of {white} and {black} has no result."),
                round=number,
                white=PlayerRef(game.white),
                black=PlayerRef(game.black),
            ),
            player=game.white,
            round=number,
        )
        for number in range(1, round_number)
        for game in tournament.round(number).games
        if game.result is None
    ]
    if problems:
        raise Illegal(
            N_(
                "One result is missing; enter it before pairing round {round}.",
                "{count} results are missing; enter them before pairing round {round}.",
            ),
            problems,
            count=len(problems),
            round=round_number,
        )

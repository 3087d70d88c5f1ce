"""Build the field of a round: for each player the facts that an edition derives from the past
rounds.

Facts that editions derive differently come first: average rating of opponents, right to the bye,
floats. Only `build_field` puts them together.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping

from crivello.model.dates import readings
from crivello.model.errors import Illegal, Problem
from crivello.model.field import Entrant, Field, Float
from crivello.model.history import History, Part, histories
from crivello.model.result import Award, Colour
from crivello.model.sentence import N_, PlayerRef, Sentence
from crivello.model.settings import AcceleratedScore, Options, Parity, Scoring
from crivello.model.tournament import Tournament
from crivello.rules.acceleration import VirtualPoints, boards_by_pairing_score, virtual_points
from crivello.rules.colours import PreferenceRule
from crivello.rules.strength import strengths
from crivello.standard.classes import NamedTuple
from crivello.standard.typing_names import TYPE_CHECKING

if TYPE_CHECKING:
    from fractions import Fraction

# Average rating of opponents met over the board (Dubov A.5 / 1.6).


def opponents_over_the_board(history: History) -> list[int]:
    """Return the ids of the opponents met over the board, in order of rounds, with repetitions."""
    # C.04.2: 3.5; Dutch 2011: F.2
    return [
        opponent
        for opponent, part in zip(history.opponents, history.parts, strict=True)
        if part.played and opponent is not None
    ]


def average_rating_of_opponents(history: History, ratings: Mapping[int, int]) -> int:
    """Return the average rating of the opponents met over the board, .5 rounded up; 0 without an
    opponent.
    """
    # Dubov 2026: 1.7; Dubov 2018: A.6; Dubov 1997: 1
    met = [ratings[opponent] for opponent in opponents_over_the_board(history)]
    return (2 * sum(met) + len(met)) // (2 * len(met)) if met else 0


# Players who may not receive the pairing-allocated bye (C.04.1: 4, old d), by edition.


ByeBar = Callable[[History, Scoring], bool]

PAIRING_ALLOCATED_BYE, FORFEIT_WIN = Award.PAIRING_ALLOCATED_BYE, Award.FORFEIT_WIN


def barred_2017(history: History, scoring: Scoring) -> bool:
    """Return True if the player had the bye or won because the opponent did not appear."""
    # Dutch 2017: C.2 (1)
    # C.04.1.d (1)
    # Dutch 2017: C.2; Dubov 2018: A.4
    if len(history.parts) == len(history.colours):
        return False  # every round was played
    for part in history.parts:
        if part.award is PAIRING_ALLOCATED_BYE or part.award is FORFEIT_WIN:
            return True
    return False


def barred_2026(history: History, scoring: Scoring) -> bool:
    """Return True if the player had the bye or scored at least as much as for a win in a round
    without playing.
    """
    # Dutch 2026: C2; Dubov 2026: 1.4; Burstein 2026: 1.3
    if len(history.parts) == len(history.colours):
        return False  # every round was played
    for part in history.parts:
        if not part.played and (part.award is PAIRING_ALLOCATED_BYE or part.points >= scoring.win):
            return True
    return False


def barred_before_2017(history: History, scoring: Scoring) -> bool:
    """Return True if the player scored anything in a round without playing."""
    return any(
        part.award is PAIRING_ALLOCATED_BYE or part.points > 0
        for part in history.parts
        if not part.played
    )


IN_FORCE: tuple[tuple[str, ByeBar], ...] = (
    ("2026/02/01", barred_2026),
    ("2017/07/01", barred_2017),
    ("", barred_before_2017),
)
"""The bars of the Basic Rules with the first day of each, the newest first."""


def barring_rounds(history: History, scoring: Scoring, bar: ByeBar) -> tuple[int, ...]:
    """Return the rounds each of which alone bars the player from the bye."""
    rounds = range(len(history.parts))
    return tuple(at + 1 for at in rounds if bar(_reduce_to_round(history, at), scoring))


def _reduce_to_round(history: History, at: int) -> History:
    """Return the history of a player as if only this round had taken place."""
    part = history.parts[at]
    before, after = history.scores[at : at + 2]
    opponent = history.opponents[at]
    met = frozenset((opponent,)) if part.played and opponent is not None else frozenset()
    return History(
        history.player,
        (opponent,),
        (part,),
        (0, after - before),
        part.letter if part.played else "",
        met,
    )


def bar_in_force(start: str, in_doubt: ByeBar) -> ByeBar:
    """Return the bar to the bye that was in force on a tournament's first day.

    It is `in_doubt` if that day is unknown, or ambiguous in a way that matters.
    """
    bars = {next(bar for since, bar in IN_FORCE if since <= day): None for day in readings(start)}
    return next(iter(bars)) if len(bars) == 1 else in_doubt


# Floats by edition: the float that a past round left on a player's card.


UnplayedFloat = Callable[[Part, Scoring], Float | None]
"""The float of a round in which the player did not play."""


def unplayed_2017(part: Part, scoring: Scoring) -> Float | None:
    """Return a downfloat: by A.4.b every player who does not play gets one."""
    # Dutch 2017: A.4 (3)
    return Float.DOWN


def unplayed_2026(part: Part, scoring: Scoring) -> Float | None:
    """Return a downfloat for the bye, or for more points than for a loss without playing; else None
    (1.4.3, 1.4.4).
    """
    # Dutch 2026: 1.4.3, 1.4.4
    if part.award is Award.PAIRING_ALLOCATED_BYE or part.points > scoring.loss:
        return Float.DOWN
    return None


def no_unplayed_float(part: Part, scoring: Scoring) -> Float | None:
    """Return None: in these systems only a game can be a float."""
    return None


PairFloat = Callable[[int, int, int], Float | None]
"""A rule for the float of a player paired with another score. It is given the player's score, the
opponent's, and twice the score of the group paired last (`last_group`), which only Lim uses.
"""


def down_and_up(mine: int, other: int, twice_last: int) -> Float | None:
    """Return a downfloat for the higher score, an upfloat for the lower one (the Dutch rule)."""
    # Dutch 2017: A.4 (2)
    # Dutch 2026: 1.4.2; Dutch 2017: A.4
    return Float.DOWN if mine > other else Float.UP


def upfloats_only(mine: int, other: int, twice_last: int) -> Float | None:
    """Return an upfloat for the lower score, None for the higher one (the Dubov rule)."""
    return Float.UP if mine < other else None


def transfers_only(mine: int, other: int, twice_last: int) -> Float | None:
    """Return the float of a player who moved towards the group paired last, None for the opponent
    (Lim, 3.10).
    """
    if mine > other:
        return Float.DOWN if 2 * mine > twice_last else None
    return Float.UP if 2 * mine < twice_last else None


def last_group(scores: Collection[int], twice_median: int) -> int:
    """Return twice the score of the group that Lim pairs last (2.2), given the scores of all
    players.

    It is the median score, or else the next one below it, or else the next one above it.
    """
    twice = [2 * score for score in scores]
    upward = [score for score in twice if score <= twice_median]
    return max(upward) if upward else min(twice, default=twice_median)


def no_pair_float(mine: int, other: int, twice_last: int) -> Float | None:
    """Return None: past floats have no effect (Burstein 2016)."""
    return None


ForfeitFloats = Callable[[Options], bool]
"""A rule: does an unplayed scheduled game float its players as a played one would?"""


def only_played_games(options: Options) -> bool:
    """Return False: a game that was not played is not a float."""
    return False


def every_scheduled_game(options: Options) -> bool:
    """Return True: a game that was not played is a float, too."""
    return True


def by_pairing_score(options: Options) -> bool:
    """Return False: floats are found by the scores with virtual points."""
    return False


def by_announced_score(options: Options) -> bool:
    """Return True if the event's option is to find floats of matches by scores without virtual
    points.

    See `docs/decisions/matches-under-acceleration.md`.
    """
    return options.accelerated_floats is AcceleratedScore.REAL


def forfeited_floats(options: Options) -> bool:
    """Return True if the event's option is to count floats in forfeited matches of Double-Swiss.

    See `docs/decisions/double-swiss-forfeits.md`.
    """
    return options.forfeited_floats


def forfeited_upfloats(options: Options) -> bool:
    """Return True if the event's option is to count upfloats in forfeited games of the Dubov
    system.

    See `docs/decisions/dubov-upfloats.md`.
    """
    return options.forfeited_upfloats


# The field.


class FieldRules(NamedTuple):
    """The rules by which an edition derives the facts of a field from the players' histories."""

    preference: PreferenceRule
    unplayed_float: UnplayedFloat
    bye_bar: ByeBar | None
    """The bar to the bye; None: the Basic Rules in force on the tournament's first day."""
    float_rounds: int | None
    """How many past rounds of floats count; None: all."""
    forfeit_floats: ForfeitFloats = only_played_games
    pair_float: PairFloat = down_and_up
    aro: bool = False
    """Whether the ratings of the opponents met count."""
    shown_aro: Callable[[History, Mapping[int, int]], int | Fraction] = average_rating_of_opponents
    """Their average as it is published."""
    by_parity: bool = False
    """Whether a strong preference before an odd round, or a mild one before an even round, is
    treated specially (before 2013, A.7d and A.7e)."""
    undated_bye_bar: ByeBar = barred_2026
    """The bar of the Basic Rules where the first day does not decide."""
    adapted: Callable[[Tournament, int], Tournament] | None = None
    """A change to the event before a round (Burstein 2016: an acceleration of its own; round
    robins: all players are in the table)."""
    preference_in: Callable[[Tournament, int], PreferenceRule] | None = None
    """The preference rule of a round, where the event chooses among several (C.04.6: 1.7)."""
    literal_parity: bool = False
    """Whether parity is that of the pairing number itself where it decides a colour (C.04.6:
    4.3.1)."""
    floats_by_real_score: Callable[[Options], bool] = by_pairing_score
    """Whether floats are found by the scores without virtual points."""

    def bar_of(self, tournament: Tournament) -> ByeBar:
        """Return the rule that bars players from the bye in this tournament."""
        start = tournament.settings.start.strip()
        return self.bye_bar or bar_in_force(start, self.undated_bye_bar)

    def preference_of(self, tournament: Tournament, round_number: int) -> PreferenceRule:
        """Return the rule for colour preferences in this round."""
        if self.preference_in is None:
            return self.preference
        return self.preference_in(tournament, round_number)


def build_field(tournament: Tournament, round_number: int, rules: FieldRules) -> Field:
    """Return the field of a round, from the rounds before it and the byes requested for it."""
    # C.04.2.C.2 (2); C.04.2.D.3 (1); C.04.2.D.4 (1)
    if rules.adapted is not None:
        tournament = rules.adapted(tournament, round_number)
    virtual = virtual_points(tournament, round_number)
    literal = rules.literal_parity or tournament.settings.options.parity is Parity.LITERAL
    # Round 1 shows the initial colour, even when it is paired again.
    colour_drawn = initial_colour(tournament, literal)
    past = histories(tournament, round_number)
    tournament = tournament.before(round_number)
    _refuse_missing_results(tournament, round_number)
    settings = tournament.settings
    away = {player for player, bye in tournament.round(round_number).byes if bye.requested}
    present = [
        player
        for player in tournament.players
        if player.id not in away
        and player.entered <= round_number
        and (player.withdrawn_after is None or player.withdrawn_after >= round_number)
    ]
    here = {player.id for player in present}
    forbidden = _find_forbidden_opponents(tournament, round_number, here)
    parity = _find_parity_numbers(tournament, past, here, literal)
    depth = round_number - 1
    if rules.float_rounds is not None:
        depth = min(depth, rules.float_rounds)
    floats = [
        _keep_floats(number, past, virtual, rules, tournament)
        for number in range(round_number - 1, round_number - 1 - depth, -1)
    ]
    ratings = strengths(tournament)
    barred = rules.bar_of(tournament)
    preference = rules.preference_of(tournament, round_number)
    secondary = tournament.secondary_scores(round_number)

    entrants = []
    for player in present:
        at = player.id
        history = past[at]
        score = history.score
        colour, strength = preference(history)
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
                secondary.get(at, 0) if secondary else 0,
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


def _keep_floats(
    number: int,
    past: Mapping[int, History],
    virtual: VirtualPoints,
    rules: FieldRules,
    tournament: Tournament,
) -> Mapping[int, Float | None]:
    """Return the floats of a past round by id, from the tournament's cache if there are no virtual
    points.
    """
    if virtual:
        return floats_of_round(number, past, past, virtual, rules, tournament)
    kept = tournament.kept_floats.get(number)
    if kept is None or kept[0] is not rules:
        kept = rules, floats_of_round(number, past, past, virtual, rules, tournament)
        tournament.kept_floats[number] = kept
    return kept[1]


def floats_of_round(
    number: int,
    players: Iterable[int],
    past: Mapping[int, History],
    virtual: VirtualPoints,
    rules: FieldRules,
    tournament: Tournament,
) -> dict[int, Float | None]:
    """Return the float of each player in round `number`, None for a player without one.

    Scores are those before that round, with virtual points if the rules say so.
    """
    scoring, options = tournament.settings.scoring, tournament.settings.options
    forfeits_count = rules.forfeit_floats(options)
    if rules.floats_by_real_score(options):
        virtual = {}
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
    """Return the announced pairs of the round whose players are both present."""
    if round_number != 1:
        return []
    return [pair for pair in tournament.settings.must_meet if all(one in here for one in pair)]


def _find_forbidden_opponents(
    tournament: Tournament, round_number: int, here: Collection[int]
) -> dict[int, frozenset[int]]:
    """Return the forbidden opponents of each player by id; for a player of an announced pair, all
    players but the partner.
    """
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


def _find_parity_numbers(
    tournament: Tournament, past: Mapping[int, History], here: set[int], literal: bool
) -> dict[int, int]:
    """Return, for each player, the number that is odd or even in the colour rules
    (`docs/decisions/parity.md`).
    """
    if literal:
        return {player.id: player.number for player in tournament.players}
    entered = sorted(
        (player.number, player.id)
        for player in tournament.players
        if player.id in here or past[player.id].taken_part
    )
    return {player: rank for rank, (_, player) in enumerate(entered, start=1)}


def initial_colour(tournament: Tournament, literal: bool | None = None) -> Colour:
    """Return the colour drawn for round 1: the stated one, or else the one inferred from its
    games.
    """
    return tournament.settings.initial_colour or inferred_initial_colour(tournament, literal)


def inferred_initial_colour(tournament: Tournament, literal: bool | None = None) -> Colour:
    """Return the initial colour that the games of round 1 show; White without a game.

    In round 1 no player has a preference, so every game shows it: the player with the smaller
    number has the initial colour if that number is odd. A game may have been played with the wrong
    colours, so the majority of games decides; if there is none, the game of the highest-ranked
    player does. `literal`: pairing numbers count as they are, not as ranks among the players
    present; None: the option of the event decides.
    """
    this = tournament.round(1)
    number = {player.id: player.number for player in tournament.players}
    there = {player for game in this.games for player in (game.white, game.black)}
    there |= {player for player, bye in this.byes if not bye.requested}
    if literal is None:
        literal = tournament.settings.options.parity is Parity.LITERAL
    in_order = sorted(there, key=number.__getitem__)
    parity = number if literal else {player: n for n, player in enumerate(in_order, start=1)}
    shown: list[Colour] = []
    for game in sorted(this.games, key=lambda game: min(number[game.white], number[game.black])):
        # The colours of the pairing, not those played by mistake.
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

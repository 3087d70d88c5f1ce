"""Is it a norm? The figures of the regulations, the games that count, and each requirement.

B.01: 1.4, in force since 1 January 2024. A requirement is met, not met, or could not be checked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import combinations

from crivello.model.history import histories
from crivello.model.player import Player, Sex, Title
from crivello.model.result import Award
from crivello.model.sentence import N_
from crivello.model.tournament import Tournament
from crivello.rules.rating_tables import performance_difference
from crivello.standings.opponents_ratings import percentage
from crivello.standings.sheet import Sheet

IN_FORCE_SINCE = "2024-01-01"


@dataclass(frozen=True, slots=True)
class Norm:
    """What one title asks of a result."""

    title: Title
    performance: int
    """1.4.8: Rp."""
    average: int
    """1.4.8a: Ra."""
    floor: int
    """1.4.6b: the rating to which one opponent is raised."""
    titles: frozenset[Title]
    """1.4.5b-e: a third of the opponents has one of these."""
    not_for: frozenset[Title]
    """Who has one of these does not need it any more."""
    women: bool = False


_GM = frozenset({Title.GM})
_IM = _GM | {Title.IM}
_WGM = _IM | {Title.WGM}
_WIM = _WGM | {Title.WIM}

NORMS = (
    Norm(Title.GM, 2600, 2380, 2200, _GM, _GM),
    Norm(Title.IM, 2450, 2230, 2050, _IM, _IM),
    Norm(Title.WGM, 2400, 2180, 2000, _WGM, _WGM, women=True),
    Norm(Title.WIM, 2250, 2030, 1850, _WIM, _WIM, women=True),
)

UNRATED = 1400
"""1.4.6d: how an unrated opponent counts."""
LEAST_GAMES = 9
LEAST_GAMES_WITH_A_POINT_UNPLAYED = 8
"""1.4.1c: in nine rounds, if the ninth was a forfeit win or the pairing-allocated bye."""
LEAST_FOREIGN = 2
LEAST_PERCENT = 35
LEAST_OF_TITLE = 3
MOST_ROUNDS_A_DAY = 2
NO_FEDERATION = "FID"
"""Players without a federation of their own (1.4.2a): neither foreign nor of one federation."""
TITLED = frozenset(Title) - {Title.CM, Title.WCM}
"""1.4.5a."""

LARGE_SWISS = (20, 3, 10)
"""1.4.3d: rated players from abroad, their federations, those of them with a title of these: """
LARGE_SWISS_TITLES = _WIM


class State(Enum):
    MET = N_("met")
    WAIVED = N_("waived")
    NOT_MET = N_("not met")
    UNCHECKED = N_("could not be checked")


class RequirementKind(Enum):
    """What is asked; the value is the article and the sentence."""

    WOMEN = ("0.3.1", N_("the title is for women"))
    GAMES = ("1.4.1", N_("games over the board: {found}, at least {needed}"))
    ROUNDS_A_DAY = ("1.1.3", N_("rounds on one day: {found}, at most {needed}"))
    FOREIGN = ("1.4.3", N_("other federations among the opponents: {found}, at least {needed}"))
    OWN = ("1.4.4", N_("opponents of the player's own federation: {found}, at most {needed}"))
    ONE_FEDERATION = ("1.4.4", N_("opponents of one federation: {found}, at most {needed}"))
    TITLED = ("1.4.5a", N_("titled opponents, CM and WCM apart: {found}, at least {needed}"))
    OF_TITLE = ("1.4.5b-e", N_("opponents with the title {titles}: {found}, at least {needed}"))
    AVERAGE = ("1.4.8a", N_("average rating of the opponents: {found}, at least {needed}"))
    SCORE = ("1.4.8b", N_("percent of the points: {found}, at least {needed}"))
    PERFORMANCE = ("1.4.8", N_("performance: {found}, at least {needed}"))

    def __init__(self, article: str, sentence: str) -> None:
        self.article = article
        self.sentence = sentence


@dataclass(frozen=True, slots=True)
class Requirement:
    """One thing that is asked, and what the data say about it."""

    kind: RequirementKind
    state: State
    found: int | None = None
    needed: int | None = None
    unknown: int = 0
    """Opponents of whom the data do not say what was needed."""


# The games that count, and those that may be left out

MOST_LEFT_OUT = 4
"""Nine of thirteen games; from more rounds a norm counts as thirteen games anyway (1.7)."""

_HALF_POINTS = {Award.WIN: 2, Award.DRAW: 1, Award.LOSS: 0}


@dataclass(frozen=True, slots=True)
class NormGame:
    round: int
    opponent: Player
    half_points: int


@dataclass(frozen=True, slots=True)
class NormGames:
    """The games of one player that a norm could be made of."""

    player: Player
    games: tuple[NormGame, ...]
    least: int
    """How many there must be: nine, or eight (1.4.1c)."""
    last_as_lost: NormGame | None = None
    """1.4.2c: the opponent of the last round did not come, and without that game there is one too
    few. It counts if the norm could bear its loss, so here it is as a loss."""


def norm_games(tournament: Tournament, after_round: int) -> Mapping[int, NormGames]:
    """Rated games over the board, by player: forfeits and byes are left out (1.4.2c)."""
    found: dict[int, list[NormGame]] = {player.id: [] for player in tournament.players}
    for number in range(1, after_round + 1):
        for game in tournament.round(number).games:
            result = game.rating_result or game.result
            if result is None or not result.rated:
                continue
            for player, opponent in ((game.white, game.black), (game.black, game.white)):
                half = _HALF_POINTS[result.of(game.colour(player))]
                found[player].append(NormGame(number, tournament.player[opponent], half))
    past = histories(tournament, after_round + 1)
    rounds = tournament.settings.rounds or tournament.paired_rounds
    made = {}
    for player, games in found.items():
        entries = past[player].entries
        least = LEAST_GAMES
        if rounds == LEAST_GAMES and _point_unplayed([entry.award for entry in entries]):
            least = LEAST_GAMES_WITH_A_POINT_UNPLAYED
        lost = None
        if after_round == rounds and entries and len(games) == least - 1:
            forfeiter = entries[-1].opponent
            if entries[-1].award is Award.FORFEIT_WIN and forfeiter is not None:
                lost = NormGame(after_round, tournament.player[forfeiter], 0)
        made[player] = NormGames(tournament.player[player], tuple(games), least, lost)
    return made


def _point_unplayed(awards: list[Award]) -> bool:
    """1.4.1c: all nine rounds but one were played, and that one was no choice of his."""
    unplayed = [award for award in awards if not award.played]
    return len(awards) == LEAST_GAMES and unplayed in (
        [Award.FORFEIT_WIN],
        [Award.PAIRING_ALLOCATED_BYE],
    )


def selections(mine: NormGames) -> Iterator[tuple[NormGame, ...]]:
    """All games, then with as few left out as possible.

    What may be left out: all games after a round (1.4.1e), games that were won (1.4.1f).
    """
    games = mine.games
    spare = min(max(len(games) - mine.least, 0), MOST_LEFT_OUT)
    for left_out in range(spare + 1):
        for wins in range(left_out + 1):
            kept = games[: len(games) - (left_out - wins)]
            won = [index for index, game in enumerate(kept) if game.half_points == 2]
            for dropped in combinations(won, wins):
                yield tuple(game for index, game in enumerate(kept) if index not in dropped)


# The requirements


@dataclass(frozen=True, slots=True)
class NormField:
    """What the tournament as a whole says: the exemption of 1.4.3d, and rounds on one day."""

    large_swiss: State
    foreign_players: int
    foreign_federations: int
    foreign_titled: int
    rounds_a_day: int | None
    """The most rounds on one day; None if the dates are not known."""


@dataclass(frozen=True, slots=True)
class NormCheck:
    """One player, one title."""

    player: Player
    norm: Norm
    games: tuple[NormGame, ...]
    """Those that count."""
    left_out: tuple[NormGame, ...]
    """Those that were left out, because the rest is a norm (1.4.1e, 1.4.1f)."""
    half_points: int
    raised: int | None
    """Round of the opponent whose rating was raised to the floor (1.4.6c)."""
    average: int | None
    performance: int | None
    needed: int | None
    """The least half points from these games that would do; None if no score would."""
    requirements: tuple[Requirement, ...]
    last_as_lost: bool = False
    """The game of the last round, won by forfeit, counts as if it had been lost (1.4.2c)."""

    @property
    def state(self) -> State:
        """Met: as far as the data tell."""
        states = {requirement.state for requirement in self.requirements}
        for state in (State.NOT_MET, State.UNCHECKED):
            if state in states:
                return state
        return State.MET

    @property
    def title_performance(self) -> bool:
        """The figures of a norm, whoever the opponents were."""
        return all(
            self.meets(kind)
            for kind in (
                RequirementKind.AVERAGE,
                RequirementKind.SCORE,
                RequirementKind.PERFORMANCE,
            )
        )

    def meets(self, kind: RequirementKind) -> bool:
        return all(each.state is State.MET for each in self.requirements if each.kind is kind)


def norm_checks(tournament: Tournament, after_round: int) -> tuple[NormCheck, ...]:
    """Every player and every title that he could still get, by pairing number."""
    Sheet(tournament, after_round)  # refuses a round that has not been paired
    field = field_of(tournament, after_round)
    games = norm_games(tournament, after_round)
    return tuple(
        best_check(games[player.id], norm, field)
        for player in sorted(tournament.players, key=lambda player: player.number)
        for norm in NORMS
        if wants(player, norm)
    )


def wants(player: Player, norm: Norm) -> bool:
    """Titles that he has, or that are beneath his, are left out; women's titles for men too."""
    return player.title not in norm.not_for and not (norm.women and player.sex is Sex.MALE)


def best_check(mine: NormGames, norm: Norm, field: NormField) -> NormCheck:
    """The check of all games; of other ones if only that makes it a norm.

    That is of fewer (1.4.1e, f), or with a last game that was forfeited as a loss (1.4.2c).
    """
    if mine.last_as_lost is not None:
        games = (*mine.games, mine.last_as_lost)
        found = check(mine, games, norm, field)
        if found.state is not State.NOT_MET:
            return replace(found, last_as_lost=True)
    everything = check(mine, mine.games, norm, field)
    best = everything
    for games in selections(mine):
        if best.state is State.MET:
            break
        if games != mine.games and _could_do(games, norm):
            found = check(mine, games, norm, field)
            if found.state is State.MET or (
                found.state is State.UNCHECKED and best.state is State.NOT_MET
            ):
                best = found
    return best


def _could_do(games: Sequence[NormGame], norm: Norm) -> bool:
    """The figures first: they are quick, and they fail most often."""
    average, _ = average_of(games, norm)
    half = sum(game.half_points for game in games)
    return average is not None and _performs(average, half, len(games), norm)


def check(mine: NormGames, games: tuple[NormGame, ...], norm: Norm, field: NormField) -> NormCheck:
    average, raised = average_of(games, norm)
    half = sum(game.half_points for game in games)
    performance = None
    if average is not None:
        performance = average + performance_difference(percentage(half, len(games)))
    return NormCheck(
        mine.player,
        norm,
        games,
        tuple(game for game in mine.games if game not in games),
        half,
        raised,
        average,
        performance,
        needed_score(average, len(games), norm),
        tuple(_requirements(mine, games, norm, field, average, half, performance)),
    )


def average_of(games: Sequence[NormGame], norm: Norm) -> tuple[int | None, int | None]:
    """1.4.6 and 1.4.7: the mean, .5 up, with the lowest raised to the floor; and his round."""
    if not games:
        return None, None
    lowest = min(games, key=counted)
    ratings = [counted(game) for game in games]
    raised = None
    if counted(lowest) < norm.floor:
        ratings[games.index(lowest)] = norm.floor
        raised = lowest.round
    return (2 * sum(ratings) + len(ratings)) // (2 * len(ratings)), raised


def counted(game: NormGame) -> int:
    return game.opponent.rating or UNRATED


def _performs(average: int, half: int, games: int, norm: Norm) -> bool:
    percent = percentage(half, games)
    return (
        average >= norm.average
        and percent >= LEAST_PERCENT
        and average + performance_difference(percent) >= norm.performance
    )


def needed_score(average: int | None, games: int, norm: Norm) -> int | None:
    """The least half points from so many games against this average."""
    if average is None:
        return None
    return next(
        (half for half in range(2 * games + 1) if _performs(average, half, games, norm)), None
    )


def _requirements(
    mine: NormGames,
    games: tuple[NormGame, ...],
    norm: Norm,
    field: NormField,
    average: int | None,
    half: int,
    performance: int | None,
) -> list[Requirement]:
    count = len(games)
    opponents = [game.opponent for game in games]
    percent = percentage(half, count) if count else None
    found = []
    if norm.women:
        known = mine.player.sex is not None
        found.append(Requirement(RequirementKind.WOMEN, State.MET if known else State.UNCHECKED))
    found.append(_at_least(RequirementKind.GAMES, count, mine.least))
    if field.rounds_a_day is not None:
        found.append(_at_most(RequirementKind.ROUNDS_A_DAY, field.rounds_a_day, MOST_ROUNDS_A_DAY))
    found += federations(mine.player, opponents, field.large_swiss)
    titled = sum(opponent.title in TITLED for opponent in opponents)
    found.append(_at_least(RequirementKind.TITLED, titled, -(-count // 2)))
    of_title = sum(opponent.title in norm.titles for opponent in opponents)
    found.append(_at_least(RequirementKind.OF_TITLE, of_title, max(LEAST_OF_TITLE, -(-count // 3))))
    found.append(_at_least(RequirementKind.AVERAGE, average, norm.average))
    found.append(_at_least(RequirementKind.SCORE, percent, LEAST_PERCENT))
    found.append(_at_least(RequirementKind.PERFORMANCE, performance, norm.performance))
    return found


def _at_least(kind: RequirementKind, found: int | None, needed: int) -> Requirement:
    good = found is not None and found >= needed
    return Requirement(kind, State.MET if good else State.NOT_MET, found, needed)


def _at_most(kind: RequirementKind, found: int, needed: int) -> Requirement:
    return Requirement(kind, State.MET if found <= needed else State.NOT_MET, found, needed)


def federations(
    player: Player, opponents: Sequence[Player], large_swiss: State
) -> list[Requirement]:
    """1.4.3 and 1.4.4; what the unknown federations could change could not be checked.

    Players under the flag of FIDE belong to none: docs/decisions/norms-from-data.md.
    """
    count = len(opponents)
    known = Counter(
        code for one in opponents if (code := federation(one)) not in ("", NO_FEDERATION)
    )
    unknown = sum(federation(opponent) == "" for opponent in opponents)
    own = federation(player)
    foreign = len(known) - (own in known)
    if own == "":
        # One of those known may be his own, and so may those unknown.
        least, most = max(foreign - 1, 0), foreign + unknown
        ours, ours_at_most = 0, max(known.values(), default=0) + unknown
    else:
        least, most = foreign, foreign + unknown
        ours = 0 if own == NO_FEDERATION else known[own]
        ours_at_most = ours + (0 if own == NO_FEDERATION else unknown)
    largest = max(known.values(), default=0)
    return [
        _between(RequirementKind.FOREIGN, least >= LEAST_FOREIGN, most >= LEAST_FOREIGN, least,
                 LEAST_FOREIGN, unknown, large_swiss),
        _between(RequirementKind.OWN, ours_at_most <= 3 * count // 5, ours <= 3 * count // 5, ours,
                 3 * count // 5, unknown, large_swiss),
        _between(RequirementKind.ONE_FEDERATION, largest + unknown <= 2 * count // 3,
                 largest <= 2 * count // 3, largest, 2 * count // 3, unknown, large_swiss),
    ]  # fmt: skip


def _between(
    kind: RequirementKind,
    surely: bool,
    possibly: bool,
    found: int,
    needed: int,
    unknown: int,
    large_swiss: State,
) -> Requirement:
    if surely:
        state = State.MET
    elif large_swiss is State.MET:
        state = State.WAIVED
    elif possibly or large_swiss is State.UNCHECKED:
        state = State.UNCHECKED
    else:
        state = State.NOT_MET
    return Requirement(kind, state, found, needed, unknown)


def federation(player: Player) -> str:
    """The code; empty if it is not known."""
    return player.federation.strip().upper()


def field_of(tournament: Tournament, after_round: int) -> NormField:
    """1.4.3d: does the field waive the federations of the opponents? And the days of the rounds."""
    host = tournament.settings.federation.strip().upper()
    host_known = len(host) == 3 and host.isalpha()
    sheet = Sheet(tournament, after_round)
    there = [
        player
        for player in tournament.players
        if player.rating and _missed([entry.award for entry in sheet.entries(player.id)]) <= 1
    ]
    foreign = [p for p in there if federation(p) not in ("", NO_FEDERATION, host)]
    figures = (
        len(foreign),
        len({federation(player) for player in foreign}),
        sum(player.title in LARGE_SWISS_TITLES for player in foreign),
    )
    # At best everybody whose federation is not known comes from one of his own.
    unknown = [player for player in there if federation(player) == ""]
    titled = sum(player.title in LARGE_SWISS_TITLES for player in unknown)
    at_best = (figures[0] + len(unknown), figures[1] + len(unknown), figures[2] + titled)
    state = State.NOT_MET
    if _enough(figures) and host_known:
        state = State.MET
    elif _enough(at_best):
        state = State.UNCHECKED
    days = [day for day in tournament.settings.round_dates[:after_round] if day.strip(" 0/-.")]
    known = after_round > 0 and len(days) == after_round
    return NormField(state, *figures, max(Counter(days).values()) if known else None)


def _enough(figures: tuple[int, int, int]) -> bool:
    return all(found >= least for found, least in zip(figures, LARGE_SWISS, strict=True))


_NOT_MISSED = {Award.PAIRING_ALLOCATED_BYE, Award.FORFEIT_WIN}


def _missed(awards: list[Award]) -> int:
    """Rounds for which he was not there."""
    return sum(not award.played and award not in _NOT_MISSED for award in awards)


def titles_of(norm: Norm) -> list[Title]:
    """In the order of the regulation, the wanted one first."""
    order = [Title.WIM, Title.WGM, Title.IM, Title.GM]
    return [title for title in order if title in norm.titles]

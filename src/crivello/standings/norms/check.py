"""Is it a norm? Requirement by requirement: met, not met, or what could not be checked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from crivello.model.player import Player, Sex, Title
from crivello.model.result import Award
from crivello.model.tournament import Tournament
from crivello.rules.rating_tables import performance_difference
from crivello.standings.norms.games import NormGame, NormGames, norm_games, selections
from crivello.standings.norms.rules import (
    LARGE_SWISS,
    LARGE_SWISS_TITLES,
    LEAST_FOREIGN,
    LEAST_OF_TITLE,
    LEAST_PERCENT,
    MOST_ROUNDS_A_DAY,
    NO_FEDERATION,
    NORMS,
    TITLED,
    UNRATED,
    Kind,
    Norm,
    Requirement,
    State,
)
from crivello.standings.opponents_ratings import percentage
from crivello.standings.sheet import Sheet


@dataclass(frozen=True, slots=True)
class Field:
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
        return all(self.meets(kind) for kind in (Kind.AVERAGE, Kind.SCORE, Kind.PERFORMANCE))

    def meets(self, kind: Kind) -> bool:
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


def best_check(mine: NormGames, norm: Norm, field: Field) -> NormCheck:
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


def check(mine: NormGames, games: tuple[NormGame, ...], norm: Norm, field: Field) -> NormCheck:
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
    field: Field,
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
        found.append(Requirement(Kind.WOMEN, State.MET if known else State.UNCHECKED))
    found.append(_at_least(Kind.GAMES, count, mine.least))
    if field.rounds_a_day is not None:
        found.append(_at_most(Kind.ROUNDS_A_DAY, field.rounds_a_day, MOST_ROUNDS_A_DAY))
    found += federations(mine.player, opponents, field.large_swiss)
    titled = sum(opponent.title in TITLED for opponent in opponents)
    found.append(_at_least(Kind.TITLED, titled, -(-count // 2)))
    of_title = sum(opponent.title in norm.titles for opponent in opponents)
    found.append(_at_least(Kind.OF_TITLE, of_title, max(LEAST_OF_TITLE, -(-count // 3))))
    found.append(_at_least(Kind.AVERAGE, average, norm.average))
    found.append(_at_least(Kind.SCORE, percent, LEAST_PERCENT))
    found.append(_at_least(Kind.PERFORMANCE, performance, norm.performance))
    return found


def _at_least(kind: Kind, found: int | None, needed: int) -> Requirement:
    good = found is not None and found >= needed
    return Requirement(kind, State.MET if good else State.NOT_MET, found, needed)


def _at_most(kind: Kind, found: int, needed: int) -> Requirement:
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
        _between(Kind.FOREIGN, least >= LEAST_FOREIGN, most >= LEAST_FOREIGN, least,
                 LEAST_FOREIGN, unknown, large_swiss),
        _between(Kind.OWN, ours_at_most <= 3 * count // 5, ours <= 3 * count // 5, ours,
                 3 * count // 5, unknown, large_swiss),
        _between(Kind.ONE_FEDERATION, largest + unknown <= 2 * count // 3,
                 largest <= 2 * count // 3, largest, 2 * count // 3, unknown, large_swiss),
    ]  # fmt: skip


def _between(
    kind: Kind,
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


def field_of(tournament: Tournament, after_round: int) -> Field:
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
    return Field(state, *figures, max(Counter(days).values()) if known else None)


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

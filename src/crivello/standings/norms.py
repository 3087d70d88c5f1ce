"""Title norms: the figures of the regulation, the games that count, and each requirement.

B.01: 1.4, in force since 1 January 2024. A requirement is met, not met, or could not be checked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from enum import Enum
from itertools import combinations

from crivello.model.errors import Illegal
from crivello.model.history import histories
from crivello.model.keys import PACES, is_round_robin
from crivello.model.player import Player, Sex, Title
from crivello.model.result import Award
from crivello.model.sentence import N_, PlayerRef
from crivello.model.tournament import Tournament
from crivello.rules.rating_tables import mean_rating, percentage, performance_difference
from crivello.rules.round_robin import plays_round_robin
from crivello.standard.classes import frozen
from crivello.standings.finality import mark_provisional, open_games
from crivello.standings.ratings import STANDARD, RatedResult, first_day, rated_results
from crivello.standings.sheet import Sheet
from crivello.standings.table import (
    Cell,
    Table,
    TableColumns,
    facts_table,
    number_cell,
    points_cell,
    title_of,
)
from crivello.standings.wording import player_text
from crivello.standings.working import CitedRule
from crivello.words import Translator

IN_FORCE_SINCE = "2024-01-01"


@frozen
class Norm:
    """The figures that a norm for one title requires."""

    title: Title
    performance: int
    """1.4.8: Rp."""
    average: int
    """1.4.8a: Ra."""
    floor: int
    """1.4.6b: the rating to which one opponent is raised."""
    titles: frozenset[Title]
    """1.4.5b-e: a third of the opponents must have one of these titles. Players who have one do not
    need the norm.
    """
    women: bool = False


_GM = frozenset({Title.GM})
_IM = _GM | {Title.IM}
_WGM = _IM | {Title.WGM}
_WIM = _WGM | {Title.WIM}

NORMS = (
    Norm(Title.GM, 2600, 2380, 2200, _GM),
    Norm(Title.IM, 2450, 2230, 2050, _IM),
    Norm(Title.WGM, 2400, 2180, 2000, _WGM, women=True),
    Norm(Title.WIM, 2250, 2030, 1850, _WIM, women=True),
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
"""Players without a federation (1.4.2a): neither foreign nor of the same federation."""
TITLED = frozenset(Title) - {Title.CM, Title.WCM}
"""1.4.5a."""

LADDER = (Title.WIM, Title.WGM, Title.IM, Title.GM)
"""Titles in the order of the regulation."""
LARGE_SWISS = (20, 3, 10)
"""1.4.3d: foreign rated players, their federations, and those with one of the titles below."""
LARGE_SWISS_TITLES = _WIM


class State(Enum):
    MET = N_("met")
    WAIVED = N_("waived")
    NOT_MET = N_("not met")
    UNCHECKED = N_("could not be checked")


class RequirementKind(CitedRule):
    """A requirement: its article of B.01 and its sentence."""

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
    ROUND_ROBIN = ("1.4.1e", N_("the rules for round robins, where all scheduled rounds count"))


@frozen
class Requirement:
    """One requirement, and what the data show about it."""

    kind: RequirementKind
    state: State
    found: int | None = None
    needed: int | None = None
    unknown: int = 0
    """Number of opponents for whom the data are missing."""


# The games that count, and those that may be left out

_NOT_MISSED = {Award.PAIRING_ALLOCATED_BYE, Award.FORFEIT_WIN}
"""Rounds without a game for which the player was present."""
MOST_LEFT_OUT = 4
"""Nine of thirteen games count; a norm made in more rounds counts as thirteen games anyway
(1.7).
"""


@frozen
class NormGames:
    """The games of one player that can count for a norm."""

    player: Player
    games: tuple[RatedResult, ...]
    least: int
    """The number of games needed: nine, or eight (1.4.1c)."""
    last_as_lost: RatedResult | None = None
    """The last game, if the opponent forfeited it and the player has only eight other games. It
    counts as a loss if the norm is made even so (1.4.2c).
    """


def norm_games(tournament: Tournament, after_round: int) -> Iterator[NormGames]:
    """Yield for each player the rated games played over the board, by pairing number (1.4.2c)."""
    results = rated_results(tournament, after_round)
    past = histories(tournament, after_round + 1)
    rounds = tournament.settings.rounds or tournament.paired_rounds
    for player in sorted(tournament.players, key=lambda player: player.number):
        games, entries = results[player.id], past[player.id].entries
        least = LEAST_GAMES
        if rounds == LEAST_GAMES and _point_unplayed([entry.award for entry in entries]):
            least = LEAST_GAMES_WITH_A_POINT_UNPLAYED
        lost = None
        if after_round == rounds and entries and len(games) == LEAST_GAMES - 1:
            forfeiter = entries[-1].opponent
            if entries[-1].award is Award.FORFEIT_WIN and forfeiter is not None:
                lost = RatedResult(after_round, tournament.player[forfeiter], 0)
        yield NormGames(player, tuple(games), least, lost)


def _point_unplayed(awards: list[Award]) -> bool:
    """Return True if one of nine rounds was not played, and the player was not to blame
    (1.4.1c).
    """
    unplayed = [award for award in awards if not award.played]
    return len(awards) == LEAST_GAMES and len(unplayed) == 1 and unplayed[0] in _NOT_MISSED


def selections(mine: NormGames) -> Iterator[tuple[RatedResult, ...]]:
    """Yield each permitted selection of games: first all games, then with one left out, and so on.

    A player may leave out all games after a certain round (1.4.1e), and games won (1.4.1f).
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


@frozen
class NormField:
    """Facts about the whole tournament on which norms depend."""

    large_swiss: State
    foreign_players: int
    foreign_federations: int
    foreign_titled: int
    rounds_a_day: int | None
    """The most rounds on one day; None if the dates are unknown."""
    round_robin: bool = False
    """Round robins have rules of their own, which are not checked."""
    pace: str = STANDARD
    """Norms are made in standard games only."""


@frozen
class NormCheck:
    """The requirements of one title, checked for one player."""

    player: Player
    norm: Norm
    games: tuple[RatedResult, ...]
    """The games that count."""
    left_out: tuple[RatedResult, ...]
    """Games left out because the player makes the norm without them (1.4.1e, 1.4.1f)."""
    half_points: int
    raised: int | None
    """Round of the opponent whose rating was raised to the floor (1.4.6c)."""
    average: int | None
    performance: int | None
    needed: int | None
    """The fewest half points from these games that are enough; None if no score is."""
    requirements: tuple[Requirement, ...] = ()
    last_as_lost: bool = False
    """The game of the last round, won by forfeit, counts as if it had been lost (1.4.2c)."""

    @property
    def state(self) -> State:
        """Return NOT_MET if a requirement is not met, else UNCHECKED if one could not be checked,
        else MET.

        In a round robin a result with enough games and the figures of a norm is UNCHECKED.
        """
        if self.in_round_robin and self.has_games_and_figures:
            return State.UNCHECKED
        states = {requirement.state for requirement in self.requirements}
        return next((one for one in (State.NOT_MET, State.UNCHECKED) if one in states), State.MET)

    @property
    def title_performance(self) -> bool:
        """Return True if average rating, score and performance are enough for a norm."""
        kinds = (RequirementKind.AVERAGE, RequirementKind.SCORE, RequirementKind.PERFORMANCE)
        return all(map(self.meets, kinds))

    @property
    def has_games_and_figures(self) -> bool:
        """Return True if the number of games, average rating, score and performance are enough for
        a norm.
        """
        return self.title_performance and self.meets(RequirementKind.GAMES)

    @property
    def in_round_robin(self) -> bool:
        return any(each.kind is RequirementKind.ROUND_ROBIN for each in self.requirements)

    def meets(self, kind: RequirementKind) -> bool:
        return all(each.state is State.MET for each in self.requirements if each.kind is kind)


def norm_checks(
    tournament: Tournament, after_round: int, pace: str = STANDARD
) -> tuple[NormCheck, ...]:
    """Check every player for every title higher than their own; players come by pairing number.

    Rapid and blitz events have no norms.
    """
    field = field_of(tournament, after_round, pace)
    if pace != STANDARD:
        return ()
    return tuple(
        best_check(games, norm, field)
        for games in norm_games(tournament, after_round)
        for norm in NORMS
        if could_earn(games.player, norm)
    )


def could_earn(player: Player, norm: Norm) -> bool:
    """Return True if the norm is for a higher title than the player has; women's titles are not for
    men.
    """
    return player.title not in norm.titles and not (norm.women and player.sex is Sex.MALE)


def best_check(mine: NormGames, norm: Norm, field: NormField) -> NormCheck:
    """Check all games; if they give no norm, check the permitted selections and return the best
    result.

    A selection has fewer games (1.4.1e, f), or counts a forfeited last game as a loss (1.4.2c). A
    round robin allows none.
    """
    best = check(mine, mine.games, norm, field)
    if field.round_robin:
        return best
    for games in selections(mine):
        if best.state is State.MET:
            break
        if games != mine.games and _could_suffice(games, norm):
            best = _better(best, check(mine, games, norm, field))
    if mine.last_as_lost is not None:
        nine = replace(mine, least=LEAST_GAMES)
        found = check(nine, (*mine.games, mine.last_as_lost), norm, field)
        best = _better(best, replace(found, last_as_lost=True))
    return best


_FROM_BEST = (State.MET, State.UNCHECKED, State.NOT_MET)


def _better(one: NormCheck, other: NormCheck) -> NormCheck:
    """Return the check with the better answer; if they are equal, the first."""
    return min(one, other, key=lambda check: _FROM_BEST.index(check.state))


def _could_suffice(games: Sequence[RatedResult], norm: Norm) -> bool:
    """Return True if average rating and performance are enough; they are quick to check and fail
    most often.
    """
    average, _ = average_of(games, norm)
    half = sum(game.half_points for game in games)
    return average is not None and _performs(average, half, len(games), norm)


def check(
    mine: NormGames, games: tuple[RatedResult, ...], norm: Norm, field: NormField
) -> NormCheck:
    average, raised = average_of(games, norm)
    half = sum(game.half_points for game in games)
    performance = None
    if average is not None:
        performance = average + performance_difference(percentage(half, len(games)))
    left_out = tuple(game for game in mine.games if game not in games)
    figures = half, raised, average, performance, needed_score(average, len(games), norm)
    found = NormCheck(mine.player, norm, games, left_out, *figures)
    return replace(found, requirements=tuple(_requirements(found, mine.least, field)))


def average_of(games: Sequence[RatedResult], norm: Norm) -> tuple[int | None, int | None]:
    """Return the average rating, rounded, and the round whose opponent was raised to the floor
    (1.4.6, 1.4.7).

    Both are None without games; the round is None if no opponent was raised.
    """
    if not games:
        return None, None
    ratings = [counted_rating(game) for game in games]
    lowest = min(range(len(games)), key=ratings.__getitem__)
    raised = ratings[lowest] < norm.floor
    ratings[lowest] = max(ratings[lowest], norm.floor)
    return mean_rating(ratings), games[lowest].round if raised else None


def counted_rating(game: RatedResult) -> int:
    return game.opponent.rating or UNRATED


def _performs(average: int, half: int, games: int, norm: Norm) -> bool:
    percent = percentage(half, games)
    return (
        average >= norm.average
        and percent >= LEAST_PERCENT
        and average + performance_difference(percent) >= norm.performance
    )


def needed_score(average: int | None, games: int, norm: Norm) -> int | None:
    """Return the fewest half points with which this many games make the norm's performance; None if
    no score does.
    """
    if average is None:
        return None
    enough = (half for half in range(2 * games + 1) if _performs(average, half, games, norm))
    return next(enough, None)


def _requirements(found: NormCheck, least: int, field: NormField) -> Iterator[Requirement]:
    kind, norm, count = RequirementKind, found.norm, len(found.games)
    opponents = [game.opponent for game in found.games]
    if norm.women:
        known = found.player.sex is not None
        yield Requirement(kind.WOMEN, State.MET if known else State.UNCHECKED)
    yield _require_at_least(kind.GAMES, count, least)
    if field.rounds_a_day is not None:
        met = field.rounds_a_day <= MOST_ROUNDS_A_DAY
        state = State.MET if met else State.NOT_MET
        yield Requirement(kind.ROUNDS_A_DAY, state, field.rounds_a_day, MOST_ROUNDS_A_DAY)
    yield from federations(found.player, opponents, field.large_swiss)
    titled = sum(opponent.title in TITLED for opponent in opponents)
    yield _require_at_least(kind.TITLED, titled, -(-count // 2))
    of_title = sum(opponent.title in norm.titles for opponent in opponents)
    yield _require_at_least(kind.OF_TITLE, of_title, max(LEAST_OF_TITLE, -(-count // 3)))
    yield _require_at_least(kind.AVERAGE, found.average, norm.average)
    percent = percentage(found.half_points, count) if count else None
    yield _require_at_least(kind.SCORE, percent, LEAST_PERCENT)
    yield _require_at_least(kind.PERFORMANCE, found.performance, norm.performance)
    if field.round_robin:
        yield Requirement(kind.ROUND_ROBIN, State.UNCHECKED)


def _require_at_least(kind: RequirementKind, found: int | None, needed: int) -> Requirement:
    good = found is not None and found >= needed
    return Requirement(kind, State.MET if good else State.NOT_MET, found, needed)


def federations(
    player: Player, opponents: Sequence[Player], large_swiss: State
) -> list[Requirement]:
    """Check the federations of the player and the opponents (1.4.3, 1.4.4).

    A requirement stays unchecked if an unknown federation could change the answer. Players under
    the FIDE flag belong to no federation: docs/decisions/norms-from-data.md.
    """
    known = Counter(map(federation, opponents))
    unknown = known.pop("", 0)
    known.pop(NO_FEDERATION, None)
    largest = max(known.values(), default=0)
    own = federation(player)
    ours, foreign = known[own], len(known) - (own in known)
    # If the player's federation is unknown, one of those known may be it.
    least = max(foreign - (own == ""), 0)
    ours_at_most = {"": largest + unknown, NO_FEDERATION: 0}.get(own, ours + unknown)
    most_own, most_of_one = 3 * len(opponents) // 5, 2 * len(opponents) // 3

    def requirement(
        kind: RequirementKind, found: int, needed: int, surely: bool, possibly: bool
    ) -> Requirement:
        state = State.NOT_MET
        if surely:
            state = State.MET
        elif large_swiss is State.MET:
            state = State.WAIVED
        elif possibly or large_swiss is State.UNCHECKED:
            state = State.UNCHECKED
        return Requirement(kind, state, found, needed, unknown)

    kind = RequirementKind
    enough = least >= LEAST_FOREIGN, foreign + unknown >= LEAST_FOREIGN
    few_of_one = largest + unknown <= most_of_one, largest <= most_of_one
    return [
        requirement(kind.FOREIGN, least, LEAST_FOREIGN, *enough),
        requirement(kind.OWN, ours, most_own, ours_at_most <= most_own, ours <= most_own),
        requirement(kind.ONE_FEDERATION, largest, most_of_one, *few_of_one),
    ]


def federation(player: Player) -> str:
    """Return the code of the player's federation; empty if unknown."""
    return player.federation.strip().upper()


def field_of(tournament: Tournament, after_round: int, pace: str = STANDARD) -> NormField:
    """Return the facts about the tournament on which norms depend.

    A large Swiss waives the number of federations (1.4.3d); a round robin never does.
    """
    settings = tournament.settings
    round_robin = is_round_robin(settings.system) or plays_round_robin(tournament)
    host = settings.federation.strip().upper()
    host_known = len(host) == 3 and host.isalpha()
    sheet = Sheet(tournament, after_round)
    there = [
        player
        for player in tournament.players
        if player.rating and _count_missed([entry.award for entry in sheet.entries(player.id)]) <= 1
    ]
    foreign = [p for p in there if federation(p) not in ("", NO_FEDERATION, host)]
    figures = (
        len(foreign),
        len({federation(player) for player in foreign}),
        sum(player.title in LARGE_SWISS_TITLES for player in foreign),
    )
    # At best, all players with unknown federations come from different ones.
    unknown = [player for player in there if federation(player) == ""]
    titled = sum(player.title in LARGE_SWISS_TITLES for player in unknown)
    at_best = (figures[0] + len(unknown), figures[1] + len(unknown), figures[2] + titled)
    state = State.NOT_MET
    if round_robin:
        state = State.NOT_MET
    elif _is_large_enough(figures) and host_known:
        state = State.MET
    elif _is_large_enough(at_best):
        state = State.UNCHECKED
    days = [day for day in settings.round_dates[:after_round] if day.strip(" 0/-.")]
    known = after_round > 0 and len(days) == after_round
    most = max(Counter(days).values()) if known else None
    return NormField(state, *figures, most, round_robin, pace)


def _is_large_enough(figures: tuple[int, int, int]) -> bool:
    return all(found >= least for found, least in zip(figures, LARGE_SWISS, strict=True))


def _count_missed(awards: list[Award]) -> int:
    """Count the rounds for which the player was not present."""
    return sum(not award.played and award not in _NOT_MISSED for award in awards)


# The tables

_ANSWERS = {
    State.MET: N_("norm, as far as the data show"),
    State.UNCHECKED: N_("a norm if the rest is met: {missing}"),
    State.NOT_MET: N_("no norm: {missing}"),
}
NOT_JUDGED = N_("could not be checked: {missing}")
"""The answer for a result in a round robin."""
NO_NORMS = N_("Norms are made in standard games only (1.1.2); this event is {pace}.")


def norm_table(
    tournament: Tournament,
    checks: tuple[NormCheck, ...],
    field: NormField,
    after_round: int,
    words: Translator,
) -> Table:
    """Tabulate the players with enough games and performance: whether it is a norm, or what is
    missing.
    """
    say = words.say
    performing = [check for check in checks if check.title_performance]
    shown = [check for check in performing if check.has_games_and_figures]
    players = [check.player for check in shown]
    columns = TableColumns(words)
    columns.players(players, words)
    columns.text("norm", say("Norm"), (check.norm.title.value for check in shown), leading=True)
    columns.number("games", say("Games"), (len(check.games) for check in shown))
    columns.score("score", say("Pts"), (check.half_points for check in shown), 2)
    columns.score("needed", say("Needed"), (check.needed for check in shown), 2)
    columns.number("average", say("Average"), (check.average for check in shown))
    columns.number("performance", say("Perf."), (check.performance for check in shown))
    states = (state_cell(check.state, words) for check in shown)
    columns.cells("state", say("State"), states, data_only=True)
    columns.text("answer", say("Answer"), (_answer(check, words) for check in shown), wraps=True)
    title = (tournament.settings.name, say("Norms after round {round}", round=after_round))
    notes = []
    if not shown and field.pace == STANDARD:
        notes.append(say("None of the players has enough games and the performance for a norm."))
    short = len({check.player.id for check in performing if not check.meets(RequirementKind.GAMES)})
    if short:
        too_few = N_(
            "One player has the performance of a title, but too few games.",
            "{count} players have the performance of a title, but too few games.",
        )
        notes.append(say(too_few, count=short))
    listing = columns.table("norms", title, (*notes, *norm_notes(tournament, field, words)))
    return mark_provisional(listing, open_games(tournament, after_round), words)


def certifiable(checks: Iterable[NormCheck]) -> list[NormCheck]:
    """Return the checks without a requirement known to fail: norms, or possible norms."""
    return [
        check
        for check in checks
        if all(each.state is not State.NOT_MET for each in check.requirements)
    ]


def certificate_tables(tournament: Tournament, check: NormCheck, words: Translator) -> list[Table]:
    """Build the data for the certificate of a norm: event and player, games, requirements."""
    say, language, settings, player = words.say, words.language, tournament.settings, check.player
    score = say(
        "{score} of {count} points; needed: {needed}",
        score=points_cell(check.half_points, 2, language).text,
        count=len(check.games),
        needed=points_cell(check.needed, 2, language).text,
    )
    facts = [
        (say("Norm"), check.norm.title.value),
        (say("Player"), player_text(player)),
        (say("FIDE id"), str(player.fide_id or "")),
        (say("Federation"), player.federation),
        (say("Date of birth"), player.birth),
        (say("Title"), title_of(player)),
        (say("Rating"), str(player.rating or "")),
        (say("Tournament"), settings.name),
        (say("Place"), " ".join(filter(None, (settings.city, settings.federation)))),
        (say("Dates"), " – ".join(filter(None, (settings.start, settings.end)))),
        (say("Rounds"), str(settings.rounds or tournament.paired_rounds)),
        (say("Time control"), settings.time_control),
        (say("Chief arbiter"), settings.chief_arbiter),
        (say("Result"), score),
        (say("Average rating of the opponents"), str(check.average or "")),
        (say("Performance"), str(check.performance or "")),
        (say("Answer"), _answer(check, words)),
    ]
    named = say("{norm} norm of {player}", norm=check.norm.title.value, player=player.name)
    known = [(what, value or say("not known")) for what, value in facts]
    certificate = facts_table("certificate", (named,), say("Data of the certificate"), known)
    requirements = requirement_table((), [(check, each) for each in check.requirements], (), words)
    return [certificate, game_table(check, words), requirements]


def state_cell(state: State, words: Translator) -> Cell:
    return Cell(words.say(state.value), state.name.lower())


def _answer(check: NormCheck, words: Translator) -> str:
    state = check.state
    missing = [each for each in check.requirements if each.state is state]
    template = _ANSWERS[state]
    if check.in_round_robin and state is State.UNCHECKED:
        template = NOT_JUDGED
        good = (State.MET, State.WAIVED)
        missing = [each for each in check.requirements if each.state not in good]
    said = words.say(
        template, missing="; ".join(_requirement(check, each, words) for each in missing)
    )
    return "; ".join([said, *game_remarks(check, words)])


def game_remarks(check: NormCheck, words: Translator) -> Iterator[str]:
    if check.left_out:
        rounds = ", ".join(str(game.round) for game in check.left_out)
        yield words.say("without the games of rounds {rounds} (1.4.1)", rounds=rounds)
    if check.last_as_lost:
        yield words.say(
            "the last opponent forfeited; that game counts as a loss, which does not cost "
            "the norm (1.4.2c)"
        )


def _requirement(check: NormCheck, each: Requirement, words: Translator) -> str:
    said = words.say(
        each.kind.sentence,
        found="?" if each.found is None else each.found,
        needed=each.needed,
        titles=", ".join(title.value for title in LADDER if title in check.norm.titles),
    )
    if each.unknown:
        unknown = N_(
            "{said} (the federation of one opponent is not known)",
            "{said} (the federations of {count} opponents are not known)",
        )
        return words.say(unknown, said=said, count=each.unknown)
    return said


def player_norm_tables(
    tournament: Tournament,
    checks: tuple[NormCheck, ...],
    field: NormField,
    after_round: int,
    player: int,
    words: Translator,
) -> list[Table]:
    """Build the tables of one player: each requirement of each title, and the games that count."""
    if player not in tournament.player:
        raise Illegal(N_("There is no player {player}."), player=PlayerRef(player))
    mine = [check for check in checks if check.player.id == player]
    title = (tournament.settings.name, player_text(tournament.player[player]))
    say = words.say
    every = [(check, each) for check in mine for each in check.requirements]
    answers = [f"{check.norm.title.value}: {_answer(check, words)}." for check in mine]
    if not mine and field.pace == STANDARD:
        answers = [say("This player already holds the highest title a norm can bring.")]
    notes = (*answers, *norm_notes(tournament, field, words))
    tables = (
        requirement_table(title, every, notes, words),
        *(game_table(check, words) for check in mine),
    )
    count = open_games(tournament, after_round)
    return [mark_provisional(table, count, words) for table in tables]


def requirement_table(
    title: tuple[str, ...],
    every: Sequence[tuple[NormCheck, Requirement]],
    notes: tuple[str, ...],
    words: Translator,
) -> Table:
    say = words.say
    norms = (check.norm.title.value for check, _ in every)
    sentences = (_requirement(check, each, words) for check, each in every)
    columns = TableColumns(words)
    columns.text("norm", say("Norm"), norms, leading=True)
    columns.text("article", "B.01", (each.kind.article for _, each in every), spare=True)
    columns.text("requirement", say("Requirement"), sentences, wraps=True)
    columns.number("found", say("Found"), (each.found for _, each in every), data_only=True)
    columns.number("needed", say("Needed"), (each.needed for _, each in every), data_only=True)
    columns.cells("state", say("State"), (state_cell(each.state, words) for _, each in every))
    return columns.table("norm-requirements", title, notes)


def game_table(check: NormCheck, words: Translator) -> Table:
    say, language, norm = words.say, words.language, check.norm.title.value
    games = sorted((*check.games, *check.left_out), key=lambda game: game.round)
    opponents = [game.opponent for game in games]
    counts = (_counts(check, game) for game in games)
    columns = TableColumns(words)
    columns.text("norm", say("Norm"), [norm] * len(games), data_only=True)
    mine = [check.player.number] * len(games)
    columns.number("player", say("Player"), mine, data_only=True)
    columns.number("number", say("No."), (one.number for one in opponents), data_only=True)
    columns.number("round", say("Round"), (game.round for game in games), leading=True)
    named = map(player_text, opponents)
    columns.text("opponent", say("Opponent"), named, shrinks=True, player="number")
    columns.text("title", say("Title"), map(title_of, opponents))
    columns.text("federation", say("Fed."), (one.federation for one in opponents))
    columns.number("fide_id", say("FIDE id"), (one.fide_id for one in opponents), spare=True)
    columns.number("rating", say("Rating"), (one.rating for one in opponents))
    columns.cells("counts", say("Counts as"), counts, right=True)
    columns.score("score", say("Pts"), (game.half_points for game in games), 2)
    title = (say("Games for the norm {norm}", norm=norm),)
    if check.needed is None:
        needed = say("No score against these opponents would be enough.")
    else:
        needed = say(
            "{score} of {count} points; {needed} would be enough against these opponents.",
            score=points_cell(check.half_points, 2, language).text,
            count=len(check.games),
            needed=points_cell(check.needed, 2, language).text,
        )
    return columns.table("norm-games", title, (needed, *game_remarks(check, words)))


def _counts(check: NormCheck, game: RatedResult) -> Cell:
    if game not in check.games:
        return Cell("–", None)
    return number_cell(check.norm.floor if game.round == check.raised else counted_rating(game))


_NOT_CHECKED = (
    N_("registration at least 30 days before, no change made for a player (1.1.1, 1.4.2d)"),
    N_("time control, rounds of a day where the dates are not known (1.1.2, 1.1.3)"),
    N_("arbiters and their titles (1.1.5, 1.1.6)"),
    N_("titles and ratings as they were at the start of the tournament (1.4.6a)"),
    N_("opponents of federations that are not members (1.4.2a)"),
)


def norm_notes(tournament: Tournament, field: NormField, words: Translator) -> Iterator[str]:
    say = words.say
    if field.pace != STANDARD:
        yield say(NO_NORMS, pace=say(PACES[field.pace]))
        return
    yield say("Could not be checked: {list}.", list="; ".join(map(say, _NOT_CHECKED)))
    yield say(
        "Not covered: the exemptions of championships and team events (1.2, 1.4.1b, 1.4.3a-c)."
    )
    if field.round_robin:
        yield say(
            "Round robins have their own rules for norms (1.4.1e), which are not checked "
            "here. The figures count all games, and the exemptions for large Swiss "
            "tournaments do not apply."
        )
    else:
        yield _large_swiss_note(field, words)
    if "" < first_day(tournament) < IN_FORCE_SINCE:
        yield say(
            "The norms are checked by the rules of 2024. The tournament is older, and its "
            "rules differed."
        )


def _large_swiss_note(field: NormField, words: Translator) -> str:
    say = words.say
    players, federations, titled = LARGE_SWISS
    large = {
        State.MET: N_("The field waives 1.4.3 and 1.4.4 (1.4.3d): {figures}."),
        State.NOT_MET: N_("The field does not waive 1.4.3 and 1.4.4 (1.4.3d): {figures}."),
        State.UNCHECKED: N_(
            "The field may waive 1.4.3 and 1.4.4 (1.4.3d), but not all federations, of the "
            "tournament or of players, are known: {figures}."
        ),
    }
    figures = say(
        "{players} rated players from abroad (of {least_players}), {federations} federations "
        "(of {least_federations}), {titled} titled (of {least_titled})",
        players=field.foreign_players,
        least_players=players,
        federations=field.foreign_federations,
        least_federations=federations,
        titled=field.foreign_titled,
        least_titled=titled,
    )
    return say(large[field.large_swiss], figures=figures)

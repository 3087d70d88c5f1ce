"""The report on one file: the kind of event, the check of its rounds, its edition, its repairs.

`fits` finds the systems and editions that reproduce the rounds; `remarks` lists what to look at
besides the pairings: numbers, initial order, ranks.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from enum import Enum
from itertools import groupby, pairwise

from crivello.audit.checker import RoundReport, Verdict, check, with_rounds
from crivello.audit.rivals import Rules, possible_editions, with_acceleration
from crivello.audit.round_robin import check_round_robin
from crivello.explain.explanation import ExplanationWriter
from crivello.formats.repairs import Repair
from crivello.formats.trf import TournamentDocument
from crivello.model.errors import CrivelloError, Illegal, Problem, Unsupported, warning
from crivello.model.keys import DEFAULT_FAMILY, SYSTEMS, is_of_teams
from crivello.model.keys import is_round_robin as is_round_robin_key
from crivello.model.matches import MatchTournament, has_teams
from crivello.model.player import Player
from crivello.model.result import Colour
from crivello.model.sentence import N_, ListOf, Sentence
from crivello.model.settings import Acceleration
from crivello.model.tournament import Tournament
from crivello.rules.acceleration import EDITIONS as ACCELERATIONS
from crivello.rules.field import initial_colour
from crivello.rules.initial_order import initial_order
from crivello.rules.round_robin import plays_round_robin
from crivello.standard.classes import frozen
from crivello.standings.standings import announced_list, rank_differences, standings
from crivello.standings.tie_breaks import known_codes
from crivello.systems.registry import find
from crivello.systems.request import choose_edition
from crivello.words import Translator


@frozen
class Fit:
    """One system and edition, and the rounds that it reproduces."""

    rules: Rules
    rounds: tuple[bool | None, ...]
    """True for each round that is reproduced; None if the rules give no pairing for it."""

    @staticmethod
    def of(tournament: Tournament, rules: Rules) -> Fit:
        numbers = range(1, tournament.paired_rounds + 1)
        return Fit(rules, tuple(rules.reproduces(tournament, number) for number in numbers))

    @property
    def count(self) -> int:
        return sum(one is True for one in self.rounds)


def fits(
    tournament: Tournament, step: Callable[[Rules], None] = lambda rules: None
) -> Iterator[Fit]:
    """Yield every system and edition with the rounds it reproduces, the newest first.

    `step` is called before each of them is tried.
    """
    tournament = with_rounds(tournament)
    for rules in rules_to_try(tournament):
        step(rules)
        yield Fit.of(tournament, rules)


def rules_to_try(tournament: Tournament) -> list[Rules]:
    """Return the rules that `fits` tries; for large fields, none that need minutes for a round."""
    found = [Rules(key) for key in possible_editions(tournament, later=True)]
    settings = with_rounds(tournament).settings
    if settings.acceleration == Acceleration():
        usual = [system.key for system in SYSTEMS.of(DEFAULT_FAMILY) if not find(system.key).slow]
        found += [
            rules
            for rules in with_acceleration(usual)
            if (settings.rounds or 0) >= ACCELERATIONS[rules.acceleration].least_rounds
        ]
    return found


def best(found: list[Fit], preferred: str = "") -> list[Fit]:
    """Return the rules that reproduce most rounds, the `preferred` edition first if it is one of
    them.
    """
    most = max((fit.count for fit in found), default=0)
    top = [fit for fit in found if fit.count == most and most]
    return sorted(top, key=lambda fit: fit.rules.system != preferred)


# ---------------------------------------------------------------- remarks


UNKNOWN_TIE_BREAKS = N_(
    "Ranks are not compared, as crivello does not know these tie-breaks: {codes}."
)


def remarks(tournament: Tournament, system: str) -> tuple[Problem, ...]:
    """Return warnings about numbers, initial order and ranks.

    They are never errors, as late entries, frozen numbers or lots may be the reason.
    """
    return (*_numbers(tournament), *_initial_order(tournament, system), *_ranks(tournament))


def _numbers(tournament: Tournament) -> Iterator[Problem]:
    """Yield a warning if the pairing numbers are not 1, 2, 3, … (C.04.2: 2.2)."""
    numbers = {player.number for player in tournament.players}
    missing = sorted(set(range(1, len(numbers) + 1)) - numbers)
    if missing:
        template = N_("Unused pairing numbers: {numbers}.")
        yield warning(template, numbers=ListOf(tuple(missing)))


def _initial_order(tournament: Tournament, system: str) -> Iterator[Problem]:
    """Yield a warning for each player out of order by rating and title; equals may be in any
    order.
    """
    order = initial_order(replace(tournament.settings, system=system), then=lambda player: 0)
    key = order.key
    in_order = sorted(tournament.players, key=lambda player: player.number)
    for above, below in pairwise(in_order):
        if key(below)[:2] < key(above)[:2]:
            template = N_(
                "Player {below} ({strength_below}) is higher in the initial order than"
                " player {above} ({strength_above}), who has the smaller pairing number."
            )
            strengths = {"strength_below": _strength(below), "strength_above": _strength(above)}
            found = warning(template, below=below.id, above=above.id, **strengths)
            yield replace(found, player=below.id)


def _strength(player: Player) -> str:
    title = "" if player.title is None else f"{player.title.value} "
    return f"{title}{player.rating or 0}"


def _ranks(tournament: Tournament) -> tuple[Problem, ...]:
    """Return warnings about ranks in the file that are not those by its results."""
    if not any(player.rank for player in tournament.players):
        return ()
    try:
        table = standings(tournament)
    except CrivelloError as error:
        return (warning(error.sentence.template, **error.sentence.values),)
    if table.unknown:
        return (warning(UNKNOWN_TIE_BREAKS, codes=ListOf(tuple(table.unknown))),)
    return rank_differences(table)


def judge_standings(tournament: Tournament) -> Verdict | None:
    """Return whether the ranks of the file are right by the announced tie-breaks.

    Return None if the file has no ranks or tie-breaks, or names a tie-break that is not known.
    """
    # C.07: 4.1
    stated = any(player.rank for player in tournament.players)
    codes = announced_list(tournament)
    if not stated or not codes or known_codes(codes, has_teams(tournament))[1]:
        return None
    return Verdict.DIFFERENT if _ranks(tournament) else Verdict.SAME


# ---------------------------------------------------------------- one file


VERDICTS = {
    Verdict.SAME: N_("same"),
    Verdict.DIFFERENT: N_("different"),
    Verdict.EXPLAINED: N_("explained"),
}


class EventKind(Enum):
    SWISS = "swiss"
    ROUND_ROBIN = "round robin"
    TEAMS = "teams"


@frozen
class FileReport:
    name: str
    """The name of the file."""
    tournament: Tournament = field(default_factory=Tournament)
    system: str = ""
    """The key of the edition, or of the round robin, by which the file was checked."""
    rounds: tuple[RoundReport, ...] = ()
    remarks: tuple[Problem, ...] = ()
    error: CrivelloError | None = None
    """The reason why the file could not be checked."""
    section: str = ""
    """The name of the section, in a tournament file that has several."""
    event: EventKind = EventKind.SWISS
    repairs: tuple[Repair, ...] = ()
    """The repairs needed to read the file."""
    standings: Verdict | None = None
    """Whether the ranks are right by the results and the announced tie-breaks; None if either is
    missing.
    """
    fits: tuple[Fit, ...] = ()
    """The rounds that each edition reproduces, if asked for."""
    ids: Mapping[int, int] = field(default_factory=dict)
    """The permanent ids by pairing number, for a tournament file of the desk."""

    @property
    def verdicts(self) -> Counter[Verdict]:
        return Counter(found.verdict for found in self.rounds)

    @property
    def title(self) -> str:
        """The rules used for the check, as a sentence of the catalogue."""
        return SYSTEMS[self.system].title


Adapt = Callable[[Tournament, str], Tournament]
"""A function that sets the options of the edition with this key."""
Step = Callable[[int, int], None]
"""A function that is called as work goes on: how much is done, and of how much."""


def examine(
    document: TournamentDocument,
    name: str,
    wanted: str | None,
    day: str,
    *,
    editions: bool = False,
    adapt: Adapt = lambda tournament, key: tournament,
    step: Step = lambda done, of: None,
) -> FileReport:
    """Check the tournament of a file by the edition `wanted`, else by the one that its data or
    `day` decide.
    """
    tournament = document.tournament
    plain = FileReport(name, tournament, remarks=document.warnings, repairs=document.repairs)
    if is_team_event(tournament):
        return replace(plain, event=EventKind.TEAMS)
    if is_round_robin_key(wanted) if wanted else plays_round_robin(tournament):
        if wanted:
            tournament = adapt(tournament, wanted)
        found_there = check_round_robin(tournament, wanted)
        return replace(
            plain,
            tournament=tournament,
            system=found_there.system,
            rounds=found_there.rounds,
            remarks=(*plain.remarks, *found_there.remarks, *_ranks(tournament)),
            standings=judge_standings(tournament),
            event=EventKind.ROUND_ROBIN,
        )
    of = tournament.paired_rounds + (len(rules_to_try(tournament)) if editions else 0)
    key, unclear = _edition(tournament, wanted, day)
    tournament = adapt(tournament, key)
    rounds_found: list[RoundReport] = []
    for report in check(tournament, find(key), by_hand=document.by_hand):
        rounds_found.append(report)
        step(len(rounds_found), of)
    found: list[Fit] = []
    if editions:
        for fit in fits(tournament):
            found.append(fit)
            step(len(rounds_found) + len(found), of)
    return replace(
        plain,
        tournament=tournament,
        system=key,
        rounds=tuple(rounds_found),
        remarks=(
            *plain.remarks,
            *unclear,
            *_warn_of_misfit(rounds_found),
            *remarks(tournament, key),
        ),
        standings=judge_standings(tournament),
        fits=tuple(found),
    )


_TEAMS = re.compile(r"\bteams?\b", re.IGNORECASE)


def is_team_event(tournament: Tournament) -> bool:
    """Return True for a team event whose matches are not known, so that its rounds cannot be
    checked.
    """
    settings = tournament.settings
    if isinstance(tournament, MatchTournament):
        return False
    return is_of_teams(settings.system) or bool(_TEAMS.match(settings.kind.strip()))


def _edition(
    tournament: Tournament, wanted: str | None, day: str
) -> tuple[str, tuple[Problem, ...]]:
    """Return the edition for the check: the one that would be used for pairing.

    If the file does not decide it, return the edition that fits best, with a remark.
    """
    try:
        return choose_edition(tournament, wanted, day), ()
    except (Illegal, Unsupported) as refusal:
        if wanted is not None and wanted not in SYSTEMS.families:
            raise
        reason = refusal
    stated = wanted or tournament.settings.system
    family = stated if stated in SYSTEMS.families else DEFAULT_FAMILY
    editions = (
        possible_editions(tournament, family)
        or possible_editions(tournament)
        or possible_editions(tournament, family, later=True)
    )
    found = [Fit.of(tournament, Rules(edition)) for edition in editions]
    key = (best(found) or found)[0].rules.system
    template = N_("{reason} It is checked by the edition that fits best: {key}.")
    return key, (warning(template, reason=reason, key=key),)


def is_poor_fit(rounds: Sequence[RoundReport]) -> bool:
    """Return True if fewer than a third of the rounds are reproduced: then single rounds are not
    the cause.
    """
    right = sum(report.verdict in (Verdict.SAME, Verdict.EXPLAINED) for report in rounds)
    return len(rounds) > 2 and 3 * right < len(rounds)


def _warn_of_misfit(rounds: Sequence[RoundReport]) -> Iterator[Problem]:
    if is_poor_fit(rounds):
        template = N_(
            "Only {count} of {rounds} rounds are reproduced: perhaps the tournament was "
            "paired by another system, or the numbers in the file are not its pairing "
            "numbers."
        )
        same = sum(report.verdict is Verdict.SAME for report in rounds)
        yield warning(template, count=same, rounds=len(rounds))


# ------------------------------------------------------------------ in words

UNEXPLAINED = N_("Nothing in the file explains it.")
ONE_CHANGE = N_("One common change would reproduce this round: {change}.")
ANY_CHANGE = N_(
    "Each of these common changes alone would reproduce this round, the likeliest first: {changes}."
)
UNLIKELY_CHANGE = N_(
    "One change would reproduce this round, though nothing in the file suggests it: {change}."
)
ENDED_EARLY = N_("The search for a cause ended before everything was tried.")
TEAM_EVENT = N_(
    "A team event read without its matches: its rounds cannot be checked. Players: {players}, "
    "rounds: {rounds}, games: {games}."
)
LONGEST_LIST = 24


def reasons(report: RoundReport, words: Translator) -> list[str]:
    """Return the sentences on why a round differs: its cause, the first difference, and remarks."""
    if report.verdict is Verdict.SAME:
        return []
    found = []
    cause = cause_sentence(report)
    if cause is not None and report.verdict is Verdict.EXPLAINED:
        found.append(words.say(cause))
    found += _difference(report, words)
    if report.difference is None and report.error is not None and report.cause is None:
        found.append(words.say(report.error))
    if report.verdict is Verdict.DIFFERENT:
        found.append(words.say(cause or UNEXPLAINED))
        if report.exhausted:
            found.append(words.say(ENDED_EARLY))
    return found


def cause_sentence(report: RoundReport) -> Sentence | None:
    """Return the sentence on what explains the round; None if no cause is known.

    A change of the data is called a possibility.
    """
    if report.cause is None:
        return None
    if not report.cause.possible:
        return report.cause.sentence
    if report.verdict is Verdict.DIFFERENT:
        return Sentence(UNLIKELY_CHANGE, change=report.cause.sentence)
    if not report.other_causes:
        return Sentence(ONE_CHANGE, change=report.cause.sentence)
    changes = (report.cause, *report.other_causes)
    return Sentence(ANY_CHANGE, changes=ListOf(tuple(one.sentence for one in changes)))


def _difference(report: RoundReport, words: Translator) -> Iterator[str]:
    """Yield the first difference in words: the rule, and how much worse the round is by it."""
    if report.difference is None:
        return
    writer = ExplanationWriter(words.language, LONGEST_LIST)
    if not report.details:
        code, sentence = report.difference.code, words.say(report.difference)
        yield f"{code}: {sentence}" if code else sentence
    for code, paragraphs in groupby(report.details, key=lambda paragraph: paragraph.article):
        text = " ".join(writer.say(paragraph) for paragraph in paragraphs)
        yield f"{code}: {text}" if code else text


def fit_sentence(found: FileReport, words: Translator) -> str:
    """Return the sentence that names the best fitting edition."""
    top = best(list(found.fits), found.system)
    rounds = len(found.rounds)
    if not top:
        return words.say("No edition reproduces any round of this tournament.")
    names = ", ".join(name_of(fit) for fit in top)
    template = N_("These fit equally well, with {count} of {rounds} rounds: {editions}.")
    if len(top) == 1:
        template = N_("{editions} fits best: it reproduces {count} of {rounds} rounds.")
    return words.say(template, count=top[0].count, rounds=rounds, editions=names)


def name_of(fit: Fit) -> str:
    return " + ".join(filter(None, (fit.rules.system, fit.rules.acceleration)))


def standings_sentence(found: FileReport, words: Translator) -> str:
    """Return the sentence on whether the ranks are right, and by which tie-breaks."""
    assert found.standings is not None
    return words.say(
        "Standings by {codes}: {verdict}",
        codes=", ".join(announced_list(found.tournament)),
        verdict=words.say(VERDICTS[found.standings]),
    )


def team_sentence(found: FileReport, words: Translator) -> str:
    tournament = found.tournament
    return words.say(
        TEAM_EVENT,
        players=len(tournament.players),
        rounds=tournament.paired_rounds,
        games=sum(len(this.games) for this in tournament.rounds),
    )


def assumptions(
    tournament: Tournament, system: str, states_points: bool = True
) -> tuple[tuple[str, str], ...]:
    """Return what the check assumed, as topic and value: initial colour, rounds, points,
    edition.
    """
    settings = tournament.settings
    found = []
    if settings.initial_colour is None and tournament.paired_rounds:
        white = initial_colour(tournament) is Colour.WHITE
        found.append(("colour", "white" if white else "black"))
    if settings.rounds is None:
        found.append(("rounds", str(max(tournament.paired_rounds, 1))))
    if not states_points:
        found.append(("scoring", "1-½-0"))
    if settings.system not in SYSTEMS:
        found.append(("system", system))
    return tuple(found)

"""All that is found in one file: what kind of event it is, its rounds, its edition, its repairs."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from itertools import groupby

from crivello.audit.checker import RoundReport, Verdict, check
from crivello.audit.fit import Fit, best, fits, tried
from crivello.audit.remarks import remarks
from crivello.audit.rivals import Rules, possible_editions
from crivello.audit.round_robin import KEY as BERGER
from crivello.audit.round_robin import TITLE as BERGER_TITLE
from crivello.audit.round_robin import check_round_robin, is_round_robin
from crivello.explain.explanation import ExplanationWriter
from crivello.formats.repairs import Repair
from crivello.formats.trf import Document
from crivello.model.errors import N_, CrivelloError, Illegal, Problem, Severity, Unsupported
from crivello.model.keys import DEFAULT_FAMILY, SYSTEMS
from crivello.model.sentence import Sentence
from crivello.model.tournament import Tournament
from crivello.systems.registry import find
from crivello.systems.request import choose_edition
from crivello.words import Translator

VERDICTS = {
    Verdict.SAME: N_("same"),
    Verdict.DIFFERENT: N_("different"),
    Verdict.EXPLAINED: N_("explained"),
}


class Event(Enum):
    SWISS = "swiss"
    ROUND_ROBIN = "round robin"
    TEAMS = "teams"


@dataclass(frozen=True, slots=True)
class FileReport:
    name: str
    """How the file is called."""
    tournament: Tournament = field(default_factory=Tournament)
    system: str = ""
    """Key of the edition, or of the tables, by which it was checked."""
    rounds: tuple[RoundReport, ...] = ()
    remarks: tuple[Problem, ...] = ()
    error: CrivelloError | None = None
    """Why the file could not be checked."""
    section: str = ""
    """Of a file of the desk that has several."""
    event: Event = Event.SWISS
    repairs: tuple[Repair, ...] = ()
    """What was mended to read the file."""
    fits: tuple[Fit, ...] = ()
    """How well every edition fits, if that was asked for."""

    @property
    def verdicts(self) -> Counter[Verdict]:
        return Counter(found.verdict for found in self.rounds)

    @property
    def title(self) -> str:
        """By what it was checked, a sentence of the catalogue."""
        return BERGER_TITLE if self.system == BERGER else SYSTEMS[self.system].title


Adapt = Callable[[Tournament, str], Tournament]
"""Sets options of the edition with this key."""
Step = Callable[[int, int], None]
"""Called as the work goes on: so much of so much is done."""


def examine(
    document: Document,
    name: str,
    wanted: str | None,
    day: str,
    *,
    editions: bool = False,
    adapt: Adapt = lambda tournament, key: tournament,
    step: Step = lambda done, of: None,
) -> FileReport:
    """Check the tournament of a file by the wanted edition, or its own on this day."""
    tournament = document.tournament
    warnings, repairs = document.warnings, document.repairs
    if is_team_event(tournament):
        return FileReport(name, tournament, remarks=warnings, repairs=repairs, event=Event.TEAMS)
    if wanted is None and is_round_robin(tournament):
        rounds = tuple(check_round_robin(tournament))
        return FileReport(
            name, tournament, BERGER, rounds, warnings, event=Event.ROUND_ROBIN, repairs=repairs
        )
    of = tournament.paired_rounds + (len(tried(tournament)) if editions else 0)
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
    noted = (*warnings, *unclear, *_misfit(rounds_found), *remarks(tournament, key))
    return FileReport(
        name, tournament, key, tuple(rounds_found), noted, repairs=repairs, fits=tuple(found)
    )


_TEAMS = re.compile(r"\bteams?\b", re.IGNORECASE)


def is_team_event(tournament: Tournament) -> bool:
    settings = tournament.settings
    return (settings.system or "").startswith("team") or bool(_TEAMS.match(settings.kind.strip()))


def _edition(
    tournament: Tournament, wanted: str | None, day: str
) -> tuple[str, tuple[Problem, ...]]:
    """As for pairing; where the file does not tell, the edition that fits best, and a remark."""
    try:
        return choose_edition(tournament, wanted, day), ()
    except (Illegal, Unsupported) as refusal:
        if wanted is not None and wanted not in SYSTEMS.families:
            raise
        reason = refusal
    stated = wanted or tournament.settings.system
    family = stated if stated in SYSTEMS.families else DEFAULT_FAMILY
    editions = possible_editions(tournament, family) or possible_editions(tournament)
    numbers = range(1, tournament.paired_rounds + 1)
    found = [
        Fit(rules, tuple(rules.comes_out(tournament, number) for number in numbers))
        for rules in map(Rules, editions)
    ]
    key = (best(found) or found)[0].rules.system
    problem = Problem(
        Sentence(
            N_("{reason} It is checked by the edition that fits best: {key}."),
            reason=reason,
            key=key,
        ),
        severity=Severity.WARNING,
    )
    return key, (problem,)


def _misfit(rounds: Sequence[RoundReport]) -> Iterator[Problem]:
    """Hardly a round comes out: that is no matter of single rounds."""
    same = sum(report.verdict is Verdict.SAME for report in rounds)
    explained = sum(report.verdict is Verdict.EXPLAINED for report in rounds)
    if len(rounds) > 2 and 3 * (same + explained) < len(rounds):
        yield Problem(
            Sentence(
                N_(
                    "Only {count} of {rounds} rounds come out: perhaps the tournament was paired by"
                    " another system (try --editions), or the numbers of the file are not its"
                    " pairing numbers."
                ),
                count=same,
                rounds=len(rounds),
            ),
            severity=Severity.WARNING,
        )


# ------------------------------------------------------------------ in words

UNEXPLAINED = N_("Not explained by anything in the file.")
ENDED_EARLY = N_("The search for a cause ended before everything was tried.")
TEAM_EVENT = N_(
    "A team event: its rounds cannot be checked yet. Players: {players}, rounds: {rounds},"
    " games: {games}."
)
LONGEST_LIST = 24


def reasons(report: RoundReport, words: Translator) -> list[str]:
    """Why a round is not the same: the cause, or the first difference and what could be said."""
    if report.verdict is Verdict.SAME:
        return []
    found = []
    if report.cause is not None and report.verdict is Verdict.EXPLAINED:
        found.append(words.say(report.cause))
    found += _difference(report, words)
    if report.difference is None and report.error is not None and report.cause is None:
        found.append(words.say(report.error))
    if report.verdict is Verdict.DIFFERENT:
        found.append(words.say(report.cause or UNEXPLAINED))
        if report.exhausted:
            found.append(words.say(ENDED_EARLY))
    return found


def _difference(report: RoundReport, words: Translator) -> Iterator[str]:
    """Which rule decides, and how much worse the round is by it."""
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
    """Which edition fits best."""
    top = best(list(found.fits), found.system)
    rounds = len(found.rounds)
    if not top:
        return words.say("No edition gives a round of this tournament.")
    names = ", ".join(name_of(fit) for fit in top)
    if len(top) == 1:
        return words.say(
            "{edition} fits best: {count} of {rounds} rounds come out.",
            edition=names,
            count=top[0].count,
            rounds=rounds,
        )
    return words.say(
        "These fit equally well, with {count} of {rounds} rounds: {editions}.",
        count=top[0].count,
        rounds=rounds,
        editions=names,
    )


def name_of(fit: Fit) -> str:
    return " + ".join(filter(None, (fit.rules.system, fit.rules.acceleration)))


def team_sentence(found: FileReport, words: Translator) -> str:
    tournament = found.tournament
    return words.say(
        TEAM_EVENT,
        players=len(tournament.players),
        rounds=tournament.paired_rounds,
        games=sum(len(this.games) for this in tournament.rounds),
    )

"""Questions of a platform about one tournament, and the answers as JSON.

An answer is what the command of the same name writes with ``--json``, and an error what it writes
to standard error. So the stream of `batch` and the service give the same answers. Only the answer
to `EngineAsk.BOARDS` is text: the boards as JaVaFo or bbpPairings write them.
"""

from __future__ import annotations

import json
import time
import traceback
from collections.abc import Callable, Mapping
from dataclasses import field
from enum import Enum
from typing import TYPE_CHECKING, Any, NamedTuple

from crivello.model.errors import CrivelloError, TooLarge
from crivello.model.sentence import N_
from crivello.reports.views import schema
from crivello.reports.views.defects import (
    DefectView,
    RepairView,
    command_error_view,
    defect_view,
    kind_of,
    repair_view,
)
from crivello.standard.classes import frozen
from crivello.systems.registry import find
from crivello.systems.request import (
    choose_edition,
    round_to_explain,
    round_to_pair,
    warn_of_byes_only,
    with_choices,
    with_initial_colour,
)
from crivello.words import Language, Sayable, say, translator

if TYPE_CHECKING:
    from crivello.explain.explanation import Explanation
    from crivello.formats import TournamentDocument
    from crivello.model.player import Player
    from crivello.model.tournament import Tournament
    from crivello.systems.registry import System

TOO_MANY_PLAYERS = N_("The tournament has {count} players; the limit is {limit}.")
NO_MEMORY = N_("There is not enough memory for this tournament.")


class EngineAsk(Enum):
    """The kinds of questions; the value is the path below ``/v1``."""

    PAIR = "pair"
    BOARDS = "boards"
    """The calling convention of other engines."""
    EXPLAIN = "explain"
    PLAYER = "explain/player"
    WHY_NOT_PAIR = "why-not/pair"
    WHY_NOT_BYE = "why-not/bye"
    WHY_NOT_COLOUR = "why-not/colour"
    EDITION_DIFFERENCE = "edition-difference"
    CHECK = "check"
    STANDINGS = "standings"


class OurMistake(CrivelloError, code="our-mistake"):
    def __init__(self) -> None:
        super().__init__(N_("This is a bug in crivello, not your mistake. Please report it."))


@frozen
class EngineQuestion:
    """One question about one tournament."""

    ask: EngineAsk
    data: bytes
    """The tournament, in any format that is read."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """Those of the command: `round`, `system`, `tolerant` …; None or left out: the default."""
    name: str = ""
    """The name of the file, for messages and for its format."""
    language: Language = Language.EN
    label: Mapping[str, Any] = field(default_factory=dict)
    """The caller's name for the question; the answer begins with it."""
    most_players: int | None = None


class Reply(NamedTuple):
    """The answer to a question, or the error."""

    text: str
    """JSON in one line; for `EngineAsk.BOARDS` the boards."""
    error: str = ""
    """The kind of error (`CommandErrorView`); empty: it was answered."""
    exit: int = 0
    """The exit code that the command would have."""
    system: str = ""
    """The key of the edition, for `EngineAsk.BOARDS`."""
    trouble: str = ""
    """The details of a mistake of ours, for the log."""


def reply_to(question: EngineQuestion) -> Reply:
    """Return the reply to a question; even after an internal error there is one."""
    reading = QuestionReader(question)
    try:
        if question.ask is EngineAsk.BOARDS:
            return _answer_boards(reading)
        return Reply(reading.as_json(ANSWERS[question.ask](reading)))
    except CrivelloError as error:
        return reading.refusal(error)
    except MemoryError:
        return reading.refusal(TooLarge(NO_MEMORY))
    except Exception:  # noqa: BLE001  the caller gets a sentence, the log the details
        found = reading.refusal(OurMistake())
        return found._replace(trouble=traceback.format_exc())


def refusal(
    question: EngineQuestion, error: CrivelloError, kind: tuple[str, int] | None = None
) -> Reply:
    """Return the error reply to a question that could not be asked."""
    return QuestionReader(question).refusal(error, kind)


class QuestionReader:
    """Reads the tournament and the options of a question while it is answered."""

    def __init__(self, question: EngineQuestion) -> None:
        self.question = question
        self.players: Mapping[int, Player] = {}
        self.warnings: list[DefectView] = []
        self.repairs: list[RepairView] = []

    def option(self, name: str) -> Any:
        return self.question.options.get(name)

    def say(self, sentence: Sayable, /, **values: object) -> str:
        return say(sentence, self.question.language, **values)

    def number(self, player: int | None) -> int | None:
        known = None if player is None else self.players.get(player)
        return known.number if known else None

    def document(self, tolerant: bool) -> TournamentDocument:
        """Return the question's document; the option `tolerant` overrides the argument."""
        from crivello.formats import read_document

        question = self.question
        wanted = self.option("tolerant")
        found = read_document(question.data, question.name, tolerant if wanted is None else wanted)
        self.begin(found.tournament)
        return found

    def begin(self, tournament: Tournament) -> None:
        """Store the players; raise `TooLarge` if there are too many."""
        self.players = tournament.player
        count, limit = len(self.players), self.question.most_players
        if limit is not None and count > limit:
            raise TooLarge(TOO_MANY_PLAYERS, count=count, limit=limit)

    def tournament(self, tolerant: bool = True) -> Tournament:
        document = self.document(tolerant)
        self._note(document)
        return document.tournament

    def round_to_pair(self, explain: bool = False) -> tuple[System, Tournament, int]:
        """Return the system, the tournament and the round: the next one or, to explain, the last
        paired one.
        """
        document = self.document(tolerant=False)
        tournament = document.to_pair()
        self._note(document)
        wanted = self.option("round") or None
        number = (round_to_explain if explain else round_to_pair)(tournament, wanted)
        if wanted is None:
            understood = warn_of_byes_only(tournament, number)
            self.warnings += [defect_view(one, self.say, self.number) for one in understood]
        system = find(choose_edition(tournament, self.option("system"), today()))
        tournament = with_choices(tournament, self.option("option") or (), system.key)
        wanted_colour = self.option("initial_colour")
        tournament, drawn = with_initial_colour(tournament, system.key, wanted_colour)
        self.warnings += [defect_view(one, self.say, self.number) for one in drawn]
        return system, tournament, number

    def _note(self, document: TournamentDocument) -> None:
        self.warnings += [defect_view(one, self.say, self.number) for one in document.warnings]
        self.repairs += [repair_view(one, self.say, self.number) for one in document.repairs]

    def as_json(self, answer: Mapping[str, Any]) -> str:
        value = {**self.question.label, **answer, "warnings": self.warnings}
        if self.repairs:
            value["repairs"] = self.repairs
        return json.dumps(value, separators=(",", ":"))  # ASCII: the same in every encoding

    def refusal(self, error: CrivelloError, kind: tuple[str, int] | None = None) -> Reply:
        kind = kind or kind_of(error)
        view = command_error_view(error, kind, self.say, self.number, self.question.name)
        return Reply(self.as_json({"error": view}), *kind)


def today() -> str:
    """Return today's date, which chooses the edition if nothing else does."""
    return time.strftime("%Y-%m-%d")


# The answers


def _answer_pair(reading: QuestionReader) -> dict[str, Any]:
    from crivello.reports.views.round import pairing_view

    system, tournament, number = reading.round_to_pair()
    pairing = system.pair(tournament, number)
    byes = {player: bye for player, bye in tournament.round(number).byes if bye.requested}
    view = pairing_view(tournament.before(number), pairing, byes)
    return {"schema": schema("pairing"), **view}


def _answer_boards(reading: QuestionReader) -> Reply:
    from crivello.engine.call import Call, EngineAction
    from crivello.engine.call_answer import CallAnswerer
    from crivello.engine.edition import EDITION

    call = Call(
        EngineAction.PAIR,
        reading.option("like") or "bbp",
        reading.question.name,
        system=reading.option("system"),
        initial_colour=reading.option("initial_colour"),
        baku=bool(reading.option("baku")),
    )
    environment = {EDITION: reading.option("edition") or ""}
    data = reading.question.data
    answering = CallAnswerer(call, environment, today(), lambda line: None, data)
    tournament = answering.tournament()
    reading.begin(tournament)
    found = answering.pair_next_round(tournament)
    if found.error is not None:
        raise found.error
    return Reply(answering.boards(found), system=found.system.key)


def _answer_standings(reading: QuestionReader) -> dict[str, Any]:
    from crivello.model.grammar import read_codes
    from crivello.reports.views.tables import standings_view
    from crivello.standings.categories import parse_category
    from crivello.standings.standings import standings
    from crivello.standings.unplayed import IN_FORCE, find_edition

    tournament = reading.tournament()
    codes, edition = reading.option("tie_breaks"), reading.option("edition")
    table = standings(
        tournament,
        reading.option("round"),
        None if codes is None else read_codes(codes),
        IN_FORCE if edition is None else find_edition(edition),
    )
    wanted = reading.option("category")
    category = None if wanted is None else parse_category(wanted, tournament)
    words = translator(reading.question.language)
    return {
        "schema": schema("standings"),
        **standings_view(tournament, table, words, category),
    }


def _answer_check(reading: QuestionReader) -> dict[str, Any]:
    from crivello.audit.file_report import examine
    from crivello.reports.views.checks import check_view, checked_file_view

    choices = reading.option("option") or ()
    found = examine(
        reading.document(tolerant=True),
        reading.question.name,
        reading.option("system"),
        today(),
        editions=bool(reading.option("editions")),
        adapt=lambda tournament, key: with_choices(tournament, choices, key),
    )
    words = translator(reading.question.language)
    view = checked_file_view(found, None, words, reading.say, reading.number)
    return {"schema": schema("check"), **check_view([found], [view])}


def _answer_explain(reading: QuestionReader) -> dict[str, Any]:
    from crivello.explain.explanation import Depth
    from crivello.explain.round import explain_round

    depth = Depth[(reading.option("depth") or "normal").upper()]
    return _make_explanation_json(reading, explain_round, depth)


def _answer_player(reading: QuestionReader) -> dict[str, Any]:
    from crivello.explain.player.readers import answer_player

    return _answer_json(reading, answer_player, reading.option("player"))


def _answer_why_not_pair(reading: QuestionReader) -> dict[str, Any]:
    from crivello.explain.player.readers import answer_why_not_pair

    return _answer_json(
        reading, answer_why_not_pair, reading.option("one"), reading.option("other")
    )


def _answer_why_not_bye(reading: QuestionReader) -> dict[str, Any]:
    from crivello.explain.player.readers import answer_why_not_bye

    return _answer_json(reading, answer_why_not_bye, reading.option("player"))


def _answer_why_not_colour(reading: QuestionReader) -> dict[str, Any]:
    from crivello.explain.player.readers import answer_why_not_colour
    from crivello.formats.codec import by_letters
    from crivello.model.result import Colour

    colour = by_letters(Colour)[reading.option("colour")]
    return _answer_json(reading, answer_why_not_colour, reading.option("player"), colour)


def _answer_edition_difference(reading: QuestionReader) -> dict[str, Any]:
    from crivello.explain.editions import explain_edition_diff
    from crivello.explain.player.readers import answer_edition

    player = reading.option("player")

    def compare(system: System, tournament: Tournament, number: int) -> Explanation:
        other = find(choose_edition(tournament, reading.option("other"), today()))
        if player is None:
            return explain_edition_diff(system, other, tournament, number)
        return answer_edition(system, other, tournament, number, player)

    return _make_explanation_json(reading, compare)


def _answer_json(
    reading: QuestionReader, answer: Callable[..., Explanation], *asked: object
) -> dict[str, Any]:
    """Return the answer to a question about players, written for the reader in the option
    `depth`.
    """
    from crivello.explain.player.readers import Reader

    return _make_explanation_json(
        reading, answer, *asked, Reader(reading.option("depth") or "player")
    )


def _make_explanation_json(
    reading: QuestionReader, explain: Callable[..., Explanation], *asked: object
) -> dict[str, Any]:
    """Return the explanation of a round, and whether the file's round has the same pairing."""
    from crivello.audit.comparison import ComparedRound
    from crivello.explain.render import as_json

    system, tournament, number = reading.round_to_pair(explain=True)
    found = as_json(explain(system, tournament, number, *asked), reading.question.language)
    this, published = tournament.round(number), None
    if this.paired:
        expected = ComparedRound.of_pairing(system.pair(tournament, number))
        published = expected == ComparedRound.actual(this)
    return {**found, "as_published": published}


ANSWERS: Mapping[EngineAsk, Callable[[QuestionReader], Mapping[str, Any]]] = {
    EngineAsk.PAIR: _answer_pair,
    EngineAsk.EXPLAIN: _answer_explain,
    EngineAsk.PLAYER: _answer_player,
    EngineAsk.WHY_NOT_PAIR: _answer_why_not_pair,
    EngineAsk.WHY_NOT_BYE: _answer_why_not_bye,
    EngineAsk.WHY_NOT_COLOUR: _answer_why_not_colour,
    EngineAsk.EDITION_DIFFERENCE: _answer_edition_difference,
    EngineAsk.CHECK: _answer_check,
    EngineAsk.STANDINGS: _answer_standings,
}

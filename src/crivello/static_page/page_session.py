"""Answer the questions of the page: JSON in and out, with HTML that the page shows as it is.

The page keeps the state (which file, which round, which question) and gives it back with every
request, so that a stopped engine can be started again. Every view is a question about the open
tournament (`Views`), a typed bracket, or an exercise (`page_exercises`).
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from crivello import formats
from crivello.audit.file_report import VERDICTS, examine, reasons, standings_sentence
from crivello.explain.bracket_picture import MapDrawing, picture
from crivello.explain.editions import explain_edition_diff
from crivello.explain.explanation import Depth, Explanation
from crivello.explain.notation import read_bracket
from crivello.explain.player.path_picture import path_picture
from crivello.explain.player.questions import answers_about
from crivello.explain.player.readers import (
    Reader,
    answer_player,
    answer_why_not_bye,
    answer_why_not_colour,
    answer_why_not_pair,
)
from crivello.explain.render import as_html
from crivello.explain.round import TracedRound, explain_traced
from crivello.explain.typed_bracket import TypedCircumstances, explain_typed
from crivello.formats import TournamentDocument, refuse_uncertain
from crivello.formats.example import read_example
from crivello.model.errors import CrivelloError, Illegal, Malformed, Problem
from crivello.model.grammar import is_number
from crivello.model.keys import NEWEST, SYSTEMS, has_two_games, pairs_matches
from crivello.model.result import read_colour
from crivello.reports.layout import Links, table_html
from crivello.reports.pairings import results
from crivello.reports.subject import Choice, subject_of
from crivello.standings.standings import standings
from crivello.standings.table import Cell, Column, Table, number_cell, text_cell
from crivello.standings.wording import standings_table, working_table
from crivello.static_page.form_elements import button, choice, form, text_box
from crivello.static_page.page_exercises import Exercises
from crivello.systems.registry import System, find
from crivello.systems.request import choose_edition, round_to_explain, with_initial_colour
from crivello.words import N_, Language, Translator, translator
from crivello.words.escaping import Html, element, lines

Request = Mapping[str, Any]
Reply = dict[str, Any]

LARGEST_FILE = 2_000_000
"""The most bytes of a file that the page opens."""
MOST_PROBLEMS = 10
"""The most defects of a refused file that are listed."""

TOO_LARGE = N_("This file has {found} bytes; the page opens files of up to {most}.")
NOTHING_OPEN = N_("No tournament is open. Choose an example, or open a file.")
UNKNOWN_VIEW = N_("There is no view {view}.")
OTHERWISE = N_("In the file this round was paired differently. The explanation follows the rules.")
ONLY_THERE = N_("In the file")
ONLY_HERE = N_("By the rules")
NO_OTHER = N_("There is no other edition that pairs such events.")
NEXT_ROUND = N_("This is the next round: the file does not have it yet.")
EMPTY = Cell("", None)
LINKS = Links(lambda number: f"#player-{number}")
"""The page asks about the player whose name is pressed."""
DEPTHS = {
    "brief": (Depth.BRIEF, N_("In brief")),
    "normal": (Depth.NORMAL, N_("With reasons")),
    "full": (Depth.FULL, N_("Everything")),
}
READERS = {
    "player": (Reader.PLAYER, N_("For the player")),
    "arbiter": (Reader.ARBITER, N_("For the arbiter")),
    "student": (Reader.STUDENT, N_("For the student")),
}


class Unanswerable(CrivelloError, code="unanswerable"):
    """The page asked for something that it cannot have."""


class OpenTournament:
    """The tournament that the page has open, as it stands in its file."""

    def __init__(self, document: TournamentDocument) -> None:
        self.document = document
        self.tournament = document.tournament

    @property
    def paired_rounds(self) -> int:
        return self.tournament.paired_rounds

    def system_for(self, asked: str | None) -> str:
        """Return the key of the edition that was chosen, or of the one that the file implies."""
        return choose_edition(self.tournament, asked or None, time.strftime("%Y-%m-%d"))

    def rounds(self) -> list[int]:
        """Return the rounds that can be shown: those of the file, and the next one if it can be
        paired.
        """
        last = round_to_explain(self.tournament, None)
        return list(range(1, max(last, self.paired_rounds) + 1))


class PageSession:
    """The engine behind one page: it keeps the open tournament and answers requests."""

    def __init__(self, language: str = "en") -> None:
        self.language = Language(language)
        self.words: Translator = translator(self.language)
        self.open: OpenTournament | None = None
        self.exercises = Exercises(self.language)

    def answer(self, request: str) -> str:
        """Answer a request, both as JSON; an error is an answer too."""
        asked: Request = json.loads(request)
        try:
            return json.dumps(self._answers[asked["ask"]](asked))
        except CrivelloError as error:
            repairable = asked["ask"] == "open" and isinstance(error, Malformed | Illegal)
            problems = getattr(error, "problems", ())
            reply: Reply = {"error": self._error_html(error)}
            if repairable and problems and not asked.get("tolerant"):
                reply["repairable"] = True
            return json.dumps(reply)

    @property
    def _answers(self) -> dict[str, Callable[[Request], Reply]]:
        return {
            "open": self.open_file,
            "view": self.show,
            "bracket": self.show_bracket,
            "exercise": self.exercises.answer,
        }

    # A tournament is opened

    def open_file(self, asked: Request) -> Reply:
        """Open an example or a file, and tell the page what can be asked about it."""
        if "example" in asked:
            data = read_example(str(asked["example"]))
        else:
            data = str(asked["text"]).encode("utf-8", "surrogateescape")
        if len(data) > LARGEST_FILE:
            raise Malformed(TOO_LARGE, found=len(data), most=LARGEST_FILE)
        repairs = bool(asked.get("tolerant"))
        document = formats.read_document(data, str(asked.get("name", "")), tolerant=repairs)
        self.open = OpenTournament(document)
        whole = self.open.tournament
        system = self.open.system_for(None)
        say = self.words.say
        kind = pairs_matches(system), has_two_games(system)
        rounds = self.open.rounds()
        return {
            "title": whole.settings.name or say(N_("Tournament")),
            "about": say(N_("One player", "{count} players"), count=len(whole.players)),
            "rounds": rounds,
            "round": rounds[-1] if rounds else 0,
            "system": system,
            "systems": [
                [key, say(one.title)]
                for key, one in SYSTEMS.items()
                if (pairs_matches(key), has_two_games(key)) == kind and not one.round_robin
            ],
            "notes": self._notes(document),
        }

    def _notes(self, document: TournamentDocument) -> str:
        """Return what was repaired or is unusual in the file, as a folded list."""
        repairs = [Problem(one.sentence, one.line) for one in document.repairs]
        found = [*repairs, *document.warnings]
        if not found:
            return ""
        return element(
            "details",
            element(
                "summary",
                self.words.say(
                    N_("One note about the file", "{count} notes about the file"), count=len(found)
                ),
            ),
            self._problem_list(found),
            class_="notes",
        )

    # Views of the open tournament

    def show(self, asked: Request) -> Reply:
        """Return the HTML of one view of the open tournament."""
        if self.open is None:
            raise Unanswerable(NOTHING_OPEN)
        views = Views(self, self.open, asked)
        name = str(asked.get("view"))
        if name not in VIEWS:
            raise Unanswerable(UNKNOWN_VIEW, view=name)
        return {"html": lines(VIEWS[name](views))}

    # A typed bracket

    def show_bracket(self, asked: Request) -> Reply:
        """Explain a bracket typed as books print it."""
        system = find(str(asked.get("system") or NEWEST))
        barred = [one for one in str(asked.get("barred", "")).replace(",", " ").split() if one]
        where = TypedCircumstances(
            bool(asked.get("last")),
            frozenset(int(one) for one in barred if is_number(one)),
            _number(asked.get("round")),
            _number(asked.get("rounds")),
        )
        told = explain_typed(system, read_bracket(str(asked.get("text", ""))), where)
        return {"html": as_html(told, self.language)}

    # Errors

    def _error_html(self, error: CrivelloError) -> str:
        article = getattr(error, "article", "")
        text = self.words.say(error.sentence)
        problems: Sequence[Problem] = getattr(error, "problems", ())
        return lines(
            [
                element("p", element("strong", text), f" ({article})" if article else ""),
                self._problem_list(problems[:MOST_PROBLEMS]) if problems else Html(""),
            ]
        )

    def _problem_list(self, problems: Sequence[Problem]) -> Html:
        return element("ul", *(element("li", self._problem(one)) for one in problems))

    def _problem(self, problem: Problem) -> str:
        text = self.words.say(problem)
        if problem.line:
            return self.words.say(N_("Line {line}: {text}"), line=problem.line, text=text)
        return text


class Views:
    """The views of one open tournament, for one request."""

    def __init__(self, page: PageSession, opened: OpenTournament, asked: Request) -> None:
        self.say = page.words.say
        self.words, self.language = page.words, page.language
        self.opened, self.asked = opened, asked
        self.whole = opened.tournament

    # What was asked

    def _pair_again(self) -> TracedRound:
        """Return the round that was asked for, as the rules pair it."""
        refuse_uncertain(self.opened.document.repairs)
        system, number = self._system(), round_to_explain(self.whole, _number(self.asked["round"]))
        whole, _ = with_initial_colour(self.whole, system.key)
        return TracedRound(system, whole, number)

    def _system(self) -> System:
        return find(self.opened.system_for(str(self.asked.get("system") or "")))

    def _player(self) -> int:
        """Return the id of the chosen player; the first one if none is chosen."""
        wanted = _number(self.asked.get("player"))
        found = next((one.id for one in self.whole.players if one.number == wanted), None)
        return found or min(self.whole.players, key=lambda one: one.number).id

    def _people(self) -> list[tuple[str, str]]:
        people = sorted(self.whole.players, key=lambda one: one.number)
        return [(str(one.number), f"{one.number} {one.name}") for one in people]

    def _html(self, explanation: Explanation) -> Html:
        return Html(as_html(explanation, self.language))

    # The round

    def round(self) -> Iterator[Html]:
        """Boards, map and explanation of a round."""
        this = self._pair_again()
        chosen = str(self.asked.get("depth") or "normal")
        depth, _ = DEPTHS.get(chosen, DEPTHS["normal"])
        options = self._options(DEPTHS)
        yield element(
            "div",
            element(
                "div",
                *self._boards(this),
                *self._comparison(this),
                self._map(this),
                class_="map-box",
            ),
            element(
                "div",
                form(
                    "round",
                    choice("depth", self.say("How much detail"), options, {"depth": chosen}),
                    button(self.say("Show")),
                    at_once=True,
                ),
                self._html(explain_traced(this, depth)),
                class_="words",
            ),
            class_="explained",
        )

    def _boards(self, this: TracedRound) -> Iterator[Html]:
        number = this.number
        if number <= self.opened.paired_rounds:
            subject = subject_of(self.whole)
            yield from table_html(results(subject, self.words, Choice(round=number)), LINKS)
        else:
            yield element("p", self.say(NEXT_ROUND), class_="hint")
            yield from table_html(self._next_boards(this), LINKS)

    def _next_boards(self, this: TracedRound) -> Table:
        """Tabulate the boards of a round that the file does not have."""
        say, known = self.say, this.tournament.player
        columns = (
            Column("board", say("Board"), right=True, leading=True),
            Column("white_number", say("No."), right=True),
            Column("white", say("White"), player="white_number"),
            Column("black_number", say("No."), right=True),
            Column("black", say("Black"), player="black_number"),
        )
        boards: list[tuple[int, int | None]] = [(a.white, a.black) for a in this.pairing.boards]
        if this.pairing.bye is not None:
            boards.append((this.pairing.bye, None))

        def side(player: int | None) -> tuple[Cell, Cell]:
            if player is None:
                return EMPTY, Cell(say(N_("bye")), "bye")
            return number_cell(known[player].number), text_cell(known[player].name)

        rows = tuple(
            (EMPTY if black is None else number_cell(place), *side(white), *side(black))
            for place, (white, black) in enumerate(boards, start=1)
        )
        title = (self.whole.settings.name, say("Round {round}", round=this.number))
        return Table("next-round", title, columns, rows)

    def _comparison(self, this: TracedRound) -> Iterator[Html]:
        """Say if the file has other boards than the rules give."""
        if this.number > self.opened.paired_rounds:
            return
        games = {(one.white, one.black) for one in self.whole.round(this.number).games}
        boards = {(one.white, one.black) for one in this.pairing.boards}
        if games == boards:
            return
        yield element(
            "div",
            element("p", element("strong", self.say(OTHERWISE))),
            element(
                "dl",
                element("dt", self.say(ONLY_THERE)),
                *(element("dd", self._board(one)) for one in sorted(games - boards)),
                element("dt", self.say(ONLY_HERE)),
                *(element("dd", self._board(one)) for one in sorted(boards - games)),
            ),
            class_="trouble",
        )

    def _board(self, board: tuple[int, int]) -> str:
        known = {one.id: f"{one.number} {one.name}" for one in self.whole.players}
        return " – ".join(known.get(one, str(one)) for one in board)

    def _map(self, this: TracedRound, only: int | None = None) -> Html:
        names = {one.id: one.name for one in this.tournament.players}
        drawing = MapDrawing(this.bracket_map(), this.number, self.language, names)
        return element("figure", Html(picture(drawing, only)), class_="map")

    # The brackets, candidate by candidate

    def steps(self) -> Iterator[Html]:
        """One bracket with all its candidates, for the page to go through."""
        this = self._pair_again()
        brackets = this.bracket_map().brackets
        drawing = MapDrawing(this.bracket_map(), this.number, self.language)
        chosen = min(max(_number(self.asked.get("bracket")) or 1, 1), max(len(brackets), 1))
        options = [(str(n), drawing.heading(one)) for n, one in enumerate(brackets, start=1)]
        yield form(
            "steps",
            choice("bracket", self.say(N_("Bracket")), options, {"bracket": chosen}),
            button(self.say("Show")),
            at_once=True,
        )
        if not brackets:
            return
        yield self._map(this, chosen - 1)
        numbers = brackets[chosen - 1].numbers
        whole = explain_traced(this, Depth.FULL)
        found = tuple(one for one in whole.paragraphs if one.bracket in numbers)
        part = Explanation(whole.title, whole.system, whole.round, found, whole.depth)
        yield self._html(part)

    # Why, and why not

    def player(self) -> Iterator[Html]:
        """The answer to a player: why this opponent, colour, float or bye."""
        this, player = self._pair_again(), self._player()
        reader, _ = READERS.get(str(self.asked.get("reader")), READERS["player"])
        yield self._why_form()
        yield self._why_not_form()
        asked = (this.system, this.tournament, this.number)
        wish = str(self.asked.get("wish") or "")
        if wish:
            yield self._html(self._why_not(wish, player, reader))
            return
        yield self._html(answer_player(*asked, player, reader))
        ask = answers_about(this)
        if reader is Reader.PLAYER and player in ask.story.entrant:
            drawn = path_picture(ask, player, self.language)
            yield element("figure", Html(drawn), class_="path")

    def _why_not(self, wish: str, player: int, reader: Reader) -> Explanation:
        this = self._pair_again()
        asked = (this.system, this.tournament, this.number, player)
        if wish == "bye":
            return answer_why_not_bye(*asked, reader)
        if is_number(wish):
            other = next((one.id for one in self.whole.players if one.number == int(wish)), player)
            return answer_why_not_pair(*asked, other, reader)
        return answer_why_not_colour(*asked, read_colour(wish), reader)

    def _why_form(self) -> Html:
        return form(
            "player",
            choice("player", self.say(N_("Why this pairing for")), self._people(), self.asked),
            choice("reader", self.say(N_("Answer")), self._options(READERS), self.asked),
            button(self.say("Why?")),
        )

    def _why_not_form(self) -> Html:
        wishes = [
            ("white", self.say("White")),
            ("black", self.say("Black")),
            ("bye", self.say(N_("the bye"))),
            *self._people(),
        ]
        return form(
            "player",
            choice("player", self.say(N_("Why does")), self._people(), self.asked),
            choice("wish", self.say(N_("not have")), wishes, self.asked),
            choice("reader", self.say(N_("Answer")), self._options(READERS), self.asked),
            button(self.say("Why not?")),
        )

    # Another edition

    def edition(self) -> Iterator[Html]:
        """The round by another edition, beside this one."""
        this = self._pair_again()
        kind = pairs_matches(this.system.key), has_two_games(this.system.key)
        others = [
            (key, self.say(one.title))
            for key, one in SYSTEMS.items()
            if key != this.system.key
            and (pairs_matches(key), has_two_games(key)) == kind
            and not one.round_robin
        ]
        if not others:
            yield element("p", self.say(NO_OTHER))
            return
        wanted = str(self.asked.get("other") or others[0][0])
        yield form(
            "edition",
            choice("other", self.say(N_("Compare with")), others, {"other": wanted}),
            button(self.say(N_("Compare"))),
            at_once=True,
        )
        other = find(wanted)
        yield self._html(explain_edition_diff(this.system, other, this.tournament, this.number))
        theirs = TracedRound(other, this.tournament, this.number)
        yield element(
            "div",
            *(
                element("section", element("h3", self.say(one.system.title)), self._map(one))
                for one in (this, theirs)
            ),
            class_="two-editions",
        )

    # Standings

    def standings(self) -> Iterator[Html]:
        """Standings after a round, with the working of every tie-break of one player."""
        last = self.opened.paired_rounds
        after = min(_number(self.asked.get("after")) or last, last)
        typed = str(self.asked.get("ties") or "").replace(",", " ").split()
        chosen = tuple(one.upper() for one in typed) or None
        table = standings(self.whole, after, chosen)
        rounds = [(str(n), str(n)) for n in range(1, last + 1)]
        hint = self.say(N_("such as BH/C1 BH SB; empty: those of the tournament"))
        yield form(
            "standings",
            choice("after", self.say(N_("After round")), rounds, {"after": after}),
            text_box("ties", self.say(N_("Tie-breaks")), self.asked, hint),
            choice("player", self.say(N_("Working for")), self._people(), self.asked),
            button(self.say("Show")),
        )
        yield from table_html(standings_table(self.whole, table, self.words), LINKS)
        yield from table_html(working_table(self.whole, table, self._player(), self.words))

    # Check

    def check(self) -> Iterator[Html]:
        """Every round of the file paired again and compared."""
        asked = str(self.asked.get("system") or "") or None
        found = examine(self.opened.document, "", asked, time.strftime("%Y-%m-%d"))
        yield element("p", self.say(found.title))
        if found.standings is not None:
            yield element("p", standings_sentence(found, self.words))
        for report in found.rounds:
            verdict = self.say(VERDICTS[report.verdict])
            text = self.say("Round {round}: {verdict}", round=report.round, verdict=verdict)
            yield element("p", element("strong", text), class_=f"verdict {report.verdict.value}")
            yield from (element("p", one) for one in reasons(report, self.words))
        if found.remarks:
            yield element("ul", *(element("li", self.say(one)) for one in found.remarks))

    def _options(self, table: Mapping[str, tuple[Any, str]]) -> list[tuple[str, str]]:
        return [(key, self.say(text)) for key, (_, text) in table.items()]


VIEWS: dict[str, Callable[[Views], Iterator[Html]]] = {
    "round": Views.round,
    "steps": Views.steps,
    "player": Views.player,
    "edition": Views.edition,
    "standings": Views.standings,
    "check": Views.check,
}


def _number(value: object) -> int | None:
    """Return a typed number; None if there is none."""
    text = str(value or "")
    return int(text) if is_number(text) else None

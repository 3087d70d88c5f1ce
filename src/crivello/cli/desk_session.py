"""The session of one command at the desk: it opens the file and section, acts, and answers.

    def end(here: DeskSession) -> int:
        here.act(EndRound(here.key))
        return here.reply(ENDED, round=3)

A command of this kind has the options `READING` of `cli.commands` (``-t`` and ``--section``).
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager

from crivello.cli.console import Console
from crivello.cli.files import SUFFIX, FileError, write_text
from crivello.cli.options import Arguments
from crivello.model.errors import WordError
from crivello.standard.typing_names import TYPE_CHECKING, Any
from crivello.words import N_, Sayable, translator
from crivello.words.columns import clean

if TYPE_CHECKING:
    from crivello.desk import Desk, Outcome, Section
    from crivello.desk.actions import Action, Context
    from crivello.desk.events import Event
    from crivello.desk.notices import Notice
    from crivello.reports.views.section import AnswerView


VARIABLE = "CRIVELLO_TOURNAMENT"

NO_TOURNAMENT = N_(
    "There is no tournament file in this folder. Name one with -t, or make one: {command}"
)
REPORT_FILE = N_(
    "{path} is a report file; this command needs a .crivello file. To register its players in "
    "one: crivello import {path}; to import the whole tournament: crivello desk."
)
WHICH_SECTION = N_("Which section? Name one with --section: {sections}.")


def tournament_file(arguments: Arguments) -> str:
    """Return the path that ``-t`` names, else the variable's, else the only such file in the
    folder.
    """
    named = arguments.get("-t") or os.environ.get(VARIABLE)
    if named:
        # Like `new`, which adds the ending where it is missing.
        missing = not os.path.exists(named) and os.path.isfile(named + SUFFIX)
        return named + SUFFIX if missing else named
    files = sorted(name for name in os.listdir() if name.endswith(SUFFIX) and os.path.isfile(name))
    if len(files) == 1:
        return files[0]
    if not files:
        raise WordError(NO_TOURNAMENT, command=f"crivello new NAME{SUFFIX} rounds=9")
    raise WordError(N_("Which tournament? Name one with -t: {files}."), files=", ".join(files))


def open_desk(arguments: Arguments, console: Console) -> Desk:
    """Open the desk of the file that the arguments name."""
    return open_path(tournament_file(arguments), arguments, console)


def open_path(path: str, arguments: Arguments, console: Console) -> Desk:
    from crivello.desk import Desk
    from crivello.formats.archive import is_tournament_name
    from crivello.store.errors import NotATournamentFile

    console.source = path
    try:
        return Desk.open(path, actor=actor(arguments))
    except NotATournamentFile as error:
        if is_tournament_name(path):
            error.say(REPORT_FILE)
        raise


def section_of(arguments: Arguments, desk: Desk) -> Section:
    """Return the section that is named, else the only one."""
    named = arguments.get("--section")
    sections = desk.state.sections
    if named is not None:
        return desk.section(named)
    if len(sections) == 1:
        return next(iter(sections.values()))
    raise WordError(WHICH_SECTION, sections=", ".join(sections))


def actor(arguments: Arguments) -> str:
    """Return the name of the person at the desk, which is recorded with every event."""
    named = arguments.get("--actor") or os.environ.get("CRIVELLO_ACTOR")
    if named:
        return named
    from getpass import getuser

    try:
        return getuser()
    except (OSError, KeyError, ImportError):  # a user without a name
        return ""


# Questions: only at a terminal, and never if the command gives the answer


_YES = {"y", "yes", "s", "si", "sì"}


def at_a_terminal() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()


def ask(console: Console, question: Sayable, /, **values: object) -> bool:
    """Ask a question at the terminal; return True for a yes and False for any other answer."""
    prompt = console.say(question, **values)
    print(f"{prompt} {console.say('[y/N]')} ", end="", flush=True)
    return sys.stdin.readline().strip().casefold() in _YES


# Actions, and the answers about them


ANSWER_LOST = N_(
    "The action is done (event {events}), but the answer could not be written: {detail} "
    "Do not repeat it."
)


class AnswerLost(FileError, code="answer-lost"):
    """Raised if an action was done, but its answer could not be written."""


class DeskSession:
    """A desk that is open for one command, at one section, with the names by which players are
    shown.
    """

    def __init__(self, desk: Desk, key: str, arguments: Arguments, console: Console) -> None:
        self.desk = desk
        self.key = key
        self.arguments = arguments
        self.console = console
        self.outcomes: list[Outcome] = []
        self.notices: list[Notice] = []
        self._learn()

    @property
    def section(self) -> Section:
        return self.desk.section(self.key)

    @property
    def reason(self) -> str:
        return self.arguments.get("--reason") or ""

    def act(self, action: Action, sure: bool = False) -> Outcome:
        """Do an action and return its outcome; a refusal is raised.

        At a terminal the person must confirm an exception to the rules, unless `sure`.
        """
        from crivello.desk.refusals import ExceptionAsked

        try:
            outcome = self.desk.act(action, reason=self.reason, ask=self._asks and not sure)
        except ExceptionAsked as asked:
            self.console.remark(self.console.say(asked))
            for problem in asked.problems:
                self.console.remark(clean(self.console.say(problem)))
            if not ask(self.console, N_("Proceed?")):
                raise WordError(N_("Nothing was done.")) from None
            outcome = self.desk.act(action, reason=self.reason)
        return self.note(outcome)

    @property
    def _asks(self) -> bool:
        return not ("--yes" in self.arguments or self.console.json) and at_a_terminal()

    def note(self, outcome: Outcome) -> Outcome:
        """Remember an outcome for the command's answer, and return it."""
        self.outcomes.append(outcome)
        self.remark(outcome.notices)
        if self.key in self.desk.state.sections:  # not if its opening was undone
            self._learn()
        return outcome

    def make_sure(self, question: Sayable, /, **values: object) -> None:
        """Ask for confirmation of something that cannot simply be undone; a script is not asked."""
        if self._asks and not ask(self.console, question, **values):
            raise WordError(N_("Nothing was done."))

    def player(self, operand: str = "PLAYER") -> int:
        """Return the player whom an operand names."""
        from crivello.desk.lookup import find_player

        return find_player(self.section, self.arguments.require(operand))

    def players(self, required: bool = False) -> tuple[int, ...]:
        """Return the players whom the operand PLAYER names."""
        from crivello.desk.lookup import find_players

        words = self.arguments.all("PLAYER")
        if required and not words:
            raise WordError(N_("Name at least one player."))
        return find_players(self.section, words)

    def _learn(self) -> None:
        """Read the present names and numbers of all players, for the output."""
        from crivello.desk.lookup import labels

        self.labels = labels(self.section)
        others = {
            player: self.console.say(
                "{name} (section {section})", name=clean(one.player.name), section=section.key
            )
            for section in self.desk.state.sections.values()
            for player, one in section.registrations.items()
        }
        self.console.labels = {**others, **self.labels}
        self.console.teams = self.section.has_teams
        self.console.where = self.command("").strip()
        self.console.numbers = {player.id: player.number for player in self.section.listed_players}

    def remark(self, notices: Iterable[Notice]) -> None:
        """Keep notices, to be shown after the answer."""
        self.notices += notices

    def at_section(self, key: str) -> DeskSession:
        """Return this session at another section of the file."""
        there = DeskSession(self.desk, key, self.arguments, self.console)
        there.outcomes, there.notices = self.outcomes, self.notices
        return there

    def label(self, player: int) -> str:
        return self.labels.get(player, str(player))

    def labels_of(self, players: Iterable[int]) -> str:
        return "; ".join(self.label(player) for player in players)

    def command(self, words: str) -> str:
        """Return a command for the user to type, with the section if the file has several."""
        import shlex

        several = len(self.desk.state.sections) > 1
        return f"{words} --section {shlex.quote(self.key)}" if several else words

    def reply(self, sentence: Sayable, /, **values: object) -> int:
        """Write the answer of the command as a sentence; return the exit code."""
        return self.answer(self.console.say(sentence, **values))

    def answer(self, text: str, more: Mapping[str, Any] | None = None) -> int:
        """Write the answer as text or as JSON with `more` members, then the notices; return the
        exit code.
        """
        if self.console.json:
            said = self.console.view("done", {**self._view(text), **(more or {})})
        else:
            said = clean_lines(text)
        try:
            write_text("-", said)
        except FileError as error:
            if not self.outcomes:
                raise
            from crivello.model.grammar import ranges

            events = ranges([outcome.sequence for outcome in self.outcomes])
            raise AnswerLost(ANSWER_LOST, events=events, detail=error) from error
        if self.console.json:
            return 0
        for notice in self.notices:
            self.console.remark(notice_line(notice, self.console))
        return 0

    def _view(self, text: str) -> AnswerView:
        from crivello.reports.views.section import AnswerView, done_view, note_view

        say, tell = self.console.say, EventFormatter(self.desk, self.console).tell
        return AnswerView(
            file=str(self.desk.path),
            section=self.key,
            events=[done_view(outcome, say, tell) for outcome in self.outcomes],
            text=text,
            notes=[note_view(notice, say) for notice in self.notices],
        )


@contextmanager
def open_session(arguments: Arguments, console: Console) -> Iterator[DeskSession]:
    """Open the desk that the arguments name for one command."""
    with open_desk(arguments, console) as desk:
        yield DeskSession(desk, section_of(arguments, desk).key, arguments, console)


def context() -> Context:
    """Return the context for a dry run of an action."""
    from datetime import UTC, datetime

    from crivello import __version__
    from crivello.desk.actions import Context

    return Context(datetime.now(UTC), 0, __version__)


def notice_line(notice: Notice, console: Console) -> str:
    text = console.say(notice)
    text = clean(console.say("warning: {text}", text=text) if notice.warns else text)
    return f"{text} ({notice.article})" if notice.article else text


def clean_lines(text: str) -> str:
    return "\n".join(clean(line) for line in text.rstrip("\n").split("\n")) + "\n"


# An event of the log in one line


PLAYERS_NAMED = 6


def _once_registered(desk: Desk) -> dict[int, str]:
    """Return the names of all players ever registered, as an id alone would look like a pairing
    number.
    """
    from crivello.desk.events import PlayersRegistered, TeamsRegistered

    events = [item.event for item in desk.log]
    players = (
        one for event in events if isinstance(event, PlayersRegistered) for one in event.players
    )
    teams = (one for event in events if isinstance(event, TeamsRegistered) for one in event.teams)
    people = (one for entry in teams for one in (entry.team, *entry.members))
    return {player.id: player.name for player in (*players, *people)}


class EventFormatter:
    """Describes the events of one desk, with the present names of the players in each event's
    section.
    """

    def __init__(self, desk: Desk, console: Console) -> None:
        from crivello.desk.lookup import labels

        self._words = translator(console.language)
        sections = desk.state.sections
        self._teams = {key for key, section in sections.items() if section.has_teams}
        self._labels = {key: labels(section) for key, section in sections.items()}
        here = {k: name for one in self._labels.values() for k, name in one.items()}
        self._all_labels = {**_once_registered(desk), **here}

    def tell(self, event: Event) -> str:
        from crivello.desk.descriptions import describe_event

        section = getattr(event, "section", "")
        known = {**self._all_labels, **self._labels.get(section, {})}
        notice = describe_event(event)
        text = self._words.of_teams(section in self._teams).with_names(known.get).say(notice)
        if notice.players and not {"player", "white"} & set(notice.sentence.values):
            names = [known.get(player, str(player)) for player in notice.players]
            more = len(names) - PLAYERS_NAMED
            text += f" ({'; '.join(names[:PLAYERS_NAMED])}{f'; … +{more}' if more > 0 else ''})"
        return f"{section}: {text}" if section and len(self._labels) > 1 else text

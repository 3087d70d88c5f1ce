"""The output of the command line: answers on standard output, remarks on standard error."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence

from crivello.cli.files import write_bytes, write_text
from crivello.model.player import Player
from crivello.standard.typing_names import TYPE_CHECKING, Any, Protocol, TypeVar
from crivello.words import N_, Language, Sayable, Template, translator
from crivello.words.columns import align, cut, pad

if TYPE_CHECKING:
    from types import FrameType

    from crivello.model.tournament import Tournament
    from crivello.reports.views.defects import DefectView, RepairView

DEFAULT_WIDTH = 80
DEFAULT_HEIGHT = 24
STREAMS = ("/dev/std", "/dev/fd/")
"""The beginnings of the names of standard output and other open files."""
WRITTEN = N_("{path} written.")
PLAYERS_WRITTEN = N_("{path} written ({players:one player|{} players}).")
TOURNAMENT_WRITTEN = N_(
    "{path} written ({players:one player|{} players}, {rounds:one round|{} rounds})."
)


class Console:
    """The state of one call: its language, the form of its answer, and the file that it reads."""

    def __init__(self, language: Language, *, json: bool = False, debug: bool = False) -> None:
        self.language = language
        self.json = json
        self.silent = json
        """With the option `--json` no remark says that the answer was written."""
        self.debug = debug
        self.output = "-"
        """Where the answer goes: a path, or ``-`` for standard output."""
        self.source = ""
        """The file being read, for messages."""
        self.players: Mapping[int, Player] = {}
        """The players of the tournament in hand, for messages."""
        self.labels: Mapping[int, str] = {}
        """At the desk: the names shown for permanent ids in a sentence."""
        self.numbers: Mapping[int, int] = {}
        """At the desk: pairing numbers by permanent id."""
        self.teams = False
        """At the desk: does the section have teams?"""
        self._read_teams = False
        """Are the players of the tournament in hand teams?"""
        self.where = ""
        """At the desk: the option for the section, where the file has several."""
        self.opens_section = False
        """The command opens a section, whose settings it is given."""
        self.warnings: list[DefectView] = []
        """Defects of the file that a JSON answer lists."""
        self.repairs: list[RepairView] = []
        """Repairs of a tolerant reading that it lists."""
        self.listed = 1
        """Up to this many remarks of one kind get a line each; more are grouped."""

    def start(self, source: str) -> None:
        """Begin to answer about another file."""
        self.source, self.players, self._read_teams = source, {}, False
        self.warnings, self.repairs = [], []

    def know(self, tournament: Tournament) -> None:
        """Take a tournament in hand: its players can be named in messages."""
        from crivello.model.matches import has_teams

        self.players, self._read_teams = tournament.player, has_teams(tournament)

    def say(self, sentence: Sayable, /, **values: object) -> str:
        words = translator(self.language).of_teams(self.teams)
        return words.with_names(self.labels.get).say(sentence, **values)

    def number(self, player: int | None) -> int | None:
        """Return the pairing number of a player by id; None while it is unknown."""
        if player is None:
            return None
        if player in self.numbers:
            return self.numbers[player]
        known = self.players.get(player)
        return known.number if known else None

    def write(self, answer: str | bytes, code: int = 0) -> int:
        """Write the answer of a command; return the exit code."""
        if isinstance(answer, bytes):
            write_bytes(self.output, answer)
        else:
            write_text(self.output, answer)
        if self.players:
            self._remark_written(self.output, PLAYERS_WRITTEN, players=len(self.players))
        else:
            self._remark_written(self.output)
        return code

    def write_file(self, path: str, data: bytes, written: Template = WRITTEN, **n: int) -> None:
        """Write a file made by a command, and say so in a line; or write to standard output."""
        write_bytes(path, data)
        self._remark_written(path, written, **n)

    def _remark_written(self, path: str, written: Template = WRITTEN, **n: int) -> None:
        if self.silent or path == "-" or path.startswith(STREAMS):
            return
        if os.path.isfile(path):
            words = translator(self.language).of_teams(self.teams or self._read_teams)
            self.remark(words.say(written, path=path, **n))

    def write_tournament(
        self, path: str, text: str | bytes, tournament: Tournament, form: str
    ) -> None:
        """Write a tournament in a format; say how many players and rounds the file has."""
        self.know(tournament)
        players, rounds = len(tournament.players), tournament.paired_rounds
        said = PLAYERS_WRITTEN if form == "csv" else TOURNAMENT_WRITTEN
        data = text.encode() if isinstance(text, str) else text
        self.write_file(path, data, said, players=players, rounds=rounds)

    def write_lines(self, lines: Iterable[str], code: int = 0) -> int:
        return self.write("".join(f"{line}\n" for line in lines), code)

    def write_view(self, name: str, view: Mapping[str, Any], code: int = 0) -> int:
        return self.write(self.view(name, view), code)

    def table(
        self,
        heads: Iterable[str],
        rows: Iterable[Sequence[str]],
        sides: str,
        shrink: tuple[int, ...] = (),
    ) -> list[str]:
        """Return rows as columns under headings, at most as wide as the screen."""
        head = [self.say(word) if word else "" for word in heads]
        return align([head, *rows], sides, self.width, shrink=shrink)

    def remark(self, text: str) -> None:
        """Print a line on standard error."""
        print(text, file=sys.stderr)

    def remark_all(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.remark(line)

    def view(self, name: str, view: Mapping[str, Any]) -> str:
        """Return a view of `reports.views` as JSON with the name of its schema."""
        from crivello.reports.views import schema

        return self.as_json({"schema": schema(name), **view})

    def as_json(self, answer: Mapping[str, Any]) -> str:
        """Return an answer as JSON, with all warnings and a line break at the end."""
        import json

        value = {**answer, "warnings": self.warnings}
        if self.repairs:
            value["repairs"] = self.repairs
        return json.dumps(value, indent=2, ensure_ascii=False) + "\n"

    @property
    def width(self) -> int:
        """The number of columns to fill: COLUMNS or the terminal's, else 80."""
        try:
            columns = int(os.environ.get("COLUMNS", "0"))
            if columns <= 0 and sys.stdout.isatty():
                columns = os.get_terminal_size(sys.stdout.fileno()).columns
        except (ValueError, OSError):
            columns = 0
        return max(columns, 40) if columns > 0 else DEFAULT_WIDTH

    @property
    def height(self) -> int:
        """The number of lines of a screen: LINES or the terminal's, else 24; one is left for the
        prompt.
        """
        try:
            lines = int(os.environ.get("LINES", "0"))
            if lines <= 0 and sys.stdout.isatty():
                lines = os.get_terminal_size(sys.stdout.fileno()).lines
        except (ValueError, OSError):
            lines = 0
        return max(lines, DEFAULT_HEIGHT) - 1


BAR = 20


class ProgressLine:
    """The progress of a long command, rewritten on standard error a few times a second.

    Nothing is shown unless standard error is a terminal.
    """

    def __init__(self, console: Console) -> None:
        self._console = console
        self._shown = False
        self._last = 0.0
        self.visible = sys.stderr.isatty()

    def update(self, done: int, of: int, text: str) -> None:
        now = time.monotonic()
        if not self.visible or (now - self._last < 0.2 and done < of):
            return
        self._last = now
        full = BAR * done // of if of else BAR
        line = f"[{'#' * full}{'.' * (BAR - full)}] {done}/{of}  {text}"
        room = self._console.width - 1
        sys.stderr.write("\r" + pad(cut(line, room), room))
        sys.stderr.flush()
        self._shown = True

    def clear(self) -> None:
        if self._shown:
            sys.stderr.write("\r" + " " * (self._console.width - 1) + "\r")
            sys.stderr.flush()
            self._shown = False


class RunProgress(Protocol):
    """The progress of a run of many tournaments."""

    @property
    def done(self) -> int: ...
    @property
    def of(self) -> int: ...
    @property
    def rate(self) -> float:
        """Tournaments per second."""
        ...


R = TypeVar("R", bound=RunProgress)


def follow_run(
    begun: R, steps: Iterable[R], text: Callable[[R], str], command: str, console: Console
) -> R:
    """Go through the steps of a run and show its progress; if it is stopped, say how to
    continue.
    """
    import signal

    line, progress = ProgressLine(console), begun
    stopped = False

    def stop(number: int, frame: FrameType | None) -> None:
        nonlocal stopped
        stopped = True
        raise KeyboardInterrupt  # lost if it is raised inside a finalizer: hence the flag

    before = signal.signal(signal.SIGTERM, stop)  # end cleanly
    try:
        for progress in steps:
            line.update(progress.done, progress.of, text(progress))
            if stopped:
                raise KeyboardInterrupt
    except KeyboardInterrupt:
        line.clear()
        console.remark(
            console.say(
                "Stopped after {done} of {of} tournaments.", done=progress.done, of=progress.of
            )
        )
        remark_how_to_resume(command, console)
        raise
    finally:
        line.clear()
        signal.signal(signal.SIGTERM, before)
    return progress


def remark_how_to_resume(command: str, console: Console) -> None:
    console.remark(console.say("Finished work is kept. To continue: {command}", command=command))


def time_left(progress: RunProgress) -> str:
    rate = progress.rate
    return clock((progress.of - progress.done) / rate) if rate else "?"


def clock(seconds: float) -> str:
    """Return a duration as hours, minutes and seconds: ``1:02:03``, ``2:03``."""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"

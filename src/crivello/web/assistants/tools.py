"""The tools of the engine for assistants, over the Model Context Protocol.

It answers on standard input and output. It only reads, and only files in the folders it is given.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Literal, Protocol

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import ToolAnnotations

from crivello import __version__
from crivello.desk import Desk
from crivello.engine.platform_questions import EngineAsk, EngineQuestion, QuestionReader, reply_to
from crivello.explain.explanation import Depth, Explanation
from crivello.explain.player.readers import (
    Reader,
    answer_player,
    answer_why_not_bye,
    answer_why_not_colour,
    answer_why_not_pair,
)
from crivello.explain.render import as_text
from crivello.explain.round import explain_round
from crivello.formats.archive import is_tournament_name
from crivello.formats.json_form import write_json
from crivello.formats.trf.canonical_form import by_number
from crivello.model.errors import CrivelloError, Illegal, WordError
from crivello.model.player_lookup import candidates, find_one
from crivello.model.result import Colour
from crivello.model.sentence import N_
from crivello.model.tournament import Tournament
from crivello.systems.registry import System
from crivello.words import Language

SUFFIX = ".crivello"
MOST_BYTES = 20_000_000
MOST_FILES = 1000
NO_FILE = N_("There is no tournament file {name} in the folders of this server.")
NO_FOLDER = N_("There is no folder {path}.")
TOO_LONG = N_("{name} has more than {limit} bytes.")
WHICH_SECTION = N_("The file has several sections; name one of: {sections}.")
ONE_QUESTION = N_("Ask for one of: two players, a bye, or a colour.")
INSTRUCTIONS = (
    "Tools for chess tournaments under the FIDE Swiss rules. They read tournament files and change "
    "nothing. Every explanation comes from the record of the computation: quote it, with its "
    "articles, and do not guess reasons. `file` is a name from list_tournaments. Players are named "
    "by pairing number or by name."
)
READ_ONLY = ToolAnnotations(read_only_hint=True, open_world_hint=False)

Depths = Literal["brief", "normal", "full"]
Readers = Literal["player", "arbiter", "student"]
Colours = Literal["white", "black"]


class Library:
    """The tournament files of some folders; no other file is opened."""

    def __init__(self, folders: list[Path]) -> None:
        self.folders = [folder.resolve() for folder in folders]

    def names(self) -> list[str]:
        """Return the names of the files, each by its path below its folder."""
        found = [
            path.relative_to(folder).as_posix()
            for folder in self.folders
            for path in sorted(folder.rglob("*"))
            if _is_tournament(path) and self._is_inside(path)
        ]
        return found[:MOST_FILES]

    def _is_inside(self, path: Path) -> bool:
        """Return True if the path, with its links followed, is a file below one of the folders."""
        real = path.resolve()
        return real.is_file() and any(real.is_relative_to(folder) for folder in self.folders)

    def path(self, name: str) -> Path:
        for folder in self.folders:
            try:
                path = folder / name
                if self._is_inside(path) and _is_tournament(path):
                    return path
            except (OSError, ValueError):
                continue
        raise Illegal(NO_FILE, name=repr(name[:80]))

    def read(self, name: str, section: str | None) -> tuple[str, bytes]:
        """Return the name and content of a file for a question."""
        path = self.path(name)
        if path.suffix != SUFFIX:
            if path.stat().st_size > MOST_BYTES:
                raise Illegal(TOO_LONG, name=name, limit=MOST_BYTES)
            return path.name, path.read_bytes()
        with Desk.open(path) as desk:
            sections = desk.state.sections
            if section is None and len(sections) != 1:
                raise WordError(WHICH_SECTION, sections=", ".join(sections))
            found = desk.section(section or next(iter(sections))).tournament
        return f"{path.stem}.json", write_json(by_number(found)).encode()


def _is_tournament(path: Path) -> bool:
    return path.suffix == SUFFIX or is_tournament_name(path.name)


class Answers:
    """The answers to the tools, in one language."""

    def __init__(self, library: Library, language: Language) -> None:
        self.library = library
        self.language = language

    def ask(
        self, ask: EngineAsk, file: str, section: str | None, options: Mapping[str, Any]
    ) -> dict[str, Any]:
        """Return the JSON of the engine; raise `ToolError` with its sentences if it refuses."""
        reply = reply_to(self._question(ask, file, section, options))
        answer: dict[str, Any] = json.loads(reply.text)
        if reply.error:
            error = answer["error"]
            lines = [error["detail"], *(one["detail"] for one in error["problems"])]
            raise ToolError("\n".join(dict.fromkeys(lines)))
        return answer

    def _question(
        self, ask: EngineAsk, file: str, section: str | None, options: Mapping[str, Any]
    ) -> EngineQuestion:
        name, data = self.library.read(file, section)
        return EngineQuestion(ask, data, options, name, self.language)

    def tournament(self, file: str, section: str | None) -> Tournament:
        reader = QuestionReader(self._question(EngineAsk.STANDINGS, file, section, {}))
        return reader.tournament()

    def explain(
        self,
        file: str,
        section: str | None,
        options: Mapping[str, Any],
        tell: Callable[[System, Tournament, int], Explanation],
    ) -> str:
        """Return an explanation as text."""
        reader = QuestionReader(self._question(EngineAsk.EXPLAIN, file, section, options))
        system, tournament, number = reader.round_to_pair(explain=True)
        return as_text(tell(system, tournament, number), self.language, 100)


def _player(tournament: Tournament, who: str) -> int:
    return find_one(candidates(tournament.players), who, Illegal)


def make_server(folders: list[Path], language: Language) -> MCPServer[Any]:
    """Return the server with its tools."""
    library = Library(folders)
    answers = Answers(library, language)
    server: MCPServer[Any] = MCPServer(
        "crivello", version=__version__, instructions=INSTRUCTIONS, log_level="ERROR"
    )

    def tool(function: Callable[..., Any]) -> None:
        server.tool(annotations=READ_ONLY, structured_output=False)(_with_sentences(function))

    def list_tournaments() -> str:
        """List the tournament files that can be asked about."""
        return "\n".join(library.names()) or "There are no tournament files."

    def read_tournament(file: str, section: str | None = None) -> str:
        """Return a tournament: its settings, players, rounds and results as JSON."""
        return write_json(answers.tournament(file, section))

    def standings(
        file: str,
        round: int | None = None,
        tie_breaks: str | None = None,
        section: str | None = None,
    ) -> str:
        """Return the standings after a round as JSON, with points and tie-breaks.

        tie_breaks: codes of C.07 such as "BH/C1,BH,SB"; by default those of the tournament.
        """
        options = {"round": round, "tie_breaks": tie_breaks}
        return _as_text(answers.ask(EngineAsk.STANDINGS, file, section, options))

    def pair(
        file: str,
        round: int | None = None,
        system: str | None = None,
        initial_colour: Colours | None = None,
        section: str | None = None,
    ) -> str:
        """Compute the pairing of a round, by default of the next one; nothing is saved.

        system: the key of an edition such as "dutch-2026"; by default that of the tournament.
        """
        options = {"round": round, "system": system, "initial_colour": initial_colour}
        return _as_text(answers.ask(EngineAsk.PAIR, file, section, options))

    def check(file: str, system: str | None = None, section: str | None = None) -> str:
        """Pair every round again, and report where the file departs from the rules, as JSON."""
        return _as_text(answers.ask(EngineAsk.CHECK, file, section, {"system": system}))

    def explain(
        file: str,
        round: int | None = None,
        player: str | None = None,
        depth: Depths = "normal",
        reader: Readers = "arbiter",
        system: str | None = None,
        section: str | None = None,
    ) -> str:
        """Explain why a round was paired this way, or with player, why that player was paired so.

        depth is for a whole round; reader for a player: "player" has no codes, "arbiter" has the
        criteria with articles, "student" every candidate.
        """

        def tell(system: System, tournament: Tournament, number: int) -> Explanation:
            if player is None:
                return explain_round(system, tournament, number, Depth[depth.upper()])
            who = _player(tournament, player)
            return answer_player(system, tournament, number, who, Reader(reader))

        return answers.explain(file, section, {"round": round, "system": system}, tell)

    def why_not(
        file: str,
        round: int | None = None,
        player: str | None = None,
        opponent: str | None = None,
        bye: str | None = None,
        colour: Colours | None = None,
        reader: Readers = "arbiter",
        system: str | None = None,
        section: str | None = None,
    ) -> str:
        """Explain why a player does not meet an opponent, has not a colour, or has not the bye.

        Give player and opponent, player and colour, or bye alone. The round is paired again with
        the wish granted; the answer is the first rule by which that pairing is worse.
        """
        asked = (bool(player and opponent), bool(bye), bool(player and colour))
        if sum(asked) != 1:
            raise Illegal(ONE_QUESTION)

        def tell(system: System, tournament: Tournament, number: int) -> Explanation:
            where = (system, tournament, number)
            if bye:
                return answer_why_not_bye(*where, _player(tournament, bye), Reader(reader))
            who = _player(tournament, player or "")
            if opponent:
                other = _player(tournament, opponent)
                return answer_why_not_pair(*where, who, other, Reader(reader))
            return answer_why_not_colour(*where, who, Colour(colour), Reader(reader))

        return answers.explain(file, section, {"round": round, "system": system}, tell)

    for one in (list_tournaments, read_tournament, standings, pair, check, explain, why_not):
        tool(one)
    return server


def _with_sentences(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the function with errors that the assistant can read."""
    from functools import wraps

    @wraps(function)
    def call(*args: Any, **options: Any) -> Any:
        try:
            return function(*args, **options)
        except CrivelloError as error:
            raise ToolError(str(error)) from error

    return call


def _as_text(answer: Mapping[str, Any]) -> str:
    return json.dumps(answer, ensure_ascii=False, indent=1)


class Folders(Protocol):
    """The arguments of the command."""

    def all(self, name: str) -> list[str]: ...


class Listener(Protocol):
    """The console of the command."""

    language: Language


def run(arguments: Folders, console: Listener) -> int:
    """Answer until standard input ends."""
    folders = [Path(one) for one in arguments.all("DIR")]
    for folder in folders:
        if not folder.is_dir():
            raise Illegal(NO_FOLDER, path=folder)
    make_server(folders, console.language).run("stdio")
    return 0

"""Reading the operand FILE (a file, standard input, a folder or a zip), with one answer for each
file.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Sequence

from crivello.cli.console import Console
from crivello.cli.desk_session import open_path, section_of, tournament_file
from crivello.cli.errors import Exit, kind_of, list_repairs, report, warn
from crivello.cli.files import FileError, display_name, file_errors, is_tournament_file, read_bytes
from crivello.cli.options import Arguments, UsageError
from crivello.engine.files import begins_with
from crivello.model.errors import CrivelloError, Illegal, Malformed, WordError
from crivello.model.keys import pace_in
from crivello.model.player_lookup import candidates, find_one
from crivello.model.tournament import Tournament
from crivello.standard.classes import frozen
from crivello.standard.typing_names import TYPE_CHECKING, Any
from crivello.words import N_

if TYPE_CHECKING:
    from crivello.desk import Section
    from crivello.formats.trf import TournamentDocument
    from crivello.reports.subject import Subject
    from crivello.systems.registry import System

ZIP = b"PK\x03\x04"
"""The first bytes of a zip."""
MOST = 10_000
"""The most files in a folder, with the folders below it."""

EXAMPLE = "example:"
"""The beginning of a path that names an example."""
NOT_BOTH = N_("{path} and --example cannot be combined.")
NO_FILE = N_(
    "There is no file {word}. For a player or a round, use --player {word} or --round {word}."
)
TOO_MANY_FILES = N_("{path} has more than {limit} files; name a smaller folder.")
ONLY_ONE = N_("{path} holds several files; this command takes one.")
SEVERAL_AS = N_("Several files give text or JSON, not {form}.")


@frozen
class Source:
    """One file to read."""

    name: str
    """The name of the file in messages."""
    path: str = ""
    """The path; empty if `data` was taken out of a zip."""
    data: bytes | None = None

    def read(self) -> bytes:
        return read_bytes(self.path) if self.data is None else self.data


def sources(path: str) -> Iterator[Source]:
    """Yield the file at a path, or all files of a folder or zip in the order of their names."""
    if path.startswith(EXAMPLE):
        from crivello.formats.example import read_example

        name = path.removeprefix(EXAMPLE)
        yield Source(name, data=read_example(name))
    elif path != "-" and os.path.isdir(path):
        yield from _in_folder(path)
    elif is_tournament_file(path):
        yield Source(display_name(path), path)
    else:
        data = read_bytes(path)
        if data.startswith(ZIP):
            yield from _in_zip(data, display_name(path))
        else:
            yield Source(display_name(path), path, data)


def _in_zip(data: bytes, name: str) -> Iterator[Source]:
    from crivello.formats.archive import is_tournament_name, members

    found = sorted((file, inside) for file, inside in members(data, name))
    wanted = [(file, inside) for file, inside in found if is_tournament_name(file)]
    if not wanted:
        raise Malformed(N_("{name} contains no tournament file."), name=name)
    for file, inside in wanted:
        yield Source(f"{name}:{file}", data=inside)


def _in_folder(path: str) -> Iterator[Source]:
    from crivello.formats.archive import is_tournament_name

    names: list[str] = []
    with file_errors(path):
        for folder, inside, files in os.walk(path):
            inside.sort()
            inside[:] = [name for name in inside if not name.startswith(".")]
            names += [os.path.join(folder, name) for name in files if is_tournament_name(name)]
            if len(names) > MOST:
                raise FileError(TOO_MANY_FILES, path=path, limit=MOST)
    if not names:
        raise FileError(N_("{path} is a folder without tournament files."), path=path)
    for name in sorted(names):
        yield Source(name, name)


def given_paths(arguments: Arguments) -> list[str]:
    """Return the paths of the operand FILE; without it, that of the tournament in this folder.

    An example has the path ``example:NAME``.
    """
    words = [word for word in arguments.all("FILE") if word]
    if name := arguments.get("--example"):
        if words:
            raise UsageError(NOT_BOTH, path=words[0])
        return [f"{EXAMPLE}{name}"]
    for word in words:
        if word.isdecimal() and not os.path.exists(word):
            raise WordError(NO_FILE, word=word)
    return list(dict.fromkeys(words)) or [tournament_file(arguments)]


def one_source(path: str) -> Source:
    """Return the file at a path; raise `UsageError` if there are several."""
    found = sources(path)
    first = next(found)
    if next(found, None) is not None:
        raise UsageError(ONLY_ONE, path=display_name(path))
    return first


Answer = Callable[[Source], str | bytes]


def answer_each(
    paths: Sequence[str], form: str, console: Console, answer: Answer
) -> tuple[str | bytes, int]:
    """Return the answers for all files, and the worst of their exit codes.

    A file that cannot be read is reported; the others are still answered.
    """
    several = len(paths) > 1 or any(is_bundle(path) for path in paths)
    if not several:
        (source,) = sources(paths[0])
        return answer(source), Exit.OK
    if form not in ("text", "json"):
        raise UsageError(SEVERAL_AS, form=form)
    texts: list[str] = []
    values: list[dict[str, Any]] = []
    code = Exit.OK
    for path in paths:
        try:
            for source in sources(path):
                console.start(source.name)
                try:
                    text = answer(source)
                except CrivelloError as error:
                    code = max(code, kind_of(error)[1])
                    report(error, console)
                    continue
                if form == "json":
                    import json

                    values.append({"file": source.name, **json.loads(text)})
                else:
                    texts.append(f"== {source.name} ==\n\n{text!s}")
        except CrivelloError as error:
            console.start(display_name(path))
            code = max(code, kind_of(error)[1])
            report(error, console)
    console.start("")
    if form == "json":
        return console.view("files", {"files": values}), code
    return "\n".join(texts), code


def is_bundle(path: str) -> bool:
    """Return True for a folder or a zip; only the beginning of a file is read."""
    return path != "-" and (os.path.isdir(path) or begins_with(path, ZIP))


# The tournament of a file, and its edition


def reads_tolerantly(arguments: Arguments, default: bool) -> bool:
    """Return True to read tolerantly; `--strict` and `--tolerant` override the default."""
    if "--strict" in arguments and "--tolerant" in arguments:
        raise UsageError(N_("--strict and --tolerant cannot be combined."))
    return "--tolerant" in arguments or (default and "--strict" not in arguments)


def given_tournament(arguments: Arguments, console: Console, tolerant: bool = False) -> Tournament:
    """Return the tournament of the operand FILE; without it, the tournament in this folder.

    The players of a .crivello file have their pairing numbers as ids; for JSON use `load` with
    `by_id`, which keeps their permanent ids.
    """
    return load(given_path(arguments), console, arguments, tolerant)


def given_path(arguments: Arguments) -> str:
    return given_paths(arguments)[-1]


def load(
    path: str | Source,
    console: Console,
    arguments: Arguments | None = None,
    tolerant: bool = False,
    to_pair: bool = False,
    by_id: bool = False,
) -> Tournament:
    """Read a tournament; warnings and repairs go to standard error.

    The arguments can override `tolerant`. With `to_pair`, raise an error for a repair that could
    change a pairing. With `by_id`, players of a .crivello file keep their permanent ids.
    """
    arguments = arguments or Arguments()
    source = path if isinstance(path, Source) else one_source(path)
    console.source = source.name
    if is_of_desk(source):
        from crivello.formats.trf.canonical_form import by_number

        tournament = _desk_section(source, console, arguments).tournament
        tournament = tournament if by_id else by_number(tournament)
        console.know(tournament)
        return tournament
    document = read_file(source, console, arguments, tolerant)
    tournament = document.to_pair() if to_pair else document.tournament
    list_repairs(document.repairs, console)
    return tournament


def load_with_pace(
    source: Source, console: Console, arguments: Arguments
) -> tuple[Tournament, str]:
    """Read a tournament tolerantly, and its pace: as ``--pace`` states, else that of the .crivello
    file, or the one that the type of the tournament names in any other file.
    """
    wanted = arguments.get("--pace")
    if not is_of_desk(source):
        tournament = load(source, console, arguments, tolerant=True)
        return tournament, wanted or pace_in(tournament.settings.kind)
    from crivello.formats.trf.canonical_form import by_number

    console.source = source.name
    section = _desk_section(source, console, arguments)
    tournament = by_number(section.tournament)
    console.know(tournament)
    return tournament, wanted or section.announced.pace.value


def is_of_desk(source: Source) -> bool:
    return bool(source.path) and is_tournament_file(source.path)


def read_file(
    source: Source, console: Console, arguments: Arguments, tolerant: bool
) -> TournamentDocument:
    """Return the tournament of a file with its repairs; warnings go to standard error."""
    from crivello import formats

    console.source = source.name
    document = formats.read_document(
        source.read(), name=source.name, tolerant=reads_tolerantly(arguments, tolerant)
    )
    console.know(document.tournament)
    warn(document.warnings, console)
    return document


def _desk_section(source: Source, console: Console, arguments: Arguments) -> Section:
    with open_path(source.path, arguments, console) as desk:
        return section_of(arguments, desk)


NOT_AT_THE_DESK = N_("{option} does not work with a .crivello file.")
ONLY_AT_THE_DESK = N_("{option} works with a .crivello file only.")
AT_THE_DESK = (
    "--seed",
    "--method",
    "--by",
    "--last",
    "--numbers",
    "--preview",
    "--discard",
    "--board",
    "--bye",
    "--rest",
    "--section",
    "--actor",
    "--reason",
)
"""Options of `pair` that work with a .crivello file only."""


def today() -> str:
    """Return today's date, which decides the edition by default; the core does not use the
    clock.
    """
    return time.strftime("%Y-%m-%d")


def chosen_system(tournament: Tournament, arguments: Arguments) -> System:
    """Return the system that --system names, else the one by which the tournament is paired."""
    from crivello.systems.registry import find
    from crivello.systems.request import choose_edition

    return find(choose_edition(tournament, arguments.get("--system"), today()))


def with_drawn_colour(
    tournament: Tournament, system: System, arguments: Arguments, console: Console
) -> Tournament:
    """Return the tournament with its initial colour; warn if the colour had to be drawn."""
    from crivello.systems.request import OPTION, with_initial_colour

    found, warnings = with_initial_colour(tournament, system.key, arguments.get(OPTION), os.environ)
    warn(warnings, console)
    return found


def given_player(
    arguments: Arguments, tournament: Tournament, option: str = "--player", by_number: bool = False
) -> int | None:
    """Return the id of the player whom an option names; None without the option.

    With `by_number`, ids are permanent ids, and people name players by pairing number.
    """
    text = arguments.get(option)
    if text is None:
        return None
    return find_one(candidates(tournament.players, by_number=by_number), text, Illegal)


def given_prizes(arguments: Arguments, console: Console, named: str | None) -> str | None:
    """Return the prize file named, else the one next to the tournament file; None if there is
    none.
    """
    path = given_path(arguments)
    if named or not is_tournament_file(path):
        return named
    from crivello.desk.announcement import prizes_path

    with open_path(path, arguments, console) as desk:
        from pathlib import Path

        found = prizes_path(Path(path), desk.state.sections, section_of(arguments, desk).key)
    return os.fspath(found) if found.exists() else None


NO_PRIZES = N_(
    "No prizes are announced. Name their file: {command}. The page Prizes of the desk saves one "
    "next to the tournament file."
)


def must_have_prizes(
    arguments: Arguments, console: Console, named: str | None, command: str
) -> str:
    """Return the prize file; if there is none, raise an error that says how to name it."""
    path = given_prizes(arguments, console, named)
    if not path:
        raise UsageError(NO_PRIZES, command=command)
    return path


def given_subject(
    arguments: Arguments, console: Console, *, published_only: bool = False
) -> Subject:
    """Return the subject of the operand FILE; without it, of the tournament in this folder.

    With `published_only` it has only what players may see, unless ``--entered`` is given.
    """
    from crivello.reports.subject import Subject

    path = given_path(arguments)
    if is_tournament_file(path):
        with open_path(path, arguments, console) as desk:
            hidden = published_only and "--entered" not in arguments
            key = section_of(arguments, desk).key
            subject = Subject.of_desk(desk, key, today(), published_only=hidden)
        console.know(subject.tournament)
        return subject
    return Subject.of_tournament(
        load(path, console, arguments, tolerant=True), arguments.get("--system"), today()
    )

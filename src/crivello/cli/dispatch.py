"""One call of the program: choose the language, run the command, report errors."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from importlib import import_module
from io import TextIOWrapper

from crivello.cli.commands import COMMANDS, GLOBAL, HELP, HELP_ALL, LETTERS, SPELLINGS
from crivello.cli.console import Console
from crivello.cli.endings import check_target, choose_format
from crivello.cli.errors import Exit, report
from crivello.cli.files import drop_output
from crivello.cli.options import NOT_A_CHOICE, Command, UsageError, parse
from crivello.model.errors import CrivelloError, TooLarge
from crivello.words import N_, Language, UnknownLanguageError, choose_language
from crivello.words.catalogue import LETTERS_VARIABLE

ASKING_FOR_HELP = {HELP.name, HELP_ALL, "-h", "help"}


def run(words: list[str]) -> int:
    """Run the command of these words and return the exit code; every error becomes a sentence."""
    _open_standard_streams()
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a terminal that has no ½
    try:
        language = choose_language(_value_of("--lang", words), os.environ)
    except UnknownLanguageError as error:
        fallback = choose_language(None, {**os.environ, "CRIVELLO_LANG": ""})
        return report(UsageError(error.template, **error.values), Console(fallback))
    console = Console(language, json="--json" in words, debug="--debug" in words)
    try:
        if letters := _value_of("--letters", words):
            _choose_letters(letters)
        return _dispatch(words, console)
    except (Exception, KeyboardInterrupt) as error:  # noqa: BLE001  the last resort
        console.json = "--json" in words  # an ending of a file asks for the answer only
        return report_failure(error, words, console)


def _choose_letters(wanted: str) -> None:
    """Choose the letters of colours, also for the processes that this one starts."""
    if wanted not in LETTERS.choices:
        from crivello.model.grammar import nearest_word

        known = ", ".join(LETTERS.choices)
        near = nearest_word(wanted, LETTERS.choices)
        raise UsageError(NOT_A_CHOICE, option=LETTERS.name, choices=known, value=wanted, near=near)
    os.environ[LETTERS_VARIABLE] = wanted


def report_failure(error: BaseException, words: list[str], console: Console | None = None) -> int:
    """Report an error while it is being handled; return the exit code."""
    console = console or Console(Language.EN, debug="--debug" in words)
    match error:
        case CrivelloError():
            code = report(error, console)
            if isinstance(error, UsageError) and not console.json:
                meant = next((word for word in words if not word.startswith("-")), "")
                about = f"crivello {meant} --help" if meant in COMMANDS else "crivello --help"
                console.remark(console.say("Help: {command}", command=about))
            return code
        case BrokenPipeError():
            drop_output()  # the reader of our output has gone
            return Exit.NO_FILE
        case KeyboardInterrupt():
            return Exit.INTERRUPTED
        case MemoryError():
            return report(TooLarge(N_("There is not enough memory for this tournament.")), console)
        case _:  # a sentence on the screen, the details in a file
            return _report_unexpected(words, console)


def _open_standard_streams() -> None:
    """Replace each stream that the caller has closed by a null device.

    Otherwise the next file to be opened would get the stream's number, and messages would go into
    it.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115


def _value_of(option: str, words: list[str]) -> str | None:
    """Return the value of an option that is needed before the others are read; None if it is not
    given.
    """
    for index, word in enumerate(words):
        if word == "--":
            break
        if word == option and index + 1 < len(words):
            return words[index + 1]
        if word.startswith(option + "="):
            return word[len(option) + 1 :]
    return None


def _dispatch(words: list[str], console: Console) -> int:
    rest = _without_global(words)
    if not rest:
        return _show_help(None, console)
    first = SPELLINGS.get(rest[0], rest[0])
    command = COMMANDS.get(first)
    if first in ASKING_FOR_HELP or (command and not ASKING_FOR_HELP.isdisjoint(rest)):
        named = command or COMMANDS.get([*rest, ""][1])
        return _show_help(named, console, HELP_ALL in rest)
    if command:
        arguments = parse(rest[1:], command.operands, command.options)
        console.output = arguments.get("--output") or "-"
        choose_format(command, arguments, console)
        check_target(command, arguments)
        do: Callable[..., int] = getattr(import_module(command.module), command.function)
        if not command.at_desk:
            return do(arguments, console)
        from crivello.cli.desk_session import open_session

        with open_session(arguments, console) as here:
            return do(here)
    if first == "--version":
        from crivello import __version__

        return console.write(f"crivello {__version__}\n")
    from crivello import engine

    if engine.is_meant(rest):
        return engine.run(rest)
    raise _unknown_command(first)


def _show_help(command: Command | None, console: Console, whole: bool = False) -> int:
    from crivello.cli.help import help_of_command, overview

    return console.write(help_of_command(command, console, whole) if command else overview(console))


def _without_global(words: list[str]) -> list[str]:
    """Return the words without the global options, which were read before."""
    with_value = {option.name for option in GLOBAL if option.value}
    alone = {option.name for option in GLOBAL if not option.value}
    rest: list[str] = []
    waiting = iter(words)
    for word in waiting:
        if word == "--":
            return [*rest, word, *waiting]
        if word in with_value:
            if next(waiting, None) is None:
                raise UsageError(N_("{option} needs a value."), option=word)
        elif word not in alone and word.partition("=")[0] not in with_value:
            rest.append(word)
    return rest


def _unknown_command(word: str) -> UsageError:
    from crivello.model.grammar import nearest_word

    known = ", ".join(COMMANDS)
    if near := nearest_word(word, COMMANDS):
        return UsageError(
            N_("There is no command {word!r}; did you mean {near}?"), word=word, near=near
        )
    return UsageError(
        N_("There is no command {word!r}. Commands: {known}."), word=word, known=known
    )


def _report_unexpected(words: list[str], console: Console) -> Exit:
    """Write the details of an unexpected error to a file for a report; with --debug, show them
    instead.
    """
    import platform
    import tempfile
    import traceback

    from crivello import __version__

    details = (
        f"crivello {__version__}, Python {platform.python_version()}, {platform.system()}\n"
        f"{words!r}\n\n{traceback.format_exc()}"
    )
    if console.debug:
        console.remark(details)
        return Exit.UNEXPECTED
    sentence = N_("This is a bug in crivello, not your mistake. Please report it.")
    console.remark(f"crivello: {console.say(sentence)}")
    try:
        with tempfile.NamedTemporaryFile(
            "w", encoding="utf-8", prefix="crivello-", suffix=".txt", delete=False
        ) as file:
            file.write(details)
    except OSError:
        console.remark(console.say("Run it again with --debug to see the details."))
    else:
        console.remark(console.say("The details were written to {path}.", path=file.name))
    return Exit.UNEXPECTED

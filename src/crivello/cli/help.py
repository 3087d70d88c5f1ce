"""The help of the program and of its commands."""

from __future__ import annotations

from collections.abc import Iterable
from textwrap import wrap

from crivello.cli.commands import GLOBAL, GROUPS, HELP, HELP_ALL
from crivello.cli.console import Console
from crivello.cli.options import Command, Operand, Option
from crivello.engine.call import OPTIONS, EngineOption
from crivello.words import N_, Sentence, Template
from crivello.words.columns import pad, width

VERSION = Option("--version", N_("show the version"))


def overview(console: Console) -> str:
    usage = console.say("crivello COMMAND [OPTIONS]")
    engine = console.say(
        "crivello [--dutch | --dubov | --burstein | --lim | --system KEY] FILE -p [OUT]"
    )
    return _join(
        console.say("crivello: FIDE Swiss pairings that are exact, fast and explained."),
        [console.say("Usage:"), f"  {usage}", f"  {engine}"],
        *(
            [console.say(title), *_list([(one.name, one.summary) for one in group], console)]
            for title, group in GROUPS
        ),
        [console.say("Options of every command:"), *_options((*GLOBAL, HELP, VERSION), console)],
        [
            console.say("With the options of other pairing programs:"),
            *_options(OPTIONS, console),
        ],
        console.say("More about a command: {command}", command="crivello pair --help"),
    )


def help_of_command(command: Command, console: Console, whole: bool = False) -> str:
    """Return the help of a command that fits on one screen, an example first.

    Options for which there is no room are only named; with `whole` every option is explained.
    """
    operands = [_usage(operand, console) for operand in command.operands]
    usage = " ".join(["crivello", command.name, *operands, console.say("[OPTIONS]")])
    explained = [(console.say(operand.name), operand.help) for operand in command.operands]
    head = [
        [command.example, *wrap(console.say(command.summary), console.width)],
        [f"{console.say('Usage:')} {usage}", *_list(explained, console)],
    ]
    options = (*command.options, *GLOBAL, HELP)
    if whole:
        return _join(*head, [console.say("Options:"), *_options(options, console)])
    for count in range(len(options), -1, -1):
        text = _join(*head, *_explain_first(options, count, command, console))
        if text.count("\n") <= console.height:
            return text
    return text


def _explain_first(
    options: tuple[Option, ...], count: int, command: Command, console: Console
) -> list[list[str]]:
    """Return the first `count` options with their explanations, and the names of the others."""
    parts = []
    if count:
        parts.append([console.say("Options:"), *_options(options[:count], console)])
    if others := options[count:]:
        names = " ".join(option.name for option in others)
        more = console.say(
            "More options, explained by {command}:", command=f"crivello {command.name} {HELP_ALL}"
        )
        lines = wrap(names, console.width - 2, break_on_hyphens=False)
        parts.append([more, *(f"  {line}" for line in lines)])
    return parts


def _usage(operand: Operand, console: Console) -> str:
    name = console.say(operand.name) + ("…" if operand.many else "")
    return name if operand.default is None else f"[{name}]"


def _options(options: Iterable[Option | EngineOption], console: Console) -> list[str]:
    rows = []
    for option in options:
        value = console.say(option.value) if option.value else ""
        name = f"{option.name} [{value}]" if option.optional else f"{option.name} {value}".rstrip()
        rows.append((name, option.help))
    return _list(rows, console)


def _list(rows: Iterable[tuple[str, Template | Sentence]], console: Console) -> list[str]:
    """Return names and explanations in two columns; a long name gets a line of its own."""
    rows = list(rows)
    column = min(max((width(name) for name, _ in rows), default=0), 20) + 4
    lines = []
    for name, text in rows:
        said = wrap(console.say(text), max(console.width - column, 20))
        start = "  " + name
        if width(start) > column - 2:
            lines += _broken_at_bars(start, console.width)
            start = ""
        for line in said:
            lines.append(pad(start, column) + line)
            start = ""
    return lines


def _broken_at_bars(text: str, columns: int) -> list[str]:
    """Return a text of choices, such as ``--case already-met|late-entry``, broken after a bar if
    too long.
    """
    if width(text) <= columns:
        return [text]
    at = text.rindex("|", 0, columns) + 1
    return [text[:at], *_broken_at_bars(f"    {text[at:]}", columns)]


def _join(*parts: str | list[str]) -> str:
    blocks = [part if isinstance(part, str) else "\n".join(part) for part in parts]
    return "\n\n".join(blocks) + "\n"

"""Operands, options and commands as values, and the parser of arguments.

Python's own parser is not used, because every text must be in the catalogue of translations.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from crivello.model.errors import CrivelloError
from crivello.standard.classes import draft, field, frozen
from crivello.words import N_, Sentence, Template


class UsageError(CrivelloError, code="usage-error"):
    """Raised if arguments are wrong or do not fit together."""


@frozen
class Option:
    """A word that begins with ``-``, with or without a value."""

    name: str
    help: Template | Sentence
    value: str = ""
    """The name of the value, a text of the catalogue; empty if the option has no value."""
    optional: bool = False
    """True if the value may be left out."""
    words: int = 1
    """The number of words that make the value; they are joined by a space."""
    number: bool = False
    """True if the value is a whole number, at least `least`."""
    least: int = 1
    choices: tuple[str, ...] = ()
    completes: str = ""
    """The kind of values that a shell offers besides the choices: `file`, `player`, `section`, …"""
    many: bool = False
    """True if the option may be given several times."""
    plug_ins: bool = False
    """True if the formats of plug-ins are choices too."""


NOT_A_CHOICE = N_("{option} is one of {choices}, not {value!r}.{near:| Did you mean {}?}")
NEEDS_NUMBER = N_("{option} must be a whole number, {least} or higher (got {value}).")


@frozen
class Operand:
    """An argument that is recognised by its position."""

    name: str
    help: Template | Sentence
    default: str | None = None
    """The value if the operand is left out; None if it is required."""
    many: bool = False
    """True if it may be given several times; only for the last operand."""
    choices: tuple[str, ...] = ()
    """The words that a shell offers; the command itself checks the word."""
    completes: str = ""
    """The kind of values that a shell offers besides the choices, as for options."""
    dashed: tuple[str, ...] = ()
    """Words with a dash that are values here, not options; ``-`` alone is always a value."""


WRITTEN = ("--output", "OUT", "ARCHIVE")
"""The options and operands that name a file to write."""
FORCE = Option("--force", N_("overwrite the file to write, if it exists"))


class Command:
    def __init__(
        self,
        name: str,
        place: str,
        summary: Template,
        example: str,
        *accepts: Operand | Option,
        at_desk: bool = False,
    ) -> None:
        self.name = name
        module, _, function = place.partition(":")
        self.module, self.function = f"crivello.{module}", function or "run"
        """Where it is done; `place` is the module below `crivello`, a colon, the function."""
        self.summary = summary
        self.example = example
        """A call that is often made; the help begins with it."""
        self.operands = tuple(one for one in accepts if isinstance(one, Operand))
        self.options = tuple(one for one in accepts if isinstance(one, Option))
        self.writes = next((one.name for one in accepts if one.name in WRITTEN), None)
        """The option or operand that names the file to write; None if there is none."""
        if self.writes is not None:
            self.options += (FORCE,)
        self.at_desk = at_desk
        """The function takes a `DeskSession` of the section named; else arguments and console."""


@draft
class Arguments:
    """The arguments of a call: values by the name of the option or operand."""

    values: dict[str, str | None] = field(default_factory=dict)
    lists: dict[str, list[str]] = field(default_factory=dict)
    """All words of an operand or option that may be given several times."""

    def __contains__(self, name: str) -> bool:
        return name in self.values

    def get(self, name: str) -> str | None:
        return self.values.get(name)

    def require(self, name: str) -> str:
        value = self.values[name]
        assert value is not None
        return value

    def number(self, name: str) -> int | None:
        value = self.values.get(name)
        return None if value is None else int(value)

    def all(self, name: str) -> list[str]:
        """Return every word given for an operand or option that may be given several times."""
        return self.lists.get(name, [])

    def refuse_together(self, *names: str) -> None:
        """Raise `UsageError` if more than one of these options is given."""
        given = [name for name in names if name in self]
        if len(given) > 1:
            raise UsageError(N_("{one} and {two} cannot be combined."), one=given[0], two=given[1])


def parse(
    words: Sequence[str], operands: Sequence[Operand], options: Iterable[Option]
) -> Arguments:
    """Sort the words into options and operands; raise `UsageError` for a word that does not fit."""
    known = {option.name: option for option in options}
    arguments = Arguments()
    places = list(operands)
    rest = list(words)
    only_operands = False
    while rest:
        word = rest.pop(0)
        dashed = ("-", *places[0].dashed) if places else ("-",)
        if word == "--" and not only_operands and (rest or word not in dashed):
            only_operands = True
        elif word in dashed or only_operands or not word.startswith("-"):
            if not places:
                raise UsageError(N_("Unexpected argument: {word!r}."), word=word)
            arguments.lists.setdefault(places[0].name, []).append(word)
            arguments.values[places[0].name] = word
            if not places[0].many:
                places.pop(0)
        else:
            name, equals, attached = (
                word.partition("=") if word.startswith("--") else (word, "", "")
            )
            option = known.get(name)
            if option is None:
                raise _unknown(name, known)
            if name in arguments and not option.many:
                raise UsageError(N_("{option} is given twice."), option=name)
            value = attached if equals else _next_value(option, rest)
            arguments.values[name] = checked = _check_value(option, value)
            arguments.lists.setdefault(name, []).append(checked or "")
    for operand in places:
        if operand.name in arguments:
            continue
        if operand.default is None:
            raise UsageError(N_("{operand} is missing."), operand=Sentence(operand.name))
        arguments.values[operand.name] = operand.default
    return arguments


def read_span(text: str | None, digits: int) -> tuple[int, int | None] | None:
    """Parse ``2-5``, ``3`` or ``2-`` (open: last is None); no text means everything, (1, None).

    Return None for anything else.
    """
    if text is None:
        return 1, None
    import re

    found = re.fullmatch(rf"([0-9]{{1,{digits}}})(?:(-)([0-9]{{1,{digits}}})?)?", text.strip())
    if found is None:
        return None
    first, dash, last = found.groups()
    return int(first), int(last) if last else None if dash else int(first)


def _next_value(option: Option, rest: list[str]) -> str | None:
    if not option.value:
        return None
    if rest and (rest[0] == "-" or not rest[0].startswith("-")):
        taken, rest[:] = rest[: option.words], rest[option.words :]
        return " ".join(taken)
    if option.number and rest and rest[0][1:].isdigit():
        return rest.pop(0)  # a negative number: refused below, but not taken for an option
    return None


def _check_value(option: Option, value: str | None) -> str | None:
    if not option.value:
        if value is not None:
            raise UsageError(N_("{option} takes no value."), option=option.name)
        return None
    if value is None:
        if option.optional:
            return None
        raise UsageError(N_("{option} needs a value."), option=option.name)
    if option.number:
        if value.isascii() and value.isdigit():
            value = value.lstrip("0") or "0"
        digits = value.isascii() and value.isdigit() and len(value) < 10
        if not digits or int(value) < option.least:
            raise UsageError(
                NEEDS_NUMBER,
                option=option.name,
                least=option.least,
                value=value,
            )
    open_ended = [one for one in option.choices if one.endswith("=")]
    if option.plug_ins and value not in option.choices:
        from crivello.formats.plug_in import added_formats

        if value in added_formats():
            return value
    if option.choices and value not in option.choices and not value.startswith(tuple(open_ended)):
        from crivello.model.grammar import nearest_word

        raise UsageError(
            NOT_A_CHOICE,
            option=option.name,
            choices=", ".join(option.choices),
            value=value,
            near=nearest_word(value, option.choices),
        )
    return value


def _unknown(name: str, known: Collection[str]) -> UsageError:
    from crivello.model.grammar import nearest_word

    near = nearest_word(name.lstrip("-"), [option.lstrip("-") for option in known])
    near = next((option for option in known if near and option.lstrip("-") == near), "")
    return UsageError(
        N_("There is no option {option}{near:.|; did you mean {}?}"), option=name, near=near
    )

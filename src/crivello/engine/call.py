"""Parse the arguments of an engine call into one value, whichever of the two programs they are
for.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum

from crivello.model.errors import CrivelloError
from crivello.model.keys import DEFAULT_FAMILY, SYSTEMS
from crivello.model.sentence import N_, Template
from crivello.standard.classes import NamedTuple
from crivello.standard.typing_names import Any

LIKE = "CRIVELLO_LIKE"
"""The variable that names the convention where a call leaves it open."""
CONVENTIONS = ("javafo", "bbp")
INITIAL_COLOUR = "--initial-colour"
"""An option of ours, which does not tell the conventions apart."""


class CallError(CrivelloError, code="call-error"):
    """The arguments of a call are wrong or contradict one another."""


class EngineOption(NamedTuple):
    """One option of an engine call (JaVaFo's, bbpPairings' or our own), as the help shows it."""

    name: str
    help: Template
    value: str = ""
    """The name of the value; empty: the option has none."""
    optional: bool = False
    """The value may be left out."""


OPTIONS = (
    *(
        EngineOption(f"--{family}", N_("pair by this system; the edition by the file or its date"))
        for family in SYSTEMS.families
    ),
    EngineOption("--fast", N_("the same as --dutch")),
    EngineOption(
        "--system", N_("pair by this system, with or without its edition"), value=N_("KEY")
    ),
    EngineOption(
        "-p",
        N_("pair the next round; the numbers of the boards go to OUT or standard output"),
        value=N_("OUT"),
        optional=True,
    ),
    EngineOption(
        "-c",
        N_("check the tournament, or one ROUND of it: pair again and compare"),
        value=N_("ROUND"),
        optional=True,
    ),
    EngineOption(
        "-g",
        N_(
            "generate a tournament: from the field of FILE, by the settings of CONFIG, "
            "or from a seed"
        ),
        value=N_("CONFIG"),
        optional=True,
    ),
    EngineOption(
        "-o", N_("with -g, where to write the tournament; otherwise ignored"), value=N_("OUT")
    ),
    EngineOption(
        "-s", N_("with -g, the seed of the tournament; otherwise ignored"), value=N_("SEED")
    ),
    EngineOption(
        "-l",
        N_("write the checklist of all players to LIST (default: FILE with the ending .list)"),
        value=N_("LIST"),
        optional=True,
    ),
    EngineOption(
        INITIAL_COLOUR,
        N_("the initial colour, white or black, where the file does not state it"),
        value=N_("COLOUR"),
    ),
    EngineOption("-b", N_("add Baku points in the round to be paired")),
    EngineOption("-q", N_("accepted and ignored"), value=N_("N"), optional=True),
    EngineOption("-w", N_("accepted and ignored")),
    EngineOption("-r", N_("show the version first")),
    EngineOption("--like", N_("answer as this program does: javafo or bbp"), value=N_("PROGRAM")),
)
BY_NAME = {option.name: option for option in OPTIONS}
NUMERIC = ("-c", "-q")
"""Options whose value, if there is one, is a number: another word after them is the file."""


class EngineAction(Enum):
    PAIR = "-p"
    CHECK = "-c"
    GENERATE = "-g"
    VERSION = "-r"


class Call(NamedTuple):
    """The parsed arguments of an engine call."""

    action: EngineAction
    like: str
    """The convention, one of `CONVENTIONS`."""
    file: str = ""
    """The tournament to pair or check, or the model of a generated one; empty: none."""
    out: str | None = None
    """The path of the boards or of a generated tournament; None: standard output."""
    list: str | None = None
    """The path of the checklist; None: no checklist, empty: next to the file."""
    round: int | None = None
    """The one round to check; None: all."""
    config: str | None = None
    seed: int | None = None
    system: str | None = None
    """A family, or the key of an edition; None: the file decides."""
    initial_colour: str | None = None
    """A word of the caller; None: the file, the environment or a lot decide."""
    baku: bool = False
    version: bool = False
    """Show the version before everything else."""


def is_meant(words: Sequence[str]) -> bool:
    """Return True if the arguments, which begin with no command of ours, are an engine call."""
    return any(word.partition("=")[0] in BY_NAME for word in words)


def read_call(words: Sequence[str], environment: Mapping[str, str]) -> Call:
    """Parse the arguments, in any order; raise `CallError` if they are wrong."""
    given, files = _sort_words(words)
    families = [option[2:] for option in given if option[2:] in SYSTEMS.families]
    if "--fast" in given:
        families.append(DEFAULT_FAMILY)
    if "--system" in given:
        families.append(given["--system"])
    if len(families) > 1:
        raise CallError(N_("Name one pairing system, not several."))
    if len(files) > 1:
        raise CallError(N_("Unexpected argument: {word!r}."), word=files[1])
    action = _find_action(given)
    if action in (EngineAction.PAIR, EngineAction.CHECK) and not files:
        raise CallError(N_("{operand} is missing."), operand="FILE")
    if action is EngineAction.VERSION and (files or families):
        raise CallError(N_("There is nothing to do. To pair, use -p."))
    return Call(
        action,
        like=_find_convention(given, environment),
        file=files[0] if files else "",
        system=families[0] if families else None,
        list=given.get("-l"),
        initial_colour=given.get(INITIAL_COLOUR),
        baku="-b" in given,
        version="-r" in given or action is EngineAction.VERSION,
        **_read_operands(action, given, bool(files)),
    )


def _sort_words(words: Sequence[str]) -> tuple[dict[str, str], list[str]]:
    """Split the arguments into options with their values (empty if there is none) and file
    names.
    """
    given: dict[str, str] = {}
    files: list[str] = []
    rest = list(words)
    while rest:
        word = rest.pop(0)
        if word == "-" or not word.startswith("-"):
            files.append(word)
            continue
        name, equals, value = word.partition("=") if word.startswith("--") else (word, "", "")
        option = BY_NAME.get(name)
        if option is None:
            raise CallError(N_("There is no option {option}."), option=name)
        if name in given:
            raise CallError(N_("{option} is given twice."), option=name)
        if option.value and not equals and rest and _is_value(name, rest[0]):
            value = rest.pop(0)
        if option.value and not option.optional and not value:
            raise CallError(N_("{option} needs a value."), option=name)
        given[name] = value
    return given, files


def _is_value(option: str, word: str) -> bool:
    if option in NUMERIC:
        return is_number(word)
    return word == "-" or not word.startswith("-")


def is_number(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) < 100


def _find_action(given: Mapping[str, str]) -> EngineAction:
    asked = [action for action in EngineAction if action.value in given]
    if EngineAction.VERSION in asked and len(asked) > 1:
        asked.remove(EngineAction.VERSION)
    if not asked:
        raise CallError(N_("There is nothing to do. To pair, use -p."))
    if len(asked) > 1:
        raise CallError(N_("Use only one of -p, -c and -g."))
    return asked[0]


def _read_operands(action: EngineAction, given: Mapping[str, str], model: bool) -> dict[str, Any]:
    if action is EngineAction.PAIR:
        out = given["-p"]
        return {"out": None if out in ("", "-") else out}
    if action is EngineAction.CHECK:
        return {"round": int(given["-c"]) if given["-c"] else None}
    if action is EngineAction.VERSION:
        return {}
    if "-o" not in given:
        raise CallError(N_("{operand} is missing."), operand="-o")
    found: dict[str, Any] = {"out": given["-o"]}
    config = given["-g"]
    if config and model:
        raise CallError(N_("Generate from a tournament or from a configuration, not from both."))
    if is_number(config):
        found["seed"] = int(config)
    elif config:
        found["config"] = config
    if "-s" in given:
        if not is_number(given["-s"]):
            raise CallError(N_("{option} needs a whole number."), option="-s")
        found["seed"] = int(given["-s"])
    return found


def _find_convention(given: Mapping[str, str], environment: Mapping[str, str]) -> str:
    """Return the convention that the caller uses.

    `--like` decides, then the environment. Otherwise it is bbpPairings if a system or an option
    with two dashes is given, else JaVaFo.
    """
    like = given.get("--like") or ""
    if like:
        if like not in CONVENTIONS:
            raise CallError(
                N_("{option} is one of {choices}, not {value!r}."),
                option="--like",
                choices=", ".join(CONVENTIONS),
                value=like,
            )
        return like
    if environment.get(LIKE) in CONVENTIONS:
        return environment[LIKE]
    theirs = given.keys() - {INITIAL_COLOUR}
    return "bbp" if any(name.startswith("--") or name == "-s" for name in theirs) else "javafo"


__all__ = ["BY_NAME", "CONVENTIONS", "LIKE", "OPTIONS", "EngineAction", "Call", "CallError"]

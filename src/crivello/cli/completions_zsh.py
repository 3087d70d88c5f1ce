"""The completion of zsh: one call of `_arguments` for each command, made from the table."""

from __future__ import annotations

from shlex import quote

from crivello.cli.commands import COMMANDS, GLOBAL, HELP
from crivello.cli.completions_shared import kind_of, pairs_of, words_of
from crivello.cli.console import Console
from crivello.cli.options import Command, Operand, Option

_HEAD = r"""#compdef crivello
# zsh completion of crivello; made by: crivello completions zsh

# What only the tournament knows; names may hold blanks.
_crivello_list() {
    local -a found which
    [[ -n "$opt_args[-t]" ]] && which=(-t "${(Q)opt_args[-t]}")
    found=("${(@f)$($program completions --list $1 $which 2>/dev/null)}")
    found=(${found:#})
    compadd -M 'm:{a-zA-Z}={A-Za-z}' -a found
}

# KEY=VALUE: first the keys, then the values that fit.
_crivello_pairs() {
    local key="${PREFIX%%=*}"
    if compset -P '*='; then
        local pair
        for pair in "$@"; do
            if [[ "${pair%%=*}" == "$key" ]]; then
                compadd -- ${=pair#*=}
            fi
        done
    else
        compadd -S '=' -- "${@%%=*}"
    fi
}

_crivello() {
    local curcontext="$curcontext" state line
    local program="${words[1]}"
    local -a commands
    typeset -A opt_args
    commands=(
@COMMANDS@
    )
    _arguments -C '1: :->command' '*:: :->words'
    case $state in
        command)
            _describe -t commands command commands
            _files
            ;;
        words)
            case $line[1] in
@CASES@
                *) _files ;;
            esac
            ;;
    esac
}

if [[ "$funcstack[1]" == _crivello ]]; then
    _crivello "$@"
else
    compdef _crivello crivello
fi
"""


def zsh(console: Console) -> str:
    commands = [
        f"        {quote(f'{one.name}:{_plain(console.say(one.summary))}')}"
        for one in COMMANDS.values()
    ]
    cases = [_case(one, console) for one in COMMANDS.values()]
    return _HEAD.replace("@COMMANDS@", "\n".join(commands)).replace("@CASES@", "\n".join(cases))


def _case(command: Command, console: Console) -> str:
    specs = [_option(option, console) for option in (*command.options, *GLOBAL, HELP)]
    specs += [
        _operand(operand, place, console) for place, operand in enumerate(command.operands, start=1)
    ]
    inner = " " * 20
    lines = f" \\\n{inner}    ".join(quote(spec) for spec in specs)
    return f"{inner[4:]}{command.name})\n{inner}_arguments \\\n{inner}    {lines}\n{inner};;"


def _option(option: Option, console: Console) -> str:
    name = ("*" if option.many else "") + option.name
    text = f"[{_plain(console.say(option.help))}]"
    if not option.value:
        return name + text
    equals = "=" if option.name.startswith("--") else ""
    value = _plain(console.say(option.value))
    return f"{name}{equals}{text}:{value}:{_action(option)}"


def _operand(operand: Operand, place: int, console: Console) -> str:
    where = "*" if operand.many else str(place)
    return f"{where}:{_plain(console.say(operand.name))}:{_action(operand)}"


def _action(what: Option | Operand) -> str:
    """The leading blank keeps `_arguments` from putting words of its own into the call."""
    if isinstance(what, Operand) and (pairs := pairs_of(what)):
        listed = (quote(f"{key}={' '.join(values)}") for key, values in pairs.items())
        return f" _crivello_pairs {' '.join(listed)}"
    if words := words_of(what):
        return f"({' '.join(words)})"
    match kind_of(what):
        case "file":
            return "_files"
        case "desk-file":
            return '_files -g "*.crivello"'
        case "player" | "table" | "section" as kind:
            return f" _crivello_list {kind}"
        case _:
            return " "


def _plain(text: str) -> str:
    """Without the characters that mean something to `_arguments`."""
    return text.replace("\\", "").replace("[", "(").replace("]", ")").replace(":", "\\:")

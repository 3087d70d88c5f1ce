"""The completion of bash, from 3.2 on: one case for each command, made from the table."""

from __future__ import annotations

from shlex import quote

from crivello.cli.commands import COMMANDS, GLOBAL, HELP
from crivello.cli.completions_shared import kind_of, pairs_of, words_of
from crivello.cli.options import Command, Operand, Option

_HEAD = r"""# bash completion of crivello; made by: crivello completions bash

# Words that begin with what was typed.
_crivello_words() {
    local IFS=$' \n'
    COMPREPLY+=($(compgen -W "$1" -- "$cur"))
}

# What only the tournament knows; names may hold blanks.
_crivello_list() {
    local line start="${cur#[\"\']}"
    start="${start//\\/}"
    while IFS= read -r line; do
        case "$line" in "$start"*) COMPREPLY+=("$line") ;; esac
    done < <("${COMP_WORDS[0]}" completions --list "$1" ${tournament:+-t "$tournament"} 2>/dev/null)
    compopt -o filenames 2>/dev/null
}

_crivello_files() {
    local line
    while IFS= read -r line; do
        case "$1:$line" in
            desk-file:*.crivello | file:*) COMPREPLY+=("$line") ;;
            desk-file:*) [ -d "$line" ] && COMPREPLY+=("$line") ;;
        esac
    done < <(compgen -f -- "$cur")
    compopt -o filenames 2>/dev/null
}

# KEY=VALUE: the shell breaks words at =, so that the value comes as a word of its own.
_crivello_pairs() {
    if [ "$key" ]; then
        _crivello_words "$2"
    else
        _crivello_words "$1"
        compopt -o nospace 2>/dev/null
    fi
}

_crivello_kind() {
    case "$1" in
        file | desk-file) _crivello_files "$1" ;;
        player | table | section) _crivello_list "$1" ;;
    esac
}

_crivello() {
    local cur="${COMP_WORDS[COMP_CWORD]}" prev="" command="" place=0 skip="" key="" tournament=""
    local word i options valued
    [ "$COMP_CWORD" -gt 0 ] && prev="${COMP_WORDS[COMP_CWORD-1]}"
    COMPREPLY=()
    if [ "$cur" = "=" ]; then key="$prev"; cur=""
    elif [ "$prev" = "=" ]; then key="${COMP_WORDS[COMP_CWORD-2]}"
    fi
    case "$key" in -*) prev="$key"; key="" ;; esac
    command="${COMP_WORDS[1]}"
    if [ "$COMP_CWORD" -eq 1 ]; then
        _crivello_words "@COMMANDS@"
        _crivello_files file
        return
    fi
    valued=" @GLOBAL_VALUED@ "
    case "$command" in
@OPTIONS@
        *) _crivello_files file; return ;;
    esac
    # Which operand is it? Options and their values do not count.
    for ((i = 2; i < COMP_CWORD; i++)); do
        word="${COMP_WORDS[i]}"
        if [ "$skip" ]; then
            [ "$word" = "=" ] && continue
            [ "$skip" = "-t" ] && tournament="$word"
            skip=""
            continue
        fi
        case "$word" in
            -?*) case "$valued" in *" $word "*) skip="$word" ;; esac ;;
            =) [ "$((i + 1))" -lt "$COMP_CWORD" ] && i=$((i + 1)) ;;
            *) place=$((place + 1)) ;;
        esac
    done
    [ "$key" ] && place=$((place - 1))
    case "$cur" in -*) _crivello_words "$options"; return ;; esac
    if [ "$skip" ]; then
        case "$command $skip" in
@VALUES@
        esac
        return
    fi
    case "$command $place" in
@OPERANDS@
    esac
}

complete -F _crivello crivello
"""


def bash() -> str:
    commands = list(COMMANDS.values())
    everywhere = (*GLOBAL, HELP)
    return (
        _HEAD.replace("@COMMANDS@", " ".join(COMMANDS))
        .replace("@GLOBAL_VALUED@", " ".join(one.name for one in everywhere if one.value))
        .replace("@OPTIONS@", "\n".join(_options(one, everywhere) for one in commands))
        .replace("@VALUES@", "\n".join(line for one in commands for line in _values(one)))
        .replace("@OPERANDS@", "\n".join(line for one in commands for line in _operands(one)))
    )


def _options(command: Command, everywhere: tuple[Option, ...]) -> str:
    names = " ".join(option.name for option in (*command.options, *everywhere))
    valued = " ".join(option.name for option in command.options if option.value)
    return f"        {command.name}) options={quote(names)} valued={quote(f' {valued} ')}$valued ;;"


def _values(command: Command) -> list[str]:
    """What comes after an option."""
    lines = []
    for option in (*command.options, *GLOBAL):
        action = _action(option)
        if option.value and action:
            lines.append(f'            "{command.name} {option.name}") {action} ;;')
    return lines


def _operands(command: Command) -> list[str]:
    lines = []
    for place, operand in enumerate(command.operands):
        action = _action(operand)
        pattern = f'"{command.name} {place}"'
        if operand.many:  # this and all that follow
            pattern = f'"{command.name} "*'
        if action:
            lines.append(f"        {pattern}) {action} ;;")
    return lines


def _action(what: Option | Operand) -> str:
    if isinstance(what, Operand) and (pairs := pairs_of(what)):
        keys = " ".join(f"{key}=" for key in pairs)
        values = " ".join(
            f"{quote(key)}) _crivello_pairs '' {quote(' '.join(words))} ;;"
            for key, words in pairs.items()
            if words
        )
        return f'case "$key" in {values} *) _crivello_pairs {quote(keys)} "" ;; esac'
    parts = []
    if words := words_of(what):
        parts.append(f"_crivello_words {quote(' '.join(words))}")
    if kind := kind_of(what):
        parts.append(f"_crivello_kind {kind}")
    return "; ".join(parts)

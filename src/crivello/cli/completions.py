"""`crivello completions`: what a shell offers when Tab is pressed, made from the commands."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from shlex import quote

from crivello.cli.commands import COMMANDS, GLOBAL, HELP
from crivello.cli.console import Console
from crivello.cli.files import file_errors, write_bytes
from crivello.cli.options import NOT_A_CHOICE, Arguments, Command, Operand, Option, UsageError
from crivello.model.grammar import nearest_word
from crivello.words import N_

SYSTEM, SETTING, DATA, FILE, DESK_FILE = "system", "setting", "player-data", "file", "desk-file"


def kind_of(what: Option | Operand) -> str:
    """Return the kind of value that a shell completes; `-t` takes tournament files only."""
    if what.name == "-t":
        return DESK_FILE
    return what.completes


def words_of(what: Option | Operand) -> tuple[str, ...]:
    """Return the fixed words that an option or operand accepts; empty if they are not fixed."""
    if what.choices:
        return what.choices
    if what.completes == SYSTEM:
        from crivello.model.keys import SYSTEMS
        from crivello.model.plug_ins import SYSTEMS_GROUP, load_plug_ins

        load_plug_ins(SYSTEMS_GROUP)
        return tuple(dict.fromkeys((*SYSTEMS.families, *SYSTEMS)))
    if isinstance(what, Option) and "|" in what.value and what.value.islower():
        return tuple(what.value.split("|"))
    return ()


def pairs_of(what: Operand) -> dict[str, tuple[str, ...]]:
    """Return the keys of KEY=VALUE words, each with its values if there are few."""
    if what.completes == SETTING:
        from crivello.desk.setting_grammar import BACKUP_FOLDER, TABLE
        from crivello.model.keys import SYSTEMS

        values = {setting.key: tuple(setting.choices) for setting in TABLE}
        return {**values, "system": tuple(SYSTEMS), BACKUP_FOLDER: ()}
    if what.completes == DATA:
        from crivello.desk.player_data import DATA_KEYS
        from crivello.model.player import Sex, Title

        return dict.fromkeys((key.replace("_", "-") for key in DATA_KEYS), ()) | {
            "title": tuple(title.value for title in Title),
            "sex": tuple(sex.value for sex in Sex),
        }
    return {}


# bash, from 3.2 on: one case for each command


_BASH_HEAD = r"""# bash completion of crivello; made by: crivello completions bash

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
        _BASH_HEAD.replace("@COMMANDS@", " ".join(COMMANDS))
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
    """Return lines of bash that complete the values of a command's options."""
    lines = []
    for option in (*command.options, *GLOBAL):
        action = _bash_action(option)
        if option.value and action:
            lines.append(f'            "{command.name} {option.name}") {action} ;;')
    return lines


def _operands(command: Command) -> list[str]:
    lines = []
    for place, operand in enumerate(command.operands):
        action = _bash_action(operand)
        pattern = f'"{command.name} {place}"'
        if operand.many:  # this and all that follow
            pattern = f'"{command.name} "*'
        if action:
            lines.append(f"        {pattern}) {action} ;;")
    return lines


def _bash_action(what: Option | Operand) -> str:
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


# zsh: one call of `_arguments` for each command


_ZSH_HEAD = r"""#compdef crivello
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
        f"        {quote(f'{one.name}:{_strip_special(console.say(one.summary))}')}"
        for one in COMMANDS.values()
    ]
    cases = [_case(one, console) for one in COMMANDS.values()]
    return _ZSH_HEAD.replace("@COMMANDS@", "\n".join(commands)).replace("@CASES@", "\n".join(cases))


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
    text = f"[{_strip_special(console.say(option.help))}]"
    if not option.value:
        return name + text
    equals = "=" if option.name.startswith("--") else ""
    value = _strip_special(console.say(option.value))
    return f"{name}{equals}{text}:{value}:{_zsh_action(option)}"


def _operand(operand: Operand, place: int, console: Console) -> str:
    where = "*" if operand.many else str(place)
    return f"{where}:{_strip_special(console.say(operand.name))}:{_zsh_action(operand)}"


def _zsh_action(what: Option | Operand) -> str:
    """Return the action by which zsh completes a value.

    The leading blank keeps `_arguments` from putting words of its own into the call.
    """
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


def _strip_special(text: str) -> str:
    """Return a text without the characters that are special to `_arguments`."""
    return text.replace("\\", "").replace("[", "(").replace("]", ")").replace(":", "\\:")


# The command


SHELLS = ("bash", "zsh")
LISTS = ("player", "table", "section")
"""Kinds of words that are known only from the tournament file."""
WHICH_SHELL = N_("Name a shell: {shells}; or use --install for all.")
LINKED = N_("{shell}: {path} loads them; open a new shell.")
LOADED_ALREADY = N_("{shell}: {path} loads them already.")
BEGIN, END = "# >>> crivello completions >>>", "# <<< crivello completions <<<"


def run(arguments: Arguments, console: Console) -> int:
    wanted = arguments.get("--list")
    if wanted is not None:
        return _list(wanted, arguments, console)
    shell = arguments.get("SHELL") or ""
    if shell and shell not in SHELLS:
        raise UsageError(
            NOT_A_CHOICE,
            option="SHELL",
            choices=", ".join(SHELLS),
            value=shell,
            near=nearest_word(shell, SHELLS),
        )
    if "--install" in arguments:
        for one in [shell] if shell else SHELLS:
            _install(one, console)
        return 0
    if not shell:
        raise UsageError(WHICH_SHELL, shells=", ".join(SHELLS))
    return console.write(_script(shell, console))


def _script(shell: str, console: Console) -> str:
    return bash() if shell == "bash" else zsh(console)


def _install(shell: str, console: Console) -> None:
    """Write the completions into the user's folder, and a line that loads them if the shell needs
    one.
    """
    from crivello.lists.rating_list import home_folder

    home = str(home_folder())
    data = os.environ.get("XDG_DATA_HOME") or os.path.join(home, ".local", "share")
    if shell == "bash":
        folder = os.environ.get("BASH_COMPLETION_USER_DIR") or os.path.join(data, "bash-completion")
        path = os.path.join(folder, "completions", "crivello")
        start = os.path.join(home, ".bashrc")
        lines = [f'[ -r "{path}" ] && . "{path}"']
    else:
        path = os.path.join(data, "zsh", "site-functions", "_crivello")
        start = os.path.join(os.environ.get("ZDOTDIR") or home, ".zshrc")
        lines = [f'fpath=("{os.path.dirname(path)}" $fpath)', "autoload -Uz compinit && compinit"]
    with file_errors(os.path.dirname(path)):
        os.makedirs(os.path.dirname(path), exist_ok=True)
    write_bytes(path, _script(shell, console).encode())
    linked = LINKED if _link(start, lines) else LOADED_ALREADY
    said = (
        console.say("{shell}: the completions are in {path}.", shell=shell, path=path),
        console.say(linked, shell=shell, path=start),
    )
    console.write_lines(said)


def _link(path: str, lines: list[str]) -> bool:
    """Write a marked block into the shell's start file; return False if it is there already."""
    block = "\n".join([BEGIN, *lines, END]) + "\n"
    text = ""
    with file_errors(path), suppress(FileNotFoundError):
        text = Path(path).read_text(encoding="utf-8", errors="surrogateescape")
    if block in text:
        return False
    if BEGIN in text and END in text:  # of another day or folder
        before, _, rest = text.partition(BEGIN)
        text = before + rest.partition(END)[2].removeprefix("\n")
    if text and not text.endswith("\n"):
        text += "\n"
    write_bytes(path, (text + block).encode("utf-8", "surrogateescape"))
    return True


def _list(wanted: str, arguments: Arguments, console: Console) -> int:
    """Print the names that a shell offers, one on each line."""
    from crivello.cli.desk_session import open_desk, section_of

    with open_desk(arguments, console) as desk:
        if wanted == "section":
            names = list(desk.state.sections)
        elif wanted == "player":
            section = section_of(arguments, desk)
            names = [one.player.name for one in section.registrations.values()]
        else:
            rounds = section_of(arguments, desk).rounds
            names = [str(table) for table in rounds[-1].tables] if rounds else []
    return console.write_lines(name for name in names if name and name.isprintable())

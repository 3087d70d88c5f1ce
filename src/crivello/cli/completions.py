"""`crivello completions`: what a shell offers at the tab key, made from the commands."""

from __future__ import annotations

import os

from crivello.cli.console import Console
from crivello.cli.files import file_error, write_bytes, write_text
from crivello.cli.options import Arguments, UsageError
from crivello.words import N_

SHELLS = ("bash", "zsh")
LISTS = ("player", "table", "section")
"""What only the tournament itself knows."""
WHICH_SHELL = N_("Say for which shell: {shells}; or --install for all.")
WRITTEN = N_("{shell}: the completions are in {path}.")
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
            N_("{option} is one of {choices}, not {value!r}."),
            option="SHELL",
            choices=", ".join(SHELLS),
            value=shell,
        )
    if "--install" in arguments:
        for one in [shell] if shell else SHELLS:
            _install(one, console)
        return 0
    if not shell:
        raise UsageError(WHICH_SHELL, shells=", ".join(SHELLS))
    write_text("-", script(shell, console))
    return 0


def script(shell: str, console: Console) -> str:
    if shell == "bash":
        from crivello.cli.completions_bash import bash

        return bash()
    from crivello.cli.completions_zsh import zsh

    return zsh(console)


def _install(shell: str, console: Console) -> None:
    """Into the user's own folder, and a line that loads it where the shell would not look."""
    home = os.path.expanduser("~")
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
    try:
        os.makedirs(os.path.dirname(path), exist_ok=True)
    except OSError as error:
        raise file_error(os.path.dirname(path), error) from error
    write_bytes(path, script(shell, console).encode())
    said = [console.say(WRITTEN, shell=shell, path=path)]
    if _link(start, lines):
        said.append(console.say(LINKED, shell=shell, path=start))
    else:
        said.append(console.say(LOADED_ALREADY, shell=shell, path=start))
    write_text("-", "".join(line + "\n" for line in said))


def _link(path: str, lines: list[str]) -> bool:
    """Write a marked block into the start file of the shell; False if it stands there already."""
    block = "\n".join([BEGIN, *lines, END]) + "\n"
    try:
        with open(path, encoding="utf-8", errors="surrogateescape") as file:
            text = file.read()
    except FileNotFoundError:
        text = ""
    except OSError as error:
        raise file_error(path, error) from error
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
    """Names for the shell, one a line."""
    from crivello.cli.desk.opening import open_desk, section_of

    with open_desk(arguments, console) as desk:
        if wanted == "section":
            names = list(desk.state.sections)
        elif wanted == "player":
            section = section_of(arguments, desk)
            names = [one.player.name for one in section.registrations.values()]
        else:
            rounds = section_of(arguments, desk).rounds
            names = [str(table) for table in rounds[-1].tables] if rounds else []
    write_text("-", "".join(name + "\n" for name in names if name and name.isprintable()))
    return 0

"""Completions, requested from real shells."""

from __future__ import annotations

import os
import pty
import select
import sys
import time
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.cli.calling import call, environment, run
from tests.desk.desks import fresh

SECONDS = 600


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A home folder with a program `crivello` on the path and a tournament."""
    program = tmp_path / "bin" / "crivello"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m crivello "$@"\n')
    program.chmod(0o755)
    desk = fresh(tmp_path, 3)
    desk.close()
    return tmp_path


def settings(place: Path) -> dict[str, str]:
    return {
        "HOME": str(place),
        "ZDOTDIR": str(place),
        "TERM": "dumb",
        "PATH": f"{place / 'bin'}:{os.environ['PATH']}",
    }


def installed(place: Path, *words: str) -> str:
    called = call("completions", *words, "--install", stdin=b"", cwd=place, **settings(place))
    assert called.code == 0, called.err
    return called.out


def bash(place: Path, *words: str) -> list[str]:
    """Return bash's completions of the last word, with the installed start file."""
    asking = (
        '. "$HOME/.bashrc"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _crivello;'
        ' printf "%s\\n" "${COMPREPLY[@]}"'
    )
    command = ["bash", "--norc", "-c", asking, "bash", "crivello", *words]
    called = run(command, b"", place, **settings(place))
    assert called.err == ""
    return called.out.split("\n")[:-1]


def test_bash_completes_everything(place: Path) -> None:
    said = installed(place, "bash")
    path = place / ".local/share/bash-completion/completions/crivello"
    assert said == (
        f"bash: the completions are in {path}.\n"
        f"bash: {place / '.bashrc'} loads them; open a new shell.\n"
    )
    assert bash(place, "resu") == ["result", "results"]
    assert bash(place, "pair", "--prev") == ["--preview"]
    assert bash(place, "pair", "--system", "dutch-") == ["dutch-2026", "dutch-2017", "dutch-2011"]
    assert bash(place, "standings", "--to", "=", "h") == ["html"]
    assert sorted(bash(place, "status", "-t", "")) == [".local", "bin", "t.crivello"]
    assert bash(place, "result", "--round", "2", "1", "1f") == ["1f-0f"]
    assert bash(place, "set", "corr") == ["correction-minutes="]
    assert bash(place, "set", "rounds", "=", "9", "pace", "=", "r") == ["rapid"]
    assert bash(place, "absent", "Player 001", "Pla") == [f"Player 00{n}" for n in (1, 2, 3)]
    assert bash(place, "players", "--section", "") == ["A"]
    assert bash(place, "no-such-command", "t.c") == ["t.crivello"]


def test_installing_again_changes_nothing(place: Path) -> None:
    (place / ".bashrc").write_text("alias ll='ls -l'")
    installed(place)
    share = place / ".local" / "share"
    paths = [
        place / ".bashrc",
        place / ".zshrc",
        share / "bash-completion" / "completions" / "crivello",
        share / "zsh" / "site-functions" / "_crivello",
    ]
    files = {path: path.read_bytes() for path in paths}
    second = installed(place)
    assert f"bash: {place / '.bashrc'} loads them already." in second
    assert f"zsh: {place / '.zshrc'} loads them already." in second
    assert files == {path: path.read_bytes() for path in paths}
    assert (place / ".bashrc").read_text().startswith("alias ll='ls -l'\n# >>> crivello")


def zsh(place: Path, lines: Mapping[str, str]) -> dict[str, str]:
    """Return the screen of an interactive zsh after each of these lines and the Tab key.

    The shell gets time until it shows the expected text.
    """
    pid, terminal = pty.fork()
    if pid == 0:
        os.chdir(place)
        os.execvpe("zsh", ["zsh", "-d", "-i"], {**environment(), **settings(place)})

    def seen_until(expected: str) -> str:
        seen = ""
        end = time.monotonic() + SECONDS
        while expected not in seen and time.monotonic() < end:
            if select.select([terminal], [], [], 0.1)[0]:
                try:
                    seen += os.read(terminal, 65536).decode(errors="replace").replace("\a", "")
                except OSError:
                    break
        return seen

    shown = {}
    os.write(terminal, b"PROMPT='>'; unsetopt zle_bracketed_paste\n")
    for typed, expected in lines.items():
        os.write(terminal, b"\x15print rea''dy\n")  # ^U: instead of the line before
        seen_until("ready\r\n")
        os.write(terminal, typed.encode() + b"\t")
        shown[typed] = seen_until(expected)
    os.write(terminal, b"\x03\x04exit\n")
    os.close(terminal)
    os.waitpid(pid, 0)
    return shown


@pytest.mark.zsh
def test_zsh_completes(place: Path) -> None:
    installed(place, "zsh")
    lines = {
        "crivello completi": "crivello completions ",
        "crivello result 1 1f": "crivello result 1 1f-0f ",
        "crivello set corr": "crivello set correction-minutes=",
        "crivello set pace=r": "crivello set pace=rapid ",
        "crivello pair --system dutch-20": "dutch-2011  dutch-2017  dutch-2026",
        "crivello absent Player\\ 002": "crivello absent Player\\ 002 ",
    }
    shown = zsh(place, lines)
    for typed, expected in lines.items():
        assert expected in shown[typed]


def test_what_is_no_shell_is_said(place: Path) -> None:
    assert "SHELL is one of bash, zsh, not 'fish'." in call("completions", "fish").err
    assert "Name a shell: bash, zsh; or use --install for all." in call("completions").err
    nowhere = call("completions", "bash", "--install", HOME="/dev/null")
    assert nowhere.code == 5
    assert "a part of the path is not a folder" in nowhere.err

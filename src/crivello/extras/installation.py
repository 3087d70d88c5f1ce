"""Find out how crivello was installed, and which command adds an extra to that installation."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import sys
import sysconfig
import tomllib
from importlib.util import find_spec
from pathlib import Path

NAME = "crivello"
BEYOND_ALL = {"mdns", "plots", "parquet", "polars", "pandas", "mcp", "cluster", "docs"}
"""The extras that `all` does not include; tests compare them with pyproject.toml."""


def find_command(extras: tuple[str, ...]) -> str:
    """Return the command that installs these extras where this crivello runs."""
    prefix = Path(sys.prefix)
    if clone := _find_clone(prefix):
        return f"make -C {_quote(str(clone))} setup"
    if (receipt := prefix / "pipx_metadata.json").is_file():
        return f"pipx install --force {_with_all(_read_pipx(receipt), extras)}"
    if (receipt := prefix / "uv-receipt.toml").is_file():
        return f"uv tool install --force {_with_all(_read_uv(receipt), extras)}"
    if "archive-v0" in prefix.parts:  # the folder of uvx in uv's cache
        return f"uvx --from {_with_all(NAME, extras)} {NAME}"
    if sys.prefix == sys.base_prefix and _is_externally_managed():
        return _install_beside_system(extras)
    wanted = _quote(f"{NAME}[{','.join(extras)}]")
    if find_spec("pip") is None:
        return f"uv pip install --python {_quote(sys.executable)} {wanted}"
    return f"{_quote(sys.executable)} -m pip install {wanted}"


def _find_clone(prefix: Path) -> Path | None:
    """Return the clone to whose environment this Python belongs; None if it is not a clone's."""
    clone = Path(__file__).resolve().parents[3]
    is_clone = (clone / "Makefile").is_file() and (clone / "pyproject.toml").is_file()
    return clone if is_clone and prefix.resolve() == clone / ".venv" else None


def _is_externally_managed() -> bool:
    """Return True if the system's package manager owns this Python, so that pip refuses to
    install.
    """
    return Path(sysconfig.get_path("stdlib"), "EXTERNALLY-MANAGED").is_file()


def _install_beside_system(extras: tuple[str, ...]) -> str:
    """Return an installation command that uses pipx, uv, or else a new virtual environment."""
    wanted = _with_all(NAME, extras)
    if shutil.which("pipx"):
        return f"pipx install {wanted}"
    if shutil.which("uv"):
        return f"uv tool install {wanted}"
    folder = Path.home() / NAME
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    return (
        f"{_quote(sys.executable)} -m venv {_quote(str(folder))} && "
        f"{_quote(str(python))} -m pip install {wanted}"
    )


def _with_all(source: str, extras: tuple[str, ...]) -> str:
    """Return the requirement to install: with the extra `all`, and those of `extras` that `all`
    does not include.

    pipx and uv install a program from scratch, so an extra that is not named would be lost.
    """
    beyond = [extra for extra in extras if extra in BEYOND_ALL]
    return _quote(f"{source}[{','.join(['all', *beyond])}]")


def _read_pipx(receipt: Path) -> str:
    """Return what pipx installed: the name, or the path or address of a wheel."""
    try:
        source = json.loads(receipt.read_text(encoding="utf-8"))["main_package"]["package_or_url"]
    except (OSError, ValueError, KeyError, TypeError):
        return NAME
    return _without_extras(source) if isinstance(source, str) else NAME


def _read_uv(receipt: Path) -> str:
    """Return what uv installed: the name, or the path or address of a wheel."""
    try:
        requirements = tomllib.loads(receipt.read_text(encoding="utf-8"))["tool"]["requirements"]
    except (OSError, ValueError, KeyError, TypeError):
        return NAME
    for requirement in requirements:
        if isinstance(requirement, dict) and requirement.get("name") == NAME:
            for place in ("path", "directory", "url"):
                if place in requirement:
                    return str(requirement[place])
    return NAME


def _without_extras(source: str) -> str:
    """Return the name, path or address of what was installed without extras and, if it is a name,
    without the version.
    """
    if source.endswith("]"):
        source = source[: source.rindex("[")]
    return NAME if source.startswith(NAME) and not source.endswith(".whl") else source


def _quote(text: str) -> str:
    """Return the text quoted for the user's shell; cmd on Windows knows only double quotes."""
    if os.name == "nt":
        return f'"{text}"'
    return shlex.quote(text)

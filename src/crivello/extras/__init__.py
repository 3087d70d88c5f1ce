"""The extras: optional packages that parts of crivello need.

Each part that cannot work without an extra asks here, so that every error names the one command
that installs it on this computer.
"""

from __future__ import annotations

from importlib.util import find_spec

from crivello.model.errors import Unsupported
from crivello.model.sentence import Template

__all__ = ["install_command", "is_installed", "require"]

PACKAGES = {
    "xlsx": "openpyxl",
    "pdf": "typst",
    "seal": "cryptography",
    "parquet": "pyarrow",
    "polars": "polars",
    "pandas": "pandas",
    "plots": "matplotlib",
    "cluster": "distributed",
    "mcp": "mcp",
}
"""A package of each extra, which is there if the extra is installed."""


def install_command(*extras: str) -> str:
    """Return the command that installs these extras where this crivello runs."""
    from crivello.extras.installation import find_command

    return find_command(extras)


def is_installed(extra: str) -> bool:
    """Return True if the packages of the extra are installed."""
    return find_spec(PACKAGES[extra]) is not None


def require(extra: str, sentence: Template) -> None:
    """Raise `Unsupported` with this sentence if the extra is missing; its `{command}` is the
    command to install it.
    """
    if not is_installed(extra):
        raise Unsupported(sentence, command=install_command(extra))

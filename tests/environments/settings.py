"""The environments in which the program is tried."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2] / "src"
ODD_FOLDER = "Torneo di Forlì – ñ 国"
KEPT = ("PATH", "TMPDIR", "SYSTEMROOT", "LD_LIBRARY_PATH")


@dataclass(frozen=True)
class Environment:
    name: str
    settings: Mapping[str, str] = field(default_factory=dict)
    """Variables of the environment; ``{folder}`` stands for the working folder."""
    flags: tuple[str, ...] = ()
    """Options of the Python interpreter."""
    folder: str = "plain"
    """The name of the working folder."""

    def command(self, *words: str) -> list[str]:
        """Return the command that runs `python` with these words."""
        return [sys.executable, *self.flags, *words]

    def variables(self, folder: Path) -> dict[str, str]:
        """Return all variables of a process there; of ours only the necessary ones."""
        kept = {name: os.environ[name] for name in KEPT if name in os.environ}
        own = {name: text.replace("{folder}", str(folder)) for name, text in self.settings.items()}
        return kept | {"PYTHONPATH": str(SOURCE), "SOURCE_DATE_EPOCH": "1800000000"} | own


NO_HOME = os.path.join(os.devnull, "none")
ALONE = (
    Environment("-O", flags=("-O",)),
    Environment("-OO", flags=("-OO",)),
    Environment("PYTHONOPTIMIZE=1", {"PYTHONOPTIMIZE": "1"}),
    Environment("PYTHONDONTWRITEBYTECODE=1", {"PYTHONDONTWRITEBYTECODE": "1"}),
    Environment("LANG=C", {"LANG": "C"}),
    Environment("LC_ALL=C", {"LC_ALL": "C"}),
    Environment("LANG=C PYTHONUTF8=0", {"LANG": "C", "PYTHONUTF8": "0"}),
    Environment("TZ=Pacific/Kiritimati", {"TZ": "Pacific/Kiritimati"}),
    Environment("TZ=Etc/GMT+12", {"TZ": "Etc/GMT+12"}),
    Environment("HOME below a file", {"HOME": NO_HOME}),
    Environment("odd folder", folder=ODD_FOLDER),
)
TOGETHER = (
    Environment("-O", flags=("-O",)),
    Environment("-OO", flags=("-OO",)),
    Environment(
        "all but -O",
        {
            "PYTHONDONTWRITEBYTECODE": "1",
            "LANG": "C",
            "LC_ALL": "C",
            "TZ": "Pacific/Kiritimati",
            "HOME": NO_HOME,
        },
        folder=ODD_FOLDER,
    ),
)

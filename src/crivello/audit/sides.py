"""Who pairs in a campaign: one of our systems, its sieve, or another program by its path."""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from ..formats.trf import write_trf
from ..model.errors import N_, CrivelloError, Impossible
from ..model.keys import BY_KEY
from ..model.pairing import Board, RoundPairing
from ..model.tournament import Tournament
from ..systems.registry import find

Pair = Callable[[Tournament, int], RoundPairing]


class EngineFailed(CrivelloError):
    """The other program did not give an answer that can be read."""


@dataclass(frozen=True, slots=True)
class Side:
    """Written as ``KEY``, ``KEY:sieve`` or ``FAMILY@PROGRAM [ARGUMENT…]``.

    ``dutch@/opt/engine`` calls ``/opt/engine --dutch FILE -p OUT``; a program whose name ends in
    ``.jar`` is started with ``java -jar`` and without the name of the system.
    """

    text: str

    def pair(self) -> Pair:
        if "@" in self.text:
            family, _, command = self.text.partition("@")
            return _external(family, command.split())
        key, _, solver = self.text.partition(":")
        system = find(key)
        if solver == "":
            return system.pair
        if solver == "sieve":
            return system.sift
        raise EngineFailed(
            N_("{side!r} is not a side: write KEY, KEY:sieve or FAMILY@PROGRAM."), side=self.text
        )

    @property
    def system(self) -> str | None:
        """The key, for a side of our own."""
        key = self.text.partition(":")[0]
        return key if key in BY_KEY else None


def _external(family: str, command: list[str], seconds: int = 300) -> Pair:
    if command and command[0].endswith(".jar"):
        start = ["java", "-jar", *command]
    else:
        start = [*command, f"--{family}"]

    def pair(tournament: Tournament, number: int) -> RoundPairing:
        with tempfile.TemporaryDirectory() as folder:
            source, target = Path(folder) / "in.trf", Path(folder) / "out.txt"
            source.write_text(write_trf(tournament.before(number), "trfx"), encoding="utf-8")
            try:
                done = subprocess.run(
                    [*start, str(source), "-p", str(target)],
                    capture_output=True,
                    timeout=seconds,
                    check=False,
                )
            except (OSError, subprocess.TimeoutExpired) as error:
                raise EngineFailed(
                    N_("{program} did not run: {reason}"),
                    program=command[0] if command else "",
                    reason=str(error),
                ) from error
            if done.returncode == 1:
                raise Impossible(N_("The other program finds no pairing."))
            if done.returncode or not target.exists():
                raise EngineFailed(
                    N_("{program} ended with code {code}: {reason}"),
                    program=command[0],
                    code=done.returncode,
                    reason=done.stderr.decode(errors="replace").strip()[-500:],
                )
            return _read_pairs(target.read_text(encoding="utf-8"), number, family)

    return pair


def _read_pairs(text: str, number: int, family: str) -> RoundPairing:
    """The pairing file that engines write: a count, then ``white black`` or ``bye 0``."""
    try:
        rows = [tuple(int(word) for word in line.split()) for line in text.split("\n")[1:] if line]
        bye = next((one for one, other in rows if other == 0), None)
        boards = tuple(Board(one, other) for one, other in rows if other)
    except ValueError as error:
        raise EngineFailed(N_("The pairing file of the other program cannot be read.")) from error
    return RoundPairing(number, family, boards, bye)

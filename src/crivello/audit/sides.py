"""The sides of a campaign, which pair rounds: one of our systems, its sieve, or another program."""

from __future__ import annotations

import shlex
import subprocess
import tempfile
from importlib import import_module
from pathlib import Path
from typing import cast

from crivello.audit.comparison import Pair
from crivello.formats.trf import write_trf
from crivello.model.errors import CrivelloError, Impossible, Unsupported
from crivello.model.keys import SYSTEMS
from crivello.model.pairing import Board, RoundPairing
from crivello.model.sentence import N_
from crivello.model.tournament import Tournament
from crivello.standard.classes import frozen
from crivello.systems.registry import find


class EngineFailed(CrivelloError, code="engine-failed"):
    """Raised if the other program does not give an answer that can be read."""


@frozen
class CampaignSide:
    """A side of a campaign, written ``KEY``, ``KEY:sieve``, ``FAMILY@PROGRAM [ARGUMENT…]`` or
    ``MODULE:FUNCTION``.

    ``dutch@/opt/engine`` calls ``/opt/engine --dutch FILE -p OUT``; a program whose name ends in
    ``.jar`` is started with ``java -jar`` and without the name of the system. A function of a
    Python module pairs a round of a tournament, or raises `Impossible`.
    """

    text: str

    def pair(self) -> Pair:
        if "@" in self.text:
            family, _, command = self.text.partition("@")
            if family in SYSTEMS.families and command:
                return _external(family, shlex.split(command))
            raise self._unknown()
        key, _, rest = self.text.partition(":")
        if key in SYSTEMS:
            system = find(key)
            if not rest:
                return system.pair
            if rest == "sieve" and system.has_sieve:
                return system.sift
            raise self._unknown()
        try:
            return _guard(cast(Pair, getattr(import_module(key), rest)), self.text)
        except (ImportError, AttributeError, ValueError, TypeError) as error:
            raise self._unknown() from error

    def _unknown(self) -> Unsupported:
        return Unsupported(
            N_(
                "{side!r} cannot pair: write KEY, KEY:sieve, FAMILY@PROGRAM or MODULE:FUNCTION;"
                " keys are {known}."
            ),
            side=self.text,
            known=", ".join(SYSTEMS),
        )

    @property
    def system(self) -> str | None:
        """The key of the system, if the side is one of ours; else None."""
        key = self.text.partition(":")[0]
        return key if key in SYSTEMS else None


def check_side(text: str) -> None:
    """Raise an error if the side cannot pair, before a campaign begins."""
    CampaignSide(text).pair()


def _guard(pair: Pair, name: str) -> Pair:
    """Return `pair` with every exception of a foreign function turned into `EngineFailed`."""

    def pair_or_fail(tournament: Tournament, number: int) -> RoundPairing:
        try:
            return pair(tournament, number)
        except CrivelloError:
            raise
        except Exception as error:
            reason = f"{type(error).__name__}: {error}"
            raise EngineFailed(
                N_("{program} did not run: {reason}"), program=name, reason=reason
            ) from error

    return pair_or_fail


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
    """Read the pairing file that engines write: a count, then ``white black`` or ``bye 0``."""
    try:
        rows = [tuple(map(int, line.split())) for line in text.splitlines()[1:] if line.strip()]
        bye = next((one for one, other in rows if other == 0), None)
        boards = tuple(Board(one, other) for one, other in rows if other)
    except ValueError as error:
        raise EngineFailed(N_("The pairing file of the other program cannot be read.")) from error
    return RoundPairing(number, family, boards, bye)

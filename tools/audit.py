"""List what a release contains besides our own code: `make release WHAT=audit`.

Lists every package of `requirements.lock` with its version and licence, as it is installed here,
and every bundled file that others wrote. Exit code 1 if a package is missing or of another version,
or if a bundled file is not the one that is stated.
"""

import hashlib
import re
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOCK = ROOT / "requirements.lock"
ASSETS = (
    ROOT / "src" / "crivello" / "web" / "static" / "ASSETS.toml",
    ROOT / "src" / "crivello" / "reports" / "fonts" / "FONTS.toml",
    ROOT / "tests" / "support" / "axe_core" / "ASSETS.toml",
)
"""The lists of files that others wrote, bundled or for the tests, each in the folder of its
files."""
_PIN = re.compile(r"([A-Za-z0-9._-]+)==([^ ;\\]+)(?: ; (.*?))? *\\?")


@dataclass(frozen=True)
class Pin:
    name: str
    version: str
    marker: str
    hashes: tuple[str, ...]


def pins(text: str) -> Iterator[Pin]:
    """Yield the packages of a lock file."""
    entries = re.split(r"\n(?=[A-Za-z0-9])", "\n" + text)
    for entry in entries[1:]:
        found = _PIN.match(entry)
        if found is None:
            raise ValueError(f"{LOCK.name}: not a pin: {entry.splitlines()[0]!r}")
        hashes = tuple(re.findall(r"--hash=sha256:([0-9a-f]{64})", entry))
        yield Pin(found[1], found[2], found[3] or "", hashes)


def licence(name: str) -> str:
    """Return the licence that a package states, in few words."""
    about = metadata(name).json
    stated = about.get("license_expression")
    if isinstance(stated, str):
        return stated
    of_class = [
        line.rpartition(" :: ")[2]
        for line in about.get("classifier") or ()
        if line.startswith("License ::")
    ]
    return ", ".join(of_class) or str(about.get("license") or "?").splitlines()[0]


def bundled() -> Iterator[tuple[dict[str, str], bool]]:
    """Yield the files that others wrote, and whether each is the one that its list states."""
    for listed in ASSETS:
        for asset in tomllib.loads(listed.read_text(encoding="utf-8"))["asset"]:
            digest = hashlib.sha256((listed.parent / asset["file"]).read_bytes()).hexdigest()
            stated = digest == asset["sha256"]
            yield asset, stated and (listed.parent / asset["licence_file"]).is_file()


def main() -> int:
    wrong = 0
    for pin in pins(LOCK.read_text(encoding="utf-8")):
        try:
            found, of = metadata(pin.name)["Version"], licence(pin.name)
        except PackageNotFoundError:
            found, of = "not installed", "?"
        note = "" if found == pin.version else f"  here: {found}"
        wrong += bool(note) and not pin.marker
        print(f"{pin.name:24} {pin.version:12} {of}{note}")
    for asset, right in bundled():
        wrong += not right
        note = "" if right else "  NOT THE FILE THAT IS STATED"
        print(f"{asset['file']:30} {asset['version']:12} {asset['licence']}{note}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

"""System programs that some tests need: which are missing, and how to install them.

`python -m tests.support.programs` installs the missing ones where no password is needed, and
otherwise prints the command that does.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass

from playwright._impl._driver import compute_driver_executable

from tools.page_runtime import fetch_runtime, has_runtime

CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), ""
)
HEADLESS = shutil.which("chromium-headless-shell") or CHROMIUM
"""The engine of Chromium without its windows: a browser test takes a third less processor time."""


@dataclass(frozen=True)
class Program:
    """A program that the tests with one mark need."""

    name: str
    installed: bool
    packages: str
    """Debian packages that bring it."""
    tests: str
    """How these tests are called in the last line of `make test`."""
    takes_root: bool = False

    @property
    def remedy(self) -> str:
        return "they take root" if self.takes_root else "`make browser` installs it"


def _can_make_networks() -> bool:
    if shutil.which("ip") is None or shutil.which("unshare") is None:
        return False
    tried = subprocess.run(["unshare", "-n", "true"], capture_output=True, check=False)
    return tried.returncode == 0


def _runs_node() -> bool:
    """Return True if the node of playwright runs: it needs libraries that a bare system lacks."""
    node = compute_driver_executable()[0]
    tried = subprocess.run([node, "--version"], capture_output=True, check=False)
    return tried.returncode == 0


def _can_mount() -> bool:
    if shutil.which("mount") is None or os.geteuid() != 0:
        return False
    with tempfile.TemporaryDirectory() as folder:
        command = ["unshare", "--mount", "mount", "-t", "tmpfs", "tmpfs", folder]
        return subprocess.run(command, capture_output=True, check=False).returncode == 0


NEEDED = {
    "browser": Program("Chromium", bool(CHROMIUM), "chromium", "in a browser"),
    "zsh": Program("zsh", shutil.which("zsh") is not None, "zsh", "with zsh"),
    "nss": Program("certutil", shutil.which("certutil") is not None, "libnss3-tools",
                   "with certutil"),
    "netns": Program("Network namespaces (Linux)", _can_make_networks(),
                     "" if shutil.which("ip") else "iproute2",
                     "with networks of their own", takes_root=True),
    "mount": Program("Mounting a disk (Linux)", _can_mount(), "", "with a disk of their own",
                     takes_root=True),
    "node": Program("Node.js", _runs_node(), "libstdc++6 libatomic1", "with node"),
    "compiler": Program("A C compiler", shutil.which("cc") is not None, "gcc libc6-dev",
                        "with a C compiler"),
    "valgrind": Program("valgrind", shutil.which("valgrind") is not None, "valgrind",
                        "with valgrind"),
    "page": Program("Pyodide", has_runtime(), "" if shutil.which("npm") else "npm",
                    "of the page without an installation"),
}  # fmt: skip
"""By mark of the tests."""
MISSING = {mark: program for mark, program in NEEDED.items() if not program.installed}


def missing_packages() -> list[str]:
    """Return the Debian packages that contain all missing programs."""
    return [package for one in MISSING.values() for package in one.packages.split()]


FASTER = "chromium-headless-shell"
"""Makes the browser tests cheaper; they run without it too."""
APT = "apt-get -q -o Acquire::Retries=10 -o DPkg::Lock::Timeout=600"
WAITS = (10, 60, 0)
"""Seconds before the installation is tried again: a package server may be out for a moment."""


def install() -> int:
    """Install what is missing, or print the command; return 0 if nothing is missing afterwards."""
    packages = missing_packages()
    if not packages and shutil.which(FASTER):
        _fetch_pyodide()
        print("All programs that the tests need are installed.")
        return 0
    if not shutil.which("apt-get"):
        names = ", ".join(one.name for one in MISSING.values())
        print(f"Install with the package manager of your system: {names or 'nothing more'}.")
        return bool(packages)
    allowed = _find_permission()
    if allowed is None:
        wanted = " ".join([*packages, FASTER])
        print(f"This takes your password: sudo apt-get update && sudo apt-get install -y {wanted}")
        return bool(packages)
    _run_apt(allowed, "update")
    if packages and not any(_try_install(allowed, packages, wait) for wait in WAITS):
        print(f"apt-get could not install: {' '.join(packages)}")
        return 1
    if not shutil.which(FASTER):
        _run_apt(allowed, "install", "-y", FASTER)
    _fetch_pyodide()
    return 0


def _fetch_pyodide() -> None:
    try:
        fetch_runtime()
    except SystemExit as error:  # npm or its registry is missing: the tests of the page do not run
        print(error)


def _find_permission() -> list[str] | None:
    """Return the words to write before apt-get, or None if it would ask for a password."""
    if os.geteuid() == 0:
        return []
    if shutil.which("sudo") is None:
        return None
    tried = subprocess.run(["sudo", "-n", "true"], capture_output=True, check=False)
    return ["sudo", "-n"] if tried.returncode == 0 else None


def _try_install(allowed: list[str], packages: list[str], wait: int) -> bool:
    if _run_apt(allowed, "install", "-y", *packages):
        return True
    time.sleep(wait)
    _run_apt(allowed, "update")
    return False


def _run_apt(allowed: list[str], *words: str) -> bool:
    environment = [*allowed, "env", "DEBIAN_FRONTEND=noninteractive"]
    command = [*environment, *APT.split(), *words]
    return subprocess.run(command, stdout=subprocess.DEVNULL, check=False).returncode == 0


if __name__ == "__main__":
    sys.exit(install())

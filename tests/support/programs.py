"""Programs of the system that some tests need, and what runs without them."""

import shutil
import subprocess

CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), ""
)
HEADLESS = shutil.which("chromium-headless-shell") or CHROMIUM
"""Its engine alone, without what is around a page: a test takes a third less of the processor."""


def _namespaces() -> bool:
    """Does the system let us make networks of our own?"""
    if shutil.which("ip") is None or shutil.which("unshare") is None:
        return False
    tried = subprocess.run(["unshare", "-n", "true"], capture_output=True, check=False)
    return tried.returncode == 0


NEEDED = {
    "browser": ("Chromium", bool(CHROMIUM), "chromium"),
    "zsh": ("zsh", shutil.which("zsh") is not None, "zsh"),
    "nss": ("certutil", shutil.which("certutil") is not None, "libnss3-tools"),
    "netns": ("Network namespaces (root, Linux)", _namespaces(), "iproute2"),
    "compiler": ("a C compiler", shutil.which("cc") is not None, "gcc libc6-dev"),
}
"""By mark of the tests: what they need, whether it is there, the packages that bring it."""
MISSING = {mark: names for mark, names in NEEDED.items() if not names[1]}


def packages() -> str:
    """What brings all that is missing; nothing if nothing is."""
    return " ".join(package for _, _, package in MISSING.values())


if __name__ == "__main__":
    print(packages())

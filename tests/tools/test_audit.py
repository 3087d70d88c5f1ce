"""The lock file and the bundled files: pinned, hashed, and without the address of a package
server.
"""

import re
import tomllib

from tools.audit import LOCK, ROOT, bundled, pins

TEXT = LOCK.read_text(encoding="utf-8")


def test_every_package_of_the_release_is_pinned_with_hashes() -> None:
    locked = list(pins(TEXT))
    assert all(pin.hashes for pin in locked)
    names = {pin.name.lower().replace("_", "-") for pin in locked}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    asked = re.findall(r"[a-z]+", extras["all"][0].partition("[")[2])
    needed = {
        re.split(r"[<>=~ ;\[]", one)[0].lower() for extra in asked for one in extras[extra]
    } | {re.split(r"[<>=~ ;\[]", one)[0].lower() for one in project["dependencies"]}
    assert needed
    assert needed <= names


def test_the_lock_names_no_place() -> None:
    assert not re.search(r"https?:|://|index-url|find-links|file:", TEXT)


def test_bundled_files_are_the_ones_that_are_stated() -> None:
    found = list(bundled())
    assert {"htmx.min.js", "NotoSans-Regular.ttf"} <= {asset["file"] for asset, _ in found}
    assert all(right for _, right in found)

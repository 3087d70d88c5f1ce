"""Parts of a release that can be tested without building it; `make release` does the rest."""

import zipfile
from pathlib import Path

import pytest

import crivello
from tools import release

CHANGES = """# Changes

## Unreleased

### Pairing changes

None.

## 1.2.0 - 2030-01-01

### Pairing changes

- Something.

### Added

- More.

## 1.1.0 - 2029-01-01

### Added

- Old.
"""


def test_the_version_is_that_of_the_package() -> None:
    assert release.version() == crivello.__version__


def test_the_notes_are_the_section_of_the_version() -> None:
    text = release.notes(CHANGES, "1.2.0")
    assert text.startswith("## 1.2.0 - 2030-01-01\n\n### Pairing changes\n\n- Something.")
    assert text.endswith("- More.\n")


@pytest.mark.parametrize(
    ("version", "fault"),
    [("1.3.0", "has no section 1.3.0"), ("1.1.0", "does not begin with Pairing changes")],
)
def test_a_version_without_its_pairing_changes_is_refused(version: str, fault: str) -> None:
    with pytest.raises(release.ReleaseError, match=fault):
        release.notes(CHANGES, version)


def test_the_changelog_has_the_notes_of_this_version() -> None:
    text = (release.ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert release.notes(text, crivello.__version__)


def test_what_a_wheel_lacks_or_has_too_much_is_named(tmp_path: Path) -> None:
    path = tmp_path / "crivello.whl"
    with zipfile.ZipFile(path, "w") as wheel:
        wheel.writestr("crivello/__init__.py", "")
        wheel.writestr("crivello/secret.txt", "")
        wheel.writestr("crivello/words/locale/it/LC_MESSAGES/crivello.po", "")
        wheel.writestr("crivello-9.dist-info/METADATA", "Version: 9\nRequires-Dist: lxml\n\n")
    faults = set(release.faults_of_wheel(path))
    assert {
        "the wheel lacks crivello/py.typed",
        "the wheel has crivello/secret.txt",
        "the wheel has crivello/words/locale/it/LC_MESSAGES/crivello.po",
        "the wheel lacks crivello/words/locale/it/LC_MESSAGES/crivello.mo",
        "the wheel has no licence",
        "the metadata have no Summary",
        "the metadata say version 9",
        "the core needs lxml",
    } <= faults
    assert "the wheel lacks crivello/__init__.py" not in faults

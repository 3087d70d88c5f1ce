"""Plug-ins: tie-breaks, pairing systems, file formats and prints that other packages add.

A package names them in its entry points. They are loaded when a key is asked for that is not ours,
or when all keys are listed, so that nothing is slower without them. A plug-in that cannot be loaded
is named and left out.
"""

from __future__ import annotations

from crivello.standard.classes import NamedTuple

TIE_BREAKS = "crivello.tie_breaks"
SYSTEMS_GROUP = "crivello.systems"
FORMATS_GROUP = "crivello.formats"
PRINTS_GROUP = "crivello.prints"
GROUPS = (SYSTEMS_GROUP, TIE_BREAKS, FORMATS_GROUP, PRINTS_GROUP)


class BrokenPlugIn(NamedTuple):
    """A plug-in that could not be loaded."""

    name: str
    """The key or code under which its package lists it."""
    package: str
    reason: str

    def __str__(self) -> str:
        return f"{self.name} ({self.package}): {self.reason}"


_broken: dict[str, tuple[BrokenPlugIn, ...]] = {}
_loading: list[str] = []


def load_plug_ins(group: str) -> tuple[BrokenPlugIn, ...]:
    """Load the plug-ins of an entry point group, once; return those that could not be loaded."""
    if group not in _broken:
        _broken[group] = ()  # loading one may ask for another
        _broken[group] = tuple(_load(group))
    return _broken[group]


def _load(group: str) -> list[BrokenPlugIn]:
    from importlib.metadata import entry_points

    broken = []
    for one in sorted(entry_points(group=group), key=lambda one: one.name):
        package = one.dist.name if one.dist is not None else one.module
        _loading.append(package)
        try:
            one.load()
        except Exception as error:  # noqa: BLE001  whatever it is, the others are not in its way
            broken.append(BrokenPlugIn(one.name, package, describe_failure(error)))
        finally:
            _loading.pop()
    return broken


def describe_failure(error: Exception) -> str:
    """Return what went wrong in a plug-in, in one line."""
    return f"{type(error).__name__}: {error}".strip().splitlines()[0][:200]


def package_of(function: object) -> str:
    """Return the package that is being loaded, or the module of a function that a script
    registers."""
    return _loading[-1] if _loading else str(getattr(function, "__module__", ""))

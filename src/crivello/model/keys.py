"""The editions of the pairing systems by key: the facts that files, dates and lists need.

All other facts about an edition are in the `System` that `systems.registry.find` returns.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from crivello.model.errors import Unsupported
from crivello.model.plug_ins import SYSTEMS_GROUP, load_plug_ins
from crivello.model.sentence import N_
from crivello.standard.classes import NamedTuple


class SystemKey(NamedTuple):
    """One edition of a pairing system: key, title, dates, source."""

    key: str
    """The family and the year by which the edition is known."""
    family: str
    title: str
    """Marked for the catalogue, like the source."""
    since: str | None
    """First day in force, ``YYYY-MM-DD``; None: only by explicit key; empty: at all times."""
    until: str | None
    """Last day in force; None: still in force."""
    source: str
    package: str
    """The package in `systems` that implements it, and the one in `explain` that explains it."""
    codes: tuple[str, ...] = ()
    """Type codes of TRF26 record 192 that name exactly this edition: the format's own one first,
    the most widely known one last."""
    older_titles: bool = False
    """Whether its initial order puts the woman international master before the FIDE master."""
    round_robin: bool = False
    """Whether a table pairs all rounds before the first is played."""
    matches: bool = False
    """Whether it pairs matches: of teams, or of two games."""
    two_games: bool = False
    """Whether a match has two games, each a round of its own in files."""
    plug_in: str = ""
    """The package that adds the system; empty: it is one of ours."""

    @property
    def year(self) -> int:
        return int(self.key.rpartition("-")[2])

    @property
    def in_force_now(self) -> bool:
        """True if the edition has come into force and has not been replaced."""
        return self.since is not None and self.until is None

    def in_force(self, day: str) -> bool:
        """Return True if the edition is in force on a day ``YYYY-MM-DD``."""
        return bool(self.since and self.since <= day and (self.until is None or day <= self.until))


class Systems(Mapping[str, SystemKey]):
    """All editions by key, the newest of each family first."""

    def __init__(self, *editions: SystemKey) -> None:
        self._editions = {edition.key: edition for edition in editions}

    def __getitem__(self, key: str) -> SystemKey:
        if key and key not in self._editions and not self.of(key):
            load_plug_ins(SYSTEMS_GROUP)
        return self._editions[key]

    def add(self, edition: SystemKey) -> None:
        """Add the system of a plug-in, as the last one."""
        self._editions = {**self._editions, edition.key: edition}

    def __iter__(self) -> Iterator[str]:
        return iter(self._editions)

    def __len__(self) -> int:
        return len(self._editions)

    @property
    def families(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(edition.family for edition in self.values()))

    @property
    def swiss(self) -> tuple[str, ...]:
        """Keys of the editions that pair each round by the results so far."""
        return tuple(key for key, edition in self.items() if not edition.round_robin)

    def of(self, family: str) -> list[SystemKey]:
        """Return the editions of a family."""
        return [edition for edition in self.values() if edition.family == family]

    @contextmanager
    def announcing(self, edition: SystemKey) -> Iterator[None]:
        """Add one more edition, as the first one, while the block runs."""
        before = self._editions
        self._editions = {edition.key: edition, **before}
        try:
            yield
        finally:
            self._editions = before


SYSTEMS = Systems(
    SystemKey(
        "dutch-2026",
        "dutch",
        N_("FIDE (Dutch) System, 2026"),
        "2026-02-01",
        None,
        N_("C.04.3 as applied from 1 February 2026"),
        "dutch",
        ("FIDE_DUTCH_2026", "FIDE_DUTCH_2025"),
    ),
    SystemKey(
        "dutch-2017",
        "dutch",
        N_("FIDE (Dutch) System, 2017"),
        "2017-07-01",
        "2026-01-31",
        N_("C.04.3 approved at the 87th Congress, Baku 2016"),
        "dutch",
        ("FIDE_DUTCH_2017",),
    ),
    SystemKey(
        "dutch-2011",
        "dutch",
        N_("FIDE (Dutch) System before 2013"),
        "1998-01-01",
        "2012-12-31",
        N_("C.04.1 with the procedure C.1-C.14"),
        "dutch2011",
        older_titles=True,
    ),
    SystemKey(
        "dubov-2026",
        "dubov",
        N_("Dubov System, 2026"),
        "2026-02-01",
        None,
        N_("C.04.4.1 as applied from 1 February 2026"),
        "dubov",
    ),
    SystemKey(
        "dubov-2018",
        "dubov",
        N_("Dubov System, 2018"),
        "2018-10-01",
        "2026-01-31",
        N_("C.04.4.1 approved at the 89th Congress, Batumi 2018"),
        "dubov",
    ),
    SystemKey(
        "dubov-1997",
        "dubov",
        N_("Dubov System, 1997"),
        "1997-01-01",
        "2018-09-30",
        N_("C.04.4.1 adopted in 1997"),
        "dubov1997",
    ),
    SystemKey(
        "burstein-2026",
        "burstein",
        N_("Burstein System, 2026"),
        "2026-02-01",
        None,
        N_("C.04.4.2 as applied from 1 February 2026"),
        "burstein",
    ),
    SystemKey(
        "burstein-2016",
        "burstein",
        N_("Burstein System, older text"),
        None,
        None,
        N_("C.04.4.2 as printed in 2016"),
        "burstein",
    ),
    SystemKey(
        "lim-1999",
        "lim",
        N_("Lim System"),
        "1999-01-01",
        None,
        N_("C.04.4.3 as amended to 1999"),
        "lim",
    ),
    SystemKey(
        "team-2026",
        "team",
        N_("FIDE Swiss Team System, 2026"),
        "2026-02-01",
        None,
        N_("C.04.6 as applied from 1 February 2026"),
        "matches",
        matches=True,
    ),
    SystemKey(
        "doubleswiss-2026",
        "doubleswiss",
        N_("FIDE Double-Swiss System, 2026"),
        "2026-02-01",
        None,
        N_("C.04.5 as applied from 1 February 2026"),
        "matches",
        matches=True,
        two_games=True,
    ),
    SystemKey(
        "roundrobin",
        "roundrobin",
        N_("Round robin, Berger tables"),
        "",
        None,
        N_("C.05, Annex 1"),
        "roundrobin",
        ("BERGER_ROUNDROBIN", "FIDE_ROUNDROBIN"),
        round_robin=True,
    ),
    SystemKey(
        "doubleroundrobin",
        "doubleroundrobin",
        N_("Double round robin, Berger"),
        "",
        None,
        N_("C.05, Annex 1"),
        "roundrobin",
        ("BERGER_DOUBLEROUNDROBIN", "FIDE_DOUBLEROUNDROBIN"),
        round_robin=True,
    ),
)

FAMILY_CODES = {
    "FIDE_DUTCH": "dutch",
    "FIDE_DUBOV": "dubov",
    "FIDE_BURSTEIN": "burstein",
    "FIDE_DOUBLESWISS": "doubleswiss",
}
"""Type codes of record 192 that leave the edition to the date."""
DUTCH = "dutch"
"""The family that also pairs the first rounds of other systems."""
DEFAULT_FAMILY = DUTCH
"""The family used when none is named."""
NEWEST = next(iter(SYSTEMS))
"""The edition of that family in force today."""

ACCELERATIONS: dict[str, str] = {
    "baku-2016": N_("Baku, 2016"),
    "baku-2025": N_("Baku, up to January 2026"),
    "baku-2026": N_("Baku, 2026"),
}
"""The methods of acceleration by key; `rules.acceleration` has the editions."""

PACES: dict[str, str] = {
    "standard": N_("standard"),
    "rapid": N_("rapid"),
    "blitz": N_("blitz"),
}
"""The rates of play that are rated."""
_NAMES_OF_PACES = {
    "rapid": ("rapid", "rápid", "active chess", "semilampo"),
    "blitz": ("blitz", "lightning", "lampo"),
}
"""The words by which a type of tournament names a pace."""


def pace_in(kind: str) -> str:
    """Return the pace that a type of tournament names; standard if it names none.

    >>> pace_in("Individual: Swiss-System (Rapid)")
    'rapid'
    """
    kind = kind.casefold()
    for pace, names in _NAMES_OF_PACES.items():
        if any(name in kind for name in names):
            return pace
    return "standard"


def in_force(day: str) -> frozenset[str]:
    """Return the keys of all editions in force on a day, ``YYYY/MM/DD`` or ``YYYY-MM-DD``."""
    day = day.replace("/", "-")
    return frozenset(key for key, edition in SYSTEMS.items() if edition.in_force(day))


def nearest_edition(family: str, year: int) -> SystemKey:
    """Return the edition of a family whose year is nearest; the newer of two equally near."""
    return min(SYSTEMS.of(family), key=lambda edition: (abs(edition.year - year), -edition.year))


ROUND_ROBIN, DOUBLE_ROUND_ROBIN = (key for key, one in SYSTEMS.items() if one.round_robin)
TEAMS = next(one.family for one in SYSTEMS.values() if one.matches and not one.two_games)
"""The family that pairs teams."""
TEAM_SWISS, TEAM_ROUND_ROBIN = "team-swiss", "team-round-robin"
"""The keys of tournaments of teams whose matches are unknown, or that no system here pairs."""


def is_round_robin(system: str | None) -> bool:
    """Return True if the key is that of a round robin, of players or of teams."""
    edition = SYSTEMS.get(system or "")
    return system == TEAM_ROUND_ROBIN or (edition is not None and edition.round_robin)


def pairs_matches(system: str | None) -> bool:
    """Return True if the key or family is that of a system that pairs matches."""
    return any(edition.matches for edition in _find_editions(system))


def has_two_games(system: str | None) -> bool:
    """Return True if the key or family is that of a system whose matches are two games."""
    return any(edition.two_games for edition in _find_editions(system))


def is_of_teams(system: str | None) -> bool:
    """Return True if the key or family is that of a system for teams, or of team tournaments that
    cannot be paired.
    """
    named = _find_editions(system)
    return system in NO_SWISS or any(one.matches and not one.two_games for one in named)


def _find_editions(system: str | None) -> list[SystemKey]:
    """Return the edition with this key, or all editions of this family."""
    edition = SYSTEMS.get(system or "")
    return [edition] if edition else SYSTEMS.of(system or "")


NO_SWISS = {
    TEAM_SWISS: N_(
        "A Swiss tournament of teams whose matches are not known cannot be paired here."
    ),
    TEAM_ROUND_ROBIN: N_("Round robins of teams are not paired here."),
}
"""Kinds of tournaments that can be read and shown, but that no system here pairs."""


FORMER_ROUND_ROBIN = "round-robin"
"""The key that older files use for a round robin of any kind."""


BROKEN_SYSTEM = N_("The pairing system {key} of the package {package} cannot be loaded: {why}")


def unknown_system(key: str) -> Unsupported:
    """Return the error for a key that names neither a family nor an edition."""
    for one in load_plug_ins(SYSTEMS_GROUP):
        if one.name == key:
            return Unsupported(BROKEN_SYSTEM, key=key, package=one.package, why=one.reason)
    family = next((one for one in SYSTEMS.families if key.startswith(f"{one}-")), None)
    if family is None:
        from crivello.model.grammar import nearest_word

        return Unsupported(
            N_("There is no pairing system {key!r}.{near:| Did you mean {}?} Known: {known}."),
            key=key,
            near=nearest_word(key, SYSTEMS.families),
            known=", ".join(SYSTEMS.families),
        )
    return Unsupported(
        N_("There is no edition {key}. Editions of the {family} system: {known}."),
        key=key,
        family=family,
        known=", ".join(sorted(one.key for one in SYSTEMS.of(family))),
    )


def resolve(key: str, date: str) -> str:
    """Return the key of the edition that `key` means on `date` (``YYYY-MM-DD`` or ``YYYY/MM/DD``).

    A family means its edition in force on that day. Raises `Unsupported` if there is none.
    """
    if key in SYSTEMS:
        return key
    if key == FORMER_ROUND_ROBIN:
        return ROUND_ROBIN
    if key in NO_SWISS:
        raise Unsupported(NO_SWISS[key])
    day = date.replace("/", "-")
    editions = SYSTEMS.of(key)
    if not editions:
        raise unknown_system(key)
    for edition in editions:
        if edition.in_force(day):
            return edition.key
    raise Unsupported(
        N_("No edition of the {family} system was in force on {date}. Name one: {nearest}."),
        family=key,
        date=day,
        nearest=", ".join(_find_nearest(editions, day)),
    )


def _find_nearest(editions: list[SystemKey], day: str) -> list[str]:
    """Return the keys of the last edition before a day on which none was in force and of the first
    after it.

    Editions without dates are included: one of them may be meant.
    """
    before = [system for system in editions if system.until and system.until < day]
    after = [system for system in editions if system.since and system.since > day]
    found = []
    if before:
        found.append(max(before, key=lambda system: system.until or "").key)
    if after:
        found.append(min(after, key=lambda system: system.since or "").key)
    return found + [system.key for system in editions if system.since is None]

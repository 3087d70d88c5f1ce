"""The interface of a pairing system, and the lookup of systems by key.

A `System` holds all facts about one edition. The packages of the systems are imported on demand.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module

from crivello.model.errors import Unsupported
from crivello.model.keys import SYSTEMS, SystemKey, unknown_system
from crivello.model.sentence import N_
from crivello.standard.classes import NamedTuple, replace
from crivello.standard.garbage import without_collection
from crivello.standard.typing_names import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:  # not needed here, and slow to load
    from crivello.model.field import Entrant, Field, MayMeet
    from crivello.model.pairing import RoundPairing
    from crivello.model.settings import Settings
    from crivello.model.tournament import Tournament
    from crivello.model.trace import Step, Trace
    from crivello.rules.field import FieldRules
    from crivello.systems.judgement import RoundJudge
    from crivello.systems.publication import Coloured, EditionValue, Solver


class Articles(NamedTuple):
    """The article numbers of the rules that every edition has; an empty string if it lacks the
    rule.
    """

    rematch: str
    """Players who have met are not paired again."""
    bye: str
    """Players who may not have the bye."""
    colours: str
    """The colour limits that keep some players from meeting."""
    floats: str
    """What a float is."""
    preference: str
    """Which colour a player prefers, or is due."""
    initial_colour: str = ""
    """The initial colour is drawn by lot; with the chapter, as it is cited alone."""


class System(ABC):
    """One edition of a pairing system: the facts about it, and the methods that pair with it."""

    key: str
    field_rules: FieldRules
    """How the edition derives the facts of a field."""
    articles: Articles

    # Its cards

    notation: str
    """The signs of preference and floats on a card. Marked for the catalogue."""
    absolute_mark = ""
    """What is written after the letter of an absolute preference."""
    typed_brackets = False
    """Whether a bracket can be explained from what a book prints of it."""
    generation: tuple[str, ...] = ()
    """The articles of the orders of transpositions and of exchanges, if it has them."""
    ordered_by = ""
    """The article of the order within a scoregroup, if that depends on all earlier games."""
    moves_down = False
    """Whether players who cannot be paired in a bracket are moved down to the next one."""
    brings_up = False
    """Whether players come up to a scoregroup that cannot be paired alone."""
    due_colours = False
    """Whether it knows which colour a player is due, but no preference and its strength."""
    shows_ratings = False
    """Whether the average ratings of the opponents (ARO) decide, so that they are published."""
    float_columns = ("C12", "C14")
    """The names in checklists for the floats of the last round and of the one before it."""

    # Its rules

    basic_colour_limits = True
    """Whether the limits of C.04.1: 6-7 bind, except in the last round."""
    last_round_exceptions = False
    """Whether the colour rules do not bind some players in the last round."""
    options = frozenset({"parity"})
    """Keys of the options that it reads (`model.settings.OPTIONS`)."""
    endorsed = False
    """Whether an approved program with a free checker exists (C.04.2: 1.4)."""

    # How it pairs

    has_sieve = True
    """Whether there is a literal enumeration to compare with."""
    slow = False
    """Whether it tries pairings one after another, so that a large round takes minutes."""

    @property
    def announced(self) -> SystemKey:
        """The edition's registry entry: family, title, dates, source, codes."""
        return SYSTEMS[self.key]

    @property
    def title(self) -> str:
        return self.announced.title

    @property
    def family(self) -> str:
        return self.announced.family

    @property
    @abstractmethod
    def steps(self) -> tuple[type[Step], ...]:
        """The classes of steps that its trace can contain, apart from colours and boards."""

    def rules_in(self, tournament: Tournament, round_number: int) -> System:
        """Return the system whose rules apply to a round: another system in seeding rounds, else
        this one.
        """
        return self

    def most_upfloats(self, field: Field) -> int | None:
        """Return how many upfloats make a player a maximum upfloater (MaxT); None if the edition
        does not count them.
        """
        return None

    def seeding_rounds(self, settings: Settings) -> int:
        """Return how many rounds at the start are paired by the rules of another system."""
        return 0

    @abstractmethod
    def may_meet(self, field: Field) -> MayMeet:
        """Return the predicate that tells whether two players may meet in a round, by the absolute
        rules.
        """

    def colour_score(self, player: Entrant, field: Field) -> int:
        """Return the score that decides which of two players ranks higher when colours are
        allocated.
        """
        return player.score

    def may_meet_for_sure(self, field: Field) -> MayMeet:
        """Return the predicate for pairs that are allowed whatever the missing results of earlier
        rounds are.

        Past opponents and colours do not depend on results. The exceptions of the last round do,
        since they are for topscorers or for players of equal score; so they are ignored here.
        """
        return self.may_meet(replace(field, rounds=None) if field.last_round else field)

    def may_meet_at_best(self, field: Field) -> MayMeet:
        """Return the predicate for pairs that are allowed if the missing results permit every
        exception of the last round.
        """
        from crivello.rules.colours import strangers

        excepted = field.last_round and self.last_round_exceptions
        return strangers if excepted else self.may_meet_for_sure(field)

    def pair(
        self,
        tournament: Tournament,
        round_number: int,
        trace: Trace | None = None,
        field: Field | None = None,
    ) -> RoundPairing:
        """Pair a round.

        `trace`, if given, is a list to which the steps are appended. `field` saves computing the
        field of the round, if the caller has it (by the rules of `rules_in`). Raises `Impossible`
        if no legal pairing exists.
        """
        return self._pair(tournament, round_number, trace, field)

    def sift(
        self,
        tournament: Tournament,
        round_number: int,
        trace: Trace | None = None,
        field: Field | None = None,
    ) -> RoundPairing:
        """Pair a round by the sieve, which enumerates all candidates; only for small fields."""
        if not self.has_sieve:
            raise Unsupported(N_("The system {key} has no literal enumeration."), key=self.key)
        return self._pair(tournament, round_number, trace, field, literally=True)

    @without_collection
    def _pair(
        self,
        tournament: Tournament,
        round_number: int,
        trace: Trace | None,
        field: Field | None = None,
        literally: bool = False,
    ) -> RoundPairing:
        if field is None:
            field = self._field(tournament, round_number)
        coloured, bye = self._find(tournament, field, trace, literally)
        return self._publish(field, coloured, bye, trace)

    def _field(self, tournament: Tournament, round_number: int) -> Field:
        from crivello.rules.field import build_field

        return build_field(tournament, round_number, self.field_rules)

    def _publish(
        self, field: Field, pairs: list[Coloured], bye: Entrant | None, trace: Trace | None
    ) -> RoundPairing:
        from crivello.systems.publication import publish_round

        return publish_round(self.key, field, pairs, bye, self.may_meet(field), trace)

    @abstractmethod
    def _find(
        self, tournament: Tournament, field: Field, trace: Trace | None, literally: bool
    ) -> tuple[list[Coloured], Entrant | None]:
        """Return the pairs of a round with their colours, and the player with the bye."""


@cache
def _module(package: str, name: str) -> Any:
    """Import a module of a system's package, with a cache: `import_module` alone takes longer than
    pairing a small bracket.
    """
    return import_module(f"crivello.systems.{package}.{name}")


class Judge(System):
    """A system whose edition is a value and which can judge given pairings.

    Its package has the modules `solver`, `sieve` and `judge`, whose functions take the edition.
    """

    edition: EditionValue

    def __init__(self, edition: EditionValue) -> None:
        self.edition = edition
        self.key = edition.key
        self.field_rules = edition.field_rules

    def _module(self, name: str) -> Any:
        return _module(self.announced.package, name)

    def _find(
        self, tournament: Tournament, field: Field, trace: Trace | None, literally: bool
    ) -> tuple[list[Coloured], Entrant | None]:
        solver = self._module("sieve").sift if literally else self._module("solver").solve
        return self._solve(field, solver, trace)

    def _solve(
        self, field: Field, solver: Solver, trace: Trace | None
    ) -> tuple[list[Coloured], Entrant | None]:
        pairs, bye = solver(field, self.edition, trace)
        return [self.edition.allocate(one, other, field) for one, other in pairs], bye

    def pair_field(
        self, field: Field, solver: Solver | None = None, trace: Trace | None = None
    ) -> RoundPairing:
        """Pair a field with the given solver, by default the system's own."""
        solver = solver or self._module("solver").solve
        return self._publish(field, *self._solve(field, solver, trace), trace)

    def judge_for(self, tournament: Tournament, round_number: int) -> RoundJudge:
        """Pair a round and return the judge that compares other pairings with it."""
        field = self._field(tournament, round_number)
        trace: Trace = []
        self._find(tournament, field, trace, literally=False)
        return self.judge_from(field, trace)

    def judge_from(self, field: Field, trace: Trace) -> RoundJudge:
        """Return the judge of a round that has been paired, from its field and its trace."""
        judge: RoundJudge = self._module("judge").JUDGE(self, field, trace)
        return judge


_guests: dict[str, System] = {}


def find(key: str) -> System:
    """Return the system with this key, which names an edition (`model.keys.resolve` finds the
    edition of a family).
    """
    # C.04.2.A.1 (1)
    if key in _guests:
        return _guests[key]
    if key not in SYSTEMS:
        raise unknown_system(key)
    if key in _guests:  # a plug-in, loaded just now
        return _guests[key]
    module = import_module(f"crivello.systems.{SYSTEMS[key].package}.system")
    return cast(System, module.find(key))


def add_system(system: System) -> None:
    """Add the system of a plug-in; `SYSTEMS` has its key."""
    _guests[system.key] = system


@contextmanager
def register_system(announced: SystemKey, system: System) -> Iterator[System]:
    """Register one more system while the block runs, to try out an edition."""
    with SYSTEMS.announcing(announced):
        _guests[system.key] = system
        try:
            yield system
        finally:
            del _guests[system.key]

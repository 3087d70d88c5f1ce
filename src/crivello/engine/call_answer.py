"""Answer an engine call: write boards, report, checklist or tournament, and return the exit
code.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping

from crivello.engine.call import Call, CallError, EngineAction
from crivello.engine.convention import (
    BY_KEY,
    NO_PAIRING,
    TOO_MANY_ROUNDS,
    Convention,
    EngineOutcome,
)
from crivello.engine.edition import choose
from crivello.engine.files import EngineFileError, beside, checklist_path, read, write
from crivello.model.errors import (
    CrivelloError,
    Illegal,
    Impossible,
    Malformed,
    Problem,
    TooLarge,
    not_paired_yet,
    warning,
)
from crivello.model.sentence import N_
from crivello.model.tournament import Tournament
from crivello.standard.classes import NamedTuple, replace
from crivello.standard.typing_names import TYPE_CHECKING

if TYPE_CHECKING:
    from crivello.formats import Repair
    from crivello.model.field import Field
    from crivello.model.pairing import RoundPairing
    from crivello.systems.registry import System


BYES_ONLY = {
    True: N_("In round {round} every player has a bye: it is over, and round {next} is paired."),
    False: N_("In round {round}, the coming one, every player has a bye: there are no boards."),
}

Remark = Callable[[str], None]
"""A function that prints a line on standard error."""


class PairedRound(NamedTuple):
    """The round that a call asked for, with its pairing or the error."""

    tournament: Tournament
    number: int
    system: System
    pairing: RoundPairing | None
    """The pairing; None if there is no legal one: see `error`."""
    error: Impossible | None


class CallAnswerer:
    """Answers one engine call."""

    def __init__(
        self,
        call: Call,
        environment: Mapping[str, str],
        today: str,
        remark: Remark,
        data: bytes | None = None,
    ) -> None:
        """Store the call; `data` is the tournament if it is not in a file."""
        self.call = call
        self.data = data
        self.convention: Convention = BY_KEY[call.like]
        self.environment = environment
        self.today = today
        self.remark = remark

    def run(self) -> int:
        """Do what the call asks for and return the exit code."""
        try:
            if self.call.version:
                from crivello import __version__

                write(None, f"crivello {__version__}\n")
            return self.convention.exit_codes[ACTIONS[self.call.action](self)]
        except CrivelloError as error:
            return self.convention.exit_codes[self._tell(error)]

    # -- what a call can ask for

    def version(self) -> EngineOutcome:
        return EngineOutcome.DONE

    def pair(self) -> EngineOutcome:
        out = self.call.out and beside(self.call.out, self.call.file)
        list_path = self.list_path()
        found = self.pair_next_round(self.tournament())
        write(out, self.boards(found))
        if list_path is not None:
            text = self.checklist(found.system, found.tournament, found.number, found.pairing)
            write(list_path, text + self.signature(found.pairing is not None))
        return EngineOutcome.DONE if found.error is None else self._tell(found.error)

    def pair_next_round(self, tournament: Tournament) -> PairedRound:
        rounds, number = tournament.settings.rounds, self.coming_round(tournament)
        if rounds is not None and number > rounds:
            raise Illegal(TOO_MANY_ROUNDS)
        tournament = self.with_baku(tournament, number)
        system = self.system(tournament)
        tournament = self.with_initial_colour(tournament, system)
        try:
            pairing, error = system.pair(tournament, number), None
        except Impossible as impossible:
            pairing, error = None, impossible
        return PairedRound(tournament, number, system, pairing, error)

    def coming_round(self, tournament: Tournament) -> int:
        """Return the number of the round to pair.

        If every player has a bye in the coming round, the convention decides whether that round is
        already over, and a warning says so.
        """
        from crivello.systems.request import after_rounds_of_byes

        number, following = tournament.next_round, after_rounds_of_byes(tournament)
        if number == following:
            return number
        over = self.convention.rounds_of_byes_are_over
        told = warning(BYES_ONLY[over], round=number, next=following)
        self.warn((told,), self.call.file)
        return following if over else number

    def boards(self, found: PairedRound) -> str:
        """Return the boards as the convention writes them, in its order."""
        pairing = self.in_order(found.pairing, found.tournament, found.system)
        return boards(pairing, self.convention)

    def check(self) -> EngineOutcome:
        from crivello.audit.checker import with_rounds
        from crivello.engine.report import round_report

        list_path = self.list_path()
        tournament = with_rounds(self.tournament())
        last = tournament.paired_rounds
        system = self.system(tournament)
        wanted = self.call.round
        if wanted is not None and not 1 <= wanted <= last:
            raise not_paired_yet(wanted, last)
        name = os.path.splitext(os.path.basename(self.call.file))[0]
        lines: list[str] = []
        tables: list[str] = []
        for number in range(1, last + 1) if wanted is None else (wanted,):
            accelerated = self.with_baku(tournament, number)
            field = self.field(accelerated, number, system)
            try:
                pairing = system.pair(accelerated, number)
            except Impossible:
                pairing = None
            lines += round_report(name, tournament.round(number), field, pairing, self.convention)
            if list_path is not None:
                table = self.checklist(system, accelerated, number, pairing)
                tables.append(f"Round #{number}\n{table}")
        if self.convention.report_ends_blank:
            lines.append("")
        write(None, "".join(f"{line}\n" for line in lines))
        if list_path is not None:
            write(list_path, "".join(tables) + self.signature(paired=True))
        return EngineOutcome.DONE

    def generate(self) -> EngineOutcome:
        from crivello.engine import generating
        from crivello.formats.trf import write_trf

        call = self.call
        assert call.out is not None
        out = beside(call.out, call.file or call.config or "")
        list_path = self.list_path(out)
        seed = call.seed if call.seed is not None else self.draw_seed()
        if call.file:
            model = self.tournament()
            system = self.system(model)
            tournament = generating.make_like(model, system.key, seed, call.baku)
        else:
            system = self.system(Tournament())
            text = read(call.config).decode("utf-8-sig", "replace") if call.config else ""
            reader = getattr(generating, f"{self.convention.key}_recipe")
            recipe, warnings = reader(text, seed)
            self.warn(warnings, call.config or "")
            recipe = replace(recipe, system=system.key)
            tournament = generating.make(recipe, seed, call.baku)
        rounds = tournament.settings.rounds
        if rounds is not None and tournament.paired_rounds < rounds:
            self.remark(
                f"Round {tournament.next_round} cannot be paired; the tournament ends here."
            )
        write(out, write_trf(tournament, self.convention.dialect))
        if list_path is not None:
            tables = []
            for number in range(1, tournament.paired_rounds + 1):
                pairing = system.pair(tournament, number)
                table = self.checklist(system, tournament, number, pairing)
                tables.append(f"Round #{number}\n{table}")
            write(list_path, "".join(tables) + self.signature(paired=True))
        return EngineOutcome.DONE

    # -- what they need

    def tournament(self) -> Tournament:
        """Read the tournament of the file; raise an error for repairs that could change a
        pairing.
        """
        from crivello.formats import read_document, refuse_uncertain

        data = read(self.call.file) if self.data is None else self.data
        document = read_document(data, self.call.file, tolerant=True)
        refuse_uncertain(
            repair for repair in document.repairs if not _has_only_unclear_dates(repair)
        )
        repairs = [repair.as_problem() for repair in document.repairs]
        self.warn((*document.warnings, *repairs), self.call.file)
        return document.tournament

    def system(self, tournament: Tournament) -> System:
        from crivello.systems.registry import find

        key, warning = choose(tournament, self.call.system, self.environment, self.today)
        if warning is not None and self.call.file:
            self.warn([warning], self.call.file)
        return find(key)

    def with_initial_colour(self, tournament: Tournament, system: System) -> Tournament:
        """Return the tournament with its initial colour; a colour that is not stated is drawn, with
        a warning.
        """
        from crivello.systems.request import with_initial_colour

        wanted = self.call.initial_colour
        found, warnings = with_initial_colour(tournament, system.key, wanted, self.environment)
        self.warn(warnings, self.call.file)
        return found

    def with_baku(self, tournament: Tournament, number: int) -> Tournament:
        """Return the tournament with Baku points in this round if the call has ``-b``, added to
        those in the file.
        """
        return with_baku_points(tournament, number) if self.call.baku else tournament

    def in_order(
        self, pairing: RoundPairing | None, tournament: Tournament, system: System
    ) -> RoundPairing | None:
        """Return the pairing with its boards in the order of the convention, which differs if there
        are virtual points.
        """
        from crivello.rules.acceleration import virtual_points

        if pairing is None or not virtual_points(tournament, pairing.round):
            return pairing
        from crivello.rules.rounds import in_publication_order

        field = self.field(tournament, pairing.round, system)
        entrants = {entrant.id: entrant for entrant in field.entrants}
        pairs = [(entrants[board.white], entrants[board.black]) for board in pairing.boards]
        return replace(pairing, boards=tuple(in_publication_order(pairs, field)))

    def field(self, tournament: Tournament, number: int, system: System) -> Field:
        """Return the field of a round, with the scores by which the other program orders boards."""
        from crivello.rules.field import build_field

        field = build_field(tournament, number, system.field_rules)
        if self.convention.boards_by_pairing_score:
            return replace(field, board_score={})
        return replace(field, board_score={one.id: one.points for one in field.entrants})

    def list_path(self, file: str = "") -> str | None:
        named = self.call.list
        if named is None:
            return None
        file = file or self.call.file
        if not named and file == "-":
            raise CallError(N_("{option} needs a value."), option="-l")
        return beside(named, file) if named else checklist_path(file)

    def checklist(
        self, system: System, tournament: Tournament, number: int, pairing: RoundPairing | None
    ) -> str:
        from crivello.engine.checklist import STYLES, checklist

        field = self.field(tournament, number, system)
        return checklist(STYLES[self.convention.key], field, pairing, system.key)

    def signature(self, paired: bool) -> str:
        """Return the last line of a checklist: our name and version where JaVaFo writes its own."""
        if self.convention.key != "javafo":
            return ""
        from crivello import __version__

        return f"crivello {__version__}"

    def draw_seed(self) -> int:
        import secrets

        seed = secrets.randbelow(10**9)
        self.remark(f"Seed: {seed}")
        return seed

    # -- messages

    def warn(self, problems: Iterable[Problem], path: str) -> None:
        for line in problem_lines(problems):
            self.remark(f"Warning: {path}{line}" if path else f"Warning: {line.lstrip(': ')}")

    def _tell(self, error: CrivelloError) -> EngineOutcome:
        """Report an error in the words of the other program, and return its kind."""
        outcome = _classify(error)
        path = self.call.file or self.call.config or self.call.out or ""
        text = str(error)
        if outcome is EngineOutcome.NO_PAIRING:
            text = NO_PAIRING
        elif isinstance(error, Malformed) and _has_only_extra_rounds(error):
            text = TOO_MANY_ROUNDS
        self.remark(self.convention.refusals[outcome].format(path=path, text=text))
        for line in problem_lines(getattr(error, "problems", ())):
            self.remark(f"{path}{line}")
        return outcome


ACTIONS: Mapping[EngineAction, Callable[[CallAnswerer], EngineOutcome]] = {
    EngineAction.PAIR: CallAnswerer.pair,
    EngineAction.CHECK: CallAnswerer.check,
    EngineAction.GENERATE: CallAnswerer.generate,
    EngineAction.VERSION: CallAnswerer.version,
}


def boards(pairing: RoundPairing | None, convention: Convention) -> str:
    """Return the number of lines, then ``white black`` for each board and ``player 0`` for the
    bye.
    """
    if pairing is None:
        return convention.no_boards
    lines = [f"{board.white} {board.black}" for board in pairing.boards]
    if pairing.bye is not None:
        lines.append(f"{pairing.bye} 0")
    return "\n".join([str(len(lines)), *lines]) + "\n"


def problem_lines(problems: Iterable[Problem]) -> list[str]:
    """Return one line per kind of problem: the first problem, and how many more there are."""
    kinds: dict[object, list[Problem]] = {}
    for problem in problems:
        kinds.setdefault(problem.sentence.template, []).append(problem)
    lines = []
    for first, *others in kinds.values():
        place = "" if first.line is None else f":{first.line}"
        more = f" ({len(others)} more like this)" if others else ""
        lines.append(f"{place}: {first}{more}")
    return lines


def _classify(error: CrivelloError) -> EngineOutcome:
    if isinstance(error, Impossible):
        return EngineOutcome.NO_PAIRING
    if isinstance(error, EngineFileError):
        return EngineOutcome.NO_FILE
    return EngineOutcome.TOO_LARGE if isinstance(error, TooLarge) else EngineOutcome.REFUSED


def _has_only_unclear_dates(repair: Repair) -> bool:
    """Return True if the repair is only about the order of day and month in a date; an edition can
    be chosen all the same.
    """
    from crivello.model.dates import readings

    return bool(readings(repair.found) and readings(repair.taken))


def _has_only_extra_rounds(error: Malformed) -> bool:
    """Return True if the only defect is that the file has more rounds than it announces."""
    from crivello.formats.trf.pairs import BEYOND_LAST

    return bool(error.problems) and all(
        one.sentence.template == BEYOND_LAST for one in error.problems
    )


def with_baku_points(tournament: Tournament, number: int) -> Tournament:
    """Return the tournament with the Baku points of round `number` stated player by player
    (``-b``).

    They are added to the points in the file, which must contain those of earlier rounds. If the
    rules of 2016 do not apply to the tournament, it is returned unchanged.
    """
    from crivello.model.settings import Acceleration
    from crivello.rules.acceleration import BAKU_2016, group_a, points_by_round

    settings = tournament.settings
    acceleration, scoring, rounds = settings.acceleration, settings.scoring, settings.rounds
    usual = {scoring.white_win, scoring.black_win, 2 * scoring.white_draw, 2 * scoring.black_draw}
    if acceleration.method is not None or rounds is None or rounds < BAKU_2016.least_rounds:
        return tournament
    if usual != {scoring.unit} or number > rounds:
        return tournament
    points = points_by_round(BAKU_2016, rounds, scoring.unit)[number - 1]
    if not points:
        return tournament
    virtual = {player: list(by_round) for player, by_round in acceleration.virtual}
    for player in group_a(tournament):
        by_round = virtual.setdefault(player.id, [])
        by_round += [0] * (number - len(by_round))
        by_round[number - 1] += points
    stated = tuple((player, tuple(by_round)) for player, by_round in virtual.items())
    acceleration = Acceleration(virtual=stated, last_of_group_a=acceleration.last_of_group_a)
    return replace(tournament, settings=replace(settings, acceleration=acceleration))

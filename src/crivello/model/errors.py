"""The error classes of the package:

    CrivelloError
    ├── Malformed      the input cannot be read: line, column, what was found and expected
    │   └── WordError  a typed word has no meaning in its place
    ├── Illegal        readable, but contradicts itself or a rule: which player, which round
    ├── Impossible     no pairing of the round exists: the players and criteria that block it
    ├── Unsupported    understood, but this program does not do it
    └── TooLarge       beyond a stated limit of size or work

An error holds its message as a sentence, so that each interface can show it in the user's language;
``str(error)`` is the English text.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from enum import Enum

from crivello.model.reprs import member_repr
from crivello.model.sentence import N_, Sentence, Template
from crivello.standard.classes import frozen
from crivello.standard.typing_names import Any, ClassVar


class Severity(Enum):
    """How serious a problem is.

    >>> [severity.value for severity in Severity]
    ['error', 'warning']
    """

    __repr__ = member_repr

    ERROR = "error"
    WARNING = "warning"


@frozen
class Problem:
    """One defect of an input: a sentence, and the place in the input.

    >>> import crivello
    >>> try:
    ...     crivello.read(b"001 nonsense")
    ... except crivello.Malformed as error:
    ...     print(error.problems[0].line, error.problems[0].column)
    1 5
    """

    sentence: Sentence
    line: int | None = None
    """1-based line of the file."""
    column: int | None = None
    """1-based column of the line."""
    found: str | None = None
    expected: str | None = None
    player: int | None = None
    round: int | None = None
    severity: Severity = Severity.ERROR
    field: str = ""
    """The key of the typed value at fault; empty if no single value is."""

    def __str__(self) -> str:
        return str(self.sentence)


def warning(template: Template, /, **values: object) -> Problem:
    """Return a problem of severity warning, which does not make the input invalid."""
    return Problem(Sentence(template, **values), severity=Severity.WARNING)


class RemedyKind(Enum):
    """The kinds of remedies: what a person can do about an error."""

    ADD_PLAYER = "add a player"
    ADMIT_LATE_ENTRY = "admit a late entry"
    ANNOUNCE_PRIZES = "announce the prizes"
    ANNOUNCE_ROUNDS = "announce the rounds"
    ANSWER_NO_SHOWS = "answer for no-shows"
    CANCEL_BYE = "cancel a bye"
    CHANGE_SETTING = "change a setting"
    """`key` and `value` name the setting; an empty value: whatever applies."""
    CHOOSE_EDITION = "choose the edition in force"
    """`value` is its key."""
    CORRECT_RESULT = "correct a result"
    DRAW_COLOUR = "draw the colour"
    ENTER_RESULT = "enter a result"
    GIVE_CASE_AND_REASON = "give the case and the reason"
    GIVE_DECISION_AND_REASON = "let the chief arbiter decide, with a reason"
    GIVE_REASON = "give a reason"
    GUESS_COLUMNS = "let the columns be guessed"
    LEAVE_FIDE_MODE = "leave FIDE mode"
    LOAD_LIST = "load a rating list"
    """`value` is its name; empty: the FIDE list."""
    MAKE_BACKUP = "make a backup copy"
    MARK_PROVISIONAL = "make it as provisional"
    NAME_COLUMNS = "say which column holds what"
    PAIR = "pair the round"
    PAIR_THE_REST = "let the rules pair the rest"
    PROCEED = "proceed all the same"
    PUBLISH_RESULTS = "publish the results"
    RECOVER_FILE = "recover the file"
    SHOW_LOG = "look at the log"
    SHOW_PLAYERS = "look at the players"
    SHOW_STANDINGS = "look at the standings"
    TAKE_RESULT_BACK = "take a result back"
    UNDO_ALONG = "undo the later actions as well"
    WITHDRAW_PLAYER = "withdraw a player"


@frozen
class Remedy:
    """A remedy for an error; each interface shows it in its own way, as a command or a page."""

    kind: RemedyKind
    key: str = ""
    value: str = ""


class CrivelloError(Exception):
    """Base class of all errors that the package raises on purpose.

    >>> import crivello
    >>> try:
    ...     crivello.pair(crivello.Tournament.new("Open", rounds=5), system="basel")
    ... except crivello.CrivelloError as error:
    ...     print(type(error).__name__, error.code)
    Unsupported unsupported
    """

    code: ClassVar[str] = "crivello-error"
    """A stable code for programs, as `/api/v1` reports it; it never changes, even if the class is
    renamed."""
    template: Template
    values: dict[str, Any]
    remedy: Remedy | None = None
    field: str = ""
    """The key of the typed value at fault, such as ``birth``; empty if no single value is."""

    def __init_subclass__(cls, code: str | None = None) -> None:
        if code is not None:
            cls.code = code

    def __init__(self, template: Template, /, **values: Any) -> None:
        self.template = template
        self.values = values
        super().__init__(str(self.sentence))

    @property
    def sentence(self) -> Sentence:
        """The message, to be shown in the user's language."""
        return Sentence(self.template, **self.values)

    def __reduce__(self) -> tuple[Any, ...]:
        """Return what pickle needs to restore the error with all its attributes."""
        return _rebuild, (type(self), self.args[0], self.__dict__)


def _rebuild(kind: type[CrivelloError], text: str, state: dict[str, Any]) -> CrivelloError:
    error = kind.__new__(kind, text)
    error.__dict__.update(state)
    return error


@contextmanager
def about(field: str) -> Iterator[None]:
    """Set `field` of an error raised inside the block, unless the error names a field itself."""
    try:
        yield
    except CrivelloError as error:
        error.field = error.field or field
        raise


class Malformed(CrivelloError, code="malformed"):
    """The input cannot be read; `problems` lists every defect found, `str` the first ones.

    >>> import crivello
    >>> try:
    ...     crivello.read(b"001 nonsense")
    ... except Malformed as error:
    ...     print(str(error).splitlines()[1][:28])
    line 1: Record 001 cannot be
    >>> try:
    ...     crivello.standings(crivello.Tournament.new("Open"), ["NO"])
    ... except Malformed as error:
    ...     print(str(error)[:29])
    There is no tie-break 'NO'. K
    """

    def __init__(
        self, template: Template, /, problems: Sequence[Problem] = (), **values: Any
    ) -> None:
        self.problems = tuple(problems)
        super().__init__(template, **values)

    def __str__(self) -> str:
        """Return the message with the first problems, each with its line."""
        message = str(self.args[0])
        listed = [line for problem in self.problems if (line := _with_line(problem)) not in message]
        if not listed or all(str(problem) in message for problem in self.problems):
            return message
        more = len(listed) - FIRST_PROBLEMS
        rest = [f"(and {more} more)"] if more > 0 else []
        return "\n".join([message, *listed[:FIRST_PROBLEMS], *rest])


FIRST_PROBLEMS = 3
"""Problems that the text of an error lists."""


def _with_line(problem: Problem) -> str:
    line = "" if problem.line is None else f"line {problem.line}: "
    return f"{line}{problem}"


SHOWN = 40
"""Letters of a typed word that a message repeats."""


class WordError(Malformed, code="word-error"):
    """A typed word has no meaning in its place.

    >>> import crivello
    >>> try:
    ...     crivello.Result("3-0")
    ... except WordError as error:
    ...     print(str(error)[:24])
    '3-0' is not a result. W
    """


class Illegal(Malformed, code="illegal"):
    """The input can be read but contradicts itself or a rule of the game.

    >>> import crivello
    >>> try:
    ...     crivello.Tournament.new("Open", rounds=-1, players=["Ada"])
    ... except Illegal as error:
    ...     print(*error.problems)
    The number of rounds announced is -1; it must be positive.
    """


class Impossible(CrivelloError, code="impossible"):
    """No legal pairing of the round exists.

    `blocked` are the ids of players who cannot all be paired, `criteria` the absolute criteria
    that forbid their pairs.

    >>> import crivello
    >>> two, dutch = ["Ada", "Ben"], {"system": "dutch", "initial_colour": "white"}
    >>> t = crivello.Tournament.new("Match", 2, two, **dutch)
    >>> t = t.with_pairing(crivello.pair(t)).with_results(["1-0"])
    >>> try:
    ...     crivello.pair(t)
    ... except Impossible as error:
    ...     print(error.blocked)
    (1, 2)
    """

    def __init__(
        self,
        template: Template,
        /,
        blocked: Sequence[int] = (),
        criteria: Sequence[str] = (),
        **values: Any,
    ) -> None:
        self.blocked = tuple(blocked)
        self.criteria = tuple(criteria)
        super().__init__(template, **values)


class Unsupported(CrivelloError, code="unsupported"):
    """The request is understood, but this program does not do it.

    >>> import crivello
    >>> try:
    ...     crivello.generate(players=6, rounds=2, system="team-round-robin")
    ... except Unsupported as error:
    ...     print(error)
    Round robins of teams are not paired here.
    """


class TooLarge(CrivelloError, code="too-large"):
    """The input or the work it asks for is beyond a stated limit.

    >>> import crivello
    >>> try:
    ...     crivello.Tournament.new("Open", 9, map(str, range(10_000)))
    ... except TooLarge as error:
    ...     print(error)
    The tournament has 10000 players; the limit is 9999.
    """


def not_paired_yet(round: int, paired: int) -> Illegal:
    """Return the error for a round that has not been paired."""
    template = N_("There is no round {round} yet; rounds paired so far: {paired}.")
    return Illegal(template, round=round, paired=paired)

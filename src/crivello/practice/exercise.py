"""The values of an exercise: the bracket, and the questions that can be asked about it."""

from __future__ import annotations

from enum import Enum
from typing import Any

from crivello.explain.notation import TypedBracket, read_bracket
from crivello.explain.typed_bracket import TypedCircumstances, TypedRound
from crivello.model.errors import WordError
from crivello.model.grammar import nearest_word
from crivello.model.sentence import N_
from crivello.standard.classes import frozen
from crivello.systems.registry import System, find

UNKNOWN_DIFFICULTY = N_(
    "There is no kind of exercise {word!r}.{near:| Did you mean {}?} Kinds: {known}."
)
UNKNOWN_QUESTION = N_("There is no question {word!r}.{near:| Did you mean {}?} Questions: {known}.")
NOT_AN_EXERCISE = N_("This is not an exercise: {name} is missing or is not what it should be.")


class QuestionKind(Enum):
    """What can be asked about a bracket. The values are part of the JSON form."""

    __hash__ = object.__hash__

    PAIRING = "pairing"
    FLOATS = "floats"
    NEXT = "next"
    CRITERION = "criterion"


class Difficulty(Enum):
    """What makes an exercise interesting. The values are typed by users, and part of the JSON."""

    __hash__ = object.__hash__

    TRANSPOSITIONS = "transpositions"
    """The halves stay as they are; S2 is taken in another order."""
    EXCHANGE = "exchange"
    """Players of S1 and S2 change places."""
    FLOATER = "floater"
    """The player who floats has to be chosen."""
    COLLAPSE = "collapse"
    """The players below cannot be paired with what the bracket alone would leave."""
    LAST_ROUND = "last-round"
    """The exceptions of the last round decide."""
    SHIFTERS = "shifters"
    """Players change subgroups (Dubov)."""
    UPFLOATERS = "upfloaters"
    """The players who come up have to be chosen."""
    PAIRS = "pairs"
    """The first pairs in order will not do."""


def read_difficulty(word: str) -> Difficulty:
    """Return the kind of exercise that a user names."""
    known = [one.value for one in Difficulty]
    if word not in known:
        near = nearest_word(word, known)
        raise WordError(UNKNOWN_DIFFICULTY, word=word, near=near, known=", ".join(known))
    return Difficulty(word)


def read_kind(word: str) -> QuestionKind:
    """Return the kind of question that a user names."""
    known = [one.value for one in QuestionKind]
    if word not in known:
        near = nearest_word(word, known)
        raise WordError(UNKNOWN_QUESTION, word=word, near=near, known=", ".join(known))
    return QuestionKind(word)


@frozen
class ExerciseQuestion:
    """A question about a bracket; `candidate` is the number of the candidate it is about, or 0."""

    kind: QuestionKind
    candidate: int = 0

    @property
    def plain(self) -> dict[str, Any]:
        found: dict[str, Any] = {"kind": self.kind.value}
        return found | {"candidate": self.candidate} if self.candidate else found


def read_question(plain: Any) -> ExerciseQuestion:
    """Return the question that its JSON form describes."""
    if not isinstance(plain, dict) or not isinstance(plain.get("kind"), str):
        raise WordError(NOT_AN_EXERCISE, name="kind")
    candidate = plain.get("candidate", 0)
    if not isinstance(candidate, int) or isinstance(candidate, bool):
        raise WordError(NOT_AN_EXERCISE, name="candidate")
    return ExerciseQuestion(read_kind(plain["kind"]), candidate)


@frozen
class Exercise:
    """A bracket to be paired: what is typed, and the circumstances of the round."""

    system: str
    """The key of the edition."""
    bracket: str
    """All players still to be paired, in the notation of books: the moved-down players and the
    residents, then the scoregroups below."""
    round: int | None = None
    rounds: int | None = None
    last: bool = True
    """Whether these are all players still to be paired. If not, those below are unknown."""
    barred: tuple[int, ...] = ()
    """Those who may not have the bye."""
    difficulty: str = ""
    """What was wished for; empty for a bracket that was typed or comes from a file."""
    seed: int | None = None

    @property
    def edition(self) -> System:
        return find(self.system)

    @property
    def typed(self) -> TypedBracket:
        return read_bracket(self.bracket)

    @property
    def circumstances(self) -> TypedCircumstances:
        return TypedCircumstances(
            lowest=self.last, barred=frozenset(self.barred), round=self.round, rounds=self.rounds
        )

    def pair(self) -> TypedRound:
        """Return the round of this bracket, paired with a trace."""
        return TypedRound(self.edition, self.typed, self.circumstances)

    @property
    def plain(self) -> dict[str, Any]:
        return {
            "system": self.system,
            "bracket": self.bracket,
            "round": self.round,
            "rounds": self.rounds,
            "last": self.last,
            "barred": list(self.barred),
            "difficulty": self.difficulty,
            "seed": self.seed,
        }


def read_exercise(plain: Any) -> Exercise:
    """Return the exercise that its JSON form describes."""
    if not isinstance(plain, dict):
        raise WordError(NOT_AN_EXERCISE, name="system")
    for name in ("system", "bracket"):
        if not isinstance(plain.get(name), str):
            raise WordError(NOT_AN_EXERCISE, name=name)
    for name in ("round", "rounds", "seed"):
        value = plain.get(name)
        if value is not None and (not isinstance(value, int) or isinstance(value, bool)):
            raise WordError(NOT_AN_EXERCISE, name=name)
    last = plain.get("last", True)
    if not isinstance(last, bool):
        raise WordError(NOT_AN_EXERCISE, name="last")
    barred = plain.get("barred") or []
    if not isinstance(barred, list) or not all(type(one) is int for one in barred):
        raise WordError(NOT_AN_EXERCISE, name="barred")
    difficulty = plain.get("difficulty") or ""
    if not isinstance(difficulty, str):
        raise WordError(NOT_AN_EXERCISE, name="difficulty")
    return Exercise(
        plain["system"],
        plain["bracket"],
        plain.get("round"),
        plain.get("rounds"),
        last,
        tuple(barred),
        difficulty,
        plain.get("seed"),
    )

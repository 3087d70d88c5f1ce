"""Explain why a round was paired this way, and why not in another way."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, overload

from crivello.explain import explanation as explanation_model
from crivello.explain.explanation import Depth
from crivello.explain.render import as_html, as_json, as_markdown, as_text, writer_of
from crivello.front.rounds import round_and_system
from crivello.front.score import Score
from crivello.front.tournament import Tournament, Who, public
from crivello.front.validation import show_value
from crivello.front.values import Items, chosen_language
from crivello.model.errors import Illegal, WordError
from crivello.model.keys import DEFAULT_FAMILY
from crivello.model.result import NO_COLOUR, Colour
from crivello.model.sentence import N_
from crivello.model.tournament import Tournament as ModelTournament
from crivello.standard.classes import frozen
from crivello.words import Language

if TYPE_CHECKING:
    from crivello.explain import bracket_map as mapped
    from crivello.explain.player.readers import Reader

NO_DEPTH = N_(
    "{found} is not a depth; choose brief, normal or full, or a reader: player, arbiter or student."
)
NO_QUESTION = N_("Ask for one thing: a pair, a bye or a colour.")
NOT_TWO = N_("{name} takes two values, such as {example}.")


class Explanation:
    """An explanation of a round, or the answer to a question, in whole sentences.

    It is a sequence of its sentences, prints as text, and is shown as HTML in a notebook.

    >>> import crivello as cv
    >>> answer = cv.explain(cv.generate(players=6, rounds=3, seed=1), round=2)
    >>> answer
    <Explanation 'Round 2, FIDE (Dutch) System, 2026'>
    >>> "C.04" in answer.markdown(), len(answer) > 5
    (False, True)
    """

    __slots__ = ("_language", "_told")

    def __init__(self, explanation: explanation_model.Explanation, language: Language) -> None:
        self._told = explanation
        self._language = language

    @property
    def title(self) -> str:
        """What is explained, as a heading."""
        return self._say(self._told.title)

    @property
    def round(self) -> int:
        """The number of the round."""
        return self._told.round

    @property
    def system(self) -> str:
        """The key of the edition by which it is explained, such as `dutch-2026`."""
        return self._told.system

    @property
    def language(self) -> str:
        """The code of the language, such as `en` or `it`."""
        return str(self._language.value)

    def text(self, width: int | None = None) -> str:
        """Return plain text, in which each statement ends with the article behind it."""
        return as_text(self._told, self._language, width)

    def markdown(self) -> str:
        """Return the explanation as Markdown."""
        return as_markdown(self._told, self._language)

    def html(self) -> str:
        """Return an HTML section, to be put into a page."""
        return as_html(self._told, self._language)

    def to_json(self) -> dict[str, Any]:
        """Return the answer of ``crivello explain --json``: every sentence with its article and
        values.
        """
        return as_json(self._told, self._language)

    def _say(self, what: Any) -> str:
        return writer_of(self._told, self._language).say(what)

    def __iter__(self) -> Iterator[str]:
        """Yield the sentences."""
        return (self._say(paragraph) for paragraph in self._told)

    def __len__(self) -> int:
        return sum(1 for _ in self._told)

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> list[str]: ...
    def __getitem__(self, index: int | slice) -> str | list[str]:
        return list(self)[index]

    def __contains__(self, text: object) -> bool:
        """Return True if the text of the explanation contains `text`."""
        return isinstance(text, str) and text in self.text()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Explanation):
            return NotImplemented
        return (self._told, self._language) == (other._told, other._language)

    def __hash__(self) -> int:
        return hash((self.text(), self._language))

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"<Explanation {self.title!r}>"

    def _repr_html_(self) -> str:
        return self.html()


def explain(
    tournament: Tournament,
    round: int | None = None,
    player: Who | None = None,
    *,
    system: str | None = None,
    language: str = "en",
    depth: str = "normal",
) -> Explanation:
    """Explain why a round was paired this way: the whole round, or one player.

    Without `round` it is the next one, as in `pair`; if that cannot be paired (the tournament is
    over, or a result is missing), the last one. For a round, `depth` is ``brief``, ``normal`` or
    ``full``. For a player, it is the reader: ``player``, ``arbiter`` (also ``normal``) or
    ``student`` (also ``full``). The explanation is made from the record of the computation.

    >>> from crivello import example
    >>> t = example()
    >>> explain(t, round=4, player="Davide")[0]
    '4 Davide has White against 5 Elisa on board 2.'
    >>> explain(t, round=4, player="Davide", depth="player")[0]
    'Why this opponent?'
    >>> explain(t, round=4, player="Davide", language="it").title
    'Turno 4: 4 Davide'
    """
    from crivello.explain.player.readers import answer_player
    from crivello.explain.round import explain_round

    chosen = chosen_language(language)
    how, reader = _depth(depth)
    asked = public(tournament)
    whole, number, found = round_and_system(asked, round, system, explain=True)
    if player is None:
        return Explanation(explain_round(found, whole, number, how), chosen)
    told = answer_player(found, whole, number, asked.player(player).id, reader)
    return Explanation(told, chosen)


def explain_bracket(
    text: str,
    *,
    system: str = DEFAULT_FAMILY,
    last: bool = False,
    bye_taken: Iterable[int] = (),
    round: int | None = None,
    rounds: int | None = None,
    language: str = "en",
) -> Explanation:
    """Explain how a typed bracket is paired, with all its candidates.

    The notation is that of books: the moved-down players and the residents in square brackets, the
    scoregroups below in braces. A Dubov bracket is written as its scoregroups, the highest first. A
    player has number, colour preference and floats (``6B-↓``, or ``6B-v``). `last`: no players are
    below. `bye_taken`: the players who may not have the bye. `round` and `rounds`: the number of
    the round, and of all rounds, as some rules differ in the last one.

    >>> told = explain_bracket("[5W↓][4b↑, 6B-↓, 11Bb↑] met 4-5, 4-11", system="dutch-2017")
    >>> "Paired: 5-11, 4-6." in told
    True
    """
    from crivello.explain.notation import read_bracket
    from crivello.explain.typed_bracket import TypedCircumstances, explain_typed
    from crivello.model.keys import resolve
    from crivello.systems.registry import find

    chosen = chosen_language(language)
    found = find(resolve(system, time.strftime("%Y-%m-%d")))
    where = TypedCircumstances(last, frozenset(bye_taken), round, rounds)
    return Explanation(explain_typed(found, read_bracket(text), where), chosen)


def _depth(word: str) -> tuple[Depth, Reader]:
    """Return how much of a round is shown, and for whom an answer about a player is written."""
    from crivello.explain.player.readers import Reader

    words = {
        "brief": (Depth.BRIEF, Reader.PLAYER),
        "normal": (Depth.NORMAL, Reader.ARBITER),
        "full": (Depth.FULL, Reader.STUDENT),
        "player": (Depth.NORMAL, Reader.PLAYER),
        "arbiter": (Depth.NORMAL, Reader.ARBITER),
        "student": (Depth.FULL, Reader.STUDENT),
    }
    try:
        return words[word]
    except (KeyError, TypeError):
        raise WordError(NO_DEPTH, found=show_value(word)) from None


def why_not(
    tournament: Tournament,
    round: int | None = None,
    *,
    pair: tuple[Who, Who] | None = None,
    bye: Who | None = None,
    colour: tuple[Who, Colour | str] | None = None,
    system: str | None = None,
    language: str = "en",
    depth: str = "arbiter",
) -> Explanation:
    """Explain why two players do not meet, or why one does not have the bye or a colour.

    The round is paired again with the wish granted; the answer is the first rule by which that
    pairing is worse. Without `round` it is the next or the last one, as in `explain`. `depth` is
    the reader: ``player``, ``arbiter`` or ``student``.

    >>> from crivello import example
    >>> t = example()
    >>> answer = why_not(t, 4, pair=("Davide", "Carla"))
    >>> answer.title, "They played each other in round 3." in answer
    ('Round 4: why 4 Davide does not meet 3 Carla', True)
    """
    from crivello.explain.player.readers import (
        answer_why_not_bye,
        answer_why_not_colour,
        answer_why_not_pair,
    )

    chosen, (_, reader) = chosen_language(language), _depth(depth)
    if sum(one is not None for one in (pair, bye, colour)) != 1:
        raise Illegal(NO_QUESTION)
    asked = public(tournament)
    whole, number, found = round_and_system(asked, round, system, explain=True)
    if bye is not None:
        who = asked.player(bye).id
        return Explanation(answer_why_not_bye(found, whole, number, who, reader), chosen)
    if pair is not None:
        one, other = (asked.player(who).id for who in _unpack_two(pair, "pair", "(4, 9)"))
        return Explanation(answer_why_not_pair(found, whole, number, one, other, reader), chosen)
    someone, wanted = _unpack_two(colour, "colour", '(4, "white")')
    try:
        due = Colour(wanted)
    except ValueError:
        word = wanted if isinstance(wanted, str) else show_value(wanted)
        raise WordError(NO_COLOUR, word=word) from None
    player = asked.player(someone).id
    return Explanation(answer_why_not_colour(found, whole, number, player, due, reader), chosen)


def _unpack_two(given: Any, name: str, example: str) -> tuple[Any, Any]:
    if not isinstance(given, tuple | list) or len(given) != 2:
        raise Illegal(NOT_TWO, name=name, example=example)
    return given[0], given[1]


# The map of a round


@frozen
class Bracket:
    """One bracket or scoregroup with its final pairs; players are ids.

    >>> Bracket(Score(2), (1, 3), (5, 4), ((1, 4), (3, 5))).pairs
    ((1, 4), (3, 5))
    """

    score: Score
    s1: tuple[int, ...]
    """Those of the pairs who are named first."""
    s2: tuple[int, ...]
    """Their opponents, in their own order: lines that cross show a transposition."""
    pairs: tuple[tuple[int, int], ...]
    leaving: tuple[int, ...] = ()
    """Members who are not paired here: they float, or get the bye."""
    came: tuple[int, ...] = ()
    """Members who came from another bracket."""


class BracketMap(Items[Bracket]):
    """The brackets of a round from top to bottom, shown as a picture in a notebook.

    It is a sequence of `Bracket`, in which players are ids.

    >>> import crivello as cv
    >>> brackets = cv.bracket_map(cv.generate(players=6, rounds=3, seed=1), round=2)
    >>> [str(bracket.score) for bracket in brackets], brackets.svg()[:4]
    (['1', '0'], '<svg')
    """

    __slots__ = ("_language", "_map", "_names", "round")

    round: int

    def __init__(
        self, found: mapped.TracedMap, whole: ModelTournament, number: int, language: Language
    ) -> None:
        self._map = found
        self._names = {player.id: player.name for player in whole.players}
        self._language = language
        self.round = number

    @property
    def brackets(self) -> tuple[Bracket, ...]:
        """The brackets from top to bottom; a bracket that was paired again later is there once."""
        return tuple(
            Bracket(
                Score(one.score, self._map.unit),
                one.left,
                one.right,
                one.pairs,
                one.leaving,
                tuple(player for player in one.members if player in one.came),
            )
            for one in self._map.brackets
            if not one.again
        )

    def svg(self) -> str:
        """Return the picture as SVG, as on the pages of the desk."""
        from crivello.explain.bracket_picture import MapDrawing, picture

        drawing = MapDrawing(self._map, self.round, self._language, self._names)
        return picture(drawing)

    @property
    def _items(self) -> tuple[Bracket, ...]:
        return self.brackets

    def __repr__(self) -> str:
        return f"<BracketMap of round {self.round}: {len(self)} brackets>"

    def _repr_html_(self) -> str:
        return self.svg()


def bracket_map(
    tournament: Tournament,
    round: int | None = None,
    *,
    system: str | None = None,
    language: str = "en",
) -> BracketMap:
    """Return the brackets of a round: which players were in each, who was paired there, who
    floated.

    >>> from crivello import example
    >>> for bracket in bracket_map(example(), 4)[:2]:
    ...     print(bracket.score, bracket.pairs, bracket.leaving)
    2½ ((2, 6),) (5,)
    2 ((5, 4), (1, 3)) (7,)
    """
    from crivello.explain.round import TracedRound

    chosen = chosen_language(language)
    whole, number, found = round_and_system(tournament, round, system, explain=True)
    model_map = TracedRound(found, whole, number).bracket_map()
    return BracketMap(model_map, whole, number, chosen)

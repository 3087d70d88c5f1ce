"""An answer to a player: its sentences, the articles that decided, and the cause."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from enum import Enum
from functools import cache
from itertools import repeat

from crivello.explain.explanation import Explanation, ExplanationWriter, NamedPlayer
from crivello.explain.facts import Listing
from crivello.model.pairing import RoundPairing
from crivello.model.result import Colour
from crivello.model.sentence import N_, ListOf, Sentence, SentenceValue, Template, Writer
from crivello.model.settings import Apart
from crivello.standard.classes import frozen
from crivello.systems.judgement import Wish
from crivello.words import COMPLETE_LANGUAGES, Language

MOST_SENTENCES = 4
MOST_WORDS = 60
"""The longest answer, in words; a name counts as one."""
MOST_WORDS_OF_BOARD = 80
"""The longest answers to why this opponent and why this colour together."""


class Question(Enum):
    """The questions that a player can ask. The values are part of the JSON form."""

    OPPONENT = "opponent"
    FLOAT = "float"
    COLOUR = "colour"
    BYE = "bye"
    NOT_PAIRED = "not paired"
    NOT_PAIR = "not pair"
    NOT_BYE = "not bye"
    NOT_COLOUR = "not colour"
    EDITION = "edition"


class CauseKind(Enum):
    """Why something else was not done. The values are part of the JSON form."""

    IN_ORDER = "in order"
    """It stands in the order of the rules, and nothing spoke against it."""
    GRANTED = "granted"
    """The wish is already granted."""

    # Facts

    MET = "met"
    KEPT_APART = "kept apart"
    ANNOUNCED = "announced"
    SAME_COLOUR = "same colour"
    """Both may only have the same colour."""
    ALONE = "alone"
    """Nobody else has the score."""
    NOBODY_LEFT = "nobody left"
    """The player may meet nobody in the group."""
    BARRED = "barred"
    """The player may not have the bye."""
    EVEN = "even"
    """There is no bye."""
    BYE_ORDER = "bye order"
    """Somebody else comes first for the bye."""
    HAS_BYE = "has bye"
    """Somebody has the bye, which is given before anybody is paired."""
    NEEDED = "needed"
    """Without this player the others could not all be paired."""
    ABSENT = "absent"
    COLOUR_RULE = "colour rule"
    TABLE = "table"
    """The table of a round robin says so."""
    EDITION = "edition"
    """Another edition would do so."""

    # What would be worse

    IMPOSSIBLE = "impossible"
    """The others could not all be paired."""
    LOWEST_BYE = "lowest bye"
    BYE_GAMES = "bye games"
    PAIRS = "pairs"
    """More players of the group are left without an opponent there."""
    HIGHER_FLOATER = "higher floater"
    DIFFERENCES = "differences"
    UNEQUAL = "unequal"
    """More pairs have players with different scores."""
    NEXT_GROUP = "next group"
    BYE_MOVES = "bye moves"
    """The bye would go to somebody who comes later in the order for it."""
    COLOUR_DIFFERENCE = "colour difference"
    COLOUR_RUN = "colour run"
    COLOURS = "colours"
    STRONG_COLOURS = "strong colours"
    DOWN_AGAIN = "down again"
    UP_AGAIN = "up again"
    DOWN_AGAIN_2 = "down again after two rounds"
    UP_AGAIN_2 = "up again after two rounds"
    DOWN_FURTHER = "down further"
    UP_FURTHER = "up further"
    DOWN_FURTHER_2 = "down further after two rounds"
    UP_FURTHER_2 = "up further after two rounds"
    UPFLOATERS = "upfloaters"
    LOWER_UPFLOATER = "lower upfloater"
    OFTEN_UP = "often up"
    MOST_OFTEN_UP = "most often up"
    LEFT_BEHIND = "left behind"
    """Those left behind by whoever comes up could be paired less well."""
    OTHER_SCORE_AGAIN = "other score again"
    """Somebody who met different points in the last round would do so again."""

    # Equally good

    SERVED_FIRST = "served first"
    """Somebody who is paired earlier would get a later opponent."""
    HALVES = "halves"
    """The smaller numbers of the pairs would not be the smallest possible."""
    EXCHANGE = "exchange"
    """Upper and lower half would be mixed more."""
    SETS = "sets"
    """Other players come first for floating."""
    SHIFTS = "shifts"
    """Other players come first for changing the colour."""

    INSTEAD_AGAIN = "instead again"
    """Somebody who left their group in the last round would do so again."""
    INSTEAD_COLOUR = "instead colour"
    """Somebody not due the colour that most are due would leave the group."""
    INSTEAD_RANK = "instead rank"
    """Somebody earlier in the order would leave the group."""
    INSTEAD_RATING = "instead rating"
    """Somebody with a higher rating would leave the group."""
    COLOUR_UP = "colour up"
    """Somebody else would come up, with another colour due."""
    RATING_UP = "rating up"
    """Somebody else would come up, with a lower rating."""

    UNSAID = "unsaid"
    """There is no simpler answer than the arbiter's."""


@frozen
class Cause:
    """The reason why a wish is not granted, with the values needed to check it."""

    kind: CauseKind
    article: str = ""
    parts: tuple[tuple[int, ...], ...] = ()
    """Pairs and single players who are named: those for whom it would be worse."""
    right: int | None = None
    """How often it happens in the pairing as it is; for a list, the number that differs."""
    wrong: int | None = None
    round: int | None = None
    """The round in which what forbids the wish happened."""
    reason: str = ""
    """For the bye: its order, or what rules the player out."""
    apart: Apart | None = None
    """The group by which somebody keeps the two apart."""
    score: int | None = None
    """The score of the group concerned."""
    colour: Colour | None = None
    """The colour that most of the group are due."""
    wish: Wish | None = None
    forced: RoundPairing | None = None
    """The best pairing that grants the wish."""


@frozen
class PlayerAnswer:
    """The answer to one question of a player."""

    question: Question
    player: int
    sentences: tuple[Sentence, ...]
    cause: Cause
    arbiter: Explanation | None = None
    """The arbiter's answer, where there is no simpler one."""

    before: tuple[str, ...] = ()
    """Articles of the sentences before the cause."""
    also: tuple[str, ...] = ()
    """Articles of the sentences after it."""

    @property
    def articles(self) -> tuple[str, ...]:
        """The articles that decided, in the order of the sentences, each once."""
        told = [article for sentence in self.sentences for article in _citations(sentence)]
        decided = (*self.before, self.cause.article, *self.also, *told)
        return tuple(dict.fromkeys(one for one in decided if one))

    @property
    def article(self) -> str:
        return ", ".join(self.articles)


CITED = "article"
"""The value of a sentence that no field shows: the article that decided what it says."""


def cite(sentence: Sentence, article: str) -> Sentence:
    """Return the sentence with a reference to the article behind it."""
    return Sentence(sentence.template, **{**sentence.values, CITED: ArticleRef(article)})


def _citations(sentence: Sentence) -> Iterator[str]:
    """Yield the articles cited in a sentence and in the sentences inside it."""
    for name, value in sentence.values.items():
        if name == CITED:
            yield value.text
            continue
        for one in value.items if isinstance(value, ListOf) else (value,):
            if isinstance(one, Sentence):
                yield from _citations(one)


# What the words mean, said at the end where there is room

NEEDS = re.compile(r"\bneed(s|ing)?\b")
"""Somebody needs a colour; nothing else is needed in these answers."""
WHO_NEEDS = N_(
    "Players need the colour they have had less often; after both equally often, the one they did "
    "not have last."
)
BY_NUMBER = re.compile(r"\b(by|then|lower|higher|highest) numbers?\b")
NUMBERS = N_("The number before a name is the pairing number.")


def add_meanings(
    answer: PlayerAnswer, colours_balance: bool, shorter: Mapping[Template, Template]
) -> PlayerAnswer:
    """Add sentences that explain the words "need" and "number", if they are used and space is left.

    `colours_balance`: True if each player needs the colour that balances their colours. `shorter`:
    as in `fit`.
    """
    templates = [one for sentence in answer.sentences for one in _templates(sentence)]
    more = []
    shown = answer.question in (Question.COLOUR, Question.NOT_COLOUR)  # the colours of both
    if colours_balance and not shown and any(map(NEEDS.search, templates)):
        more.append(Sentence(WHO_NEEDS))
    if any(map(BY_NUMBER.search, templates)):
        more.append(Sentence(NUMBERS))
    return fit(replace(answer, sentences=(*answer.sentences, *more)), shorter=shorter)


def say_meanings_once(answers: Iterable[PlayerAnswer]) -> tuple[PlayerAnswer, ...]:
    """Remove repeated explanations of words from several answers to one player."""
    found: list[PlayerAnswer] = []
    known: set[Sentence] = set()
    for answer in answers:
        said = [one for one in answer.sentences if one not in known]
        known |= {one for one in said if one.template in (WHO_NEEDS, NUMBERS)}
        found.append(replace(answer, sentences=tuple(said)))
    return tuple(found)


def without_meanings(answer: PlayerAnswer) -> PlayerAnswer:
    """Return the answer without explanations of words, for narrow paper."""
    said = tuple(one for one in answer.sentences if one.template not in (WHO_NEEDS, NUMBERS))
    return replace(answer, sentences=said)


def _templates(sentence: Sentence) -> Iterator[str]:
    """Yield the templates of a sentence and of the sentences inside it."""
    template = sentence.template
    yield template if isinstance(template, str) else template[0]
    for value in sentence.values.values():
        for one in value.items if isinstance(value, ListOf) else (value,):
            if isinstance(one, Sentence):
                yield from _templates(one)
            elif isinstance(one, Listing):
                yield one.by.value


# Values of the sentences


@frozen
class ArticleRef(SentenceValue):
    """An article number, in which the word "Annex" is translated."""

    text: str

    def write(self, writer: Writer) -> str:
        return self.text.replace("Annex", writer.say(N_("Annex")))

    @property
    def plain(self) -> str:
        return self.text


MONTHS = (
    N_("{day} January {year}"),
    N_("{day} February {year}"),
    N_("{day} March {year}"),
    N_("{day} April {year}"),
    N_("{day} May {year}"),
    N_("{day} June {year}"),
    N_("{day} July {year}"),
    N_("{day} August {year}"),
    N_("{day} September {year}"),
    N_("{day} October {year}"),
    N_("{day} November {year}"),
    N_("{day} December {year}"),
)


@frozen
class Day(SentenceValue):
    """A day ``YYYY/MM/DD``, written with the name of the month."""

    text: str

    def write(self, writer: Writer) -> str:
        year, month, day = map(int, self.text.split("/"))
        return writer.say(MONTHS[month - 1], day=day, year=year)

    @property
    def plain(self) -> str:
        return self.text


# Answers as text: lists of names have semicolons, because names have commas.


class PlayerWriter(ExplanationWriter):
    """Writes answers to players in one language."""

    def __init__(self, language: Language, teams: bool = False) -> None:
        super().__init__(language)
        self._translator = self._translator.of_teams(teams)

    def join(self, values: Sequence[object]) -> str:
        return "; ".join(self.texts(values))

    def write(self, value: object) -> object:
        """Return a value as text; names lose their commas, because commas separate parts of the
        sentence.
        """
        text = super().write(value)
        return str(text).replace(",", "") if isinstance(value, NamedPlayer) else text

    def answer(self, answer: PlayerAnswer) -> str:
        """Return the sentences of an answer as one text, without the articles."""
        return " ".join(self.say(sentence) for sentence in answer.sentences)


class OneWord(PlayerWriter):
    """Writes each name as one word, so that long names do not count when words are counted."""

    def write(self, value: object) -> object:
        return "Name" if isinstance(value, NamedPlayer) else super().write(value)


@cache
def _counters() -> tuple[OneWord, ...]:
    return tuple(map(OneWord, COMPLETE_LANGUAGES))


def count_words(*sentences: Sentence) -> int:
    """Return the number of words of these sentences, in the complete language that needs the
    most.
    """
    return max(sum(len(writer.say(one).split()) for one in sentences) for writer in _counters())


NAMED = "players"
"""The value of a group that names its players, where there is room."""


def count_listed(listed: object) -> int:
    """Return the number of words of a list of players and reasons."""
    return len(str(OneWord(Language.EN).write(listed)).split())


def without_names(sentence: Sentence) -> Sentence:
    """Return the sentence with groups described by size and points, without the names of their
    players.
    """
    values = {
        name: None if name == NAMED else without_names(one) if isinstance(one, Sentence) else one
        for name, one in sentence.values.items()
    }
    return Sentence(sentence.template, **values)


def fit(
    answer: PlayerAnswer, most: int = MOST_WORDS, shorter: Mapping[Template, Template] | None = None
) -> PlayerAnswer:
    """Shorten an answer that has too many sentences or more than `most` words.

    The explanations of words are removed first, then the names of a group; then sentences get their
    `shorter` template, and then the last sentences are removed.
    """
    said = answer.sentences[:MOST_SENTENCES]
    while count_words(*said) > most and said[-1].template in (WHO_NEEDS, NUMBERS):
        said = said[:-1]
    if count_words(*said) > most:
        said = tuple(map(without_names, said))
    for at, one in enumerate(said):
        if shorter and one.template in shorter and count_words(*said) > most:
            said = (*said[:at], Sentence(shorter[one.template], **one.values), *said[at + 1 :])
    while len(said) > 1 and count_words(*said) > most:
        said = said[:-1]
    return answer if said == answer.sentences else replace(answer, sentences=said)


def fit_board(
    answers: tuple[PlayerAnswer, ...], shorter: Mapping[Template, Template]
) -> tuple[PlayerAnswer, ...]:
    """Shorten the answers on opponent and colour, which have a common limit of words.

    The explanations of words are removed first, then the list of earlier colours; then the answer
    on the opponent is shortened as in `fit`.
    """
    if _words_of_board(answers) > MOST_WORDS_OF_BOARD:
        answers = tuple(map(without_meanings, answers))
    if _words_of_board(answers) > MOST_WORDS_OF_BOARD:
        answers = tuple(
            replace(one, sentences=one.sentences[:1]) if one.question is Question.COLOUR else one
            for one in answers
        )
    left = MOST_WORDS_OF_BOARD - sum(map(_words_on, answers, repeat(Question.COLOUR)))
    return tuple(
        fit(one, left, shorter) if one.question is Question.OPPONENT else one for one in answers
    )


def _words_of_board(answers: Iterable[PlayerAnswer]) -> int:
    return sum(
        _words_on(one, question)
        for one in answers
        for question in (Question.OPPONENT, Question.COLOUR)
    )


def _words_on(answer: PlayerAnswer, question: Question) -> int:
    return count_words(*answer.sentences) if answer.question is question else 0

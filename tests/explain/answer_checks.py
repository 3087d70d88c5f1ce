"""What holds of every answer to a player; used by the tests and by `make answers`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from crivello.audit.generator import generate
from crivello.audit.recipe import Recipe
from crivello.explain.explanation import NamedPlayer
from crivello.explain.player.answer import (
    MOST_SENTENCES,
    MOST_WORDS,
    CauseKind,
    PlayerAnswer,
    Question,
    You,
)
from crivello.explain.player.obstacle import granting
from crivello.explain.player.questions import PlayerAnswers
from crivello.explain.player.writer import PlayerWriter
from crivello.explain.round import TracedRound
from crivello.model.errors import Impossible
from crivello.model.field import Float
from crivello.model.pairing import RoundPairing
from crivello.model.result import Colour
from crivello.model.sentence import ListOf, Sentence, SentenceValue
from crivello.model.tournament import Tournament
from crivello.systems.registry import Judge, find
from crivello.words import Language

K = CauseKind
CODES = re.compile(
    r"\b(S1|S2|T2|G1|G2|MDP|M0|M1|x|BSN|TPN|PAB|ARO|candidates?|criteri(on|a)|failure values?)\b"
    r"|\b[A-F]\.?\d+\b|\b\d+\.\d+\.\d+\b",
    re.IGNORECASE,
)
ADDRESSED = re.compile(r"\b(you|your|yours)\b", re.IGNORECASE)
COLOUR_KINDS = {K.COLOURS, K.STRONG_COLOURS}
FLOAT_KINDS = {
    K.DOWN_AGAIN: (Float.DOWN, 1),
    K.UP_AGAIN: (Float.UP, 1),
    K.DOWN_AGAIN_2: (Float.DOWN, 2),
    K.UP_AGAIN_2: (Float.UP, 2),
}


class OneWord(PlayerWriter):
    """Writes a name as one word, so that words can be counted and codes be looked for."""

    def __init__(self) -> None:
        super().__init__(Language.EN)

    def write(self, value: object) -> object:
        return "Name" if isinstance(value, NamedPlayer) else super().write(value)


def recipes(key: str, seed: int, players: int) -> Tournament:
    """A random tournament; the seed decides also what happens in it."""
    baku = (
        {"dutch-2017": "baku-2016", "dutch-2026": "baku-2026"}.get(key) if seed % 4 == 3 else None
    )
    return generate(
        Recipe(
            players=players,
            rounds=9 if baku else 7,
            system=key,
            forfeit_rate=20 if seed % 2 else 0,
            half_point_bye_rate=30 if seed % 3 else 0,
            zero_point_bye_rate=30 if seed % 3 == 1 else 0,
            withdrawal_rate=60 if seed % 5 == 0 else 0,
            forbidden_pairs=seed % 3,
            acceleration=baku,
        ),
        seed,
    )


def answers_of_round(this: TracedRound, step: int = 2) -> Iterator[PlayerAnswer]:
    """All that everybody asks, and why not somebody `step` places further down."""
    ask = PlayerAnswers(this)
    ids = [entrant.id for entrant in this.field.entrants]
    for place, player in enumerate(ids):
        yield from ask.of(player)
        other = ids[(place + step) % len(ids)]
        if other != player:
            yield ask.why_not_pair(player, other)
        yield ask.why_not_bye(player)
        colour = Colour.WHITE if place % 2 else Colour.BLACK
        yield ask.why_not_colour(player, colour)


@dataclass(frozen=True)
class Checked:
    """One answer and the round it is about."""

    this: TracedRound
    answer: PlayerAnswer

    def check(self) -> None:
        self.is_short()
        self.names_are_true()
        self.cause_is_true()
        if self.answer.question is Question.COLOUR:
            self.colour_is_true()

    # How it is said

    def is_short(self) -> None:
        writer, sentences = OneWord(), self.answer.sentences
        said = [writer.say(sentence) for sentence in sentences]
        text = " ".join(said)
        assert 1 <= len(sentences) <= MOST_SENTENCES, text
        assert len(text.split()) <= MOST_WORDS, text
        assert ADDRESSED.search(said[0]), text
        assert not CODES.search(text), text
        assert all(one.endswith(".") and one[0].isupper() for one in said), text
        assert (self.answer.arbiter is not None) == (self.answer.cause.kind is K.UNSAID), text

    def names_are_true(self) -> None:
        """Names are those of the tournament; scores those of the players."""
        for value in _values(self.answer.sentences):
            if isinstance(value, NamedPlayer):
                assert self.this.tournament.player[value.id].name == value.name
                assert value.id != self.answer.player, "who asks is addressed, not named"
            if isinstance(value, You):
                assert value.id == self.answer.player
        for sentence in self.answer.sentences:
            if {"size", "score"} <= set(sentence.values):
                score = sentence.values["score"].amount
                level = [one for one in self.this.field.entrants if one.score == score]
                assert sentence.values["size"] <= len(level)

    # Why

    def cause_is_true(self) -> None:
        cause, kind = self.answer.cause, self.answer.cause.kind
        if kind is K.MET:
            ((one, other),) = cause.parts
            assert cause.round is not None
            games = self.this.tournament.round(cause.round).games
            assert cause.round < self.this.number
            assert any({game.white, game.black} == {one, other} for game in games)
        elif kind is K.KEPT_APART:
            ((one, other),) = cause.parts
            assert any(
                {one, other} <= set(apart.players) and apart.first_round == cause.round
                for apart in self.this.tournament.settings.forbidden
            )
        elif kind is K.SAME_COLOUR:
            ((one, other),) = cause.parts
            mine, theirs = self.entrant(one), self.entrant(other)
            assert mine.preference is theirs.preference is not None
        elif kind is K.ALONE:
            mine = self.entrant(self.answer.player)
            there = [one for one in self.this.field.entrants if one.score == mine.score]
            assert {one.id for one in there} - {self.this.pairing.bye} == {mine.id}
        elif kind is K.BARRED:
            assert self.entrant(self.answer.player).barred
        elif kind is K.EVEN:
            assert len(self.this.field.entrants) % 2 == 0
        elif kind is K.BYE_ORDER:
            self.bye_order_is_true()
        elif kind is K.HAS_BYE:
            assert cause.parts == ((self.this.pairing.bye,),)
        elif cause.wish is not None and kind is not K.UNSAID:
            self.wish_makes_it_worse()

    def bye_order_is_true(self) -> None:
        holder = self.this.pairing.bye
        assert holder is not None
        if self.answer.question is Question.NOT_BYE and self.answer.player != holder:
            mine, theirs = self.entrant(self.answer.player), self.entrant(holder)
            assert theirs.score <= mine.score
            if self.answer.cause.reason == "score":
                assert theirs.score < mine.score
            elif self.answer.cause.reason == "games":
                assert theirs.history.games_played > mine.history.games_played
            elif self.answer.cause.reason == "rank":
                assert theirs.number > mine.number
            elif self.answer.cause.reason == "rating":
                assert theirs.rating < mine.rating

    def wish_makes_it_worse(self) -> None:
        """Grant the wish again: it is the same that is worse, and for those who are named."""
        this, cause = self.this, self.answer.cause
        assert cause.wish is not None
        rules = this.rules
        try:
            if isinstance(rules, Judge):
                forced = rules.best_with(this.tournament, this.number, cause.wish)
            else:
                forced = rules.pair(granting(this, cause.wish), this.number)
        except Impossible:
            assert cause.kind is K.IMPOSSIBLE
            return
        assert cause.kind is not K.IMPOSSIBLE
        assert cause.forced is not None
        assert (forced.boards, forced.bye) == (cause.forced.boards, cause.forced.bye)
        partner = _partners(forced)
        assert not any(partner.get(one) == other for one, other in cause.wish.apart)
        if isinstance(rules, Judge):
            difference = rules.judge(this.tournament, this.number, forced.boards, forced.bye)
            assert difference is not None
            if difference.code == cause.article:
                named = {player for part in cause.parts for player in part}
                if difference.parts:
                    assert named <= set(difference.players)
                    assert difference.right != difference.wrong
                self.parts_are_new(forced)
                return
        if cause.kind in (K.UNEQUAL, K.DIFFERENCES):
            self.is_further_apart(forced)
        elif cause.kind is K.BYE_MOVES:
            assert cause.parts == ((forced.bye,),)
            assert forced.bye != this.pairing.bye
        else:
            assert not isinstance(rules, Judge)
        self.parts_are_new(forced)

    def is_further_apart(self, forced: RoundPairing) -> None:
        """More pairs of unequal scores, or larger differences, in the whole round."""
        cause = self.answer.cause
        now, then = self.gaps(self.this.pairing), self.gaps(forced)
        if cause.kind is K.UNEQUAL:
            assert (len(now), len(then)) == (cause.right, cause.wrong)
            assert len(then) > len(now)
        else:
            assert (sum(now.values()), sum(then.values())) == (cause.right, cause.wrong)
            assert sum(then.values()) > sum(now.values())
        assert all(frozenset(part) in then for part in cause.parts)

    def gaps(self, pairing: RoundPairing) -> dict[frozenset[int], int]:
        found = {}
        for board in pairing.boards:
            apart = abs(self.entrant(board.white).score - self.entrant(board.black).score)
            if apart:
                found[frozenset((board.white, board.black))] = apart
        return found

    def parts_are_new(self, forced: RoundPairing) -> None:
        """What is named happens in the other pairing, and not in this one."""
        cause, kind = self.answer.cause, self.answer.cause.kind
        mine, theirs = _partners(self.this.pairing), _partners(forced)
        if kind is K.SERVED_FIRST:
            (first, met), then = cause.parts
            assert mine[first] == met
            assert theirs.get(first) != met
            assert len(then) == 1 or theirs.get(first) == then[1]
            return
        for part in cause.parts:
            if len(part) == 2 and kind is not K.BYE_ORDER:
                assert theirs.get(part[0]) == part[1]
                assert mine.get(part[0]) != part[1]
            if kind in COLOUR_KINDS:
                one, other = (self.entrant(player) for player in part)
                assert one.preference is other.preference is not None
        if kind in COLOUR_KINDS:
            assert cause.wrong is not None
            assert cause.right is not None
            assert cause.wrong > cause.right
        if kind in FLOAT_KINDS:
            float_kind, ago = FLOAT_KINDS[kind]
            for part in cause.parts:
                floats = [self.entrant(player).floats for player in part]
                assert any(len(one) >= ago and one[ago - 1] is float_kind for one in floats)

    # The colour

    def colour_is_true(self) -> None:
        player = self.answer.player
        white = any(board.white == player for board in self.this.pairing.boards)
        first = self.answer.sentences[0]
        if "colour" in first.values:
            assert first.values["colour"].template == ("White" if white else "Black")
        else:
            assert ("You have White" if white else "You have Black") in str(first)
        mine, opponent = self.entrant(player), self.entrant(self.this.opponent(player) or 0)
        ahead = (-mine.score, mine.number) < (-opponent.score, opponent.number)
        if "ranked higher" in str(first):
            assert ("because you are ranked higher" in str(first)) == ahead
        for sentence in self.answer.sentences[1:]:
            if "their_white" in sentence.values:
                had = self.colours(player)
                assert (had.count("W"), had.count("B")) == (
                    sentence.values["white"],
                    sentence.values["black"],
                )

    def colours(self, player: int) -> str:
        """Counted from the games of the tournament, not from the field."""
        found = ""
        for number in range(1, self.this.number):
            for game in self.this.tournament.round(number).games:
                if game.result is not None and game.result.played:
                    if game.white == player:
                        found += "W"
                    elif game.black == player:
                        found += "B"
        return found

    def entrant(self, player: int):  # type: ignore[no-untyped-def]
        return next(one for one in self.this.field.entrants if one.id == player)


def _partners(pairing: RoundPairing) -> dict[int, int]:
    return {b.white: b.black for b in pairing.boards} | {b.black: b.white for b in pairing.boards}


def _values(sentences: tuple[Sentence, ...]) -> Iterator[SentenceValue]:
    for sentence in sentences:
        for value in sentence.values.values():
            if isinstance(value, Sentence):
                yield from _values((value,))
            elif isinstance(value, ListOf):
                for item in value.items:
                    yield from _values((item,)) if isinstance(item, Sentence) else (item,)
            elif isinstance(value, SentenceValue):
                yield value


def check_round(key: str, tournament: Tournament, number: int, step: int = 2) -> int:
    """Check every answer about a round; how many there were."""
    this = TracedRound(find(key), tournament, number)
    many = 0
    for answer in answers_of_round(this, step):
        Checked(this, answer).check()
        many += 1
    return many

"""Checks of the texts for arbiter and student against the tournament.

Each template has a claim, which names the fields with numbers that it verifies, and how. A template
without a claim, a number that no claim verifies, and a value of an unknown kind are faults.
`explain.facts` has the facts of a round (`Truth`), which never come from the trace of its pairing.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from itertools import combinations
from typing import Any

from crivello.explain.answers import (
    explain_player_of,
    explain_why_not_bye_of,
    explain_why_not_colour_of,
    explain_why_not_pair_of,
)
from crivello.explain.bracket_map import TracedBracket
from crivello.explain.colours import FOR_ONE_PAIR, ONLY_ONE, WIDER_ABSOLUTE, ColourReason
from crivello.explain.editions import FLOATS, explain_edition_diff
from crivello.explain.explanation import (
    Depth,
    Explanation,
    Floater,
    NamedPlayer,
    Paragraph,
    ParagraphKind,
    Placing,
    PlayerCard,
)
from crivello.explain.facts import Fact, Truth
from crivello.explain.round import TracedRound, explain_traced
from crivello.explain.story import older_preference_text, preference_text
from crivello.model.field import Float, Strength
from crivello.model.keys import SYSTEMS
from crivello.model.result import Colour
from crivello.model.sentence import (
    ListOf,
    PairRef,
    PlayerRef,
    Points,
    Sentence,
    You,
)
from crivello.model.trace.procedure import GroupOpened
from crivello.rules.colours import colour_by_number
from crivello.rules.strength import strengths
from crivello.systems.registry import System, find
from crivello.words.teams import OF_TEAMS
from tests.explain.articles import meanings
from tests.explain.colour_checks import is_true
from tests.explain.round_exact import EXACT
from tests.explain.round_tables import Tables, both_absolute

PLAYERS = (PlayerRef, NamedPlayer, PlayerCard, Floater, Placing, You)
IDS = {"player", "opponent", "one", "other", "a", "b", "first"}
"""Fields with players as plain ids."""
Values = Mapping[str, Any]
OF_PLAYERS = {teams: players for players, teams in OF_TEAMS.items()}
FORGONE = re.compile("could be (made|paired) here, but then")
SKIPPED = {ParagraphKind.NOTATION, ParagraphKind.DECISIVE}
"""Paragraphs that are not checked: the meaning of signs, and the answer to the player, whose facts
verify themselves.
"""


def ids(value: Any) -> list[int]:
    """Return the players in a value."""
    if isinstance(value, ListOf):
        return [player for item in value.items for player in ids(item)]
    if isinstance(value, PairRef):
        return [value.one, value.other]
    return [value if isinstance(value, int) else value.id]


def pairs(value: Any) -> list[tuple[int, int]]:
    items = value.items if isinstance(value, ListOf) else (value,)
    return [(one.one, one.other) for one in items if isinstance(one, PairRef)]


def amounts(value: Any) -> list[int]:
    items = value.items if isinstance(value, ListOf) else (value,)
    return [one.amount for one in items]


class RoundFacts:
    """The facts of one round, and checks of explanations against them."""

    def __init__(self, this: TracedRound) -> None:
        self.this = this
        self.truth = Truth(this)
        self.story = this.story()
        self.entrant = self.story.entrant
        self.scores = {one.score for one in this.field.entrants}
        self.boards = [(board.white, board.black) for board in this.pairing.boards]
        self.brackets = this.narrator.read_brackets(this.story())
        self.ratings = strengths(this.tournament)
        self.tables = Tables(self)
        self.other: RoundFacts | None = None
        """The same round by another edition, with which it is compared."""

    # What claims ask

    def met(self, one: int, other: int) -> bool:
        return bool(self.truth.rounds_met(one, other))

    def may_meet(self, one: int, other: int) -> bool:
        return self.truth.may_meet(one, other)

    def limits_may_bind(self, one: int, other: int) -> bool:
        """Return True if the colour limits may bind both in the last round (Lim, 6), where that
        costs no pair.
        """
        two = self.entrant[one], self.entrant[other]
        return (
            self.this.field.last_round and self.this.rules.key == "lim-1999" and both_absolute(*two)
        )

    def apart(self, one: int, other: int) -> bool:
        return not self.met(one, other) and other in self.entrant[one].avoid

    def legal(self, made: Iterable[tuple[int, int]]) -> bool:
        made = list(made)
        several = [player for pair in made for player in pair]
        return len(several) == len(set(several)) and all(self.may_meet(*pair) for pair in made)

    def on_one_score(self, players: Iterable[int], score: Points) -> bool:
        return all(self.entrant[player].score == score.amount for player in players)

    def places(self, *players: int) -> list[TracedBracket]:
        """Return the brackets in which all of these players were."""
        return [one for one in self.brackets if {*players} <= {*one.players}]

    def most_pairs(self, bracket: TracedBracket) -> int:
        """Return the most pairs that a bracket allows; players from above do not meet each
        other.
        """
        return self._most(frozenset(bracket.players), bracket.came, only_above=False)

    def most_from_above(self, bracket: TracedBracket) -> int:
        """Return the most players from above who can be paired with residents."""
        return self._most(frozenset(bracket.players), bracket.came, only_above=True)

    @cached_property
    def groups_opened(self) -> list[tuple[int, ...]]:
        """The groups of a procedure, in the order in which they were opened."""
        return [one.players for one in self.this.trace if isinstance(one, GroupOpened)]

    def unpaired_below(self, bracket: TracedBracket) -> set[int]:
        """Return the players who have no opponent yet and could come up."""
        place = self.brackets.index(bracket)
        gone = {p for one in self.brackets[:place] for pair in one.pairs for p in pair}
        residents = {*bracket.players} - bracket.came
        return {*self.entrant} - gone - residents - {self.truth.bye}

    def value_of(self, code: str, here: TracedBracket, parts: ListOf) -> tuple[int, ...] | None:
        """Return the failure value of these pairs and players in a criterion."""
        return self.tables.value(code, here, parts)

    def wanting(self, players: Iterable[int]) -> list[Colour | None]:
        return [self.entrant[player].preference for player in players]

    def unavoidable(self, bracket: TracedBracket, pairs: int) -> int:
        """Return x: the number of pairs in which two players due the same colour must meet."""
        wanted = self.wanting(bracket.players)
        others = len(wanted) - max(map(wanted.count, Colour))
        return max(0, pairs - others)

    def left_and_needed(self, bracket: TracedBracket) -> tuple[int, int]:
        """Return how many residents stay unpaired among themselves, and the fewest who must come
        up.
        """
        residents = {*bracket.players} - bracket.came
        left = len(residents) - 2 * self.truth.most_pairs(frozenset(residents))
        below = self.unpaired_below(bracket)
        number = len(residents) % 2
        while number < len(bracket.came) and not any(
            self.truth.can_all_be_paired(residents.union(up))
            and self.truth.can_all_be_paired(below.difference(up))
            for up in combinations(sorted(below), number)
        ):
            number += 2
        return left, number

    def _most(self, players: frozenset[int], came: frozenset[int], *, only_above: bool) -> int:
        known: dict[frozenset[int], int] = {frozenset(): 0}

        def possible(one: int, two: int) -> bool:
            above = len({one, two} & came)
            return self.may_meet(one, two) and (above == 1 if only_above else above < 2)

        def most(left: frozenset[int]) -> int:
            if left not in known:
                one = min(left, key=lambda player: (player not in came, player))
                rest = left - {one}
                best = most(rest)
                for two in rest:
                    if best < len(left) // 2 and possible(one, two):
                        best = max(best, 1 + most(rest - {two}))
                known[left] = best
            return known[left]

        return most(players)

    # What is said

    def faults(self, told: Explanation, asked: tuple[int, ...] = ()) -> Iterator[str]:
        """Yield everything in an explanation that is false or cannot be verified.

        `asked` are the players whom the question is about.
        """
        self.told, self.asked = told, asked
        for paragraph in told.paragraphs:
            for article in filter(None, paragraph.article.split(", ")):
                if not meanings(self.this.rules.key, article):
                    yield f"{self.this.rules.key} has no article {article}"
            if paragraph.kind not in SKIPPED:
                self.paragraph = paragraph
                yield from self._in(paragraph.sentence, paragraph)
                if paragraph.table is not None:
                    for row in paragraph.table.rows:
                        yield from self._cells(row.cells)
                    yield from self.tables.faults(paragraph, self.here)

    def faults_in(
        self, paragraph: Paragraph, told: Explanation, asked: tuple[int, ...]
    ) -> Iterator[str]:
        """Yield everything in the sentence of one paragraph that is false."""
        self.told, self.asked, self.paragraph = told, asked, paragraph
        yield from self._in(paragraph.sentence, paragraph)

    def _cells(self, cells: Iterable[Any]) -> Iterator[str]:
        for cell in cells:
            if isinstance(cell, ListOf):
                yield from self._cells(cell.items)
            elif isinstance(cell, (*PLAYERS, PairRef)):
                yield from self._known(cell)

    def _in(self, sentence: Sentence, paragraph: Paragraph) -> Iterator[str]:
        verified: set[str] = set()
        for name, value in sentence.values.items():
            for one in value.items if isinstance(value, ListOf) else (value,):
                if isinstance(one, Sentence):
                    yield from self._in(one, paragraph)
                elif isinstance(one, (*PLAYERS, PairRef)) or (name in IDS and type(one) is int):
                    yield from self._known(one)
                elif isinstance(one, Fact):
                    if not one.holds(self.truth):
                        yield f"false: {name}={one!r} in {sentence}"
                elif one is not None and not isinstance(one, str | bool):
                    verified.add(name)
        template = OF_PLAYERS.get(sentence.template, sentence.template)
        template = template if isinstance(template, str) else template[1]
        claim = CLAIMS.find(template)
        if claim is None or (claim[0] and not sentence.values):
            if sentence.values:
                yield f"no claim for {template!r}: {sentence}"
            return
        fields, holds = claim
        for name in verified - fields:
            yield f"not a fact: {name}={sentence.values[name]!r} in {template!r}"
        if not holds(self, sentence.values):
            yield f"false: {sentence} ({template!r})"

    def says(self, pattern: re.Pattern[str]) -> bool:
        """Return True if another paragraph about the same bracket matches the pattern."""
        return any(
            pattern.search(str(one.sentence.template))
            for one in self.told.paragraphs
            if one.bracket == self.paragraph.bracket
        )

    def _known(self, value: Any) -> Iterator[str]:
        for player in ids(value):
            if player not in self.this.tournament.player:
                yield f"nobody: {value!r}"
        if isinstance(value, NamedPlayer):
            if value.name != self.this.tournament.player[value.id].name:
                yield f"another name: {value!r}"
        elif isinstance(value, PlayerCard) and not self._is_card(value):
            yield f"another card: {value!r}"

    def _is_card(self, value: PlayerCard) -> bool:
        """Return True if preference, floats and, if shown, the average rating of opponents are
        right.
        """
        card, _, average = value.card.partition(" ")
        return card == self.story.card(self.entrant[value.id]) and (
            not average or abs(self.truth.average_of_opponents(value.id) - int(average)) <= 1
        )

    @property
    def here(self) -> TracedBracket | None:
        """The bracket of the present paragraph, in the round or on a player's way; None without
        one.
        """
        number = self.paragraph.bracket
        for one in self.brackets:
            if number is not None and number in one.numbers:
                return one
        return None


Holds = Callable[[RoundFacts, Values], bool]


class Claims:
    """The claim of each template: the fields that are verified, and the condition."""

    def __init__(self) -> None:
        self._found: list[tuple[re.Pattern[str], frozenset[str], Holds]] = []
        self._known: dict[str, tuple[frozenset[str], Holds] | None] = {}

    def add(self, pattern: str, holds: Holds, *fields: str) -> None:
        self._found.append((re.compile(pattern), frozenset(fields), holds))

    def find(self, template: str) -> tuple[frozenset[str], Holds] | None:
        if template not in self._known:
            self._known[template] = next(
                ((fields, holds) for one, fields, holds in self._found if one.search(template)),
                None,
            )
        return self._known[template]


CLAIMS = Claims()
claim = CLAIMS.add


def every(value: str, holds: Callable[[RoundFacts, int, int], bool]) -> Holds:
    """Return the condition that holds for every pair of a list."""
    return lambda facts, v: all(holds(facts, *pair) for pair in pairs(v[value]))


def each(value: str, holds: Callable[[RoundFacts, int], bool]) -> Holds:
    """Return the condition that holds for every player of a list."""
    return lambda facts, v: all(holds(facts, player) for player in ids(v[value]))


def _is_score(facts: RoundFacts, v: Values) -> bool:
    return v["score"].amount in facts.scores


def _names(facts: RoundFacts, v: Values) -> bool:
    """Accept a sentence with names only: all names are verified anyway."""
    return True


for _exact, _holds, _fields in EXACT:
    claim(_exact, _holds, *_fields)

# Who may not meet, and since when

claim(r"^(Have met before|Not legal, because these have met)", every("pairs", RoundFacts.met))
claim(
    r"^(Must both have the same colour|Not legal, because these must both)",
    every("pairs", lambda f, a, b: not f.may_meet(a, b) and not f.met(a, b)),
)
claim(r"(re not to|^Must not) meet in this round: \{pairs\}", every("pairs", RoundFacts.apart))
claim(
    r"^\{one\} and \{other\} have already met",
    lambda f, v: f.met(ids(v["one"])[0], ids(v["other"])[0]),
)
claim(
    r"^\{one\} and \{other\} are not to meet",
    lambda f, v: f.apart(ids(v["one"])[0], ids(v["other"])[0]),
)
claim(
    r"^\{one\} and \{other\} must both have",
    lambda f, v: not f.may_meet(ids(v["one"])[0], ids(v["other"])[0]),
)
claim(
    r"as opponent, but they have already met",
    lambda f, v: f.met(v["player"].id, v["other"].id),
)
claim(
    r"as opponent, but (they are not to meet|both must have)",
    lambda f, v: not f.may_meet(v["player"].id, v["other"].id),
)
claim(
    r"^They played each other in round",
    lambda f, v: v["round"] in f.truth.rounds_met(*f.paragraph.players),
    "round",
)
claim(
    r"holds from round \{round\} on",
    lambda f, v: any(
        {*f.paragraph.players} <= {*apart.players}
        and v["round"] in (apart.first_round, getattr(apart, "since", 0))
        for apart in f.this.tournament.settings.forbidden
    ),
    "round",
)
claim(r"^(The arbiter \{name\}|They are kept apart as a group)", _names)
claim(
    r"^\{a\} and \{b\} (are not compatible|may not meet)",
    lambda f, v: not f.may_meet(v["a"], v["b"]) or f.limits_may_bind(v["a"], v["b"]),
)
claim(
    r"^\{player\} and \{first\} may not meet",
    lambda f, v: not f.may_meet(v["player"].id, v["first"].id),
)
claim(
    r"^S1 against G2 in order would be \{one\}-\{first\}, who may not meet",
    lambda f, v: not f.may_meet(v["one"], v["first"]),
)
claim(r"contains pairs that are not allowed", every("pairs", lambda f, a, b: not f.may_meet(a, b)))

# Brackets and their parameters


def _parameters(facts: RoundFacts, v: Values) -> bool:
    here = facts.here
    assert here is not None
    if len(here.players) > 14:
        return True
    most, above = facts.most_pairs(here), facts.most_from_above(here)
    if facts.says(FORGONE):  # the others have to be paired as well
        most = len(here.pairs)
        above = sum(bool({*pair} & here.came) for pair in here.pairs)
    elif here is facts.brackets[-1]:  # the player left over must be one who may have the bye
        above = min(above, v.get("m1", 0))
    moved = (v.get("m0", 0), v.get("m1", 0)) == (len(here.came), above)
    return bool(moved and v["max_pairs"] == most and v["x"] == facts.unavoidable(here, most))


def _forgone(count_of: Callable[[RoundFacts, TracedBracket], int], side: int) -> Holds:
    def holds(facts: RoundFacts, v: Values) -> bool:
        """Return True if more pairs than are made would be possible, if nothing else mattered."""
        here = facts.here
        places = facts.places(*facts.asked) if here is None else [here]
        small = [one for one in places if len(one.players) <= 14]
        made = {
            one.numbers: (
                len(one.pairs),
                sum(bool({*pair} & one.came) for pair in one.pairs),
            )[side]
            for one in small
        }
        return not small or any(
            v["count"] == count_of(facts, one) > made[one.numbers] for one in small
        )

    return holds


claim(r"^Most pairs possible", _parameters, "max_pairs", "m0", "m1", "x")
claim(r"pairs could be made here, but then", _forgone(RoundFacts.most_pairs, 0), "count")
claim(r"moved-down players could be paired here", _forgone(RoundFacts.most_from_above, 1), "count")
claim(
    r"^Whatever the pairing, at least \{count\}",
    lambda f, v: f.here is not None and v["count"] == f.unavoidable(f.here, len(f.here.pairs)) > 0,
    "count",
)
claim(
    r"no more preferences can be granted: \{white\}",
    lambda f, v: (
        f.here is not None
        and (v["white"], v["black"]) == tuple(map(f.wanting(f.here.players).count, Colour))
    ),
    "white",
    "black",
)
claim(
    r"^Score \{score\}: \{players\}",
    lambda f, v: {*ids(v["players"])} == f.truth.with_score(v["score"].amount),
    "score",
)
claim(
    r"^\{player\} is alone in the bracket at score",
    lambda f, v: any(
        one.players == (v["player"].id,) and one.score == v["score"].amount for one in f.brackets
    ),
    "score",
)
claim(
    r"^In the bracket at score \{score\} there is nobody whom",
    lambda f, v: any(
        one.score == v["score"].amount
        and not any(
            f.may_meet(v["player"].id, other) and not {v["player"].id, other} <= one.came
            for other in one.players
            if other != v["player"].id
        )
        for one in f.places(v["player"].id)
    ),
    "score",
)
claim(
    r"\{count\} players remain unpaired, and \{player\}",
    lambda f, v: any(
        one.score == v["score"].amount
        and v["count"] == len(one.players) - 2 * len(one.pairs)
        and v["player"].id not in {player for pair in one.pairs for player in pair}
        for one in f.places(v["player"].id)
    ),
    "score",
    "count",
)
claim(
    r"moved down to the bracket at score \{score\} and was paired there",
    lambda f, v: (
        f.entrant[v["player"].id].score > v["score"].amount
        and f.this.opponent(v["player"].id) == v["opponent"].id
    ),
    "score",
)
claim(
    r"^The pair was made in the (bracket|group) at score",
    lambda f, v: any(
        one.score == v["score"].amount
        and any(f.this.opponent(a) == b and {a, b} & {*f.paragraph.players} for a, b in one.pairs)
        for one in f.brackets
    ),
    "score",
)
claim(
    r"^\{player\} was not paired in the group at score",
    lambda f, v: any(
        one.score == v["score"].amount and v["player"].id in one.players for one in f.brackets
    ),
    "score",
)
# Lists of players of a bracket


def _with_other_points(facts: RoundFacts, v: Values) -> bool:
    here = facts.here
    return here is None or all(facts.entrant[one].score != here.score for one in ids(v["players"]))


def _from_below(facts: RoundFacts, v: Values) -> bool:
    here = facts.here
    return here is None or all(facts.entrant[one].score < here.score for one in ids(v["players"]))


def _limbo(facts: RoundFacts, v: Values) -> bool:
    """Return True if the limbo has the lowest of those who moved down."""
    here = facts.here
    if here is None:
        return True
    limbo = ids(v["limbo"])
    order = sorted(
        here.came, key=lambda one: (-facts.entrant[one].score, facts.entrant[one].number)
    )
    return bool(limbo) and order[-len(limbo) :] == limbo


def _nobody_paired(possible: bool) -> Holds:
    """Return the condition that the bracket makes no pair, and could make one only if
    `possible`.
    """

    def holds(facts: RoundFacts, v: Values) -> bool:
        here = facts.here
        if here is None or len(here.players) > 14:
            return True
        return not here.pairs and (facts.most_pairs(here) > 0) is possible

    return holds


claim(r"^Limbo = ", _limbo)
claim(r"^Nobody can be paired in this bracket", _nobody_paired(False))
claim(r"^Nobody is paired in this bracket", _nobody_paired(True))
claim(
    r"^The number of players is even",
    lambda f, v: len(f.entrant) % 2 == 0,
)
claim(r"^From another score: ", _with_other_points)
claim(r"^Brought up( from the next lower scoregroup)?: ", _from_below)
claim(
    r"^Without a game yet",
    each("players", lambda f, player: not f.truth.colours(player)),
)
claim(
    r"^Nobody has played yet",
    lambda f, v: not any(f.truth.colours(one) for one in [*ids(v["g1"]), *ids(v["g2"])]),
)
claim(r"^(Downfloaters|Not paired here, so they float down): \{players\}", _names)
claim(r"^Leave the group unpaired", _names)
claim(
    r"^(Players|Teams|Limbo|S1|Remainder|After the exchange|The remainder|From another score|"
    r"Brought up|By number, the upper half|G1, who|S2 is|S1 and S2 exchange|Exchange:|"
    r"Other moved-down|Moved down|Pairs of the moved-down|Proposed|The first (candidate|set|"
    r"combination|transposition)|The upper half against|To make|Without a game|Nobody has played|"
    r"Stay, as|Upfloaters \{players\}|With \{players\} paired|White column)",
    _names,
)
claim(r"^S1 against (S2|G2) in order would (be|give)", _names)


def _no_opponent_here(facts: RoundFacts, v: Values) -> bool:
    """Return True if these may meet no player of the bracket or group."""
    here = facts.here
    others = here.players if here is not None else ()
    return not any(
        facts.may_meet(one, other) and not facts.limits_may_bind(one, other)
        for one in ids(v["players"])
        for other in others
        if one != other
    )


def _nobody_left(facts: RoundFacts, v: Values) -> bool:
    """Return True if these may meet no player of their points who is not paired from above."""
    here = facts.here
    if here is None:
        return True
    gone = {player for pair in here.pairs if {*pair} & here.came for player in pair}
    return not any(
        facts.may_meet(one, other)
        for one in ids(v["players"])
        for other in {*here.players} - gone
        if one != other and facts.entrant[one].score == facts.entrant[other].score
    )


claim(r"^(No possible opponent in the bracket|\{players\}: no compatible)", _no_opponent_here)
claim(r"^\{players\} may not meet any player left in the scoregroup", _nobody_left)
claim(
    r"^(\{players\} (finds|floats|is|may)|The (previous|penultimate|two lowest|median)|No other"
    r"|In the next group|May not meet those|Moved up in)",
    _names,
)

# Numbers of procedures: what the record counts of players whom the text names

claim(r"^Pairs (to be made|that must|that may now)", lambda f, v: all(n >= 0 for n in v.values()),
      "p", "x")  # fmt: skip
claim(r"^Variable preferences are counted", lambda f, v: v["x"] >= 0, "x")
claim(
    r"^The protection from a repeated (down|up)float \(B\.",
    lambda f, v: v["criterion"] in (5, 6),
    "criterion",
)
claim(r"^A strong preference is no longer", _names)


def _needed(why: Callable[[int, int], bool]) -> Holds:
    """Return the condition on how many must come up, and how many residents stay unpaired."""

    def holds(facts: RoundFacts, v: Values) -> bool:
        here = facts.here
        for one in [here] if here is not None else facts.places(*facts.asked):
            left, number = facts.left_and_needed(one)
            said = v.get("left", v.get("count", left)), v.get("number", number)
            if said == (left, number) and why(left, number):
                return True
        return False

    return holds


claim(
    r"^However the residents are paired",
    _needed(lambda left, number: left == number > 1),
    "left",
    "number",
)
claim(
    r"^The residents could be paired among themselves",
    _needed(lambda left, number: left == 0 < number),
    "number",
)
claim(r"^No upfloater is needed", _needed(lambda left, number: left == number == 0))
claim(r"^The number of residents is odd: one", _needed(lambda left, number: left == number == 1))
claim(r"^With \{fewest\} floaters", lambda f, v: v["fewest"] >= 0, "fewest")
claim(
    r"^In G1 \{count\} pairs cannot be avoided",
    lambda f, v: v["count"] == len(ids(v["players"])),
    "count",
)
claim(
    r"^Another combination has fewer pairs",
    lambda f, v: v["best"] < v["mine"],
    "best",
    "mine",
)
claim(r"^The best combination", lambda f, v: all(n >= 0 for n in v.values()), "C5", "C8", "C6")
claim(r"candidates are not shown|skips \{count\} later", lambda f, v: v["count"] > 0, "count")
claim(r"^(Sets with other scores|Candidates in|All allowed candidates|.*\{code\})", _names)

# The bye and the completion

claim(
    r"^The lowest score at which somebody can have the bye",
    lambda f, v: (
        f.on_one_score(ids(v["players"]), v["score"])
        and not any(f.truth.barring(one) for one in ids(v["players"]))
    ),
    "score",
)
claim(
    r"^(Before anybody is paired, )?\{player\} (is left over and gets|is given|gets|does get) the "
    r"(pairing-allocated )?bye",
    lambda f, v: ids(v["player"])[0] == f.truth.bye,
)
claim(
    r"^(The bye was given to|The bye is given before|When all the others are paired)",
    lambda f, v: ids(v["player"])[0] == f.truth.bye,
)
claim(
    r"^\{player\} was given the bye; after that",
    lambda f, v: v["player"] == f.truth.bye,
)
claim(
    r"^(May not have the bye|First in order, but barred|The player left over may not have)",
    each("players", lambda f, player: f.entrant[player].barred),
)
claim(
    r"^\{player\} may not have the bye",
    lambda f, v: f.entrant[ids(v["player"])[0]].barred,
)
claim(
    r"^\{player\} had the bye in round",
    lambda f, v: v["round"] in f.truth.had_bye(v["player"]) & f.truth.barring(v["player"]),
    "round",
)
claim(
    r"^\{player\} got points without playing in round",
    lambda f, v: v["round"] in f.truth.rounds_missed(v["player"]) & f.truth.barring(v["player"]),
    "round",
)
claim(
    r"^Completion test: a legal pairing exists",
    lambda f, v: (
        f.legal(pairs(v["pairs"])) and ("player" not in v or not f.entrant[v["player"]].barred)
    ),
)
claim(
    r"^Without \{players\} the others could not all be paired, so the bye",
    each("players", lambda f, player: not f.truth.can_all_be_paired({*f.entrant} - {player})),
)
claim(
    r"^Completion test: only \{player\}",
    lambda f, v: not f.entrant[v["player"]].barred,
)
claim(r"^Completion test: the rest cannot be paired", _names)
claim(
    r"^\{player\} has a higher score than \{other\}, who can have the bye",
    lambda f, v: (
        f.entrant[v["player"].id].score > f.entrant[v["other"].id].score
        and not f.entrant[v["other"].id].barred
    ),
)
claim(
    r"^\{player\} has a smaller pairing number than \{other\}",
    lambda f, v: f.entrant[v["player"].id].number < f.entrant[v["other"].id].number,
)
claim(
    r"^\{player\} has played (fewer|more) (games|matches) than",
    lambda f, v: (
        f.entrant[v["player"].id].history.games_played
        != f.entrant[v["other"].id].history.games_played
    ),
)
claim(
    r"^The bye is not for \{player\}: a player with a lower score",
    lambda f, v: any(
        one.score < f.entrant[ids(v["player"])[0]].score and not one.barred
        for one in f.this.field.entrants
    ),
)
claim(r"^If \{player\} (were left over|had the bye|moved down)|^Without \{player\}", _names)
claim(r"left over would break|that leaves \{player\} over", _names)

# Colours

_single = {template: reason for reason, template in FOR_ONE_PAIR.items()}
_single |= {ONLY_ONE: ColourReason.BOTH, WIDER_ABSOLUTE: ColourReason.STRONGER}


def _colour_holds(facts: RoundFacts, reason: ColourReason, white: int, black: int) -> bool:
    """Return True if they have these colours, and the reason is true of the two."""
    if (white, black) not in facts.boards:
        return False
    if facts.story.system.announced.round_robin:
        return True
    two = facts.entrant[white], facts.entrant[black]
    return is_true(reason, *two, facts.this.rules.key)


def _one_pair(reason: ColourReason) -> Holds:
    def holds(facts: RoundFacts, v: Values) -> bool:
        white, black = v["white"].id, v["black"].id
        if not _colour_holds(facts, reason, white, black):
            return False
        if "granted" in v:
            granted = v["granted"].id
            due = facts.entrant[granted].preference
            if due is not (Colour.WHITE if granted == white else Colour.BLACK):
                return False
        if "decider" in v:
            decider = facts.entrant[v["decider"].id]
            has = Colour.WHITE if decider.id == white else Colour.BLACK
            counted = v["counted"] or str(decider.number)
            return counted == str(decider.parity) and has is colour_by_number(
                decider, facts.this.field.initial_colour
            )
        return True

    return holds


for _template, _reason in _single.items():
    claim("^" + re.escape(_template) + "$", _one_pair(_reason))
for _each in ColourReason:
    claim(
        "^" + re.escape(_each.value) + "$",
        every("pairs", lambda f, a, b, reason=_each: _colour_holds(f, reason, a, b)),  # type: ignore[misc]
    )


def _colours_had(facts: RoundFacts, v: Values) -> bool:
    """Return True if the colours are those of the games played, and the colour is the player's
    preference.
    """
    player = v["player"].id
    had = "".join("W" if c is Colour.WHITE else "B" for c in facts.truth.colours(player).values())
    due = facts.entrant[player].preference
    said = str(v["colour"]) if "colour" in v else None
    return v["colours"].letters == had and said in (None, due and due.name.title())


claim(r"^\{player\} had the colours \{colours\}", _colours_had, "colours")
claim(
    r"^\{player\} has not played yet",
    lambda f, v: not f.truth.colours(v["player"].id),
)
claim(
    r"^\{player\} has (White|Black) against \{opponent\} on board",
    lambda f, v: (
        {v["player"].id, v["opponent"].id}
        == {player for pair in f.boards[v["board"] - 1 : v["board"]] for player in pair}
    ),
    "board",
)
claim(
    r"^\{player\} does have \{colour\}",
    lambda f, v: f.truth.colour(v["player"].id) is not None,
)
claim(r"^(Nobody in this round would leave|With an opponent who leaves)", _names)
claim(r"^\{white\} has White against \{black\}; the colour rules", _names)

# A player and an opponent


def _points_of_both(facts: RoundFacts, v: Values) -> bool:
    both = facts.entrant[v["player"].id].score, facts.entrant[v["opponent"].id].score
    return both == (v["mine"].amount, v["theirs"].amount)


claim(r"^\{player\} is on \{mine\}, \{opponent\} on \{theirs\}", _points_of_both, "mine", "theirs")
claim(r"^\{one\} and \{other\} do meet", lambda f, v: f.this.opponent(v["one"].id) == v["other"].id)
claim(r"^(The best pairing with|If \{one\} met)", _names)
claim(r"was paired first; after that", lambda f, v: {*pairs(v["pair"])} <= {*map(tuple, _final(f))})
claim(r"^The first candidate, S1 against S2 in order, (leaves|would leave)", _names)
claim(r"^\{a\} and \{b\} are in different brackets", _names)
claim(r"^(With|A pairing of the bracket with) \{a\}", _names)
claim(r"^\{a\} and \{b\} (were both|are due)|^\{player\} was moved down", _names)


def _complete_bracket(facts: RoundFacts, v: Values) -> bool:
    """Return True if all players who move down from the bracket are named."""
    (player,) = ids(v["player"])
    moved = {*ids(v["moved"])}
    return all(
        set(bracket.players) - {p for pair in bracket.pairs for p in pair} == moved
        for bracket in facts.places(player)
        if any({player, facts.this.opponent(player)} == {*pair} for pair in bracket.pairs)
    )


claim(r"^The bracket of \{player\} can be paired completely", _complete_bracket)


def _final(facts: RoundFacts) -> list[tuple[int, ...]]:
    return [pair for a, b in facts.boards for pair in ((a, b), (b, a))]


# Criteria: how many cases, and which


def _parts(value: Any) -> list[tuple[int, ...]]:
    """Return pairs and single players."""
    return [tuple(ids(one)) for one in value.items]


def _want_the_same(facts: RoundFacts, part: tuple[int, ...], least: Strength) -> bool:
    """Return True if both want the same colour with at least this strength, so that one will not
    get it.
    """
    two = [facts.entrant[player] for player in part]
    wanted = {one.preference for one in two}
    return len(two) == 2 and len(wanted) == 1 and all(one.strength >= least for one in two)


def _floated(ago: int, way: Float) -> Callable[[RoundFacts, tuple[int, ...]], bool]:
    """Return the test that one of the players floated in this way, this many rounds ago."""
    return lambda f, part: any(f.entrant[one].floats[ago - 1 : ago] == (way,) for one in part)


DOWN, UP = Float.DOWN, Float.UP
FAILS: tuple[tuple[str, Callable[[RoundFacts, tuple[int, ...]], bool]], ...] = (
    (r"colour they prefer\.", lambda f, part: _want_the_same(f, part, Strength.MILD)),
    (
        r"colour they (strongly prefer|prefer strongly)",
        lambda f, part: _want_the_same(f, part, Strength.STRONG),
    ),
    (r"float(ed)? down (as )?in the last round", _floated(1, DOWN)),
    (r"float(ed)? down (as )?two rounds ago", _floated(2, DOWN)),
    (r"float(ed)? up (as )?in the last round", _floated(1, UP)),
    (r"float(ed)? up (as )?two rounds ago", _floated(2, UP)),
    (r"upfloated twice running", _floated(1, UP)),
    (
        r"(colour difference beyond two|one colour three times running)",
        lambda f, part: _want_the_same(f, part, Strength.ABSOLUTE),
    ),
)
"""For each criterion, what is true of every pair or player that fails it."""


def _fails(facts: RoundFacts, v: Values) -> bool:
    asks = str(v["asks"])
    return all(
        holds(facts, part)
        for pattern, holds in FAILS
        if re.search(pattern, asks)
        for part in _parts(v["parts"])
    )


def _differences(facts: RoundFacts, v: Values) -> bool:
    """Return True if the listed differences are those between the points of the pairs."""
    found = amounts(v["amounts"])
    for part in _parts(v["parts"]):
        if len(part) == 2:
            one, other = (facts.entrant[player].score for player in part)
            if abs(one - other) not in found:
                return False
    return len(found) == len(v["parts"].items)


def _case_count(facts: RoundFacts, v: Values) -> bool:
    return bool(v["count"] == len(v["parts"].items))


claim(r"^\{asks\} Not met in", lambda f, v: _case_count(f, v) and _fails(f, v), "count")
claim(r"^\{asks\} Here it comes to", lambda f, v: bool(v["value"]), "value")
claim(
    r"^\{asks\} Differences here",
    lambda f, v: _differences(f, v) and _fails(f, v),
    "amounts",
)
claim(
    r"there would be \{count\} cases against it instead of \{right\}: ",
    lambda f, v: _case_count(f, v) and v["count"] > v["right"] and _is_score(f, v) and _fails(f, v),
    "score",
    "count",
    "right",
)
claim(
    r"there would be \{count\} cases against it instead of \{right\}; new",
    lambda f, v: v["count"] > v["right"] and _is_score(f, v) and _fails(f, v),
    "score",
    "count",
    "right",
)
claim(
    r"^\{asks\} In the bracket at score \{score\} it would be \{wrong\} instead of \{right\}",
    lambda f, v: amounts(v["wrong"]) != amounts(v["right"]) and _is_score(f, v) and _fails(f, v),
    "score",
    "wrong",
    "right",
)
claim(
    r"^\{asks\} In the bracket at score \{score\} this would be worse: ",
    lambda f, v: _is_score(f, v) and _fails(f, v),
    "score",
)
claim(r"^\{asks\} In the bracket at score \{score\} this would be worse\.", _is_score, "score")
claim(r"^\{asks\} The chosen candidate is better", _fails)
claim(r"^\{asks\} No set of upfloaters", _names)
claim(r"^\{need\}|^\{reason\}", _names)

# Places in an order


claim(r"^(In order, with|On that score|.*lowest rating first)", _names)


# Floaters of Lim; the subgroups of Dubov

claim(
    r"^First in order, but without them the others cannot be paired",
    each("players", lambda f, player: not f.truth.can_all_be_paired({*f.entrant} - {player})),
)
claim(
    r"^(Cannot be paired along|Floating, so that|If one of these floated|To have floaters|With "
    r"\{players\} floating|\{players\} (would float|floated in)|The whole bracket moves down|"
    r"Last round: above 50)",
    _names,
)
claim(
    r"^\{a\} and \{b\} must both have the same colour, and the limits bind",
    lambda f, v: f.entrant[v["a"]].preference is f.entrant[v["b"]].preference,
)
claim(r"^\{b\} is rated too far", _names)
claim(
    r"^In the smaller subgroup \{count\} pairs cannot be avoided",
    lambda f, v: v["count"] == len(ids(v["players"])),
    "count",
)
claim(
    r"^Only (one resident needs|\{count\} residents need) an upfloater",
    _needed(lambda left, number: 0 < left < number),
    "count",
    "number",
)
claim(
    r"^\{one\} and \{other\} meet, though both",
    lambda f, v: f.may_meet(*ids(v["one"]), *ids(v["other"])),
)

# Tables of round robins


def _by_sum(facts: RoundFacts, v: Values) -> bool:
    whole = v["one"] + v["other"] - 1
    return bool(v["table_round"] == (whole - v["turn"] if whole > v["turn"] else whole))


def _last_number(facts: RoundFacts, v: Values) -> bool:
    twice = 2 * v["one"] - 1
    return bool(
        v["other"] == v["turn"] + 1
        and v["table_round"] == (twice - v["turn"] if twice > v["turn"] else twice)
    )


claim(
    r"^Numbers \{one\} and \{other\} meet in round", _by_sum, "one", "other", "table_round", "turn"
)
claim(r"^Number \{one\} meets the last number", _last_number, "one", "other", "table_round", "turn")
claim(
    r"^In this round two numbers meet if their sum",
    lambda f, v: v["high"] - v["low"] == v["last"] - 1 and 2 * v["itself"] in (v["low"], v["high"]),
    "low",
    "high",
    "itself",
    "last",
)
claim(r"^The table has these numbers", _names)
claim(
    r"^\{white\} has number \{one\} and \{black\} number",
    lambda f, v: (v["white"].id, v["black"].id) in f.boards,
    "one",
    "other",
)
claim(r"^\{player\} (is not paired, so|meets the empty number)", _names)
claim(
    r"^\{one\} and \{other\} (do not meet|meet in round)|^\{white\} (and \{black\} meet|has White "
    r"against)|^The table pairs",
    _names,
    "meeting",
)

# Other editions


def _under(facts: RoundFacts, edition: Sentence) -> tuple[RoundFacts, RoundFacts]:
    """Return the facts by the edition that is named, and by the other one."""
    other = facts.other
    assert other is not None
    return (facts, other) if edition.template == facts.this.system.title else (other, facts)


def _floats_differ(facts: RoundFacts, v: Values) -> bool:
    mine, theirs = _under(facts, v["one"])
    ago = facts.this.number - v["round"]
    wanted = v["float_one"].template, v["float_other"].template
    return all(
        tuple(FLOATS[one.entrant[player].floats[ago - 1]] for one in (mine, theirs)) == wanted
        for player in ids(v["players"])
    )


def _preferences_differ(facts: RoundFacts, v: Values) -> bool:
    both = _under(facts, v["one"])
    wanted = v["preference_one"].letters, v["preference_other"].letters
    return all(
        tuple(_sign(one, player) for one in both) == wanted
        and len({(p.preference, p.strength) for p in (one.entrant[player] for one in both)}) == 2
        for player in ids(v["players"])
    )


def _sign(facts: RoundFacts, player: int) -> str:
    """Return the preference of a player in the signs of the edition."""
    one, system = facts.entrant[player], facts.this.system
    if system.field_rules.by_parity:
        return older_preference_text(one, facts.this.number % 2 == 1) or "–"
    return preference_text(one, system.absolute_mark) or "–"


def _numbers_of_x(facts: RoundFacts, v: Values) -> bool:
    """Return True if x counts by numbers only, and more preferences are denied."""
    here = facts.here
    assert here is not None
    wanted = facts.wanting(here.players)
    denied = sum(
        facts.entrant[a].preference is facts.entrant[b].preference is not None
        for a, b in here.pairs
    )
    return (v["x"], v["denied"]) == (facts.unavoidable(here, len(here.pairs)), denied) and (
        v["whites"],
        v["blacks"],
    ) == tuple(map(wanted.count, Colour))


def _is_t2(facts: RoundFacts, v: Values) -> bool:
    """Return True if these are the opponents of S1, in its order."""
    here = facts.here
    assert here is not None
    return [facts.this.opponent(one) for one in here.s1] == [*ids(v["players"])]


def _may_have_the_bye(facts: RoundFacts, v: Values) -> bool:
    may, may_not = _under(facts, v["may"])
    return all(
        may_not.entrant[player].barred and not may.entrant[player].barred
        for player in ids(v["players"])
    )


def _only_under(facts: RoundFacts, v: Values) -> bool:
    here, there = _under(facts, v["edition"])
    return {*pairs(v["pairs"])} == {*here.boards} - {*there.boards}


def _bye_under(facts: RoundFacts, v: Values) -> bool:
    here, there = _under(facts, v["edition"])
    return bool(here.truth.bye == v["player"] != there.truth.bye)


claim(r"^For round \{round\}, \{float_one\} under", _floats_differ, "round")
claim(
    r"^The colour preference is \{preference_one\}",
    _preferences_differ,
    "preference_one",
    "preference_other",
)
claim(r"^May have the bye under \{may\}", _may_have_the_bye)
claim(r"^x is \{x\}, although", _numbers_of_x, "x", "denied", "whites", "blacks")
claim(r"^T2, the first transposition of G2", _is_t2)
claim(r"^Signs under", _names)
claim(r"^Only under \{edition\}", _only_under)
claim(r"^Under \{edition\} the bye", _bye_under)
claim(r"^Why \{edition\}|^Both give", _names)
claim(
    r"^Not paired in this round",
    each("players", lambda f, player: player not in f.entrant),
)
claim(
    r"^\{player\} is not paired in this round",
    lambda f, v: v["player"].id not in f.entrant,
)
claim(r"^Announced before the tournament", _names)
claim(r"^Boards in order", lambda f, v: pairs(v["pairs"]) == f.boards)
claim(r"^Players missing, unknown", _names)


# Everything that is asked about a round


def explanations_of(
    this: TracedRound, step: int = 3
) -> Iterator[tuple[tuple[int, ...], Explanation]]:
    """Yield the round in full, and the answers to arbiters and students about every `step`-th
    player.
    """
    yield (), explain_traced(this, Depth.FULL)
    players = [entrant.id for entrant in this.field.entrants]
    for player in players[::step]:
        yield (player,), explain_player_of(this, player)
        yield (player,), explain_why_not_bye_of(this, player)
        for colour in Colour:
            yield (player,), explain_why_not_colour_of(this, player, colour)
        for opponent in players[1::step]:
            if opponent != player:
                yield (player, opponent), explain_why_not_pair_of(this, player, opponent)


def faults_of(
    this: TracedRound,
    other: System | None = None,
    step: int = 3,
    asked_for: Counter[str] | None = None,
) -> Iterator[str]:
    """Yield everything in the texts about a round that is false or cannot be verified.

    `asked_for` counts the questions and paragraphs.
    """
    facts = RoundFacts(this)
    for asked, told in explanations_of(this, step):
        if asked_for is not None:
            asked_for["questions"] += 1
            asked_for["sentences"] += len(told.paragraphs)
        for fault in facts.faults(told, asked):
            yield f"asked about {asked}: {fault}"
    if other is not None:
        theirs = RoundFacts(TracedRound(other, this.tournament, this.number))
        told = explain_edition_diff(this.system, other, this.tournament, this.number)
        facts.other, theirs.other = theirs, facts
        # Each edition says what it has against the other: a fact is one of either.
        both = [{*one.faults(told)} for one in (facts, theirs)]
        yield from (f"by another edition: {fault}" for fault in both[0] & both[1])


def other_edition(key: str) -> System | None:
    """Return another edition of the same system; None if there is none."""
    family = find(key).family
    return next((find(one) for one in SYSTEMS if one != key and find(one).family == family), None)

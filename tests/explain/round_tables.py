"""Checks of the tables in a full explanation: each value is computed again from the pairs in its
row.

The criteria are implemented here a second time, from the regulations. Neither the systems that
pair, nor their criteria, nor the trace of the round are used.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, groupby
from typing import TYPE_CHECKING, Any

from crivello.explain.bracket_map import TracedBracket
from crivello.explain.explanation import Floater, LookAhead, Paragraph
from crivello.model.field import Entrant, Float, Strength
from crivello.model.sentence import ListOf, PairRef, Points, Sentence

if TYPE_CHECKING:
    from tests.explain.round_facts import RoundFacts

Value = tuple[int, ...]
DOWN, UP = Float.DOWN, Float.UP
LARGEST = 12
"""In larger groups the brackets below are not enumerated."""


@dataclass(frozen=True)
class Parts:
    """The parts of a row: pairs, the higher ranked first, and players without an opponent."""

    pairs: tuple[tuple[Entrant, Entrant], ...]
    alone: tuple[Entrant, ...]


def had(one: Entrant, way: Float, ago: int) -> bool:
    return one.floats[ago - 1 : ago] == (way,)


def same_colour(one: Entrant, other: Entrant) -> bool:
    return one.preference is not None and one.preference is other.preference


def both_absolute(one: Entrant, other: Entrant) -> bool:
    return same_colour(one, other) and one.strength is other.strength is Strength.ABSOLUTE


def falling(values: Iterable[int]) -> Value:
    return tuple(sorted(values, reverse=True))


ILLEGAL = {
    "not allowed: {code}",
    "the rest could not be paired: {code}",
    "the bracket has no legal pairing",
    "no legal pairing",
}
"""Outcomes of rows without values; before 2013 also those that C.9 leaves out."""


class Tables:
    """Checks the tables of one round."""

    def __init__(self, facts: RoundFacts) -> None:
        self.facts = facts
        self.entrant = facts.entrant
        self.unit = facts.this.field.scoring.unit
        self.last: list[Mapping[str, Value]] = []
        """The values of the allowed rows of the table before: of all criteria."""
        self._ahead: dict[tuple[object, ...], Value | None] = {}

    # Parts of the round

    def ranked(self, one: int, other: int) -> tuple[Entrant, Entrant]:
        two = sorted(
            (self.entrant[one], self.entrant[other]), key=lambda who: (-who.score, who.number)
        )
        return two[0], two[1]

    def parts(self, cell: ListOf) -> Parts:
        pairs = tuple(self.ranked(o.one, o.other) for o in cell.items if isinstance(o, PairRef))
        alone = tuple(self.entrant[o.id] for o in cell.items if isinstance(o, Floater))
        return Parts(pairs, alone)

    def gone_before(self, here: TracedBracket) -> set[int]:
        """Return the players who have an opponent before the bracket is paired, and the one with
        the bye.
        """
        place = self.facts.brackets.index(here)
        gone = {p for one in self.facts.brackets[:place] for pair in one.pairs for p in pair}
        return gone - {*here.players}

    def below(self, here: TracedBracket) -> list[tuple[Entrant, ...]]:
        """Return the scoregroups below a bracket, in a system without upfloaters."""
        lower = [
            one
            for one in self.facts.this.field.entrants
            if one.score < here.score and one.id not in here.players
        ]
        return [tuple(group) for _, group in groupby(lower, key=lambda one: one.score)]

    # The Dutch system: C.5 to C.19 of 2017, C6 to C21 of 2026

    def dutch(self, here: TracedBracket, parts: Parts, older: bool) -> dict[str, Value]:
        """Return the values by code; criteria that could not be enumerated are left out."""
        pairs, alone, came = parts.pairs, parts.alone, here.came
        scores = [one.score for one in map(self.entrant.__getitem__, here.players)]
        beyond = max(scores) - min(scores) + self.unit

        def count(of: Iterable[object]) -> Value:
            return (sum(map(bool, of)),)

        colours: list[Value] = [
            count(both_absolute(a, b) and self._both_wide(a, b) for a, b in pairs),
            count(both_absolute(a, b) and self._third_time(a, b) for a, b in pairs),
            count(same_colour(a, b) for a, b in pairs),
            count(
                same_colour(a, b)
                and not both_absolute(a, b)
                and min(a.strength, b.strength) >= Strength.STRONG
                for a, b in pairs
            ),
        ]
        numbers: list[Value] = []
        lists: list[Value] = []
        for ago in (1, 2):
            if older:
                down = [a.score - b.score for a, b in pairs if had(a, DOWN, ago)]
                down = [one for one in down if one] + [beyond for o in alone if had(o, DOWN, ago)]
                up = [a.score - b.score for a, b in pairs if had(b, UP, ago)]
                up = [one for one in up if one]
                numbers += [(len(down),), (len(up),)]
            else:
                of_came = [(a, b) for a, b in pairs if a.id in came]
                numbers.append(count(had(o, DOWN, ago) for o in alone if o.id not in came))
                numbers.append(count(had(b, UP, ago) for _, b in of_came))
                down = [a.score - b.score for a, b in of_came if had(a, DOWN, ago)]
                down += [beyond for o in alone if o.id in came and had(o, DOWN, ago)]
                up = [a.score - b.score for a, b in of_came if had(b, UP, ago)]
            lists += [falling(down), falling(up)]
        unpaired = falling(one.score for one in alone)
        if older:
            differences = [a.score - b.score for a, b in pairs]
            differences += [one.score - (min(scores) - self.unit) for one in alone]
            found = {"C.6": falling(differences)}
            first, dot = 8, "."
        else:
            found = {"C6": (len(alone),), "C7": unpaired}
            unplayed = sum(len(self.facts.truth.rounds_missed(one.id)) for one in alone)
            found["C9"] = (unplayed,)
            first, dot = 10, ""
        ahead = self._look_ahead(here, alone, older)
        if ahead is not None:
            found["C.7" if older else "C8"] = ahead
        for code, value in enumerate([*colours, *numbers, *lists], start=first):
            found[f"C{dot}{code}"] = value
        return found

    def _both_wide(self, one: Entrant, other: Entrant) -> bool:
        return min(abs(one.colour_difference), abs(other.colour_difference)) >= 2

    def _third_time(self, one: Entrant, other: Entrant) -> bool:
        """Return True if the player who yields had that colour in the last two games.

        The player is found by the colour difference, else by the last round with different colours,
        else by rank (E.2 to E.4; 5.2.2 to 5.2.4).
        """
        truth = self.facts.truth
        mine, theirs = abs(one.colour_difference), abs(other.colour_difference)
        if mine != theirs:
            yields = other if mine > theirs else one
        else:
            yields = other
            a, b = (list(truth.colours(who.id).values())[::-1] for who in (one, other))
            for had_one, had_other in zip(a, b, strict=False):
                if had_one is not had_other:
                    # Colours change: whoever had the wanted colour then does not get it now.
                    yields = one if had_one is one.preference else other
                    break
        last = list(truth.colours(yields.id).values())[-2:]
        return len(last) == 2 and all(colour is not yields.preference for colour in last)

    def _look_ahead(
        self, here: TracedBracket, alone: tuple[Entrant, ...], older: bool
    ) -> Value | None:
        """Return how many the next bracket leaves unpaired at best, and then its best list of
        differences.
        """
        groups = self.below(here)
        if not groups:
            return None
        key = (older, here.score, frozenset(one.id for one in alone))
        if key not in self._ahead:
            self._ahead[key] = self._next_bracket(alone, groups[0], groups[1:], older)
        return self._ahead[key]

    def _next_bracket(
        self,
        came: tuple[Entrant, ...],
        group: tuple[Entrant, ...],
        lower: Sequence[tuple[Entrant, ...]],
        older: bool,
    ) -> Value | None:
        members = came + group
        rest = tuple(one for low in lower for one in low)
        if len(members) > LARGEST or (not older and len(members) + len(rest) > LARGEST + 6):
            return None
        down = frozenset(one.id for one in came)

        def value(pairs: Value, left: Sequence[Entrant]) -> Value:
            if not older:
                return len(left), *falling(one.score for one in left)
            lowest = group[-1].score - self.unit
            return len(left), *falling([*pairs, *(one.score - lowest for one in left)])

        for unpaired in range(len(members) + 1):
            best: Value | None = None
            for left in combinations(members, unpaired):
                if older and rest:
                    fits = True
                else:
                    fits = self.can_end(left, rest, older)
                if not fits:
                    continue
                inside = frozenset(one.id for one in members) - {one.id for one in left}
                differences = self._closest(inside, down, {})
                if differences is not None:
                    this = value(differences, left)
                    best = this if best is None else min(best, this)
            if best is not None:
                return best
        return value((), members)

    def _closest(
        self, players: frozenset[int], down: frozenset[int], known: dict[frozenset[int], Any]
    ) -> Value | None:
        """Return the smallest list of differences if all are paired; players from above do not
        meet.
        """
        if not players:
            return ()
        if players not in known:
            one = min(players, key=lambda who: (who not in down, who))
            best: Value | None = None
            for other in players - {one}:
                if self.facts.may_meet(one, other) and not {one, other} <= down:
                    rest = self._closest(players - {one, other}, down, known)
                    if rest is not None:
                        mine = abs(self.entrant[one].score - self.entrant[other].score)
                        this = falling([mine, *rest])
                        best = this if best is None else min(best, this)
            known[players] = best
        return known[players]  # type: ignore[no-any-return]

    def can_end(self, left: Sequence[Entrant], rest: Sequence[Entrant], older: bool) -> bool:
        """Return True if these and all below can be paired, with the bye for one of them if they
        are odd.
        """
        everybody = {one.id for one in (*left, *rest)}
        if older and not rest:
            return len(left) < 2 and not any(one.barred for one in left)
        if len(everybody) % 2 == 0:
            return self.facts.truth.can_all_be_paired(everybody)
        bye = None if older else self.lowest_bye
        return any(
            self.facts.truth.can_all_be_paired(everybody - {one})
            for one in everybody
            if not self.entrant[one].barred and bye in (None, self.entrant[one].score)
        )

    @property
    def lowest_bye(self) -> int | None:
        """The lowest score at which a player can have the bye (2026, C5)."""
        if not hasattr(self, "_lowest"):
            everybody = {*self.entrant}
            self._lowest: int | None = min(
                (
                    one.score
                    for one in self.entrant.values()
                    if not one.barred and self.facts.truth.can_all_be_paired(everybody - {one.id})
                ),
                default=None,
            )
        return self._lowest

    # The Dubov system: C5 to C10; matches: C4 to C10

    def dubov(self, here: TracedBracket, pairs: Parts, up: Sequence[Entrant]) -> dict[str, Value]:
        facts = self.facts
        field = facts.this.field
        rounds = field.rounds
        most = None if rounds is None else 2 + rounds // 5
        maximum = [one for one in up if most is not None and one.floats.count(UP) >= most]
        again = [one for one in up if had(one, UP, 1)]
        if field.last_round:
            maximum, again = [], []
        return {
            "5": (len(up),),
            "6": falling(here.score - one.score for one in up),
            "7": (sum(same_colour(a, b) for a, b in pairs.pairs),),
            "8": (len(maximum),),
            "9": (sum(one.floats.count(UP) for one in maximum),),
            "10": (len(again),),
        }

    def matches(
        self, here: TracedBracket, up: Sequence[Entrant], parts: Parts | None = None
    ) -> dict[str, Value]:
        field = self.facts.this.field
        left = 2 if self.facts.this.rules.key.startswith("team") else 1
        counts = field.rounds is None or field.round <= field.rounds - left
        again = [one for one in up if counts and one.floats[:1] in ((UP,), (DOWN,))]
        found: dict[str, Value] = {"C7": (len(again),)}
        if parts is not None:
            met = [
                one
                for pair in parts.pairs
                for one in pair
                if one.score == here.score and sum(o.score == here.score for o in pair) == 1
            ]
            meet = sum(counts and one.floats[:1] in ((UP,), (DOWN,)) for one in met)
            same = [pair for pair in parts.pairs if same_colour(*pair)]
            strong = [pair for pair in same if all(one.strength is Strength.STRONG for one in pair)]
            found |= {"C4": (len(up),), "C5": falling(here.score - one.score for one in up)}
            if left == 2:
                found |= {"C8": (len(same),), "C9": (len(strong),), "C10": (meet,)}
            else:
                found |= {"C8": (meet,)}
        return found

    # Tables

    def faults(self, paragraph: Paragraph, here: TracedBracket | None) -> Iterator[str]:
        table = paragraph.table
        assert table is not None
        heads = [
            str(head.template if isinstance(head, Sentence) else head) for head in table.columns
        ]
        if here is None or heads[-1] != "Outcome":
            return
        older = self.facts.this.rules.key in ("dutch-2011",)
        self.last = []
        seen: list[tuple[Mapping[str, Any], list[Value] | None, bool]] = []
        for row in table.rows:
            cells = dict(zip(heads, row.cells, strict=True))
            codes = [head for head in heads if re.match(r"[ABC]\.?\d", head)]
            values = self._values(here, cells, heads)
            shown = [_shown(cells[code]) for code in codes]
            outcome = cells["Outcome"]
            allowed = outcome.template not in ILLEGAL and not (
                older and outcome.values.get("code") == "C.9"
            )
            if allowed is not all(value is not None for value in shown) and codes:
                yield f"allowed or not? {cells}"
            for code, value in zip(codes, shown, strict=True):
                right = values.get(code)
                if value is not None and right is not None and value != _plain(right):
                    yield f"{code} is {value}, not {_plain(right)}: row {cells} of {here.score}"
            if allowed:
                self.last.append(values)
            values_shown = [value for value in shown if value is not None]
            seen.append((cells, values_shown if allowed else None, row.chosen))
        if older and "B.4" in codes and not self._one_x(seen, paragraph.article == "C.7"):
            yield f"no number of pairs may be bad by all rows of {table}"
        yield from self._outcomes(here, seen, codes, older)

    def _values(
        self, here: TracedBracket, cells: Mapping[str, Any], heads: Sequence[str]
    ) -> dict[str, Value]:
        if "Upfloaters" in heads:
            up = [self.entrant[one.id] for one in cells["Upfloaters"].items]
            if self.facts.this.rules.key.startswith("dubov"):
                found = self.dubov(here, self.parts(cells["Pairs"]), up)
                mark = "C." if self.facts.this.rules.key == "dubov-2018" else "C"
                return {mark + code: value for code, value in found.items()}
            return self.matches(here, up)
        if "Shifted" in heads:
            pairs = self.parts(cells["Pairs"]).pairs
            denied = (sum(same_colour(a, b) for a, b in pairs),)
            return {"C.7": denied, "C7": denied}
        if self.facts.this.rules.key == "dutch-2011":
            return self.before_2013(self.parts(cells.get("Candidate") or cells["Pairs"]))
        older = self.facts.this.rules.key == "dutch-2017"
        return self.dutch(here, self.parts(cells.get("Candidate") or cells["Pairs"]), older)

    def value(self, code: str, here: TracedBracket, cell: ListOf) -> Value | None:
        """Return the failure value of these parts in a criterion; None if it is another kind of
        rule.
        """
        key, parts = self.facts.this.rules.key, self.parts(cell)
        if key in ("dutch-2017", "dutch-2026"):
            return self.dutch(here, parts, key == "dutch-2017").get(code)
        if key in ("dubov-2018", "dubov-2026"):
            return self.dubov(here, parts, parts.alone).get(code.strip("C."))
        if key in ("team-2026", "doubleswiss-2026"):
            return self.matches(here, parts.alone, parts).get(code)
        return None

    def before_2013(self, parts: Parts) -> dict[str, Value]:
        """Return the values of A.7d, B.5 and B.6; `_one_x` checks B.4, which depends on x."""
        odd = self.facts.this.number % 2 == 1
        bound = [Strength.ABSOLUTE, *([Strength.STRONG] if odd else [])]
        binding = [
            same_colour(a, b) and a.strength in bound and b.strength in bound
            for a, b in parts.pairs
            if not both_absolute(a, b)
        ]
        found: dict[str, Value] = {"A.7d": (sum(binding),)}
        for code, ago in (("B.5", 1), ("B.6", 2)):
            up = [b for a, b in parts.pairs if a.score > b.score and had(b, UP, ago)]
            found[code + "↑"] = (len(up),)
            found[code + "↓"] = (sum(had(one, DOWN, ago) for one in parts.alone),)
        return found

    def _one_x(
        self, seen: Sequence[tuple[Mapping[str, Any], object, bool]], remainders: bool
    ) -> bool:
        """Return True if B.4 counts the bad pairs beyond one x in all rows.

        A remainder that differs from row to row has an x of its own.
        """
        rows = [
            (
                sum(
                    same_colour(a, b)
                    for a, b in self.parts(cells.get("Candidate") or cells["Pairs"]).pairs
                ),
                cells["B.4"],
            )
            for cells, _, _ in seen
            if isinstance(cells["B.4"], int)
        ]
        if remainders:
            return all(beyond <= bad for bad, beyond in rows)
        return any(
            all(max(0, bad - x) == beyond for bad, beyond in rows) for x in range(len(self.entrant))
        )

    def _outcomes(
        self,
        here: TracedBracket,
        seen: Sequence[tuple[Mapping[str, Any], list[Value] | None, bool]],
        codes: Sequence[str],
        older: bool,
    ) -> Iterator[str]:
        """Check that each row drops out at the first criterion in which it differs from the chosen
        one.
        """
        chosen = next((shown for _, shown, is_chosen in seen if is_chosen), None)
        best: list[Value] | None = None
        reached = False
        for cells, shown, is_chosen in seen:
            outcome = cells["Outcome"]
            words, code = str(outcome.template), outcome.values.get("code")
            was_best = shown is not None and (best is None or shown < best)
            if was_best:
                best = shown
            right = True
            if is_chosen:
                reached = True
                right = words.startswith("chosen")
            elif words in ("falls at {code}", "best so far; falls at {code}") and shown is not None:
                if chosen is not None:
                    differ = [
                        head for head, a, b in zip(codes, shown, chosen, strict=True) if a != b
                    ]
                    right = differ[:1] == [code] and shown > chosen
                if "Candidate" in cells and older:
                    pass
                else:
                    right = right and was_best == words.startswith("best")
            elif words.startswith("as good as"):
                right = reached and shown == chosen
            elif words == "not allowed: {code}":
                right = shown is None and self._not_allowed(here, cells, str(code))
            if not right:
                yield f"another outcome: {outcome} of {cells}"

    def _not_allowed(self, here: TracedBracket, cells: Mapping[str, Any], code: str) -> bool:
        parts = self.parts(cells.get("Candidate") or cells["Pairs"])
        illegal = [(a, b) for a, b in parts.pairs if not self.facts.may_meet(a.id, b.id)]
        number = code.replace(".", "")
        if number in ("C1", "B1a"):
            return any(b.id in a.avoid for a, b in illegal)
        if number in ("C2", "B1b"):
            return any(one.barred for one in parts.alone)
        if number in ("C3", "B2"):
            return bool(illegal)
        if number in ("C12", "C13"):
            return True  # what the bracket below needs, see `answer_checks`
        rest = [one for group in self.below(here) for one in group]
        if len(rest) + len(parts.alone) > 16:
            return True
        return number in ("C4", "C5") and not self.can_end(
            parts.alone, rest, self.facts.this.rules.key == "dutch-2017"
        )

    def all_meet(self, codes: Iterable[str]) -> bool:
        """Return True if no row of the previous table fails these criteria."""
        for said in codes:
            first, _, last = said.partition("–")
            for values in self.last:
                order = list(values)
                if first not in order or (last and last not in order):
                    continue
                run = order[order.index(first) : order.index(last or first) + 1]
                if any(any(values[code]) for code in run):
                    return False
        return True


def _shown(cell: Any) -> Value | None:
    """Return a cell as numbers; None if the candidate is not allowed."""
    match cell:
        case int():
            return (cell,) if cell else ()
        case ListOf(items):
            return tuple(one.amount for one in items if isinstance(one, Points))
        case LookAhead(unpaired, amounts):
            return _plain((unpaired, *(one.amount for one in amounts.items)))
        case _:
            return None


def _plain(value: Value) -> Value:
    """Return an empty tuple for a count of 0, as both are written alike."""
    return () if value == (0,) else value

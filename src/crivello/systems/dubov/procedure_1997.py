"""The Dubov system of 1997: a procedure, with floaters down as well as transfers up.

Chapters as the text has them: 2 limits, 3 colours, 4 bye, 5 first round, 6 standard pairing,
7 transfers, 8 floaters. No pair is made that would leave the other players without a complete
legal pairing; see `docs/decisions/dubov-1997-completion.md`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest

from crivello.model.errors import N_, Unsupported
from crivello.model.field import Entrant, Field
from crivello.model.pairing import RoundPairing
from crivello.model.result import Colour
from crivello.model.tournament import Tournament
from crivello.model.trace import Pairs, Step, Trace
from crivello.model.trace.procedure import (
    GroupOpened,
    GroupPaired,
    PairDropped,
    PairFixed,
    RatingsKnown,
)
from crivello.rules.field import build_field
from crivello.rules.initial_order import alphabetical
from crivello.systems.completion import (
    can_be_paired,
    first_for_bye,
    has_right_to_bye,
    refuse_impossible,
)
from crivello.systems.dubov import procedure_1997_events as events
from crivello.systems.dubov.procedure_1997_group import (
    Pair,
    Sides,
    event,
    floaters_of,
    passed_over,
    repaired,
    rows,
    shifted,
    sides_of,
    surplus,
)
from crivello.systems.dubov.procedure_1997_players import FIELD_RULES, Players
from crivello.systems.publication import published
from crivello.systems.verify import verify

KEY = "dubov-1997"


class Dubov1997:
    key = KEY
    field_rules = FIELD_RULES
    has_sieve = False

    def pair(
        self, tournament: Tournament, round_number: int, trace: Trace | None = None
    ) -> RoundPairing:
        field = build_field(tournament, round_number, FIELD_RULES)
        ratings = {player.id: player.rating or 0 for player in tournament.players}
        alphabet = {player.id: alphabetical(player) for player in tournament.players}
        return pair_field(field, Players(field, ratings, alphabet), trace)

    def sift(
        self, tournament: Tournament, round_number: int, trace: Trace | None = None
    ) -> RoundPairing:
        """The procedure is its own literal reading; there is nothing to compare it with."""
        raise Unsupported(N_("The system {key} has no literal enumeration."), key=KEY)


def find(key: str) -> Dubov1997:
    return Dubov1997()


def pair_field(field: Field, players: Players, trace: Trace | None) -> RoundPairing:
    procedure = Procedure(field, players, trace)
    pairs, bye = procedure.run()
    verify(field, pairs, bye, players.may_meet)
    coloured = []
    for number, (a, b) in enumerate(pairs, start=1):
        if field.round == 1:
            white, black = _first_round_colours(field, number, a, b)
            rule = "5"
        else:
            white, black, rule = players.colours(a, b)
        coloured.append((white, black, rule))
    return published(KEY, field, coloured, bye, trace)


def _first_round_colours(field: Field, number: int, a: Entrant, b: Entrant) -> Pair:
    """Chapter 5: the lot decides for the first pair, the others alternate down the list."""
    colour = field.initial_colour if number % 2 else field.initial_colour.opposite
    return (a, b) if colour is Colour.WHITE else (b, a)


class Procedure:
    """One round."""

    def __init__(self, field: Field, players: Players, trace: Trace | None) -> None:
        self.field = field
        self.players = players
        self.trace = trace
        self.open = list(field.entrants)
        """Who has no opponent yet, in ranking order."""
        self.pairs: list[Pair] = []
        self.before: list[Step] = []
        """What was done to a scoregroup before its columns stood; told once it is opened."""

    def tell(self, *steps: Step) -> None:
        if self.trace is not None:
            self.trace.extend(steps)

    def run(self) -> tuple[list[Pair], Entrant | None]:
        refuse_impossible(self.open, self.players.may_meet, ("b", "d", "f", "g"))
        if self.field.round > 1:
            aro = self.players.aro
            self.tell(RatingsKnown(tuple((p.id, p.rating, aro[p.id]) for p in self.open)))
        bye = self._choose_bye() if len(self.open) % 2 else None
        if bye is not None:
            self.open.remove(bye)
        if self.field.round == 1:
            self._first_round()
        for score in sorted({player.score for player in self.open}, reverse=True):
            self._pair_group(score)
        return self.pairs, bye

    def _completable_without(self, *gone: Entrant) -> bool:
        rest = [player for player in self.open if player not in gone]
        return can_be_paired(rest, self.players.may_meet, has_right_to_bye, 0)

    def _fix(self, article: str, pairs: Sequence[Pair]) -> None:
        gone = {player.id for pair in pairs for player in pair}
        self.open = [player for player in self.open if player.id not in gone]
        self.pairs.extend(pairs)
        self.tell(*(PairFixed(article, a.id, b.id) for a, b in pairs))

    # Chapter 4

    def _choose_bye(self) -> Entrant:
        """Lowest scoregroup, lowest R, dominating colour, higher ARO; then the last of the list.
        Who may not have it, or would leave the others without a pairing, is passed over."""
        if self.field.round == 1:
            order = sorted(self.open, key=lambda p: -p.number)
        else:
            order = list(self._bye_order())
        return first_for_bye(order, self._completable_without, ("4", "4"), self.trace, bar="2")

    def _bye_order(self) -> Iterator[Entrant]:
        for score in sorted({player.score for player in self.open}):
            group = [player for player in self.open if player.score == score]
            sides = sides_of(self.players, group)
            excess = surplus(sides)
            dominating = {1: Colour.WHITE, -1: Colour.BLACK}.get((excess > 0) - (excess < 0))
            aro = self.players.aro
            yield from sorted(
                group,
                key=lambda p: (p.rating, sides[p.id] is not dominating, -aro[p.id], -p.number),
            )

    # Chapter 5

    def _first_round(self) -> None:
        """Upper half against lower half, scoregroup by scoregroup if virtual points make some;
        an odd one gives its last player to the next."""
        waiting: list[Entrant] = []
        for score in sorted({player.score for player in self.open}, reverse=True):
            group = waiting + [player for player in self.open if player.score == score]
            waiting = [group.pop()] if len(group) % 2 else []
            half = len(group) // 2
            pairs = rows(group[:half], group[half:])
            gone = [player for pair in pairs or () for player in pair]
            if pairs is None or not self._completable_without(*gone):
                return  # forbidden pairs: the rest goes the way of the other rounds
            self.tell(self._opened("5", group, group[:half], group[half:]))
            self._fix("5", pairs)
            self.tell(GroupPaired("5", score, _ids(pairs), tuple(p.id for p in waiting)))

    def _opened(
        self,
        article: str,
        everybody: Sequence[Entrant],
        white: Sequence[Entrant] = (),
        black: Sequence[Entrant] = (),
        floaters: Sequence[Entrant] = (),
    ) -> GroupOpened:
        return GroupOpened(
            article,
            max((p.score for p in everybody), default=0),
            tuple(p.id for p in everybody),
            tuple(p.id for p in floaters),
            tuple(p.id for p in white),
            tuple(p.id for p in black),
        )

    # Chapters 6 to 8, one scoregroup

    def _pair_group(self, score: int) -> None:
        """Floaters from above are paired first; then the scoregroup with whom it brings up."""
        made = len(self.pairs)
        floaters = [player for player in self.open if player.score > score]
        self._pair_floaters(floaters, score)
        last = not any(player.score < score for player in self.open)
        own = [player for player in self.open if player.score == score]
        # In the last scoregroup floaters who found nobody belong to it.
        group = list(self.open) if last else own
        if not group:
            if floaters:
                self._paired("8", score, made, floaters, [])
            return
        self.before = []
        alone, brought = ([], []) if last else self._bring_up(group, score)
        group = [player for player in group if player not in alone] + brought
        sides = sides_of(self.players, group)
        new = [player for player in group if player.preference is None]
        if new:
            self.before.append(event("6.2", events.NEWCOMER, new))
        down = self._leaving(group, sides, score)
        left = group
        group = [player for player in group if player not in down]
        down = alone + down
        if group:
            own_sides = {player.id: sides[player.id] for player in group}
            white, black = self._columns(group, own_sides)
            everybody = ranked([*group, *down])
            opened = self._opened("6.2", everybody, white, black, brought)
            self.tell(replace(opened, score=score, remainder=bool(floaters)), *self.before)
            self._pair_columns(white, black)
        else:
            everybody = [p for p in alone + left if p.score >= score]
            opened = self._opened("6", everybody)
            self.tell(replace(opened, score=score, remainder=bool(floaters)), *self.before)
        self._paired("6", score, made, floaters, down)

    def _paired(
        self,
        article: str,
        score: int,
        made: int,
        floaters: Sequence[Entrant],
        down: Sequence[Entrant],
    ) -> None:
        """The scoregroup is done: its pairs are those after the first `made`."""
        on = [player for player in floaters if player in self.open and player not in down]
        leaving = tuple(player.id for player in (*on, *down))
        self.tell(GroupPaired(article, score, _ids(self.pairs[made:]), leaving))

    # Chapter 8

    def _pair_floaters(self, floaters: Sequence[Entrant], score: int) -> None:
        if floaters:
            own = [player for player in self.open if player.score == score]
            ids = tuple(player.id for player in floaters)
            self.tell(GroupOpened("8", score, ids + tuple(p.id for p in own), ids))
        for floater in self._floater_order(floaters):
            own = [player for player in self.open if player.score == score]
            opponents = self.players.by_rating(own)
            opponents.sort(key=lambda p: not _opposite(p.preference, floater.preference))
            for opponent in opponents:
                if not self.players.may_meet(floater, opponent):
                    self.tell(PairDropped("8", floater.id, opponent.id, events.MET))
                elif not self._completable_without(floater, opponent):
                    self.tell(PairDropped("8", floater.id, opponent.id, events.OTHERS))
                else:
                    self._fix("8", [(floater, opponent)])
                    break
            else:
                if any(player.score < score for player in self.open):
                    self.tell(event("8", events.GOES_ON, [floater]))

    def _floater_order(self, floaters: Sequence[Entrant]) -> list[Entrant]:
        """The highest floater due White, the highest due Black, the next due White, …"""
        sides = sides_of(self.players, floaters)
        white = [player for player in floaters if sides[player.id] is Colour.WHITE]
        black = [player for player in floaters if sides[player.id] is Colour.BLACK]
        columns = self.players.white_column(white), self.players.black_column(black)
        return [player for row in zip_longest(*columns) for player in row if player is not None]

    # Chapter 7

    def _bring_up(
        self, group: Sequence[Entrant], score: int
    ) -> tuple[list[Entrant], list[Entrant]]:
        """7.1: an opponent for who has none in the scoregroup; if nobody may be brought up for
        him he floats down (6.4). 7.2: one more for an odd scoregroup. Who floats, who comes."""
        below = max(player.score for player in self.open if player.score < score)
        next_group = [player for player in self.open if player.score == below]
        lower = [player for player in next_group if self.players.may_be_moved_up(player)]
        bound = [player for player in next_group if player not in lower]
        meet = self.players.may_meet
        alone: list[Entrant] = []
        brought: list[Entrant] = []
        for player in group if len(group) > 1 else ():
            if any(meet(player, p) for p in (*group, *brought) if p is not player):
                continue
            self.before.append(event("7.1", events.NOBODY_HERE, [player]))
            fit = [p for p in lower if p not in brought and meet(player, p)]
            found = self._first_fit("7.1", fit, player.preference)
            brought += found
            if not found:
                self._nobody("7.1", bound, [p for p in lower if p not in brought])
            if not found:
                alone.append(player)
                self.before.append(event("6.4", events.FLOATS, [player]))
        rest = [player for player in group if player not in alone]
        if (len(rest) + len(brought)) % 2:
            fit = [p for p in lower if p not in brought and any(meet(p, q) for q in rest)]
            excess = surplus(sides_of(self.players, [*rest, *brought]))
            found = self._first_fit("7.2", fit, Colour.WHITE if excess > 0 else Colour.BLACK)
            if not found:
                self._nobody("7.2", bound, [p for p in lower if p not in brought])
            brought += found
        return alone, brought

    def _first_fit(
        self, article: str, fit: Sequence[Entrant], against: Colour | None
    ) -> list[Entrant]:
        """Due the other colour than `against`, then highest R, then lowest ARO."""
        ordered = self.players.by_rating(fit)
        ordered.sort(key=lambda player: not _opposite(player.preference, against))
        chosen = ordered[:1]
        known = events.BROUGHT_UP if chosen else events.NOBODY_UP
        self.before.append(event(article, known, chosen))
        return chosen

    def _nobody(self, article: str, bound: Sequence[Entrant], unfit: Sequence[Entrant]) -> None:
        """Why nobody was brought up: limits of chapter 2, or nobody there whom they may meet."""
        if bound:
            self.before.append(event("2", events.LIMIT_UP, bound))
        if unfit:
            self.before.append(event(article, events.UNFIT, unfit))

    # Chapter 6

    def _leaving(self, group: Sequence[Entrant], sides: Sides, score: int) -> list[Entrant]:
        """6.4: nobody, if the scoregroup and all the others can be paired apart."""
        meet = self.players.may_meet
        others = [player for player in self.open if player not in group]
        if can_be_paired(group, meet, has_right_to_bye, 0) and can_be_paired(
            others, meet, has_right_to_bye, 0
        ):
            return []
        down = floaters_of(self.players, group, others, sides, score)
        self.before.append(event("6.4", events.FLOATS, down))
        return down

    def _columns(
        self, group: Sequence[Entrant], sides: Sides
    ) -> tuple[list[Entrant], list[Entrant]]:
        """6.2, after the shifts of 7.3."""
        moved = shifted(self.players, group, sides)
        if moved:
            self.before.append(event("7.3", events.SHIFTED, moved))
        sides = sides | {player.id: sides[player.id].opposite for player in moved}
        white = self.players.white_column(p for p in group if sides[p.id] is Colour.WHITE)
        black = self.players.black_column(p for p in group if sides[p.id] is Colour.BLACK)
        return white, black

    def _pair_columns(self, white: Sequence[Entrant], black: Sequence[Entrant]) -> None:
        pairs = rows(white, black)
        if pairs is not None:
            self.tell(*passed_over(black, pairs))
            self._fix("6.2", pairs)
        else:
            self.tell(event("6.3", events.REPAIRED))
            self._fix("6.3", repaired(white, black))


def ranked(players: Sequence[Entrant]) -> list[Entrant]:
    return sorted(players, key=lambda player: (-player.score, player.number))


def _ids(pairs: Sequence[Pair]) -> Pairs:
    return tuple((a.id, b.id) for a, b in pairs)


def _opposite(colour: Colour | None, other: Colour | None) -> bool:
    """Different due colours; a newcomer fits everybody."""
    return colour is None or other is None or colour is not other

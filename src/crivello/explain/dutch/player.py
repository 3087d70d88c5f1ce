"""Why this opponent, in the Dutch system: the player's way through the brackets."""

from __future__ import annotations

from crivello.explain.dutch.round import tell_forgone
from crivello.explain.explanation import Kind, Parts, Said, Value, pairs
from crivello.explain.steps import tell_forbidden
from crivello.explain.story import Story, ids, person
from crivello.model.tournament import Tournament
from crivello.model.trace import Trace
from crivello.model.trace.dutch import BracketOpened, BracketPaired, IdealJudged, PairsForgone, Role
from crivello.systems.dutch.bracket import may_meet, topscorers
from crivello.systems.dutch.breaches import breach, candidate_parts
from crivello.systems.dutch.editions import EDITIONS, DutchEdition
from crivello.words import N_

Visit = tuple[BracketOpened, IdealJudged, PairsForgone | None, BracketPaired]


def tell_dutch(
    story: Story,
    tournament: Tournament,
    trace: Trace,
    player: int,
    opponent: int | None,
    rules: str,
) -> bool:
    """False if the round was not paired by these rules."""
    edition = EDITIONS.get(rules)
    if edition is None:
        return False
    for visit in _visits(trace, player):
        _Visitor(story, tournament, edition, player, *visit).tell(opponent)
    return True


def _visits(trace: Trace, player: int) -> list[Visit]:
    """The brackets the player was in; of one that was paired twice, the second time."""
    found: list[Visit] = []
    opened: BracketOpened | None = None
    ideal: IdealJudged | None = None
    forgone: PairsForgone | None = None
    for step in trace:
        if isinstance(step, BracketOpened):
            opened, forgone = step, None
        elif isinstance(step, IdealJudged):
            ideal = step
        elif isinstance(step, PairsForgone):
            forgone = step
        elif isinstance(step, BracketPaired):
            assert opened is not None
            assert ideal is not None
            if player in opened.moved_down or player in opened.residents:
                if opened.role is Role.PENULTIMATE and found:
                    found.pop()
                found.append((opened, ideal, forgone, step))
    return found


class _Visitor:
    """One player in one bracket."""

    def __init__(
        self,
        story: Story,
        tournament: Tournament,
        edition: DutchEdition,
        player: int,
        opened: BracketOpened,
        ideal: IdealJudged,
        forgone: PairsForgone | None,
        paired: BracketPaired,
    ) -> None:
        self.story = story
        self.tournament = tournament
        self.edition = edition
        self.player = player
        self.opened = opened
        self.ideal = ideal
        self.forgone = forgone
        self.paired = paired
        self.who = person(tournament, player)

    def tell(self, opponent: int | None) -> None:
        if self.player in self.paired.downfloaters:
            self._left_over()
        elif opponent is not None:
            self._paired(opponent)

    # ------------------------------------------------------------------ left over

    def _left_over(self) -> None:
        story = self.story
        if len(self.opened.residents) + len(self.opened.moved_down) == 1:
            story.tell(
                Kind.ANSWER,
                N_("{player} is alone in the bracket at score {score}."),
                about=(self.player,),
                player=self.who,
                score=story.score(self.opened.score),
            )
            return
        if not self._has_opponent():
            story.tell(
                Kind.ANSWER,
                N_("In the bracket at score {score} there is nobody whom {player} may meet."),
                about=(self.player,),
                score=story.score(self.opened.score),
                player=self.who,
            )
            top = topscorers(story.field)
            twice, _, absolute = self.edition.absolute
            tell_forbidden(
                story,
                [(self.player, other) for other in self._others()],
                lambda one, other: may_meet(one, other, top),
                (twice, absolute),
            )
            return
        floaters = self.paired.downfloaters
        story.tell(
            Kind.ANSWER,
            N_(
                "In the bracket at score {score}, {count} player remains unpaired, and it is "
                "{player}.",
                "In the bracket at score {score}, {count} players remain unpaired, and {player} "
                "is one of them.",
            ),
            article=self.edition.floaters[0].code,
            about=(self.player,),
            score=story.score(self.opened.score),
            count=len(floaters),
            player=self.who,
        )
        if self.forgone is not None:
            tell_forgone(story, self.forgone, self.edition, len(self.paired.pairs))
        if not self.paired.pairs:
            return
        if self.player in self.ideal.downfloaters:
            story.tell(
                Kind.ANSWER,
                N_("So it is already in the first candidate, S1 against S2 as they stand."),
                about=(self.player,),
            )
        else:
            story.tell(
                Kind.ANSWER,
                N_("The first candidate, S1 against S2 as they stand, would leave over {players}."),
                about=self.ideal.downfloaters,
                players=ids(self.ideal.downfloaters),
            )
            self._against_ideal()

    def _has_opponent(self) -> bool:
        top = topscorers(self.story.field)
        me = self.story.entrant[self.player]
        return any(may_meet(me, self.story.entrant[other], top) for other in self._others())

    def _others(self) -> list[int]:
        """Whom he could be paired with here: moved-down players do not meet each other."""
        others = self.opened.residents
        if self.player not in self.opened.moved_down:
            others += self.opened.moved_down
        return [other for other in others if other != self.player]

    # ------------------------------------------------------------------ paired

    def _paired(self, opponent: int) -> None:
        story = self.story
        other = person(self.tournament, opponent)
        score = story.score(self.opened.score)
        if self.player in self.opened.moved_down:
            story.tell(
                Kind.ANSWER,
                N_(
                    "{player} moved down to the bracket at score {score} and was paired there "
                    "with {opponent}."
                ),
                about=(self.player, opponent),
                player=self.who,
                score=score,
                opponent=other,
            )
        elif opponent in self.opened.moved_down:
            story.tell(
                Kind.ANSWER,
                N_(
                    "{player} moved down to the bracket at score {score} and was paired there "
                    "with {opponent}."
                ),
                about=(self.player, opponent),
                player=other,
                score=score,
                opponent=self.who,
            )
        else:
            story.tell(
                Kind.ANSWER,
                N_("The pair was made in the bracket at score {score}."),
                about=(self.player, opponent),
                score=score,
            )
        first = next((pair for pair in self.ideal.pairs if self.player in pair), None)
        if first is not None and opponent in first:
            story.tell(
                Kind.ANSWER,
                N_("It stands already in the first candidate, S1 against S2 as they stand."),
                about=(self.player, opponent),
            )
            return
        if first is None:
            story.tell(
                Kind.ANSWER,
                N_("The first candidate, S1 against S2 as they stand, leaves {player} unpaired."),
                about=(self.player,),
                player=self.who,
            )
        elif not self._may_have_met(first):
            return
        self._against_ideal()

    def _may_have_met(self, first: tuple[int, int]) -> bool:
        """Tells whom the first candidate gives him; False if that pair itself is forbidden."""
        story = self.story
        other = first[0] if first[1] == self.player else first[1]
        me, them = story.entrant[self.player], story.entrant[other]
        values: dict[str, Value] = {"player": self.who, "other": person(self.tournament, other)}
        about = (self.player, other)
        twice, _, absolute = self.edition.absolute
        if may_meet(me, them, topscorers(story.field)):
            template = N_("S1 against S2 as they stand would give {player} {other} as opponent.")
            story.tell(Kind.ANSWER, template, about=about, **values)
            return True
        if other in me.history.met:
            template = N_(
                "S1 against S2 as they stand would give {player} {other} as opponent, but they "
                "have already met."
            )
            story.tell(Kind.ANSWER, template, article=twice, about=about, **values)
        elif other in me.avoid:
            template = N_(
                "S1 against S2 as they stand would give {player} {other} as opponent, but they "
                "are not to meet in this round."
            )
            story.tell(Kind.ANSWER, template, article=twice, about=about, **values)
        else:
            template = N_(
                "S1 against S2 as they stand would give {player} {other} as opponent, but both "
                "must have the same colour."
            )
            story.tell(Kind.ANSWER, template, article=absolute, about=about, **values)
        return False

    def _against_ideal(self) -> None:
        """Why the first candidate was not taken."""
        story, edition, code = self.story, self.edition, self.ideal.criterion
        assert code is not None
        if code in (edition.absolute[0], edition.absolute[2]):
            top = topscorers(story.field)
            forbidden = tuple(
                (a, b)
                for a, b in self.ideal.pairs
                if not may_meet(story.entrant[a], story.entrant[b], top)
            )
            template = N_("That candidate contains pairs that are not allowed: {pairs}.")
            story.tell(Kind.ANSWER, template, article=code, pairs=pairs(forbidden))
        elif code == edition.absolute[1]:
            template = N_("That candidate leaves over somebody who may not have the bye.")
            story.tell(Kind.ANSWER, template, article=code)
        elif code == edition.completion:
            template = N_("With that candidate the rest of the round could not be completed.")
            story.tell(Kind.ANSWER, template, article=code)
        elif code == edition.lowest_bye:
            template = N_("With that candidate the bye would go to somebody with a higher score.")
            story.tell(Kind.ANSWER, template, article=code)
        elif code == edition.look_ahead:
            template = N_("With that candidate the next bracket would fare worse.")
            story.tell(Kind.ANSWER, template, article=code)
        else:
            bye = () if edition.bye is None else (edition.bye,)
            criteria = {one.code: one for one in (*edition.floaters, *bye, *edition.quality)}
            parts = candidate_parts(
                story.field,
                self.opened.moved_down,
                self.opened.residents,
                self.ideal.pairs,
                self.ideal.downfloaters,
            )
            failing = breach(criteria[code], parts)
            story.tell(
                Kind.ANSWER,
                N_(
                    "That candidate is worse by this criterion than the chosen one; it fails in "
                    "{parts}: {asks}"
                ),
                article=code,
                parts=Parts(failing.parts),
                asks=Said(failing.sentence),
            )

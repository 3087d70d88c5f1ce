"""Why somebody comes up, where a group that is not complete brings up players (Dubov)."""

from __future__ import annotations

from crivello.explain.explanation import Value
from crivello.explain.player.answer import Cause, CauseKind, Count, PlayerAnswer, Question
from crivello.explain.player.answering import RoundAnswers
from crivello.explain.player.clauses import LAST_ROUND, TWO_ROUNDS_AGO, colour_name
from crivello.explain.player.obstacle import partners
from crivello.explain.player.place import OriginGroup
from crivello.explain.story import sentence_with
from crivello.model.field import Float
from crivello.model.sentence import N_, Sentence, Template

K = CauseKind
WHEN = {K.UP_AGAIN: LAST_ROUND, K.UP_AGAIN_2: TWO_ROUNDS_AGO}
MOST_INSTEAD = 2
"""How many are named who would come up instead."""

# Why somebody has to come up: to the player who comes, and to the one who stays

UP_TO_ONE = N_(
    "{other} is the only player with {score}, so somebody with fewer points has to come up, and it "
    "is you."
)
UP_TO_ODD = N_(
    "There are {size} players with {score}, an odd number, so somebody with fewer points has to "
    "come up, and it is you."
)
UP_TO_LAST = N_(
    "Of the players with {score} only {other} was left to pair, so somebody with fewer points has "
    "to come up, and it is you."
)
UP_TO_ODD_LEFT = N_(
    "Of the players with {score}, {size} were left to pair, an odd number, so somebody with fewer "
    "points must come up, and it is you."
)
UP_TO_TWO_WHO_MET = N_(
    "{one} and {other}, left to pair with {score}, have already met, so two players with fewer "
    "points have to come up, and you are one of them."
)
UP_TO_FEW_PAIRS = N_(
    "The {size} players left with {score} can make only {pairs} between them, so {many} with fewer "
    "points come up, and you are one of them."
)
UP_FOR_THE_REST = N_(
    "If fewer than {floaters} players came up to those with {score}, somebody below would have no "
    "opponent, so {floaters} come up, and you are one of them."
)
UP_TO_SOME = N_(
    "The players with {score} are joined by players with fewer points, and you are one of them."
)
YOU_ALONE = N_(
    "You are the only player with {mine}, so somebody with fewer points has to come up to you: "
    "{opponent}, with {theirs}."
)
YOU_ARE_ODD = N_(
    "There are {size} players with {mine}, an odd number, so somebody with fewer points has to "
    "come up: {opponent}, with {theirs}, who plays you."
)
YOU_ARE_LAST = N_(
    "Of the players with {mine} only you were left to pair, so somebody with fewer points has to "
    "come up to you: {opponent}, with {theirs}."
)
YOU_ARE_ODD_LEFT = N_(
    "Of the players with {mine}, {size} were left to pair, an odd number, so somebody with fewer "
    "points must come up: {opponent}, with {theirs}, who plays you."
)
YOU_HAVE_MET = N_(
    "You and {partner}, left to pair with {mine}, have already met, so two players with fewer "
    "points have to come up; {opponent}, with {theirs}, plays you."
)
YOU_MAKE_FEW_PAIRS = N_(
    "The {size} players left with {mine} can make only {pairs} between them, so {many} with fewer "
    "points come up: {opponent}, with {theirs}, plays you."
)
YOU_FOR_THE_REST = N_(
    "If fewer than {floaters} players came up to those with {mine}, somebody below would have no "
    "opponent, so {floaters} come up, one of them {opponent}, with {theirs}, who plays you."
)
YOU_ARE_SOME = N_(
    "The players with {mine} are joined by players with fewer points: {opponent}, with {theirs}, "
    "plays you."
)
PAIRS = N_("one pair", "{count} pairs")
PLAYERS = N_("one player", "{count} players")

# Why this one

FIRST_SET = N_("Those who come up are the highest-ranked who can (by points, then number).")
FIRST_UP = N_("Of those who could come up you are the highest-ranked (by points, then number).")
THEY_ARE_FIRST = N_(
    "Of those who could come up, {floater} is the highest-ranked (by points, then number)."
)
NOBODY_BETTER = N_(
    "{instead} would have fitted equally well and nobody better; of the two {floater} is ranked "
    "higher (by points, then number)."
)
YOU_NOBODY_BETTER = N_(
    "{instead} would have fitted equally well and nobody better; of the two you are ranked higher "
    "(by points, then number)."
)
OTHERS_LOWER = N_(
    "Others would have fitted equally well and nobody better; they are ranked lower (by points, "
    "then number)."
)
FEWER_POINTS = N_("{instead} could have come up too, but has fewer points than {floater}.")
FEWER_THAN_YOU = N_("{instead} could have come up too, but has fewer points than you.")
UP_BEFORE = N_("{instead} does not come up, after meeting somebody with more points {when}.")
IF_INSTEAD = N_("If {instead} had come up instead, {worse}.")
IF_NOT_YOU = N_("If you had not come up, then {worse}.")
IF_NOT_THEM = N_("If {floater} had not come up, then {worse}.")
BOTH_DUE = N_(
    "{instead} does not come up: you and {instead} are both due {colour}, so one of you would not "
    "get it."
)

YOU_NEED = N_("You are due {colour}, so the player who comes up to you should be due {opposite}.")
THEY_NEED = N_("{other} is due {colour}, so the player who comes up should be due {opposite}.")
GROUP_NEEDS = N_(
    "Too few of the players with {score} are due {opposite}, so the player who comes up should be "
    "due {opposite}."
)
YOUR_GROUP_NEEDS = N_(
    "Too few of you with {score} are due {opposite}, so the player who comes up should be due "
    "{opposite}."
)
GROUP_LEFT_NEEDS = N_(
    "Too few of the players left to pair with {score} are due {opposite}, so the player who comes "
    "up should be due {opposite}."
)
YOUR_GROUP_LEFT_NEEDS = N_(
    "Too few of you left to pair with {score} are due {opposite}, so the player who comes up "
    "should be due {opposite}."
)
THEY_FIT = N_("{floater} is; {instead} is due {colour}.")
YOU_FIT = N_("You are; {instead} is due {colour}.")
BY_RATING = N_("{floater} has a higher rating than {instead}, the next choice, and so comes up.")
YOU_BY_RATING = N_("You have a higher rating than {instead}, the next choice, and so come up.")
ONLY_ONE = N_("{floater} is the only player with {below} who may come up.")
ONLY_ONE_AGAIN = N_(
    "{floater} is the only player with {below} who may come up; {bound} did so in the last round."
)
ONLY_YOU = N_("You are the only player with {below} who may come up.")
ONLY_YOU_AGAIN = N_(
    "You are the only player with {below} who may come up; {bound} did so in the last round."
)
ONLY_WITH = N_("{floater} is the only player with {below}.")
ONLY_YOU_WITH = N_("You are the only player with {below}.")
LAST_TWO_MET = N_(
    "{one} and {two}, the only two with fewer points than you, {why}, so both come up to those "
    "with {mine}; {opponent}, with {theirs}, plays you."
)
YOU_ARE_LAST_TWO = N_(
    "You and {two}, the only two with fewer points than {score}, {why}, so you both come up."
)
WHY_LAST_TWO = {
    K.MET: (N_("already met in round {round}"), N_("have already met in round {round}")),
    K.KEPT_APART: (N_("are kept apart"), N_("have to be kept apart")),
}
"""Why two may not meet: of others, and of the player and another."""


class ComingUpAnswers(RoundAnswers):
    def comes_up(self, player: int, left: OriginGroup) -> PlayerAnswer:
        """The player was brought up."""
        template = self._how_many(left, (UP_TO_ONE, UP_TO_ODD, UP_TO_LAST, UP_TO_ODD_LEFT))
        several = UP_TO_TWO_WHO_MET, UP_TO_FEW_PAIRS, UP_FOR_THE_REST, UP_TO_SOME
        template = template or self._few_pairs(left, several)
        one, *others = left.players
        number = sentence_with(
            template,
            score=self.score(left.score),
            one=self.story.name(one),
            other=self.story.name(others[0] if len(others) == 1 else one),
            **self._counts(left),
        )
        return self._answer(player, player, left, number)

    def is_met_from_below(self, player: int, opponent: int, left: OriginGroup) -> PlayerAnswer:
        """The opponent was brought up to the player."""
        template = self._how_many(left, (YOU_ALONE, YOU_ARE_ODD, YOU_ARE_LAST, YOU_ARE_ODD_LEFT))
        several = YOU_HAVE_MET, YOU_MAKE_FEW_PAIRS, YOU_FOR_THE_REST, YOU_ARE_SOME
        template = template or self._few_pairs(left, several)
        partner = next((one for one in left.players if one != player), player)
        number = sentence_with(
            template,
            mine=self.score_of(player),
            theirs=self.score_of(opponent),
            opponent=self.story.name(opponent),
            partner=self.story.name(partner),
            **self._counts(left),
        )
        return self._answer(player, opponent, left, number)

    def _answer(
        self, player: int, floater: int, left: OriginGroup, number: Sentence
    ) -> PlayerAnswer:
        question = Question.FLOAT
        if left.natural == left.floaters:
            cause = Cause(K.IN_ORDER, left.article, ((floater,),))
            last_two = self._last_two(player, floater, left)
            if last_two is not None:
                return self.answer(question, player, cause, last_two)
            first = FIRST_UP if player == floater else THEY_ARE_FIRST
            if len(left.floaters) > 1:
                first = FIRST_SET
            said = sentence_with(first, floater=self.story.name(floater))
            return self.answer(question, player, cause, number, said)
        cause = self.obstacles.of_meeting_none_of(floater, left.players)
        why = self._why(player, floater, cause, left)
        if not why and player == floater:
            return self.unsaid(question, player)
        if not why:
            cause = Cause(K.IN_ORDER, left.article, ((floater,),))
        return self.answer(question, player, cause, number, *why)

    def _last_two(self, player: int, floater: int, left: OriginGroup) -> Sentence | None:
        """All with fewer points are two who have met, so both come up; None if it is not so."""
        bye = self.this.pairing.bye
        below = {e.id for e in self.story.field.entrants if e.score < left.score} - {bye}
        if len(below) != 2 or below != set(left.floaters) or not self._level(left):
            return None
        one, two = left.floaters
        met = self.obstacles.of_forbidden_pair(one, two)
        if left.left_over or met is None or met.kind not in WHY_LAST_TWO:
            return None
        mine = player == floater
        if mine:
            two = two if one == player else one
        return sentence_with(
            YOU_ARE_LAST_TWO if mine else LAST_TWO_MET,
            one=self.story.name(one),
            two=self.story.name(two),
            why=sentence_with(WHY_LAST_TWO[met.kind][mine], round=met.round),
            mine=self.score(left.score),
            score=self.score(left.score),
            opponent=self.story.name(floater),
            theirs=self.score_of(floater),
        )

    # How many

    def _how_many(self, left: OriginGroup, templates: tuple[str, str, str, str]) -> str | None:
        """Why a group needs one player: it has one, or an odd number; all of it, or what is left.

        None if it is for another reason.
        """
        if len(left.floaters) != 1 or len(left.players) % 2 == 0 or not self._level(left):
            return None
        whole = len(self.level(left.players[0])) == len(left.players)
        alone, odd = templates[:2] if whole else templates[2:]
        return alone if len(left.players) == 1 else odd

    def _few_pairs(self, left: OriginGroup, templates: tuple[str, str, str, str]) -> str:
        """Why a group needs several: those in it, or those below, may not all meet."""
        met, few, for_the_rest, other = templates
        if not self._level(left) or left.left_over is None:
            return other
        if left.left_over < len(left.floaters):
            return for_the_rest
        if len(left.players) > left.left_over:
            return few
        if len(left.players) != 2:
            return other
        one, two = left.players
        return met if two in self.story.entrant[one].history.met else other

    def _counts(self, left: OriginGroup) -> dict[str, Value]:
        size = len(left.players)
        pairs = (size - (left.left_over or 0)) // 2
        many = len(left.floaters)
        return {
            "size": Count(size),
            "floaters": Count(many),
            "pairs": Sentence(PAIRS, count=Count(pairs)),
            "many": Sentence(PLAYERS, count=Count(many)),
        }

    def _level(self, left: OriginGroup) -> bool:
        """Do all in the group have the same points?"""
        return len({self.story.entrant[one].score for one in left.players}) == 1

    # Why this one

    def _why(
        self, player: int, floater: int, cause: Cause, left: OriginGroup
    ) -> tuple[Sentence, ...]:
        """Why the floater and not somebody else; empty if there is nothing to say."""
        instead = self._would_come_up(cause, left)
        mine = player == floater
        if cause.kind is K.SETS:
            if not self._stay(cause, left):
                return ()
            if not self._all_lower(floater, instead):  # it decides about a group further above
                template, why = IF_NOT_YOU if mine else IF_NOT_THEM, Sentence(self.guide.sets)
                return (self._with(template, floater, [], worse=why),)
            return (self._nobody_better(mine, floater, instead),)
        if cause.kind is K.RATING_UP:
            template = YOU_BY_RATING if mine else BY_RATING
            return (self._with(template, floater, [cause.parts[0][0]]),)
        said: tuple[Sentence, ...] = ()
        if cause.kind is K.COLOUR_UP:
            said = self.colour_that_should_come_up(player, cause, left)
        elif cause.kind is K.PAIRS:
            said = self._nobody_else(player, floater, cause, left)
        if said:
            return said
        against = self._against_one(player, floater, cause, instead)
        if against is not None:
            return (against,)
        worse = self.words(player).clause(cause, brief=True)
        if worse is None or (not instead and (floater,) in cause.parts):
            return ()
        template = IF_INSTEAD if instead else IF_NOT_YOU if mine else IF_NOT_THEM
        return (self._with(template, floater, instead, worse=worse),)

    def _would_come_up(self, cause: Cause, left: OriginGroup) -> list[int]:
        """Who would come up instead; nobody if that is not known, or too many."""
        if cause.forced is None:
            return []
        group, entrant = set(left.players), self.story.entrant
        boards = [(board.white, board.black) for board in cause.forced.boards]
        found = [
            one
            for pair in boards
            for one, other in (pair, pair[::-1])
            if other in group and entrant[one].score < left.score and one not in left.floaters
        ]
        return found if len(found) <= MOST_INSTEAD else []

    def _stay(self, cause: Cause, left: OriginGroup) -> bool:
        """Do those of the group stay in it, or is it about who comes up further above?"""
        partner = {} if cause.forced is None else partners(cause.forced)
        entrant = self.story.entrant
        return all(entrant[partner.get(one, one)].score <= left.score for one in left.players)

    def _all_lower(self, floater: int, others: list[int]) -> bool:
        """Is the floater ranked higher than these, by points, then number?"""
        entrant = self.story.entrant
        ranks = [(-entrant[one].score, entrant[one].number) for one in (floater, *others)]
        return ranks[0] == min(ranks)

    def _with(
        self, template: Template, floater: int, instead: list[int], **values: Value
    ) -> Sentence:
        named: dict[str, Value] = {"floater": self.story.name(floater)}
        if instead:
            named["instead"] = self.names(instead)
        return sentence_with(template, **named, **values)

    def _nobody_better(self, mine: bool, floater: int, instead: list[int]) -> Sentence:
        if len(instead) != 1:
            return Sentence(OTHERS_LOWER)
        return self._with(YOU_NOBODY_BETTER if mine else NOBODY_BETTER, floater, instead)

    def _against_one(
        self, player: int, floater: int, cause: Cause, instead: list[int]
    ) -> Sentence | None:
        """What speaks against the only one who would come up instead: points, floats or colour."""
        if len(instead) != 1:
            return None
        (one,) = instead
        if cause.kind is K.LOWER_UPFLOATER and cause.parts == ((one,),):
            fewer = self.story.entrant[one].score < self.story.entrant[floater].score
            template = FEWER_THAN_YOU if player == floater else FEWER_POINTS
            return self._with(template, floater, instead) if fewer else None
        if cause.kind in WHEN and len(cause.parts) == 1 and one in cause.parts[0]:
            return self._with(UP_BEFORE, floater, instead, when=Sentence(WHEN[cause.kind]))
        return self._both_due(player, cause, instead)

    def _both_due(self, player: int, cause: Cause, instead: list[int]) -> Sentence | None:
        """The one who would come up is due the same colour as the player."""
        more = (cause.wrong or 0) - (cause.right or 0)
        if cause.kind is not K.COLOURS or len(cause.parts) != 1 or more != 1:
            return None
        if set(cause.parts[0]) != {player, *instead}:
            return None
        colour = colour_name(self.story.entrant[player].preference)
        return Sentence(BOTH_DUE, instead=self.names(instead), colour=colour)

    def colour_that_should_come_up(
        self, player: int, cause: Cause, left: OriginGroup
    ) -> tuple[Sentence, ...]:
        """Whoever comes up is due the colour that is missing; empty if it is less simple."""
        (instead,), (floater,) = cause.parts
        entrant = self.story.entrant
        has, wants = entrant[instead].preference, entrant[floater].preference
        assert has is not None
        due = [entrant[one].preference for one in left.players]
        missing = due.count(wants) < due.count(has)
        if not missing or wants is None:
            return ()
        values: dict[str, Value] = {
            "colour": colour_name(has),
            "opposite": colour_name(wants),
            "score": self.score(left.score),
        }
        one, *others = left.players
        inside = player in left.players
        if instead == player or not (inside or player == floater):
            return ()
        template = YOU_NEED if inside else THEY_NEED
        if others:
            whole = len(left.players) == len(self.level(one))
            yours, theirs = (
                (YOUR_GROUP_NEEDS, GROUP_NEEDS)
                if whole
                else (YOUR_GROUP_LEFT_NEEDS, GROUP_LEFT_NEEDS)
            )
            template = yours if inside else theirs
        fits = YOU_FIT if floater == player else THEY_FIT
        return (
            sentence_with(template, **values, other=self.story.name(one)),
            self._with(fits, floater, [instead], colour=values["colour"]),
        )

    def _nobody_else(
        self, player: int, floater: int, cause: Cause, left: OriginGroup
    ) -> tuple[Sentence, ...]:
        """Nobody else may come up: somebody would have to go down."""
        trace = () if cause.forced is None else cause.forced.trace
        bound = self.guide.bound_below(trace, left.score)
        if bound is None:
            return ()
        mine = player == floater
        floats = [self.story.entrant[one].floats for one in bound]
        again = 0 < len(bound) <= MOST_INSTEAD and all(one[:1] == (Float.UP,) for one in floats)
        only, only_again = (ONLY_YOU, ONLY_YOU_AGAIN) if mine else (ONLY_ONE, ONLY_ONE_AGAIN)
        if len(self.level(floater)) == 1:
            only = ONLY_YOU_WITH if mine else ONLY_WITH
        values: dict[str, Value] = {
            "below": self.score_of(floater),
            "floater": self.story.name(floater),
            "bound": self.names(bound) if again else "",
        }
        return (sentence_with(only_again if again else only, **values),)

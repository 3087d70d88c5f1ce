"""The warnings and remarks that come with an action, with their articles."""

from __future__ import annotations

from crivello.model.sentence import N_, Sentence
from crivello.standard.classes import frozen


@frozen
class Notice:
    """A warning or remark about an action that was done."""

    sentence: Sentence
    article: str = ""
    players: tuple[int, ...] = ()
    warns: bool = True
    """False: it says what was done, such as who drew which number."""

    def __str__(self) -> str:
        return str(self.sentence)


SYSTEM_DEPRECATED = N_(
    "{system}: FIDE deprecates systems without an approved program and a free checker."
)
EDITION_OUTDATED = N_("{system} is not the edition in force on {date}; that is {current}.")
NOT_FIDE_MODE = N_("FIDE mode is off: the event may not be accepted for rating.")
FULL_POINT_BYES_ON = N_("Full-point byes are switched on; FIDE deprecates them.")
FULL_POINT_BYE = N_("{player} gets a full-point bye in round {round}; FIDE deprecates them.")
BYE_NEAR_THE_END = N_("{player} gets a half-point bye in the last round.")
HALF_POINT_BYES = N_("{player} has {count} half-point byes now.")
RATING_TIE_BREAKS = N_(
    "{tie_break} needs ratings, but some players have none: {players}. Announce a rating to "
    "count for them, as in {example}."
)
GROUPS_KEPT_APART = N_("Groups are kept apart: announce it before the tournament.")
APART_LATE = N_("The players kept apart change after round 1: no player may be favoured by it.")
BYE_VALUE = N_("The bye is worth less than a win; announce it before the tournament.")
DAYS_REVERSED = N_("The last day, {end}, is before the first one, {start}.")
OPTION_UNREAD = N_("{option} changes nothing: {system} does not read it.")
NO_DEADLINE = N_("No deadline for reporting errors is announced.")

DRAWN_AGAIN = N_("{colour} was drawn before; the new draw replaces it.")
UNCONFIRMED = N_(
    "One player has not confirmed and will be paired: {players}.",
    "{count} players have not confirmed and will be paired: {players}.",
)
IN_SECTION = N_("Section {section}: {text}")
RATING_ELSEWHERE = N_(
    "The rating of {player} in section {section} stays {rating}; correct it there if that is wrong."
)
NO_STRENGTH = N_(
    "{players} has no rating that counts and no estimate: enter an estimated strength for the "
    "initial order.",
    "{players} have no rating that counts and no estimate: enter estimated strengths for the "
    "initial order.",
)
NUMBERS_MOVE = N_(
    "One player gets another pairing number: {moves}.",
    "{count} players get other pairing numbers: {moves}.",
)
LATE_FOR_LATE_ENTRIES = N_(
    "The rules of this tournament provide for late entries in round 2 or 3; this one is for "
    "round {round}."
)
ROUNDS_TOO_FEW = N_(
    "In ideal conditions {rounds} rounds find one winner among at most {most} players; for "
    "{count} players, {needed} rounds would be enough."
)
ANNOUNCED_AWAY = N_("Announced to meet in round 1, but one of the two is absent: {pairs}.")
ANNOUNCED = N_(
    "One pair is announced for round 1 and does not come from the pairing rules: {pairs}.",
    "{count} pairs are announced for round 1 and do not come from the pairing rules: {pairs}.",
)
MEETINGS_ANNOUNCED = N_("Pairs of round 1 are fixed: announce them before the tournament.")
NUMBERS_STAY = N_("Round 4 has been paired: the correction changes no pairing number.")
RATING_AFTER_START = N_("The rating of {player} changes after the start.")
NUMBERS_FREEZE = N_("Once this round is published, corrections do not change pairing numbers.")

RESULT_FORFEITED = N_("{white} – {black} had the result {was}; now it is forfeited.")
NEITHER_APPEARED = N_("Neither {white} nor {black} appeared: both lose by forfeit.")
FORFEITED = N_(
    "{players} lost by forfeit: say whether this player continues.",
    "{players} lost by forfeit: say for each whether they continue.",
)
FORFEITED_AND_PAIRED = N_(
    "{players} lost the last round by forfeit, has not said whether to continue, and is in this "
    "pairing.",
    "{players} lost the last round by forfeit, have not said whether they continue, and are in "
    "this pairing.",
)
ADJOURNED = N_(
    "One adjourned game counts as a draw for this pairing.",
    "{count} adjourned games count as draws for this pairing.",
)
ADJOURNED_OTHERWISE = N_(
    "Adjourned games count {points} points for the pairing, not as draws ({draw}) as the rules say."
)
RELEASED = N_(
    "One pair had to be released so that the round can be completed: {pairs}.",
    "{count} pairs had to be released so that the round can be completed: {pairs}.",
)
BYE_ONCE = N_("{player} gets the bye and cannot get it again.")
LAST_FOR_THE_BYE = N_("In the next round, only {player} may have the bye.")
NOBODY_FOR_THE_BYE = N_(
    "If the next round has an odd number of players, no player may have the bye."
)
NEXT_IMPOSSIBLE = N_(
    "After this round, round {round} cannot be completed: {players} could not all be paired."
)
NEXT_BY_RESULTS = N_(
    "After this round, round {round} cannot be completed because of the colours of {players}, "
    "unless the results bring the exceptions of the last round."
)
LATER_HARD = N_("Opponents run short: with these pairings round {round} may be impossible.")
LATER_IMPOSSIBLE = N_(
    "Opponents run out: round {round} cannot be completed, however the rounds before it are paired."
)

CHANGED_AFTER_PAIRING = N_(
    "Round {round} is paired already: the correction counts from the pairing after it."
)
RATING_ONLY = N_("The correction comes after the end of the next round: it counts for rating only.")
AFTER_THE_DEADLINE = N_(
    "The deadline for reporting errors is over, but the next round is not paired: it counts."
)
POINTS_ADJUSTED = N_("The points count after round {round}; they will appear in the report.")
POINTS_FROM_THE_START = N_("The points count from the start; they will appear in the report.")
PUBLISHED_CHANGED = N_("A published pairing was changed; the change will appear in the report.")
MISTAKE = N_(
    "Withdrawn within {minutes} minutes and before any result: treated as a mistake, so no "
    "case is needed and it does not appear in the report."
)
SEEN_OTHERS = N_(
    "Another program has added one event in the meantime.",
    "Another program has added {count} events in the meantime.",
)
LINEUP_LATE = N_("The time for line-ups of this round is over.")

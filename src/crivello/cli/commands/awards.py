"""Commands about what players have won: prizes and norms."""

from __future__ import annotations

from crivello.cli.operands import AFTER, ANSWER, FILE, HOW_TO_READ, ONE_PLAYER, READING
from crivello.cli.options import Command, Operand, Option
from crivello.words import N_

GIVEN = Operand(
    FILE.name,
    N_("the tournament, as a report file or a tournament file; by default the one on the desk"),
    default="",
    completes="file",
)

AWARDS = (
    Command(
        "prizes",
        "crivello.cli.prizes",
        N_("give out the prizes of a file, and tell why each player gets what"),
        (
            Operand(N_("PRIZES"), N_("what is announced: prizes.toml"), completes="file"),
            GIVEN,
        ),
        (
            *HOW_TO_READ,
            *READING,
            AFTER,
            Option(
                "--tie-breaks",
                N_("codes such as DE,BH/C1,SB; by default those of the file"),
                value=N_("CODES"),
            ),
            Option(
                "--player",
                N_("list by list what was open to this player, and what he gets"),
                value=N_("ID"),
                number=True,
            ),
            *ANSWER,
        ),
    ),
    Command(
        "norms",
        "crivello.cli.norms",
        N_("who has a title norm, what is missing, and what could not be checked"),
        (GIVEN,),
        (*HOW_TO_READ, *READING, AFTER, ONE_PLAYER, *ANSWER),
    ),
)

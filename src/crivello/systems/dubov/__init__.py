"""The Dubov system, which chooses opponents so that the players' average ratings of opponents (ARO)
become equal.

The words of its rules, as all modules of this package use them:

* A *bracket* consists of the *residents* of one scoregroup and of *upfloaters*, lower players who
  join them if they cannot all be paired by themselves. A *container* holds all sets of upfloaters
  with the same scores.
* G1 are the players of a bracket who prefer White, in order of ARO, G2 all others, in order of
  pairing number. *Shifts* move players (the *shifters*) from one to the other so that both are
  equal; then G1 is called S1.
* A *transposition* is an order of G2. T2 is the one used: the first player of S1 meets the first of
  T2, and so on.
* A *maximum upfloater* has been an upfloater MaxT times.
"""

"""The FIDE (Dutch) system, editions 2017 and 2026; `dutch2011` has the older procedure.

The words of its rules, as all modules of this package use them:

* A *bracket* consists of the *residents* of one scoregroup and of *moved-down players* (MDPs), the
  *downfloaters* of the bracket above.
* A *candidate* is a possible pairing of a bracket. It pairs subgroup S1 with S2, the first player
  of S1 with the first of S2, and so on. A *transposition* is another order of S2; an *exchange*
  swaps players between S1 and S2.
* If moved-down players are in the bracket, S1 are those who are paired, and the others are the
  *limbo*. The residents not paired with them are the *remainder*, which is then paired like a
  bracket by itself.
* MaxPairs is the number of pairs, M1 that of moved-down players who are paired.
* The *failure value* of a criterion measures how far a candidate fails it; 0 is best. The *floater
  criteria* are about the number and the scores of downfloaters. The *look-ahead* applies them to
  the next bracket.
* A *completion* is a legal pairing of all players not yet paired.
"""

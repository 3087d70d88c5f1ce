"""Answers to players in at most four sentences, without letter codes and with the answer first.

Words used here: the *asker* is the player who asks. A *wish* is what the asker would like instead:
a pair, the bye or a colour. A *cause* is the reason why it is not granted, found by pairing the
round again with the wish granted. The *natural* opponent is the one whom the order of the rules
names first. The *mover* of a pair is the player who comes from another scoregroup, the *resident*
the one who does not.
"""

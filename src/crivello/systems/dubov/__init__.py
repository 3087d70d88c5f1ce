"""The Dubov system, which chooses opponents so that the players' average ratings of opponents (ARO)
become equal.
"""

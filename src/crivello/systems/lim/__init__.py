"""The Lim system: it pairs the groups above the median downward, those below it upward, and the
median last.
"""

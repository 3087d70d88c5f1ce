"""The rules that all pairing systems share, by edition: order, colours, floats, byes, acceleration,
boards.
"""

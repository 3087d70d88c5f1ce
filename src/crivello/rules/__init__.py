"""The rules that all systems share: order, colours, floats, byes, acceleration, boards; by
edition."""

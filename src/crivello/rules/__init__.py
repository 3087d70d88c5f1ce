"""What all systems share: order, colours, floats, byes, acceleration, boards; by edition."""

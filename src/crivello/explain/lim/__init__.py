"""The Lim system explained."""

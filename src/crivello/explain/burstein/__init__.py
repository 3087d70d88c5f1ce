"""The Burstein system explained."""

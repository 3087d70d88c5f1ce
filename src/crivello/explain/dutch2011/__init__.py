"""The Dutch system before 2013 explained."""

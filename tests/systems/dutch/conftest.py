"""Lets `make stress WHAT=mutate` replace the edition by a mutated one."""

from tools.mutate import apply

apply()

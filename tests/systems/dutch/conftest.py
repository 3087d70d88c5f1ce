"""Lets `make stress WHAT=mutate` put a mutated edition in the place of the true one."""

from tools.mutate import apply

apply()

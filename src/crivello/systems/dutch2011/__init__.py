"""The Dutch system before 2013: the procedure C.1-C.14 with relaxations and backtracking."""

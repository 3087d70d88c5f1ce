"""The arbiter's desk from the command line: each command opens the file, acts, and tells."""

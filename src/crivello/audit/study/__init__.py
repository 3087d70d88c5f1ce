"""Studies: questions put to many random tournaments, paired by several systems and measured."""

"""Studies: many random tournaments, paired by several systems and measured."""

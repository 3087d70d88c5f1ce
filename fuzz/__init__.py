"""Fuzz targets: long random campaigns, run by `make fuzz`."""

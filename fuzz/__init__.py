"""Fuzz targets: long random campaigns, run by `make stress WHAT=fuzz`."""

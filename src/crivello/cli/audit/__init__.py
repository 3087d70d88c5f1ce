"""Checking tournaments, making random ones, comparing engines."""

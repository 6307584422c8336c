"""Plots of numbers, one a file."""

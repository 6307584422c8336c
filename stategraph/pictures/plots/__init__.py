"""Plots of numbers, one per module."""

"""The numbers that options take, and the complaints of those that are none."""

from __future__ import annotations

import argparse
import re

_UNITS = {"": 1, "k": 2**10, "m": 2**20, "g": 2**30, "t": 2**40}


def number(text: str) -> int:
    """Return a number of at least 0."""
    if not re.fullmatch(r"[0-9]{1,9}", text):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of at least 0")
    return int(text)


def count(text: str) -> int:
    """Return a number of at least 1."""
    if not re.fullmatch(r"[0-9]{1,18}", text) or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of at least 1")
    return int(text)


def size(text: str) -> int:
    """Return how many bytes a size is, such as 500M."""
    found = re.fullmatch(r"([0-9]{1,15}(?:\.[0-9]{1,9})?)\s*([kmgt]?)(?:i?b)?", text.lower())
    if not found or float(found[1]) <= 0:
        raise argparse.ArgumentTypeError(f"{text!r} is not a size such as 500M or 2G")
    return int(float(found[1]) * _UNITS[found[2]])


def seconds(text: str) -> float:
    """Return a number of seconds."""
    if not re.fullmatch(r"[0-9]{1,9}(\.[0-9]*)?|\.[0-9]+", text):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds")
    return float(text)


def seed(text: str) -> int:
    """Return a whole number that seeds what is drawn."""
    if not text.isascii() or not text.isdigit() or len(text) > 18:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number")
    return int(text)


def positive_seconds(text: str) -> float:
    """Return a number of seconds above 0."""
    if seconds(text) <= 0:
        raise argparse.ArgumentTypeError(f"{text!r} seconds are too few")
    return seconds(text)

"""The numbers that options take, and the complaints of those that are none."""

from __future__ import annotations

import argparse
import re

_UNITS = {"": 1, "k": 2**10, "m": 2**20, "g": 2**30, "t": 2**40}


def number(text: str) -> int:
    """Return a number of at least 0, of up to 9 digits."""
    return _whole(text, 0, 9)


def node(text: str) -> int:
    """Return the number of a state, of up to 10 digits."""
    return _whole(text, 0, 10)


def count(text: str) -> int:
    """Return a number of at least 1, of up to 18 digits."""
    return _whole(text, 1, 18)


def _whole(text: str, least: int, digits: int) -> int:
    """Return a number that is not below `least` nor longer than so many `digits`."""
    if not re.fullmatch(r"[0-9]+", text) or (len(text) <= digits and int(text) < least):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of at least {least}")
    if len(text) > digits:
        raise argparse.ArgumentTypeError(f"{text!r} has more than {digits} digits")
    return int(text)


def port(text: str) -> int:
    """Return a port of this machine: 1 to 65535, or 0 for any that is free."""
    if not re.fullmatch(r"[0-9]{1,5}", text) or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is no port: 0 to 65535")
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
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number of up to 18 digits")
    return int(text)


def positive_seconds(text: str) -> float:
    """Return a number of seconds above 0."""
    if seconds(text) <= 0:
        raise argparse.ArgumentTypeError(f"{text!r} seconds are too few")
    return seconds(text)

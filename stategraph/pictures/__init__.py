"""Readable pictures of state graphs."""

from stategraph.pictures.diagram import Diagram, Edge, Node
from stategraph.pictures.layout_choice import LAYOUTS, draw
from stategraph.pictures.picture import Picture
from stategraph.pictures.rendering import FORMATS, compose, render
from stategraph.pictures.themes import THEMES
from stategraph.pictures.view_choice import VIEWS

__all__ = [
    "FORMATS",
    "LAYOUTS",
    "THEMES",
    "VIEWS",
    "Diagram",
    "Edge",
    "Node",
    "Picture",
    "compose",
    "draw",
    "render",
]

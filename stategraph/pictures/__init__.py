"""Pictures of state graphs that a person can read."""

from stategraph.pictures.diagram import Diagram, Edge, Node, whole
from stategraph.pictures.render import FORMATS, LAYOUTS, STYLES, render

__all__ = ["FORMATS", "LAYOUTS", "STYLES", "Diagram", "Edge", "Node", "render", "whole"]

"""SVG pictures inside a page, with separate ids, styles and links.

An SVG in an ``<img>`` is isolated from its page, but shows no tooltips, which describe the states.
Written into the page it shows them. But then two pictures may share ids, the style sheet of one
applies to all, and scripts in it would run in the page. So only drawing elements are kept::

    <g id="node1"><a xlink:title="Rocket in room 3">      before
    <g id="p2-node1"><g><title>Rocket in room 3</title>   after
"""

from __future__ import annotations

import io
import re
import xml.etree.ElementTree as ElementTree

from stategraph.rules.svg import printable

_DRAWING = {
    "svg", "g", "a", "path", "polygon", "polyline", "line", "rect", "circle", "ellipse", "text",
    "tspan", "title", "desc", "defs", "clipPath", "marker", "linearGradient", "radialGradient",
    "stop", "symbol", "use", "image",
}  # fmt: skip
# allowed images in pictures: an <image> of these runs nothing and loads nothing
_IMAGES = ("data:image/png;base64,", "data:image/svg+xml;base64,")

_XLINK = "{http://www.w3.org/1999/xlink}"

# pixels per unit: a pixel is 1/96 inch, a point 1/72
_UNITS = {"pt": 4 / 3, "px": 1.0, "in": 96.0, "": 1.0}


def size(svg: bytes) -> tuple[int, int]:
    """Return the (width, height) of an SVG in pixels.

    >>> size(b'<svg xmlns="http://www.w3.org/2000/svg" width="30pt" height="20"/>')
    (40, 20)
    """
    _, root = next(ElementTree.iterparse(io.BytesIO(svg), events=("start",)))
    return _size(root)


def _size(root: ElementTree.Element) -> tuple[int, int]:
    return _pixels(root.get("width", "")), _pixels(root.get("height", ""))


def _pixels(length: str) -> int:
    match = re.fullmatch(r"([0-9.]+)(pt|px|in|)", length)
    if match is None:
        raise ValueError(f"{length!r} is not a length")
    return round(float(match[1]) * _UNITS[match[2]])


def inlined(svg: bytes, prefix: str, label: str) -> str:
    """Return an SVG as a part of a page, with the prefix `prefix` in its ids; O(its length).

    `label` is the text for screen readers.
    """
    root = ElementTree.fromstring(svg)
    width, height = _size(root)
    _clean(root, prefix)
    root.attrib.update({"width": str(width), "height": str(height), "stroke-linejoin": "round"})
    root.attrib.update({"role": "img", "aria-label": label})
    return ElementTree.tostring(root, encoding="unicode")


def _clean(element: ElementTree.Element, prefix: str) -> None:
    """Drop everything except drawings, and namespaces; add the `prefix` to ids."""
    element.tag = _local(element.tag)
    element.text = printable(element.text or "")
    tip = printable(element.get(f"{_XLINK}title") or "")
    attributes = {}
    for name, value in element.attrib.items():
        if (text := _attribute(_local(name), value, prefix)) is not None:
            attributes[_local(name)] = text
    element.attrib.clear()
    element.attrib.update(attributes)
    for child in list(element):
        if not isinstance(child.tag, str) or _local(child.tag) not in _DRAWING:
            element.remove(child)
        else:
            _clean(child, prefix)
    if element.tag == "a":
        element.tag = "g"
        if tip:
            title = ElementTree.Element("title")
            title.text = tip
            element.insert(0, title)


def _attribute(name: str, value: str, prefix: str) -> str | None:
    """Return the new value of an attribute, or None to drop it."""
    if name.startswith("on") or name in ("class", "title", "role", "space"):
        return None
    if name == "href":
        if value.startswith("#"):
            return f"#{prefix}-{value[1:]}"
        return value if value.startswith(_IMAGES) else None
    if name == "id":
        return f"{prefix}-{value}"
    if "url(" in value and "url(#" not in value:
        return None
    return value.replace("url(#", f"url(#{prefix}-")


def _local(name: str) -> str:
    return name.rpartition("}")[2]

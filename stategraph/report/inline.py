"""SVG pictures as parts of a page, protected from each other.

An SVG in an ``<img>`` is isolated from its page. But it shows no tooltips, and tooltips describe
the states. An SVG written into the page shows its tooltips. But then two pictures may use the same
ids, the style sheet of one picture applies to all, and scripts in a picture would run in the page.
So only drawing elements are kept, and each picture has its own prefix for ids::

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
# image types that an <image> may have: they can neither run scripts nor load files
_IMAGES = ("data:image/png;base64,", "data:image/svg+xml;base64,")

_XLINK = "{http://www.w3.org/1999/xlink}"

# number of pixels (1/96 inch) per unit; a point is 1/72 inch
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
    """Return an SVG as a part of a page, with `prefix` added to its ids. O(length).

    `label` is the text for screen readers.
    """
    root = ElementTree.fromstring(svg)
    width, height = _size(root)
    _clean(root, prefix)
    root.attrib.update({"width": str(width), "height": str(height), "stroke-linejoin": "round"})
    root.attrib.update({"role": "img", "aria-label": label})
    return ElementTree.tostring(root, encoding="unicode")


def _clean(element: ElementTree.Element, prefix: str) -> None:
    """Remove everything except drawing elements, remove namespaces, and add `prefix` to ids."""
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
    """Return the new value of an attribute, or None if it must be removed."""
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

"""The level file inside a page that ``stategraph share`` wrote.

The text is a JSON string in a script element of another type, which browsers neither run nor show.
"""

from __future__ import annotations

import json
import re

from stategraph.errors import LevelError

_BEFORE, _AFTER = '<script type="application/json" id="level">', "</script>"


def level_element(text: str) -> str:
    """Return the element that holds the text of a level file; empty for an empty text.

    Examples
    --------
    >>> level_element("title: </script>")
    '<script type="application/json" id="level">"title: \\\\u003c/script>"</script>'
    """
    return _BEFORE + json.dumps(text).replace("<", "\\u003c") + _AFTER if text else ""


def level_of_page(text: str, file: str) -> str:
    """Return the level file inside the text of a page.

    Raises
    ------
    LevelError
        if a page has no level file inside

    Examples
    --------
    >>> level_of_page("<head>" + level_element("puzzle: sokoban"), "warehouse.html")
    'puzzle: sokoban'
    """
    found = re.search(f"{re.escape(_BEFORE)}(.*?){re.escape(_AFTER)}", text, re.DOTALL)
    try:
        level = json.loads(found[1]) if found else None
    except ValueError:
        level = None
    if not isinstance(level, str):
        reason = "this page holds no level as text; write it again with 'stategraph share'"
        raise LevelError(reason, 1).located(file)
    return level

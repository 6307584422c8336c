"""The studio: a page on which a level is played, its state graph seen, and the level changed.

::

    level, graph ──► bundle ──► share     one file, which needs no server
                           └──► server    the same page, with an editor

`static` holds the page: ES modules and a style of our own, sent as they stand.
"""

from stategraph.studio.level_bundle import MOST_STATES, bundle
from stategraph.studio.share_page import MOST_SHARED, share

__all__ = ["MOST_SHARED", "MOST_STATES", "bundle", "share"]

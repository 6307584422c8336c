"""The studio: a page to play a level, explore its state graph, and edit the level.

::

    level, graph ──► bundle ──► share     one file, which needs no server
                           └──► server    the same page, with an editor

`static` holds the page: plain ES modules and a style sheet, which need no build step.
"""

from stategraph.studio.level_bundle import MAX_BUNDLED_STATES, bundle
from stategraph.studio.share_page import MAX_SHARED_STATES, share

__all__ = ["MAX_SHARED_STATES", "MAX_BUNDLED_STATES", "bundle", "share"]

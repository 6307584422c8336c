"""The studio: a page to play a level, explore its state graph, and edit the level.

::

    level, graph ──► bundle ──► share     one file, which needs no server
                           └──► server    the same page, with an editor

This package imports none of its modules, so that the server starts without what only its worker
processes need. `static` holds the page: plain ES modules and a style sheet, which need no build
step.
"""

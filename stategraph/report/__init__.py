"""Reports: everything known about a level on one web page, viewable in a browser offline."""

from stategraph.report.index_page import Entry, entry_of, index
from stategraph.report.level_page import page

__all__ = ["Entry", "entry_of", "index", "page"]

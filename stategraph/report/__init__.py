"""Reports: what is known of a level as one web page that needs nothing but a browser."""

from stategraph.report.index_page import Entry, entry_of, index
from stategraph.report.level_page import page

__all__ = ["Entry", "entry_of", "index", "page"]

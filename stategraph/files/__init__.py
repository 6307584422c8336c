"""Files: bounded reading of regular files, and atomic writing."""

from stategraph.files.reading import (
    MAX_TEXT_BYTES,
    is_file,
    is_folder,
    is_missing,
    open_no_follow,
    open_regular,
    read,
    read_stdin,
    read_text,
    relative_path,
    saves,
    text_of,
    together,
)
from stategraph.files.writing import (
    Data,
    check_empty,
    check_folder,
    make_folder,
    remove_stale,
    write,
    write_all,
)

__all__ = [
    "MAX_TEXT_BYTES",
    "Data",
    "check_empty",
    "check_folder",
    "is_file",
    "is_folder",
    "is_missing",
    "make_folder",
    "open_no_follow",
    "open_regular",
    "read",
    "read_stdin",
    "read_text",
    "remove_stale",
    "relative_path",
    "saves",
    "text_of",
    "together",
    "write",
    "write_all",
]

"""The library's remarks, which it tells its loggers, as lines on stderr."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Iterator

from stategraph.cli.terminal import remark


class _Remarks(logging.Handler):
    """Prints each remark, as said of a file."""

    file: str | None = None

    def emit(self, record: logging.LogRecord) -> None:
        remark(f"{self.file}: {record.getMessage()}")


_REMARKS = _Remarks()


@contextlib.contextmanager
def remarks_on(file: str) -> Iterator[None]:
    """Print what the library remarks while the block runs, as said of `file`."""
    log, before = logging.getLogger("stategraph"), _REMARKS.file
    _REMARKS.file = file
    log.addHandler(_REMARKS)  # once, however deep the blocks stand in one another
    log.setLevel(logging.INFO)
    try:
        yield
    finally:
        _REMARKS.file = before
        if before is None:
            log.removeHandler(_REMARKS)
            log.setLevel(logging.NOTSET)

"""Run the studio's server on this machine until it is stopped."""

from __future__ import annotations

import socket
import webbrowser
from collections.abc import Callable
from contextlib import closing, suppress

import uvicorn

from stategraph.studio.folder import Folder
from stategraph.studio.server import Studio

# The ports of folders. Operating systems give higher ports to outgoing connections.
FIRST_PORT, PORTS = 20_000, 10_000

# Number of ports that a folder may have, if other programs use the first ones.
TRIES = 5


def serve(
    folder: Folder, first: str, port: int, on_start: Callable[[str], None], opened: bool = True
) -> None:
    """Serve a studio on 127.0.0.1, starting with the level `first`.

    Parameters
    ----------
    folder : Folder
        the files of the studio
    first : str
        name of the first level
    port : int
        0: a port that depends on the folder only, or any free port if all of these are in use
    on_start : callable
        called with the link when the server accepts requests
    opened : bool
        whether to open the link in a browser
    """
    studio = Studio(folder, first)
    with closing(studio), _listening(folder, port) as listening:
        link = f"http://127.0.0.1:{listening.getsockname()[1]}/{studio.token}/"
        on_start(link)
        if opened:
            webbrowser.open(link)
        config = uvicorn.Config(studio.app(), log_level="error", access_log=False, lifespan="on")
        _Server(config, studio).run(sockets=[listening])


def _listening(folder: Folder, port: int) -> socket.socket:
    """Return a listening socket.

    Browsers keep data separately for each port. With a fixed port, a new studio of the folder finds
    the versions that an earlier one has kept in the browser.
    """
    if port:
        return socket.create_server(("127.0.0.1", port))
    first = FIRST_PORT + int(folder.key, 16) % PORTS
    for own in range(first, first + TRIES):
        with suppress(OSError):
            return socket.create_server(("127.0.0.1", own))
    return socket.create_server(("127.0.0.1", 0))


class _Server(uvicorn.Server):
    """A server that stops without delay; pending requests get an error response."""

    def __init__(self, config: uvicorn.Config, studio: Studio):
        super().__init__(config)
        self._studio = studio

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._studio.close()
        await super().shutdown(sockets)

"""Run the studio's server on this machine until it is stopped."""

from __future__ import annotations

import socket
import webbrowser
from collections.abc import Callable
from contextlib import closing

import uvicorn

from stategraph.studio.folder import Folder
from stategraph.studio.server import Studio


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
        0: any free port
    on_start : callable
        called with the link when the server accepts requests
    opened : bool
        whether to open the link in a browser
    """
    studio = Studio(folder, first)
    with closing(studio), socket.create_server(("127.0.0.1", port)) as listening:
        link = f"http://127.0.0.1:{listening.getsockname()[1]}/{studio.token}/"
        on_start(link)
        if opened:
            webbrowser.open(link)
        config = uvicorn.Config(studio.app(), log_level="error", access_log=False, lifespan="on")
        _Server(config, studio).run(sockets=[listening])


class _Server(uvicorn.Server):
    """A server that stops without delay; pending requests get an error response."""

    def __init__(self, config: uvicorn.Config, studio: Studio):
        super().__init__(config)
        self._studio = studio

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._studio.close()
        await super().shutdown(sockets)

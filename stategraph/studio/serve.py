"""The studio's server at work on this machine, until it is ended."""

from __future__ import annotations

import socket
import webbrowser
from collections.abc import Callable
from contextlib import closing

import uvicorn

from stategraph.studio.folder import Folder
from stategraph.studio.server import Studio


def serve(
    folder: Folder, first: str, port: int, told: Callable[[str], None], opened: bool = True
) -> None:
    """Serve a studio on 127.0.0.1, which begins with the level `first`.

    Parameters
    ----------
    port : int
        0: any that is free
    told : callable
        is called with the link, once it works
    opened : bool
        whether the link is opened in a browser
    """
    studio = Studio(folder, first)
    with closing(studio), socket.create_server(("127.0.0.1", port)) as listening:
        link = f"http://127.0.0.1:{listening.getsockname()[1]}/{studio.token}/"
        told(link)
        if opened:
            webbrowser.open(link)
        config = uvicorn.Config(studio.app(), log_level="error", access_log=False, lifespan="on")
        _Server(config, studio).run(sockets=[listening])


class _Server(uvicorn.Server):
    """Ends at once: who still waits for a long answer is told that there is none."""

    def __init__(self, config: uvicorn.Config, studio: Studio):
        super().__init__(config)
        self._studio = studio

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._studio.close()
        await super().shutdown(sockets)

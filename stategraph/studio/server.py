"""The studio's server: it listens on this machine alone, and serves whoever has the link.

::

    browser ── Host, Origin, token, size ──► routes ──► folder      open, save
                 refused otherwise              └─────► crew        solve, compare: killable

All that a page asks for lies below the token. What comes in is bounded; what a level says is data;
what an expansion does, it does in a process of its own.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from stategraph.errors import InputError, StategraphError
from stategraph.levels import family_names
from stategraph.studio.editing import board_of, edited
from stategraph.studio.folder import Changed, Folder
from stategraph.studio.page import STATIC, filled, text_of
from stategraph.studio.work import complaint
from stategraph.studio.workers import Crew, Session, Sessions, Superseded

# So many bytes may a request have.
LARGEST_BODY = 2 * 2**20

# So many seconds an expansion may take before its process is ended.
PATIENCE = 90.0

# The bytes of all headers of a request.
LARGEST_HEADERS = 16 * 2**10

HOSTS = ("127.0.0.1", "localhost", "[::1]")

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    "img-src 'self' data: blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
    "Cross-Origin-Resource-Policy": "same-origin",
}
KINDS = {".js": "text/javascript", ".css": "text/css"}


class Studio:
    """What the server knows: its folder, the level it was opened with, its processes."""

    def __init__(self, folder: Folder, first: str = "", patience: float = PATIENCE):
        self.folder, self.first = folder, first
        self.token = secrets.token_urlsafe(24)
        self.sessions = Sessions(patience)

    def app(self) -> Starlette:
        """Return the application; all its addresses begin with the token."""
        base = f"/{self.token}"
        routes = [
            Route(f"{base}/", self._page),
            Route(f"{base}/static/{{name}}", self._static),
            *(Route(f"{base}/{name}", self._asked(name), methods=["POST"]) for name in ANSWERS),
        ]

        @asynccontextmanager
        async def lifespan(app: Starlette) -> Any:
            yield
            self.close()

        made = Starlette(routes=routes, lifespan=lifespan)
        made.add_middleware(Guard)
        return made

    def close(self) -> None:
        """End all processes."""
        self.sessions.close()

    def _page(self, request: Request) -> Response:
        return Response(
            filled(
                policy="",
                title="stategraph studio",
                heading="Studio",
                style='<link rel="stylesheet" href="static/style.css">',
                editor=text_of("editor.html"),
                keep="Keep my plays in plays.jsonl",
                search="moves or a question, such as trap and made &lt; 4",
                **{"when-lost": "", "everything": " selected"},
                scripts='<script type="module" src="static/studio.js"></script>',
            ),
            media_type="text/html",
        )

    def _static(self, request: Request) -> Response:
        name = request.path_params["name"]
        known = {path.name for path in STATIC.iterdir() if path.suffix in KINDS}
        if name not in known:
            return Response("not found", 404)
        return Response(text_of(name), media_type=KINDS[Path(name).suffix])

    def _asked(self, name: str) -> Callable[[Request], Awaitable[Response]]:
        async def answer(request: Request) -> Response:
            try:
                body = json.loads(await request.body() or b"{}")
                if not isinstance(body, dict):
                    raise InputError("a question is a mapping")
                found = await run_in_threadpool(ANSWERS[name], self, body)
                if found.get("bundle"):
                    return Response(found["bundle"], media_type="application/octet-stream")
                return JSONResponse(found)
            except Superseded:
                return JSONResponse({"superseded": True})
            except Changed as error:
                return JSONResponse({"error": str(error), "text": error.text}, 409)
            except StategraphError as error:
                return JSONResponse(complaint(error), 422)
            except (ValueError, TypeError, RecursionError) as error:
                return JSONResponse({"error": f"not understood: {error}", "line": None}, 400)

        return answer

    # ---------------------------------------------------------------------------- what is asked

    def levels(self, body: dict[str, Any]) -> dict[str, Any]:
        """Return the levels that there are, and the one that was named at the start."""
        return {
            "files": self.folder.names(),
            "bundled": self.folder.bundled(),
            "families": family_names(),
            "first": self.first,
        }

    def open(self, body: dict[str, Any]) -> dict[str, Any]:
        """Return the text of a level."""
        return vars(self.folder.open(_text(body, "name")))

    def new(self, body: dict[str, Any]) -> dict[str, Any]:
        """Return the text of a level to start from."""
        return vars(self.folder.template(_text(body, "family")))

    def save(self, body: dict[str, Any]) -> dict[str, Any]:
        """Write a level."""
        return vars(self.folder.save(_text(body, "name"), _text(body, "text"), _text(body, "seen")))

    def board(self, body: dict[str, Any]) -> dict[str, Any]:
        """Return the board of a text, to paint on."""
        return board_of(_text(body, "text"), _file(body))

    def edit(self, body: dict[str, Any]) -> dict[str, Any]:
        """Return the text after an edit, and its board."""
        edit = body.get("edit")
        if not isinstance(edit, dict):
            raise InputError("there is no edit")
        text = edited(_text(body, "text"), _file(body), edit)
        return {"text": text, **board_of(text, _file(body))}

    def solve(self, body: dict[str, Any]) -> dict[str, Any]:
        """Return the numbers of a level; what is still done for an older version ends."""
        self._session(body).stop("draw", "weigh")
        return self._crew(body, "solve").afresh("solve", text=_text(body, "text"), file=_file(body))

    def bundle(self, body: dict[str, Any]) -> dict[str, Any]:
        """Return the bundle of the level at hand, without states where it is large."""
        return self._again(body, "bundle")

    def whole(self, body: dict[str, Any]) -> dict[str, Any]:
        """Return the bundle of a level with all its states, null where there are too many."""
        return self._crew(body, "draw").afresh("whole", text=_text(body, "text"), file=_file(body))

    def compare(self, body: dict[str, Any]) -> dict[str, Any]:
        """Return what an edit changed."""
        texts = {"before": _text(body, "before"), "after": _text(body, "after")}
        return self._crew(body, "compare").afresh("compare", file=_file(body), **texts)

    def weigh(self, body: dict[str, Any]) -> dict[str, Any]:
        """Return what each element of a level is for."""
        return self._crew(body, "weigh").afresh("weigh", text=_text(body, "text"), file=_file(body))

    def find(self, body: dict[str, Any]) -> dict[str, Any]:
        """Return in which states of the level at hand something holds."""
        return self._again(body, "find", question=_text(body, "question"))

    def look(self, body: dict[str, Any]) -> dict[str, Any]:
        """Return a state of the level at hand."""
        came = {"source": _number(body, "source"), "label": _text(body, "label")}
        return self._again(body, "look", node=_number(body, "node"), **came)

    def solution(self, body: dict[str, Any]) -> dict[str, Any]:
        """Return the first shortest solution from a state of the level at hand."""
        return self._again(body, "solution", node=_number(body, "node"))

    def way(self, body: dict[str, Any]) -> dict[str, Any]:
        """Return a shortest path to a state of the level at hand."""
        return self._again(body, "way", node=_number(body, "node"))

    def keep(self, body: dict[str, Any]) -> dict[str, Any]:
        """Keep a play in the folder."""
        play = body.get("play")
        if not isinstance(play, dict):
            raise InputError("there is no play")
        self.folder.keep(play)
        return {}

    def _session(self, body: dict[str, Any]) -> Session:
        """Return the session of the page that asks."""
        return self.sessions.of(_text(body, "session"))

    def _crew(self, body: dict[str, Any], name: str) -> Crew:
        return self._session(body).crew(name)

    def _again(self, body: dict[str, Any], name: str, **given: Any) -> dict[str, Any]:
        """Ask about the level at hand: the one that the page names by the key of its text."""
        return self._crew(body, "solve").again(name, level=_text(body, "level"), **given)


ANSWERS: dict[str, Callable[[Studio, dict[str, Any]], dict[str, Any]]] = {
    "levels": Studio.levels,
    "open": Studio.open,
    "new": Studio.new,
    "save": Studio.save,
    "board": Studio.board,
    "edit": Studio.edit,
    "solve": Studio.solve,
    "bundle": Studio.bundle,
    "whole": Studio.whole,
    "compare": Studio.compare,
    "weigh": Studio.weigh,
    "find": Studio.find,
    "look": Studio.look,
    "solution": Studio.solution,
    "way": Studio.way,
    "keep": Studio.keep,
}


class Guard:
    """Refuses what no page of ours asks: another host or origin, a body that is too large."""

    def __init__(self, app: Any):
        self.app = app

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:  # noqa: D102
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = {
            name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]
        }
        size = sum(len(name) + len(value) for name, value in scope["headers"])
        status = 431 if size > LARGEST_HEADERS else refused(headers, scope["server"][1])
        if status is None and scope["method"] == "POST" and not _is_json(headers):
            status = 415  # which a page of another origin cannot ask without a preflight
        if status is not None:
            await Response("refused", status, HEADERS)(scope, receive, send)
            return
        body = await read_body(receive)
        if body is None:
            await Response("too large", 413, HEADERS)(scope, receive, send)
            return
        await self.app(scope, _once(body), _with_headers(send))


def refused(headers: dict[str, str], port: int) -> int | None:
    """Return the status with which a request is refused by its headers, None where it is not."""
    if headers.get("host", "") not in [f"{host}:{port}" for host in HOSTS]:
        return 403
    origin = headers.get("origin")
    if origin is not None and origin != f"http://{headers['host']}":
        return 403
    if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return 403
    length = headers.get("content-length", "0")
    return 413 if not length.isdecimal() or int(length) > LARGEST_BODY else None


def _is_json(headers: dict[str, str]) -> bool:
    return headers.get("content-type", "").partition(";")[0].strip() == "application/json"


async def read_body(receive: Any) -> bytes | None:
    """Return the body of a request; None where it is larger than it may be."""
    parts, size = [], 0
    while True:
        message = await receive()
        if message["type"] != "http.request":
            return b""
        parts.append(message.get("body", b""))
        size += len(parts[-1])
        if size > LARGEST_BODY:
            return None
        if not message.get("more_body"):
            return b"".join(parts)


def _once(body: bytes) -> Callable[[], Awaitable[dict[str, Any]]]:
    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": body, "more_body": False}

    return receive


def _with_headers(send: Any) -> Any:
    async def sent(message: Any) -> None:
        if message["type"] == "http.response.start":
            ours = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]
            message = {**message, "headers": [*message["headers"], *ours]}
        await send(message)

    return sent


def _text(body: dict[str, Any], name: str) -> str:
    """Return a text of a question; ``InputError`` where it is none."""
    found = body.get(name)
    if not isinstance(found, str):
        raise InputError(f"there is no {name}")
    return found


def _number(body: dict[str, Any], name: str) -> int:
    """Return a number of a question; ``InputError`` where it is none."""
    found = body.get(name)
    if type(found) is not int:
        raise InputError(f"{name} is no number")
    return found


def _file(body: dict[str, Any]) -> str:
    """Return how complaints name the level."""
    return str(body.get("name") or "level.yaml")

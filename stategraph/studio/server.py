"""The studio's server, which listens on this machine only and serves only requests with the token.

::

    browser ── Host, Origin, token, size ──► routes ──► folder      open, save
             guard: refused otherwise           └─────► workers     solve, compare: killable

All addresses begin with the token. The size of requests is limited. The content of a level is
treated as data, never as script or HTML. Expansions run in separate processes.
"""

from __future__ import annotations

import json
import secrets
import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from stategraph.errors import InputError, StategraphError
from stategraph.level_files import family_names
from stategraph.readable import Record
from stategraph.studio.complaints import complaint
from stategraph.studio.editable_board import board_of
from stategraph.studio.folder import Changed, Folder
from stategraph.studio.guard import Guard
from stategraph.studio.imported_texts import levels_in, pictures
from stategraph.studio.page import filled, studio_script, text_of, words_page
from stategraph.studio.workers import Session, Sessions, Superseded, WorkerPair

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

# Maximum time of an expansion in seconds; then its process is killed.
MAX_EXPANSION_SECONDS = 90.0

# Level to start with if the folder has no level: a solvable level with dead states.
FIRST = "sokoban/through-the-door"

# Answer to a request whose process was killed for a newer request, or because the page was closed.
REPLACED: Record = {
    "superseded": True,
    "error": "a newer request has replaced this one",
    "line": None,
}

STYLES = ("style.css", "dialogs.css")
LINK = '<link rel="stylesheet" href="static/{}">'


class Studio:
    """The state of the server: folder, first level, token and processes."""

    def __init__(self, folder: Folder, first: str = "", patience: float = MAX_EXPANSION_SECONDS):
        self.folder, self.first = folder, first
        self.token = secrets.token_urlsafe(24)
        self.sessions = Sessions(patience)

    def app(self) -> Starlette:
        """Return the application; all its addresses begin with the token."""
        base = f"/{self.token}"
        routes = [
            Route(f"{base}/", self._page),
            Route(f"{base}/words", self._words),
            Route(f"{base}/static/{{name}}", self._static),
            *(Route(f"{base}/{name}", self._endpoint(name), methods=["POST"]) for name in ANSWERS),
            Route(f"{base}/search", self._search, methods=["POST"]),
        ]

        @asynccontextmanager
        async def lifespan(app: Starlette) -> AsyncIterator[None]:
            # this takes a second; meanwhile, the browser loads the page
            threading.Thread(target=self._prepare, daemon=True).start()
            yield
            self.close()

        application = Starlette(routes=routes, lifespan=lifespan)
        application.add_middleware(Guard)
        return application

    def _prepare(self) -> None:
        """Import the families, start the processes of the first page, and import `editing`.

        The page asks for its first edit last, so the module is not imported before the server
        starts.
        """
        self.folder.bundled()
        self.sessions.prepare()
        import_module("stategraph.studio.editing")

    def close(self) -> None:
        """End all processes."""
        self.sessions.close()

    def _page(self, request: Request) -> Response:
        return Response(
            filled(
                policy="",
                title="stategraph studio",
                heading="Studio",
                level="",
                style="".join(map(LINK.format, STYLES)),
                numbers='<dl id="numbers" aria-label="The numbers of this version"></dl>',
                **{name: text_of(f"{name}.html") for name in ("canvas", "editing")},
                editor=text_of("editor.html") + text_of("dialogs.html"),
                keep=text_of("kept_in_folder.html"),
                people=text_of("returned_plays.html"),
                search="moves or a question, such as trap and made &lt; 4",
                **{"when-lost": "", "everything": " selected"},
                scripts='<script type="module" src="static/studio.js"></script>',
            ),
            media_type="text/html",
        )

    def _words(self, request: Request) -> Response:
        return Response(words_page(), media_type="text/html")

    def _static(self, request: Request) -> Response:
        name = request.path_params["name"]
        if name == "studio.js":
            return Response(studio_script(), media_type="text/javascript")
        if name not in STYLES:
            return Response("not found", 404)
        return Response(text_of(name), media_type="text/css")

    def _endpoint(self, name: str) -> Callable[[Request], Awaitable[Response]]:
        async def answer(request: Request) -> Response:
            try:
                body = _body(await request.body())
                result = await run_in_threadpool(ANSWERS[name], self, body)
                if result.get("bundle"):
                    return Response(result["bundle"], media_type="application/octet-stream")
                return JSONResponse(result)
            except Superseded:
                return JSONResponse(REPLACED)
            except Changed as error:
                return JSONResponse({"error": str(error), "text": error.text}, 409)
            except StategraphError as error:
                return JSONResponse(complaint(error), 422)
            except (ValueError, TypeError, RecursionError) as error:
                return JSONResponse({"error": f"not understood: {error}", "line": None}, 400)

        return answer

    async def _search(self, request: Request) -> Response:
        """Stream the bounds on the length of a solution, with one line for each improvement."""
        try:
            body = _body(await request.body())
            workers, arguments = self._workers(body, "search"), {"text": _text(body, "text")}
        except Superseded:
            return JSONResponse(REPLACED)
        except (StategraphError, ValueError, RecursionError) as error:
            return JSONResponse({"error": f"not understood: {error}", "line": None}, 400)
        records = workers.records("search", file=_file(body), **arguments)
        return StreamingResponse(_lines(records), media_type="application/x-ndjson")

    # -------------------------------------------------------------------------------- requests

    def levels(self, body: Record) -> Record:
        """Return the available levels, the level to start with, and the folder's key.

        ``named`` says whether the user named the level to start with.
        """
        files, bundled = self.folder.names(), self.folder.bundled()
        return {
            "files": files,
            "native": self.folder.native(),
            "bundled": bundled,
            "families": family_names(),
            "folder": self.folder.key,
            "named": bool(self.first),
            "first": self.first
            or self.folder.first()
            or [*(name for name in bundled if name == FIRST), *bundled][0],
        }

    def open(self, body: Record) -> Record:
        """Return the text of a level."""
        return vars(self.folder.open(_text(body, "name")))

    def new(self, body: Record) -> Record:
        """Return the text of a small level of a family, to start from."""
        return vars(self.folder.template(_text(body, "family")))

    def contents(self, body: Record) -> Record:
        """Return the text of a file, and the list of its levels."""
        return self.folder.contents(_text(body, "name"))

    def read(self, body: Record) -> Record:
        """Return the level of a text from outside, or the levels to choose from."""
        number = _number(body, "number") if "number" in body else None
        return levels_in(_text(body, "text"), _file(body), _text(body, "family"), number)

    def pictures(self, body: Record) -> Record:
        """Return pictures of some levels of a text."""
        numbers, owner = _numbers(body, "numbers"), _text(body, "family")
        return {"pictures": pictures(_text(body, "text"), _file(body), owner, numbers)}

    def save(self, body: Record) -> Record:
        """Write a level."""
        return vars(self.folder.save(_text(body, "name"), _text(body, "text"), _text(body, "seen")))

    def rename(self, body: Record) -> Record:
        """Rename a level file."""
        names = _text(body, "name"), _text(body, "to")
        return vars(self.folder.rename(*names, _text(body, "seen")))

    def delete(self, body: Record) -> Record:
        """Delete a level file."""
        self.folder.delete(_text(body, "name"), _text(body, "seen"))
        return {}

    def restore(self, body: Record) -> Record:
        """Write a deleted file again."""
        return vars(self.folder.restore(_text(body, "name")))

    def board(self, body: Record) -> Record:
        """Return the board of a level text, for painting."""
        return board_of(_text(body, "text"), _file(body))

    def edit(self, body: Record) -> Record:
        """Return the level text after an edit, and its board."""
        from stategraph.studio.editing import edited  # see `_prepare`

        edit = body.get("edit")
        if not isinstance(edit, dict):
            raise InputError("'edit' is missing")
        text = edited(_text(body, "text"), _file(body), edit)
        return {"text": text, **board_of(text, _file(body))}

    def solve(self, body: Record) -> Record:
        """Stop the work on older versions, and return the numbers of a level."""
        self._session(body).stop("draw", "weigh", "search")
        return self._about_text(body, "solve")

    def bundle(self, body: Record) -> Record:
        """Return the bundle of the current level, without states if the level is large."""
        return self._about_level(body, "bundle")

    def whole(self, body: Record) -> Record:
        """Return the bundle of a level with all its states, or null if there are too many."""
        return self._about_text(body, "whole", kind="draw")

    def compare(self, body: Record) -> Record:
        """Return the effects of an edit."""
        texts = {"before": _text(body, "before"), "after": _text(body, "after")}
        return self._workers(body, "compare").ask_latest("compare", file=_file(body), **texts)

    def weigh(self, body: Record) -> Record:
        """Return the purpose of each element of a level."""
        return self._about_text(body, "weigh")

    def share(self, body: Record) -> Record:
        """Return the page of a level, which is one HTML file."""
        return self._about_text(body, "share")

    def find(self, body: Record) -> Record:
        """Return the states of the current level in which a condition holds."""
        return self._about_level(body, "find", question=_text(body, "question"))

    def look(self, body: Record) -> Record:
        """Return a state of the current level."""
        came = {"source": _number(body, "source"), "label": _text(body, "label")}
        return self._about_level(body, "look", node=_number(body, "node"), **came)

    def near(self, body: Record) -> Record:
        """Return the states near a state of the current level."""
        return self._about_level(body, "near", node=_number(body, "node"))

    def prove(self, body: Record) -> Record:
        """Return a proof that a state of the current level is lost, if one is found."""
        nodes = {"node": _number(body, "node"), "source": _number(body, "source")}
        return self._about_level(body, "prove", trail=_numbers(body, "trail"), **nodes)

    def solution(self, body: Record) -> Record:
        """Return the first shortest solution from a state of the current level."""
        return self._about_level(body, "solution", node=_number(body, "node"))

    def way(self, body: Record) -> Record:
        """Return a shortest path to a state of the current level."""
        return self._about_level(body, "way", node=_number(body, "node"))

    def contract(self, body: Record) -> Record:
        """Return the graph of the current level with contracted walks or turns."""
        return self._about_level(body, "contract", kind=_text(body, "kind"))

    def lift(self, body: Record) -> Record:
        """Return the moves from the start to a node of a contracted graph."""
        return self._about_level(body, "lift", kind=_text(body, "kind"), node=_number(body, "node"))

    def story(self, body: Record) -> Record:
        """Return the solution of the current level in chapters."""
        return self._about_level(body, "story")

    def keep(self, body: Record) -> Record:
        """Save a play in the folder."""
        play = body.get("play")
        if not isinstance(play, dict):
            raise InputError("'play' is missing")
        self.folder.keep(play)
        return {}

    def bring(self, body: Record) -> Record:
        """Add plays to those of the folder, and return the number of new ones."""
        return {"new": self.folder.bring(_file(body), _text(body, "plays"))}

    def people(self, body: Record) -> Record:
        """Return a summary of the folder's plays of a level."""
        plays, versions = self.folder.plays(), _versions(body)
        return self._about_text(body, "people", plays=plays, versions=versions)

    def beginner(self, body: Record) -> Record:
        """Return the chances of a beginner to win a level from each state."""
        return self._about_text(body, "beginner")

    def _session(self, body: Record) -> Session:
        """Return the session of the page that sent the request."""
        return self.sessions.of(_text(body, "session"))

    def _workers(self, body: Record, name: str) -> WorkerPair:
        return self._session(body).workers(name)

    def _about_text(self, body: Record, name: str, kind: str = "", **arguments: object) -> Record:
        """Send a request about the text of a level, and end the work on an older one of its kind.

        The kind selects the processes; by default it is the name of the request.
        """
        level = {"text": _text(body, "text"), "file": _file(body)}
        return self._workers(body, kind or name).ask_latest(name, **level, **arguments)

    def _about_level(self, body: Record, name: str, **arguments: object) -> Record:
        """Send a request about the current level, which the page identifies by the level's key."""
        return self._workers(body, "solve").ask_current(
            name, level=_text(body, "level"), **arguments
        )


ANSWERS: dict[str, Callable[[Studio, Record], Record]] = {
    "levels": Studio.levels,
    "open": Studio.open,
    "new": Studio.new,
    "contents": Studio.contents,
    "read": Studio.read,
    "pictures": Studio.pictures,
    "save": Studio.save,
    "rename": Studio.rename,
    "delete": Studio.delete,
    "restore": Studio.restore,
    "board": Studio.board,
    "edit": Studio.edit,
    "solve": Studio.solve,
    "bundle": Studio.bundle,
    "whole": Studio.whole,
    "compare": Studio.compare,
    "weigh": Studio.weigh,
    "share": Studio.share,
    "find": Studio.find,
    "look": Studio.look,
    "near": Studio.near,
    "prove": Studio.prove,
    "solution": Studio.solution,
    "way": Studio.way,
    "contract": Studio.contract,
    "lift": Studio.lift,
    "story": Studio.story,
    "keep": Studio.keep,
    "beginner": Studio.beginner,
    "bring": Studio.bring,
    "people": Studio.people,
}


def _lines(records: Iterator[Record]) -> Iterator[str]:
    """Yield records as lines of JSON.

    If a newer request ends the work, the last line says so.
    """
    try:
        for record in records:
            yield json.dumps(record) + "\n"
    except Superseded:
        yield json.dumps(REPLACED) + "\n"


def _body(content: bytes) -> Record:
    """Return the mapping in the body of a request; raise ``InputError`` for any other content."""
    body = json.loads(content or b"{}")
    if not isinstance(body, dict):
        raise InputError("a question is a mapping")
    return body


def _text(body: Record, name: str) -> str:
    """Return the string `name` of a request; raise ``InputError`` if it is missing."""
    text = body.get(name)
    if not isinstance(text, str):
        raise InputError(f"{name!r} is missing")
    return text


def _versions(body: Record) -> list[tuple[str, str]]:
    """Return the names and texts of the other versions of a level."""
    versions = body.get("versions", [])
    if not isinstance(versions, list) or not all(isinstance(each, dict) for each in versions):
        raise InputError("versions must be a list of objects")
    return [(_text(each, "id"), _text(each, "text")) for each in versions]


def _number(body: Record, name: str) -> int:
    """Return the integer `name` of a request; raise ``InputError`` if it is missing."""
    number = body.get(name)
    if type(number) is not int:
        raise InputError(f"{name} is not a number")
    return number


def _numbers(body: Record, name: str) -> list[int]:
    """Return the list of integers `name` of a request; raise ``InputError`` if it is missing."""
    numbers = body.get(name)
    if not isinstance(numbers, list) or any(type(number) is not int for number in numbers):
        raise InputError(f"{name} must be a list of numbers")
    return numbers


def _file(body: Record) -> str:
    """Return the level's file name, for error messages; it never leads out of the folder."""
    name = str(body.get("name") or "level.yaml")
    inside = not Path(name).is_absolute() and ".." not in Path(name).parts
    return name if inside else Path(name).name

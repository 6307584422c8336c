"""The guard of the studio's server: it refuses requests from elsewhere, and too large ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.responses import Response

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

# Maximum size of a request's body in bytes.
MAX_BODY_BYTES = 2 * 2**20

# Maximum size of all headers of a request in bytes.
MAX_HEADER_BYTES = 16 * 2**10

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


class Guard:
    """Refuses requests that are not from the page: other hosts or origins, and too large ones."""

    def __init__(self, app: ASGIApp):
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:  # noqa: D102
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = {
            name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]
        }
        size = sum(len(name) + len(value) for name, value in scope["headers"])
        status = 431 if size > MAX_HEADER_BYTES else refusal_status(headers, scope["server"][1])
        if status is None and scope["method"] == "POST" and not _is_json(headers):
            status = 415  # pages of other origins cannot send JSON without a preflight request
        if status is not None:
            await Response("refused", status, HEADERS)(scope, receive, send)
            return
        body = await read_body(receive)
        if body is None:
            await Response("too large", 413, HEADERS)(scope, receive, send)
            return
        await self.app(scope, _body_first(body, receive), _with_headers(send))


def refusal_status(headers: dict[str, str], port: int) -> int | None:
    """Return the status code of the refusal if the headers are unacceptable, else None."""
    if headers.get("host", "") not in [f"{host}:{port}" for host in HOSTS]:
        return 403
    origin = headers.get("origin")
    if origin is not None and origin != f"http://{headers['host']}":
        return 403
    if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return 403
    length = headers.get("content-length", "0")
    return 413 if not length.isdecimal() or int(length) > MAX_BODY_BYTES else None


def _is_json(headers: dict[str, str]) -> bool:
    return headers.get("content-type", "").partition(";")[0].strip() == "application/json"


async def read_body(receive: Receive) -> bytes | None:
    """Return the body of a request, or None if the body is too large."""
    parts, size = [], 0
    while True:
        message = await receive()
        if message["type"] != "http.request":
            return b""
        parts.append(message.get("body", b""))
        size += len(parts[-1])
        if size > MAX_BODY_BYTES:
            return None
        if not message.get("more_body"):
            return b"".join(parts)


def _body_first(body: bytes, receive: Receive) -> Receive:
    """Return a function that first returns the whole body, and then calls `receive`."""
    messages = [{"type": "http.request", "body": body, "more_body": False}]

    async def received() -> Message:
        return messages.pop() if messages else await receive()

    return received


def _with_headers(send: Send) -> Send:
    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            ours = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]
            message = {**message, "headers": [*message["headers"], *ours]}
        await send(message)

    return sent

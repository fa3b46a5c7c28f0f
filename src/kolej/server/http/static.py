"""The web client: one page for all paths, whose script does the rest; a placeholder until it is built."""

from __future__ import annotations

import mimetypes
import os
from html import escape
from pathlib import Path
from typing import Any

from litestar import MediaType, Request, Response, Router, get
from litestar.params import FromPath

from kolej import __version__
from kolej.server.http.site import Site, TheSite, Wrong

CLIENT = Path(os.environ.get("KOLEJ_CLIENT") or Path(__file__).parents[1] / "client")
"""Where ``make web`` and the build of a wheel put the client; developers can name another build."""
MISSING = (
    "this installation has no web client: make web builds it in a clone of the project, "
    "and pip install . without KOLEJ_NO_CLIENT installs it"
)
"""What to do if the client is missing."""
FOR_EVER = "public, max-age=31536000, immutable"
"""The names of assets change with their content."""

NOT_BUILT = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{name}</title>
<style>body{{font:16px/1.5 system-ui,sans-serif;max-width:40rem;margin:3rem auto;padding:0 1rem}}</style>
</head><body><h1>{name}</h1>
<p>Kolej {version} runs here, but it was installed without its web client. In a clone of the project,
<code>make web</code> builds it, and <code>pip install .</code> installs Kolej with it
(unless <code>KOLEJ_NO_CLIENT</code> is set).</p>
<p>Programs play through the protocol at <code>{root}/api</code>; its description is at
<a href="{root}/api/schema/openapi.json"><code>{root}/api/schema/openapi.json</code></a>.</p>
</body></html>
"""


def is_built() -> bool:
    return (CLIENT / "index.html").is_file()


def _index() -> str | None:
    """Read every time, because it is small and may be built while the server runs."""
    return (CLIENT / "index.html").read_text("utf-8") if is_built() else None


def wants_page(request: Request[Any, Any, Any]) -> bool:
    """Whether a person opens an address in a browser; addresses of the API belong to programs."""
    accepted = request.headers.get("accept", "")
    return request.method == "GET" and "text/html" in accepted and not request.url.path.startswith("/api/")


def page_of(site: Site, status: int = 200) -> Response[str]:
    root, name = escape(site.settings.root), escape(site.settings.name)
    index = _index()
    if index is None:
        text = NOT_BUILT.format(name=name, version=__version__, root=root)
    else:
        text = index.replace('<base href="/" />', f'<base href="{root}/" />')
    headers = {"Cache-Control": "no-cache"}
    return Response(text, media_type=MediaType.HTML, headers=headers, status_code=status)


@get(
    [
        "/",
        "/new",
        "/settings",
        "/t/{place:str}",
        "/replay",
        "/replay/{place:str}",
        "/rules",
        "/rules/{board:str}",
        "/learn",
        "/learn/{lesson:str}",
    ],
    include_in_schema=False,
)
async def page(site: TheSite) -> Response[str]:
    return page_of(site)


@get("/assets/{name:str}", include_in_schema=False)
async def asset(name: FromPath[str]) -> Response[bytes]:
    return _file("assets", name, FOR_EVER)


@get("/{name:str}", include_in_schema=False)
async def file(name: FromPath[str]) -> Response[bytes]:
    """The manifest, the service worker, icons."""
    return _file(".", name, "no-cache")


def _file(folder: str, name: str, kept: str) -> Response[bytes]:
    path = CLIENT / folder / name
    if name.startswith(".") or name == "index.html" or "\\" in name or not path.is_file():
        raise Wrong(404, "no-such-page", "there is no such page")
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    if name.endswith(".webmanifest"):
        kind = "application/manifest+json"
    return Response(path.read_bytes(), media_type=kind, headers={"Cache-Control": kept})


ROUTES = Router("/", route_handlers=[page, asset, file])

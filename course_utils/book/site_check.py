"""Looks at a built site: does every link lead somewhere, is nothing loaded from elsewhere?"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

from course_utils.messages import say

_URL = re.compile(r"""url\(\s*["']?([^"')]+)["']?\s*\)|@import\s+["']([^"']+)["']""")
_MAP = re.compile(rb"\n?(?://# sourceMappingURL=\S+|/\*# sourceMappingURL=\S+ \*/)\s*$")
# Attributes whose address a browser loads by itself; of a link it depends on `rel`.
_LOADED = {"src", "srcset", "poster", "data"}
_NOT_LOADED = {"next", "prev", "search", "index", "author", "canonical", "license", "alternate"}


@dataclass
class Page:
    """What one page has: ids, links that are followed, addresses that are loaded, faults."""

    ids: set[str] = field(default_factory=set)
    links: list[str] = field(default_factory=list)
    loaded: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.page = Page()
        self._in_style = False

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attributes}
        page = self.page
        if "id" in given:
            if given["id"] in page.ids:
                page.faults.append(say("site-id-twice", id=given["id"]))
            page.ids.add(given["id"])
        page.loaded += [given[name] for name in sorted(_LOADED & given.keys())]
        page.loaded += _urls(given.get("style", ""))
        if tag == "link" and not set(given.get("rel", "").split()) & _NOT_LOADED:
            page.loaded.append(given.get("href", ""))
        elif "href" in given:
            page.links.append(given["href"])
        if tag == "form":
            page.links.append(given.get("action", ""))
        if tag == "img":
            for name in ("alt", "width", "height"):
                if name not in given:
                    page.faults.append(say("site-picture", src=given.get("src", ""), lacks=name))
        self._in_style = tag == "style"

    def handle_endtag(self, tag: str) -> None:
        self._in_style = False

    def handle_data(self, data: str) -> None:
        if self._in_style:
            self.page.loaded += _urls(data)


def read_page(text: str) -> Page:
    """What the HTML of a page has."""
    reader = _Reader()
    reader.feed(text)
    reader.close()
    return reader.page


def _urls(css: str) -> list[str]:
    return [one or other for one, other in _URL.findall(css)]


def faults(site: Path) -> list[str]:
    """What is wrong with the pages of `site`, one sentence each; [] when all is well."""
    pages = {path: read_page(path.read_text("utf-8")) for path in sorted(site.rglob("*.html"))}
    found = []
    for path, page in pages.items():
        name = path.relative_to(site).as_posix()
        found += [say("site-fault", page=name, fault=fault) for fault in page.faults]
        for address in page.loaded:
            if not address.startswith("data:") and _is_elsewhere(address):
                found.append(say("site-elsewhere", page=name, address=address))
        for address in page.links + page.loaded:
            if _is_elsewhere(address):
                continue
            target, anchor = _leads_to(path, address)
            if not target.is_file() or not target.is_relative_to(site):
                found.append(say("site-no-file", page=name, address=address))
            elif anchor and target in pages and anchor not in pages[target].ids:
                found.append(say("site-no-anchor", page=name, address=address))
    for path in sorted(site.rglob("*.css")):
        for address in _urls(path.read_text("utf-8")):
            name = path.relative_to(site).as_posix()
            if address.startswith("data:"):
                continue
            if _is_elsewhere(address):
                found.append(say("site-elsewhere", page=name, address=address))
            elif not _leads_to(path, address)[0].is_file():
                found.append(say("site-no-file", page=name, address=address))
    return found


def _is_elsewhere(address: str) -> bool:
    parts = urlsplit(address)
    return bool(parts.scheme or parts.netloc)


def _leads_to(path: Path, address: str) -> tuple[Path, str]:
    """The file and the anchor that an address means in the file `path`."""
    parts = urlsplit(address)
    if not parts.path:
        return path, unquote(parts.fragment)
    joined = posixpath.normpath(posixpath.join(path.parent.as_posix(), unquote(parts.path)))
    return Path(joined), unquote(parts.fragment)


def leave_out_unused(site: Path) -> None:
    """Deletes the files in `_static` that no page and no style loads: maps of scripts for those who
    debug them, icons of other makers."""
    used = set(_used(site))
    for path in (site / "_static").rglob("*"):
        if path.is_file() and path not in used:
            path.unlink()
        elif path.suffix in (".js", ".css"):
            path.write_bytes(_MAP.sub(b"\n", path.read_bytes()))


def _used(site: Path) -> Iterator[Path]:
    for path in site.rglob("*.html"):
        page = read_page(path.read_text("utf-8"))
        for address in page.links + page.loaded:
            if not _is_elsewhere(address):
                yield _leads_to(path, address)[0]
    for path in site.rglob("*.css"):
        for address in _urls(path.read_text("utf-8")):
            if not _is_elsewhere(address):
                yield _leads_to(path, address)[0]

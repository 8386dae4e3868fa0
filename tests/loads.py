"""What a page would load from elsewhere."""

import re
from html.parser import HTMLParser

_OUTSIDE = re.compile(r"\s*(https?:|ftp:|wss?:)?//", re.IGNORECASE)
_CSS = re.compile(r"""(?:url\(|@import)\s*["']?\s*([^"'\s);]+)""", re.IGNORECASE)
_SCRIPT = re.compile(r"""["'`]((?:https?:|wss?:)?//[\w.-]+\.[a-z]{2,}[^"'`]*)""", re.IGNORECASE)
_LOADING = {"src", "srcset", "poster", "background", "data", "xlink:href", "action", "code"}


class Loads(HTMLParser):
    """Collects in `found` what a page would load from elsewhere. Links (`<a href>`) are none."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self._inside = ""
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        if tag in ("script", "style"):
            self._inside = tag
        for name, value in attributes:
            value = value or ""
            loading = name in _LOADING or (name == "href" and tag not in ("a", "area"))
            if loading and any(_OUTSIDE.match(part) for part in value.split(",")):
                self.found.append(f"<{tag} {name}={value}>")
            if name == "style":
                self._css(value)
            if name == "srcdoc":
                self.found += Loads(value).found
            if tag == "meta" and name == "content" and re.search(r"url\s*=", value):
                self.found.append(f"<meta content={value}>")

    handle_startendtag = handle_starttag

    def handle_endtag(self, tag: str) -> None:
        self._inside = ""

    def handle_data(self, data: str) -> None:
        if self._inside == "style":
            self._css(data)
        elif self._inside == "script":
            self.found += [f"script: {address}" for address in _SCRIPT.findall(data)]

    def _css(self, text: str) -> None:
        self.found += [f"css: {a}" for a in _CSS.findall(text) if _OUTSIDE.match(a)]

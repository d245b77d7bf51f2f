#!/usr/bin/env python3
"""Reads the mails of a folder with Python's parser at its strictest: an implementation that is not ours."""

import email
import email.policy
import pathlib
import re
import sys
from html.parser import HTMLParser

MOST_BYTES = 100_000
NEVER_CLOSED = {"meta", "br", "img"}
# All that a mail leads to: its own pages, which change nothing when they are looked at, and its own picture.
LINK = re.compile(
    r"https?://[^/]+/(?:seat|invite|offer|account|sign-up)/[\w-]{43}"
    r"|https?://[^/]+/accounts/\w+\?token=[\w.-]+"
    r"|https?://[^/]+/unsubscribe/[\w-]{32}"
    r"|https?://[^/]+/notifications/refuse\?token=[0-9a-f]+"
)
PICTURE = re.compile(r"cid:board")


class Nesting(HTMLParser):
    """Every element that is opened is closed, in order; nothing is fetched from anywhere."""

    def __init__(self):
        super().__init__()
        self.open = []

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            ours = {("a", "href"): LINK, ("img", "src"): PICTURE}.get((tag, name))
            if name in ("src", "href") and not (ours and ours.fullmatch(value or "")):
                raise ValueError(f"<{tag}> leads to {value}")
        if tag not in NEVER_CLOSED:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            raise ValueError(f"</{tag}> closes nothing")


def check(path):
    raw = path.read_bytes()
    if len(raw) > MOST_BYTES:
        raise ValueError(f"{len(raw)} bytes")
    mail = email.message_from_bytes(raw, policy=email.policy.strict)
    for name in ("From", "To", "Subject", "Date", "Message-ID", "Auto-Submitted"):
        header = mail[name]
        if not header or getattr(header, "defects", ()):
            raise ValueError(f"{name}: {header!r} {getattr(header, 'defects', '')}")
    for kind in ("plain", "html"):
        part = mail.get_body((kind,))
        if part is None or part.defects or not part.get_content().strip():
            raise ValueError(f"no good text/{kind}")
    page = Nesting()
    page.feed(mail.get_body(("html",)).get_content())
    if page.open:
        raise ValueError(f"never closed: {page.open}")


def main(folder):
    mails = sorted(pathlib.Path(folder).glob("*.eml"))
    if not mails:
        sys.exit(f"{folder} holds no mails: run the tests first")
    for path in mails:
        try:
            check(path)
        except Exception as problem:
            sys.exit(f"{path}: {problem}")
    print(f"{len(mails)} mails read without a defect")


if __name__ == "__main__":
    main(*sys.argv[1:])

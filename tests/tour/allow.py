"""Allows an app as the guide describes it, in a browser of the standard library: allow.py ADDRESS NAME PASSWORD CHALLENGE.
Prints the code that the app gets."""

import http.cookiejar
import re
import sys
import urllib.parse
import urllib.request
from html.parser import HTMLParser

address, name, password, challenge = sys.argv[1:]
browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()))


class Forms(HTMLParser):
    """The forms of a page: each its address and its fields."""

    def __init__(self):
        super().__init__()
        self.found = []

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if tag == "form":
            self.found.append((attributes.get("action", ""), {}))
        elif tag in ("input", "button") and self.found and "name" in attributes:
            self.found[-1][1].setdefault(attributes["name"], []).append(attributes.get("value", ""))


def press(page, button, **filled):
    """Sends the form that has the button, filled in."""
    forms = Forms()
    forms.feed(page.read().decode())
    for action, fields in forms.found:
        if button in fields.get("press", []):
            sent = {field: values[0] for field, values in fields.items()} | filled | {"press": button}
            request = urllib.request.Request(urllib.parse.urljoin(page.url, action), urllib.parse.urlencode(sent).encode())
            request.add_header("Origin", address)
            return browser.open(request)
    sys.exit(f"nothing to press for {button}: {forms.found}")


query = {
    "response_type": "code", "client_id": "Longship", "redirect_uri": "https://longship.example/back",
    "scope": "games:read games:play", "state": "a state", "code_challenge": challenge, "code_challenge_method": "S256",
}
page = browser.open(f"{address}/oauth/authorize?{urllib.parse.urlencode(query)}")
done = press(press(page, "use_password", login=name, password=password), "allow").read().decode()
print(re.search(r"[?&;]code=([^&\"]+)", done)[1])

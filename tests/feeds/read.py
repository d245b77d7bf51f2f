"""Reads the feeds of a server with readers of other makes. See run.sh."""

import json
import sys
import urllib.error
import urllib.request

import feedparser
import icalendar

ADDRESS = sys.argv[1]
# Without backslashes: the first of these readers takes two of them and an n for a line break.
NAMES = ["</entry>]]>&amp;<b>; a, b: \"q\" 'þ' END:VEVENT", "Þ𝔘" * 20, ";,:" * 20]
found = {"events": 0, "entries": 0, "names": 0, "wrong": 0}


def call(method, path, body=None, token=None):
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(ADDRESS + path, data=data, method=method)
    request.add_header("Content-Type", "application/json")
    if token:
        request.add_header("Authorization", f"Bearer {token}")
    with urllib.request.urlopen(request) as answer:
        text = answer.read().decode()
    return json.loads(text) if text.startswith(("{", "[")) else text


def wrong(what):
    print(what)
    found["wrong"] += 1


def person(name):
    secret = "a long ship west"
    call("POST", "/v1/accounts", {"name": name, "email": f"{name}@example.org", "password": secret})
    return call("POST", "/v1/sessions", {"login": name, "password": secret})["access_token"]


def play(name, tokens):
    game = {"ruleset": "settlers", "seats": 3, "name": name, "clock": {"type": "plain", "hours": 24}}
    game = call("POST", "/v1/games", game, tokens[0])["id"]
    for token in tokens[1:]:
        call("POST", f"/v1/games/{game}/join", {}, token)
    for _ in range(12):
        for token in tokens:
            legal = call("GET", f"/v1/games/{game}/legal", token=token)
            ready = [one for one in legal["decisions"] if one["decision"]["blocking"] and one["actions"]]
            if ready:
                action = {"decision": ready[0]["decision"]["id"], "action": ready[0]["actions"][0]}
                call("POST", f"/v1/games/{game}/actions", action, token)
    return game


def local(url):
    return url[url.index("/feeds/"):]


def read_calendar(path):
    calendar = icalendar.Calendar.from_ical(call("GET", path))
    for event in calendar.walk("VEVENT"):
        found["events"] += 1
        if event.errors or event["DTSTART"].dt >= event["DTEND"].dt:
            wrong(f"an event of {path}: {event.errors}")
        if any(str(event["SUMMARY"]).startswith(f"{name}: ") for name in NAMES):
            found["names"] += 1
        else:
            wrong(f"the name of {event['SUMMARY']}")


def read_news(path):
    news = feedparser.parse(call("GET", path))
    if news.bozo or news.version != "atom10":
        wrong(f"{path}: {news.get('bozo_exception')}")
    found["entries"] += len(news.entries)
    if len({entry.id for entry in news.entries}) != len(news.entries):
        wrong(f"{path}: an id comes twice")


def main():
    tokens = [person(name) for name in ("Aud", "Bjarni", "Cnut")]
    games = [play(name, tokens) for name in NAMES]
    for token in tokens:
        feeds = call("POST", "/v1/me/feeds/renew", {}, token)
        read_calendar(local(feeds["calendar_url"]))
        read_news(local(feeds["news_url"]))
    for game in games:
        read_news(f"/games/{game}/news.atom")
    print(json.dumps(found))


main()

"""Holds the boards of the three drawers against the server's pictures, place by place.

    python3 compare.py RULESET      plays a game, compares its boards at many versions, and prints a line of JSON

`API` names the server, which must let accounts in unverified. Elements are found by the `data-` attributes that both
pictures have: each must be in both with the same facts. One affine map, fitted to the hexes or fields, takes the drawer's
coordinates to the server's; after it every place must lie where the server's does, and each piece nearest to the same
place, since the server moves pieces aside within theirs.
"""

import importlib
import json
import math
import os
import pathlib
import random
import re
import sys
import time
import urllib.error
import urllib.request
import uuid
import xml.etree.ElementTree as ET

API = os.environ["API"]
PASSWORD = "a long ship west"
OWN_MOVES = 40
VERSIONS = 24
# How far apart what is drawn may lie, in units of the server's picture, which is 600 wide and rounds to tenths. Pieces that
# are not named are moved aside within their hex.
EXACT = {"hex": 0.8, "field": 0.8, "settlement": 0.8, "dragon-boat": 0.8, "vertex": 0.8, "edge": 0.8, "corner": 0.8, "harbour": 0.8,
         "worker": 4.5}
# The order in which the attributes of an element are tried: a token has a hex, too, and a hex of Landnám a harbour.
KINDS = ("first-side", "token", "unit", "worker", "robber", "settlement", "dragon-boat", "vertex", "edge", "corner", "hex", "field",
         "harbour")
NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)")


def call(method, path, token=None, body=None):
    headers = {"Idempotency-Key": str(uuid.uuid4())}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    data = None if body is None else json.dumps(body).encode()
    if data:
        headers["Content-Type"] = "application/json"
    request = urllib.request.Request(API + path, data, headers, method=method)
    try:
        with urllib.request.urlopen(request, timeout=60) as response:
            said = response.read()
    except urllib.error.HTTPError as refused:
        if refused.code == 409:
            raise
        sys.exit(f"{method} {path}: {refused.code} {refused.read().decode()}")
    return json.loads(said) if response.headers.get_content_type() == "application/json" and said else said.decode()


def played(ruleset):
    """A game that is over: at first played here, then by bots."""
    name = f"boards-{ruleset}"
    call("POST", "/v1/accounts", body={"name": name, "email": f"{name}@example.org", "password": PASSWORD})
    token = call("POST", "/v1/sessions", body={"login": name, "password": PASSWORD})["access_token"]
    game = call("POST", "/v1/games", token, {"ruleset": ruleset, "seats": 4, "bots": ["steady"] * 3})["id"]
    chance = random.Random(ruleset)
    for _ in range(OWN_MOVES):
        for _ in range(300):
            legal = call("GET", f"/v1/games/{game}/legal", token)
            blocking = [asked for asked in legal["decisions"] if asked["decision"]["blocking"]]
            if blocking or call("GET", f"/v1/games/{game}", token)["status"] != "running":
                break
            time.sleep(0.1)
        if not blocking or not blocking[0]["actions"]:
            break
        asked = blocking[0]
        move = {"ruleset": ruleset, "decision": asked["decision"]["id"], "action": chance.choice(asked["actions"])}
        try:
            call("POST", f"/v1/games/{game}/actions", token, move)
        except urllib.error.HTTPError:
            pass  # somebody was faster
    if call("GET", f"/v1/games/{game}", token)["status"] == "running":
        call("POST", f"/v1/games/{game}/resign", token, {})
    while call("GET", f"/v1/games/{game}", token)["status"] == "running":
        time.sleep(0.5)
    return token, game


def elements(svg):
    """What a picture shows: facts and place by kind and name."""
    found = {}

    def walk(node, to_picture):
        to_picture = moved(node, to_picture)
        facts = {key[5:]: value for key, value in node.attrib.items() if key.startswith("data-") and value != ""}
        kind = next((kind for kind in KINDS if kind in facts), None)
        # The outer sea has no place of its own: each drawer chooses one.
        if kind and facts.get("hex") != "outer":
            # Of a harbour only its piers tell which corners it serves.
            piers = [points_of(path)[0] for path in node.iter() if tag(path) == "path"][:2]
            at = [to_picture(*point) for point in (piers if kind == "harbour" else [middle(node)])]
            found[kind, facts[kind]] = facts, sorted(at)
        for child in node:
            walk(child, to_picture)

    walk(ET.fromstring(svg), lambda x, y: (x, y))
    return found


def tag(node):
    return node.tag.rsplit("}", 1)[-1]


def moved(node, outer):
    """The map from the coordinates inside of an element to those of the picture."""
    shift, size = (0.0, 0.0), 1.0
    for step, inside in re.findall(r"(\w+)\(([^)]*)\)", node.get("transform", "")):
        numbers = [float(one) for one in NUMBER.findall(inside)]
        shift, size = ((numbers[0], numbers[-1]), size) if step == "translate" else (shift, numbers[0])
    return lambda x, y: outer(shift[0] + x * size, shift[1] + y * size)


def points_of(path):
    """The points of a path with moves and lines alone: absolute ones with `L`, relative ones after `m`."""
    numbers = [float(one) for one in NUMBER.findall(path.get("d"))]
    points = list(zip(numbers[::2], numbers[1::2]))
    if path.get("d").startswith("m"):
        for index in range(1, len(points)):
            points[index] = points[index][0] + points[index - 1][0], points[index][1] + points[index - 1][1]
    return points


def middle(node):
    """Around which point an element is drawn: that of the first thing in it that has one."""
    for child in node.iter():
        number = lambda name: float(child.get(name, 0))
        kind = tag(child)
        if child is not node and "transform" in child.attrib:
            return moved(child, lambda x, y: (x, y))(0, 0)
        if kind == "use":
            return number("x"), number("y")
        if kind == "circle":
            return number("cx"), number("cy")
        if kind == "rect":
            return number("x") + number("width") / 2, number("y") + number("height") / 2
        if kind in ("path", "polygon"):
            corners = child.get("points", "").split()
            points = [tuple(map(float, corner.split(","))) for corner in corners] or points_of(child)
            return tuple(sum(part) / len(points) for part in zip(*points))
    raise ValueError(f"nothing is drawn: {ET.tostring(node)[:200]}")


def fitted(pairs):
    """The affine map that takes the first of each pair of points to the second, by least squares."""
    rows = [(x, y, 1.0) for (x, y), _ in pairs]
    normal = [[sum(row[i] * row[j] for row in rows) for j in range(3)] for i in range(3)]
    solved = []
    for axis in (0, 1):
        right = [sum(row[i] * there[axis] for row, (_, there) in zip(rows, pairs)) for i in range(3)]
        solved.append(solve([[*line, end] for line, end in zip(normal, right)]))
    return lambda x, y: tuple(a * x + b * y + c for a, b, c in solved)


def solve(lines):
    """Gauss and Jordan; the points do not lie on one line, so there is a solution."""
    for column in range(3):
        pivot = max(range(column, 3), key=lambda row: abs(lines[row][column]))
        lines[column], lines[pivot] = lines[pivot], lines[column]
        lines[column] = [value / lines[column][column] for value in lines[column]]
        for row in range(3):
            if row != column:
                lines[row] = [value - lines[row][column] * own for value, own in zip(lines[row], lines[column])]
    return [line[3] for line in lines]


def compared(ours, theirs, wrong):
    """How many places and pieces agree."""
    wrong.extend(f"{key} is in one picture alone" for key in ours.keys() ^ theirs.keys())
    both = ours.keys() & theirs.keys()
    wrong.extend(f"{key} is {ours[key][0]}, and {theirs[key][0]}" for key in both if ours[key][0] != theirs[key][0])
    ground = [key for key in both if key[0] in ("hex", "field", "settlement")]
    to_theirs = fitted([(ours[key][1][0], theirs[key][1][0]) for key in ground])
    grounds = {key: theirs[key][1][0] for key in ground}
    agree = 0
    for key in both:
        facts, points = theirs[key]
        mapped = sorted(to_theirs(*point) for point in ours[key][1])
        if facts.get("place") == "outer":
            continue
        if key[0] in EXACT:
            off = max(math.dist(here, there) for here, there in zip(mapped, points))
            right = off <= EXACT[key[0]] and len(mapped) == len(points)
            said = f"{key} lies {off:.1f} units off"
        else:
            near = [min(grounds, key=lambda place: math.dist(grounds[place], at)) for at in (mapped[0], points[0])]
            right = near[0] == near[1]
            said = f"{key} lies on {near[0]}, and on {near[1]}"
        agree += right
        if not right:
            wrong.append(said)
    return agree


def main(ruleset):
    drawer = importlib.import_module(ruleset)
    token, game = played(ruleset)
    components = call("GET", f"/v1/rulesets/{ruleset}")["components"]
    last = call("GET", f"/v1/games/{game}", token)["progress"]["version"]
    agree, kinds, wrong, boards = 0, set(), [], 0
    for version in sorted({1 + (last - 1) * part // (VERSIONS - 1) for part in range(VERSIONS)}):
        view = call("GET", f"/v1/games/{game}/view?version={version}", token)["view"]
        for query in ("", "&names=false", "&theme=dark"):
            theirs = call("GET", f"/v1/games/{game}/board.svg?parts=board&version={version}{query}", token)
            ours = elements(drawer.draw(components, view, "dark" if "dark" in query else "light"))
            agree += compared(ours, elements(theirs), wrong)
            kinds |= {kind for kind, _ in ours}
            boards += 1
    for one in wrong[:20]:
        print(one, file=sys.stderr)
    lines = len(pathlib.Path(drawer.__file__).read_text("utf-8").splitlines())
    print(json.dumps({"ruleset": ruleset, "lines": lines, "boards": boards, "agree": agree, "kinds": sorted(kinds), "wrong": len(wrong)}))


if __name__ == "__main__":
    main(sys.argv[1])

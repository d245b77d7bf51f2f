"""Draws a board of NORD from the API alone: the components of the ruleset, and the view of a game.

    python3 nord.py RULESET.json VIEW.json > board.svg

RULESET.json is the reply to `GET /v1/rulesets/nord`, VIEW.json that to `GET /v1/games/{game_id}/view`. Needs the
standard library alone.
"""

import json
import sys

SIZE = 50  # pixels to a side of a field


def draw(components, view, theme="light"):
    """The board as an SVG document."""
    geometry, seats, table = components["geometry"], components["seats"], view["table"]
    colours = {colour["ground"]: colour[theme] for colour in components["colours"]}
    letters = {letter["letter"]: letter for letter in geometry["letters"]}
    island = table["board"]
    scale = SIZE / geometry["unit"]

    def at(field):
        """The middle of a field, which its name says."""
        x, y = field.split(",")
        return int(x) * scale, int(y) * scale

    def square(field, colour, edge="#f7f1e0"):
        x, y = (part - SIZE / 2 for part in at(field))
        return f'<rect x="{x:.1f}" y="{y:.1f}" width="{SIZE}" height="{SIZE}" fill="{colour}" stroke="{edge}"/>'

    out, seen = [], set()
    sites = {field: settlement for settlement, field in island["settlements"].items()}
    for y, row in enumerate(island["rows"]):
        for x, letter in enumerate(row):
            field = f"{x},{y}"
            # What is no land is sea, and settlements cover theirs.
            if letter not in letters or field in sites:
                continue
            land = letters[letter]
            facts = {"field": field, "terrain": land["terrain"]}
            inside = square(field, colours[land["terrain"]])
            if land["cairn"]:
                facts["cairn"] = "true"
                inside += text(*at(field), "∴", 30)
            if field in table["treasures"]:
                facts["treasure"] = "true"
                inside += text(*at(field), "?", 20)
            seen.add(field)
            out.append(group(facts, inside))
    for field, settlement in sites.items():
        garrison = table["settlements"][settlement]
        # There are four numbers, also with fewer seats.
        fighters = garrison["fighters"][: len(table["players"])]
        facts = {"settlement": settlement, "field": field, "fighters": ",".join(map(str, fighters))}
        x, y = at(field)
        inside = square(field, "#d8b98c", "#5a3a1c") + text(x - 14, y - 15, settlement, 12)
        for place, seat in enumerate(seat for seat, count in enumerate(fighters) if count):
            left, top = x - 12 + 24 * (place % 2), y + 2 + 14 * (place // 2)
            inside += piece(left, top, 7, seats[seat]) + text(left + 12, top, fighters[seat], 12)
        if "jarl" in garrison:
            jarl = garrison["jarl"]
            facts["jarl"] = jarl["seat"] if jarl["kind"] == "own" else "neutral"
            crown = seats[jarl["seat"]]["colour"] if jarl["kind"] == "own" else "#fff"
            inside += f'<path d="M{x + 4:.1f} {y - 10:.1f}v-12l5 5 5-5 5 5v7z" fill="{crown}" stroke="#1d252b"/>'
        seen.add(field)
        out.append(group(facts, inside))
    boat = island["dragon_boat"]
    out.append(group({"dragon-boat": boat}, square(boat, "#4b7f9e") + text(*at(boat), "boat", 14)))
    for field, seat in table["workers"].items():
        facts = {"worker": field, "seat": seat}
        if field in table["this_turn"]["placed"]:
            facts["placed"] = "true"
        out.append(group(facts, piece(*at(field), 15, seats[seat])))
    return document(out, [at(field) for field in {*seen, boat, *table["workers"]}], colours["sea"])


def piece(x, y, size, seat):
    """A disc in the colour of a seat with its emblem, whose path is made for a disc with the radius 100."""
    return (
        f'<g transform="translate({x:.1f} {y:.1f}) scale({size / 100})">'
        f'<circle r="100" fill="{seat["colour"]}" stroke="#fff" stroke-width="16"/>'
        f'<path d="{seat["emblem_path"]}" fill="{seat["ink"]}"/></g>'
    )


def group(facts, inside):
    """An element that programs find by what it shows."""
    names = "".join(f' data-{name}="{value}"' for name, value in facts.items())
    return f"<g{names}>{inside}</g>"


def text(x, y, said, size):
    return f'<text x="{x:.1f}" y="{y + size / 3:.1f}" font-size="{size}" text-anchor="middle">{said}</text>'


def document(out, points, ground):
    (left, right), (top, bottom) = ((min(part) - SIZE, max(part) + SIZE) for part in zip(*points))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left} {top} {right - left} {bottom - top}" font-family="sans-serif">'
        f'<rect x="{left}" y="{top}" width="100%" height="100%" fill="{ground}"/>{"".join(out)}</svg>'
    )


if __name__ == "__main__":
    ruleset, game = (json.load(open(path, encoding="utf-8")) for path in sys.argv[1:3])
    print(draw(ruleset["components"], game["view"], *sys.argv[3:4]))

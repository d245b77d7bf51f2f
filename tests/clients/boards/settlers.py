"""Draws a board of the Settlers from the API alone: the components of the ruleset, and the view of a game.

    python3 settlers.py RULESET.json VIEW.json > board.svg

RULESET.json is the reply to `GET /v1/rulesets/settlers`, VIEW.json that to `GET /v1/games/{game_id}/view`. Needs the
standard library alone.
"""

import json
import sys

SIZE = 60  # pixels to a side of a hex


def draw(components, view, theme="light"):
    """The board as an SVG document."""
    geometry, seats, table = components["geometry"], components["seats"], view["table"]
    colours = {colour["ground"]: colour[theme] for colour in components["colours"]}
    scale = SIZE / geometry["unit"]

    def at(place):
        return place["x"] * scale, place["y"] * scale

    hexes = {hex["hex"]: at(hex) for hex in geometry["hexes"]}
    corners = {vertex["vertex"]: at(vertex) for vertex in geometry["vertices"]}
    sides = {edge["edge"]: [corners[end] for end in edge["vertices"]] for edge in geometry["edges"]}
    out = []
    for harbour, kind in zip(geometry["harbours"], table["board"]["harbours"]):
        ends = [corners[end] for end in harbour["vertices"]]
        # The middle of the side of the coast, moved out to sea.
        x, y = (sum(part) / 2 * 1.22 for part in zip(*ends))
        piers = "".join(line(end, (x, y), "#6b4f2c", 3) for end in ends)
        rate = "3:1" if kind == "generic" else "2:1"
        out.append(group({"harbour": harbour["site"]}, piers + text(x, y, f"{rate} {kind}", 11)))
    for shape, land in zip(geometry["hexes"], table["board"]["hexes"]):
        outline = " ".join(f"{x:.1f},{y:.1f}" for x, y in (corners[end] for end in shape["vertices"]))
        number = land.get("number", "")
        ground = f'<polygon points="{outline}" fill="{colours[land["terrain"]]}" stroke="#fff"/>'
        facts = {"hex": shape["hex"], "terrain": land["terrain"], "number": number}
        out.append(group(facts, ground + text(*at(shape), number, 20)))
    x, y = hexes[table["robber"]]
    out.append(group({"robber": table["robber"]}, f'<circle cx="{x - 24:.1f}" cy="{y:.1f}" r="9"/>'))
    for edge, seat in table["roads"].items():
        (left, top), (right, bottom) = sides[int(edge)]
        # Short of the corners, where houses stand.
        begin = left + (right - left) * 0.15, top + (bottom - top) * 0.15
        end = left + (right - left) * 0.85, top + (bottom - top) * 0.85
        road = line(begin, end, "#1d252b", 12) + line(begin, end, seats[seat]["colour"], 9)
        out.append(group({"edge": edge, "seat": seat}, road))
    for vertex, building in table["buildings"].items():
        size = 17 if building["kind"] == "city" else 12
        facts = {"vertex": vertex, "seat": building["seat"], "kind": building["kind"]}
        out.append(group(facts, piece(*corners[int(vertex)], size, seats[building["seat"]])))
    return document(out, corners.values(), colours["sea"])


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


def line(begin, end, colour, width):
    (x1, y1), (x2, y2) = begin, end
    return f'<path d="M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}" stroke="{colour}" stroke-width="{width}"/>'


def text(x, y, said, size):
    return f'<text x="{x:.1f}" y="{y + size / 3:.1f}" font-size="{size}" text-anchor="middle">{said}</text>'


def document(out, points, ground):
    """With room for the harbours around the coast."""
    wide = max(abs(x) for x, _ in points) + SIZE * 1.4
    high = max(abs(y) for _, y in points) + SIZE
    box = f"{-wide:.0f} {-high:.0f} {2 * wide:.0f} {2 * high:.0f}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" font-family="sans-serif">'
        f'<rect x="{-wide:.0f}" y="{-high:.0f}" width="100%" height="100%" fill="{ground}"/>{"".join(out)}</svg>'
    )


if __name__ == "__main__":
    ruleset, game = (json.load(open(path, encoding="utf-8")) for path in sys.argv[1:3])
    print(draw(ruleset["components"], game["view"], *sys.argv[3:4]))

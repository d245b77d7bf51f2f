"""Draws a board of Landnám from the API alone: the components of the ruleset, and the view of a game.

    python3 landnam.py RULESET.json VIEW.json > board.svg

RULESET.json is the reply to `GET /v1/rulesets/landnam`, VIEW.json that to `GET /v1/games/{game_id}/view`. Needs the
standard library alone.
"""

import json
import sys

SIZE = 44  # pixels to a side of a hex


def draw(components, view, theme="light"):
    """The board as an SVG document."""
    geometry, seats, table = components["geometry"], components["seats"], view["table"]
    colours = {colour["ground"]: colour[theme] for colour in components["colours"]}
    scale = SIZE / geometry["unit"]

    def at(place):
        return place["x"] * scale, place["y"] * scale

    hexes = {hex["hex"]: at(hex) for hex in geometry["hexes"]}
    corners = {corner["corner"]: at(corner) for corner in geometry["corners"]}
    outline = [at(corner) for corner in geometry["outline"]]
    out = []
    for shape in geometry["hexes"]:
        x, y = at(shape)
        # The rim is sea, and the interior is known once there is a tile.
        tile = {"terrain": "sea"} if shape["rim"] else table["tiles"].get(shape["hex"], {"terrain": "unknown"})
        points = " ".join(f"{x + right:.1f},{y + down:.1f}" for right, down in outline)
        said = text(x, y, tile.get("number", ""), 16)
        if "harbour" in tile:
            said += text(x, y + 16, f'2:1 {tile["harbour"]}', 9)
        ground = f'<polygon points="{points}" fill="{colours[tile["terrain"]]}" stroke="#5d6a70"/>'
        out.append(group({"hex": shape["hex"], **tile}, ground + said))
    at_sea, outlaws = 0, [token["unit"] for token in table["red_tokens"]]
    for unit in table["units"]:
        facts = {"unit": unit["id"], "kind": unit["kind"], "seat": unit["seat"], "place": unit["place"]}
        if unit["place"] in hexes:
            x, y = hexes[unit["place"]]
            x += 16
        else:
            # The outer sea is all around; ships wait in the upper left corner.
            left, top = min(x for x, _ in hexes.values()), min(y for _, y in hexes.values())
            x, y = left + 26 * (at_sea % 3), top + 26 * (at_sea // 3)
            at_sea += 1
        ring = ""
        if unit["id"] in outlaws:
            facts["outlaw"] = "true"
            ring = f'<circle cx="{x:.1f}" cy="{y:.1f}" r="16" fill="#fff" stroke="#c4001a" stroke-width="3"/>'
        out.append(group(facts, ring + piece(x, y, 12, seats[unit["seat"]], unit["id"])))
    for corner, building in table["buildings"].items():
        facts = {"corner": corner, "kind": building["kind"], "seat": building["seat"]}
        size = 14 if building["kind"] == "town" else 10
        out.append(group(facts, piece(*corners[corner], size, seats[building["seat"]])))
    for token in table["red_tokens"]:
        if token["hex"] in hexes:
            x, y = hexes[token["hex"]]
            facts = {"token": token["unit"], "plaintiff": token["plaintiff"], "hex": token["hex"]}
            red = f'<rect x="{x - 22:.1f}" y="{y + 18:.1f}" width="22" height="12" fill="#c4001a"/>'
            out.append(group(facts, red + text(x - 11, y + 24, token["unit"], 10)))
    for seat, player in enumerate(table["players"]):
        if "first_side" in player:
            # Beside the middle hex of the side of the rim, farther out.
            side = [at(shape) for shape in geometry["hexes"] if shape.get("side") == player["first_side"]]
            x, y = (sum(part) / len(side) * 1.15 for part in zip(*side))
            out.append(group({"seat": seat, "first-side": player["first_side"]}, piece(x, y, 8, seats[seat])))
    return document(out, hexes.values(), colours["outer"])


def piece(x, y, size, seat, name=""):
    """A disc in the colour of a seat with its emblem, whose path is made for a disc with the radius 100."""
    return (
        f'<g transform="translate({x:.1f} {y:.1f}) scale({size / 100})">'
        f'<circle r="100" fill="{seat["colour"]}" stroke="#fff" stroke-width="16"/>'
        f'<path d="{seat["emblem_path"]}" fill="{seat["ink"]}"/></g>'
    ) + (text(x, y + size + 5, name, 10) if name != "" else "")


def group(facts, inside):
    """An element that programs find by what it shows."""
    names = "".join(f' data-{name}="{value}"' for name, value in facts.items())
    return f"<g{names}>{inside}</g>"


def text(x, y, said, size):
    return f'<text x="{x:.1f}" y="{y + size / 3:.1f}" font-size="{size}" text-anchor="middle">{said}</text>'


def document(out, points, ground):
    wide, high = (max(abs(point[axis]) for point in points) + SIZE * 1.3 for axis in (0, 1))
    box = f"{-wide:.0f} {-high:.0f} {2 * wide:.0f} {2 * high:.0f}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" font-family="sans-serif">'
        f'<rect x="{-wide:.0f}" y="{-high:.0f}" width="100%" height="100%" fill="{ground}"/>{"".join(out)}</svg>'
    )


if __name__ == "__main__":
    ruleset, game = (json.load(open(path, encoding="utf-8")) for path in sys.argv[1:3])
    print(draw(ruleset["components"], game["view"], *sys.argv[3:4]))

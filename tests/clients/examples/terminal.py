"""Plays on a server of Althing in a terminal: the board as text, what happened, and numbered moves.

    python3 terminal.py https://games.example.org               the games that wait for you
    python3 terminal.py https://games.example.org GAME_ID       one game
    python3 terminal.py https://games.example.org --new nord    a new game against two bots

You allow it on a page of the server, where it leads you; or put a personal token with `games:read`, `games:create` and
`games:play` into ALTHING_TOKEN. Moves and events have the server's words, in the language of LANG where it has it.
"""

import os
import pathlib
import sys

import althing


def ask(question):
    try:
        return input(f"{question} > ").strip()
    except EOFError:
        raise SystemExit("\nGood-bye.") from None


def chosen_game(server, arguments):
    """The id of the game to play."""
    if arguments[:1] == ["--new"]:
        ruleset = (arguments[1:] or ["nord"])[0]
        return server.call("POST", "/v1/games", {"ruleset": ruleset, "seats": 3, "bots": ["steady", "steady"]})["id"]
    if arguments:
        return arguments[0]
    waiting = {item["game_id"]: item for item in server.call("GET", "/v1/me/inbox")["items"] if item["awaited"]}
    games = list(waiting.values())
    if not games:
        raise SystemExit("No game waits for you. Begin one with --new and a ruleset.")
    for number, item in enumerate(games, 1):
        print(f"{number:3}  {item['game_name']} ({item['ruleset']}), until {item['deadline'] or 'whenever you like'}")
    return games[int(ask("Which game?") or 1) - 1]["game_id"]


def move(server, game, ruleset, decisions):
    """Lets the player choose a move, and gives the reply to it."""
    for asked in decisions:
        if asked["decision"]["blocking"]:
            print("\n" + (asked.get("texts", {}).get("decision") or asked["decision"]["kind"].replace("_", " ")))
    listed = althing.options(ruleset, decisions)
    for number, (said, _, _) in enumerate(listed, 1):
        print(f"{number:3}  {said}")
    while True:
        line = ask("Your move: a number, b for the board, q to leave")
        if line == "q":
            raise SystemExit
        if line == "b":
            print(server.call("GET", f"/v1/games/{game}/board.txt"))
            continue
        try:
            _, request, fields = listed[int(line) - 1]
            return server.act(game, althing.fill(request, fields, ask))
        except (ValueError, IndexError):
            print(f"There are the numbers 1 to {len(listed)}.")
        except althing.Problem as problem:
            print(problem)
            if problem.status == 409:  # the game has gone on
                return None


def play(server, game):
    """Until the game is over; the end of the input ends the program before."""
    print(server.call("GET", f"/v1/games/{game}/board.txt"))
    shown = server.call("GET", f"/v1/games/{game}/view")["version"]
    while (state := server.call("GET", f"/v1/games/{game}"))["status"] == "running":
        legal = server.legal(game)
        # A reply has the next decisions with it, so that a turn of ten steps takes eleven requests.
        while legal and any(asked["decision"]["blocking"] for asked in legal["decisions"]):
            reply = move(server, game, legal["ruleset"], legal["decisions"])
            legal = reply and {**legal, "version": reply["version"], "decisions": reply["legal"]}
            if reply:
                print(*althing.happened(reply["events"]), sep="\n")
                shown = reply["version"]
        page = server.events(game, shown)
        if page["items"]:
            print(*althing.happened(page["items"]), sep="\n")
            shown = page["next_after"]
    return state


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    server = althing.Server(sys.argv[1], language=os.environ.get("LANG", "en")[:2])
    try:
        grant = althing.Grant(server, pathlib.Path.home() / ".config" / "althing")
        server.token = os.environ.get("ALTHING_TOKEN")
        if not server.token and not grant.is_known():
            grant.ask(lambda page, code: print(f"Open {page} and type {code} to allow this program."))
        game = chosen_game(server, sys.argv[2:])
        print(f"Game {game}")
        state = play(server, game)
    except althing.Problem as problem:
        if problem.code == "route_not_found":
            sys.exit("This server lets no program in by a code: put a personal token into ALTHING_TOKEN.")
        sys.exit(str(problem))
    names = {seat["seat"]: seat["name"] or seat["bot_name"] for seat in state["seats"]}
    for place in (state["outcome"] or {}).get("ranking", []):
        print(f"{place['rank']}. {names[place['seat']]}, {place['points']} points")


if __name__ == "__main__":
    main()

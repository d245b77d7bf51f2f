"""Plays a game against bots with nothing but the listed actions, and holds every answer to the description."""

import json
import random
import sys
import time
import urllib.request

import yaml
from jsonschema import Draft202012Validator
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

from examples import ROOT, NoDates


class Client:
    """Calls the server and looks at what it says."""

    def __init__(self, address, token, document):
        self.address, self.token, self.checked, self.kinds = address, token, 0, set()
        registry = Registry().with_resource(ROOT, Resource(contents=document, specification=DRAFT202012))
        self.validator = lambda name: Draft202012Validator(
            {"$ref": f"{ROOT}#/components/schemas/{name}"}, registry=registry
        )

    def call(self, method, path, name, body=None):
        request = urllib.request.Request(self.address + path, method=method)
        request.add_header("Authorization", f"Bearer {self.token}")
        data = None
        if body is not None:
            request.add_header("Content-Type", "application/json")
            data = json.dumps(body).encode()
        with urllib.request.urlopen(request, data) as response:
            answer = json.load(response)
        for error in self.validator(name).iter_errors(answer):
            sys.exit(f"{method} {path}: {error.json_path}: {error.message[:400]}")
        self.checked += 1
        return answer


def filled(shape, chance):
    """A shape whose fields are numbers and bundles, filled in; of each bundle as little as is asked for."""
    action = dict(shape["action"])
    for field in shape["fields"]:
        if field["kind"] == "integer":
            action[field["name"]] = chance.randint(field["min"], field["max"])
        else:
            cards = [limit["kind"] for limit in field["limits"] for _ in range(limit["max"])]
            given = chance.sample(cards, field["min_total"])
            action[field["name"]] = {kind: given.count(kind) for kind in given}
    return action


def main():
    address, token, ruleset, actions = sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4])
    with open("openapi.yaml", encoding="utf-8") as file:
        client = Client(address, token, yaml.load(file, Loader=NoDates))
    chance = random.Random(1)
    new = {"ruleset": ruleset, "seats": 3, "bots": ["steady", "steady"]}
    game = "/v1/games/" + client.call("POST", "/v1/games", "Game", new)["id"]
    done, idle, over = 0, 0, False
    while done < actions and idle < 200:
        view = client.call("GET", f"{game}/view", "GameView")
        over = "outcome" in view
        if over:
            break
        legal = client.call("GET", f"{game}/legal", "LegalActions")
        asked = [one for one in legal["decisions"] if one["decision"]["blocking"]]
        if not asked:
            idle += 1
            time.sleep(0.05)
            continue
        idle = 0
        # Trades and lists of seats are left alone: what needs them has ready answers besides.
        plain = [shape for shape in asked[0]["shapes"] if [field["kind"] for field in shape["fields"]] in (["integer"], ["bundle"])]
        choices = asked[0]["actions"] + [filled(shape, chance) for shape in plain]
        choice = {"decision": asked[0]["decision"]["id"], "action": chance.choice(choices)}
        client.call("POST", f"{game}/actions", "ActionResult", choice)
        client.kinds.add(choice["action"]["type"])
        done += 1
    after, types = 0, set()
    while True:
        page = client.call("GET", f"{game}/events?after={after}&limit=500", "EventPage")
        types |= {event["event"]["type"] for event in page["items"]}
        if page["next_after"] == after or after >= page["version"]:
            break
        after = page["next_after"]
    client.call("GET", game, "Game")
    client.call("GET", f"{game}/view?as=spectator", "GameView")
    print(
        f"{ruleset}: {done} actions of {len(client.kinds)} types, events of {len(types)} types: "
        f"{client.checked} answers are as described"
    )
    sys.exit(0 if over or done >= actions else "nobody was awaited any more")


if __name__ == "__main__":
    main()

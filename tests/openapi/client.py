"""Reads the examples of the play operations with the generated client: every action and event has a type of its own."""

import sys

import yaml
from althing_client.models import LandnamEventPage, LandnamLegalActions, LandnamActionResult, LandnamGameView

from examples import NoDates, examples


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        document = yaml.load(file, Loader=NoDates)

    def example(method, path):
        operation = document["paths"]["/v1/games/{game_id}/" + path][method]
        return next(examples(operation["responses"]["200"]["content"]["application/json"], document))

    view = LandnamGameView.from_dict(example("get", "view"))
    events = LandnamEventPage.from_dict(example("get", "events"))
    legal = LandnamLegalActions.from_dict(example("get", "legal"))
    LandnamActionResult.from_dict(example("post", "actions"))
    kinds = [type(view.view)]
    kinds += [type(event.event) for event in events.items]
    kinds += [type(action) for decision in legal.decisions for action in decision.actions]
    for kind in kinds:
        assert kind.__name__.startswith("Landnam"), f"{kind} is no type of the title"
    print("the generated client reads", ", ".join(sorted({kind.__name__ for kind in kinds})))


if __name__ == "__main__":
    main()

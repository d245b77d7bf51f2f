"""Holds every example of a description to the schema it stands beside, and prints how many there were."""

import sys

import yaml
from jsonschema import Draft202012Validator
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

ROOT = "urn:description"


def media_types(document):
    """Every (place, media type object) of requests and responses."""
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            bodies = {"request": operation.get("requestBody", {}), **operation["responses"]}
            for name, body in bodies.items():
                for media in body.get("content", {}).values():
                    yield f"{method} {path} {name}", media
    for name, response in document["components"].get("responses", {}).items():
        for media in response["content"].values():
            yield f"response {name}", media


def examples(media):
    if "example" in media:
        yield media["example"]
    for example in media.get("examples", {}).values():
        yield example["value"]


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        # Instants stay texts: JSON knows no others.
        document = yaml.load(file, Loader=NoDates)
    registry = Registry().with_resource(ROOT, Resource(contents=document, specification=DRAFT202012))
    count, wrong = 0, 0
    for place, media in media_types(document):
        schema = absolute(media["schema"])
        for example in examples(media):
            count += 1
            for error in Draft202012Validator(schema, registry=registry).iter_errors(example):
                wrong += 1
                print(f"{place}: {error.json_path}: {error.message[:200]}")
    print(f"{count} examples, {wrong} mistakes")
    sys.exit(1 if wrong or not count else 0)


def absolute(schema):
    """References to the description as seen from outside of it."""
    if isinstance(schema, dict):
        return {
            key: ROOT + value if key == "$ref" and value.startswith("#") else absolute(value)
            for key, value in schema.items()
        }
    return [absolute(item) for item in schema] if isinstance(schema, list) else schema


class NoDates(yaml.SafeLoader):
    """Reads YAML as JSON would be read."""


NoDates.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in resolvers if tag != "tag:yaml.org,2002:timestamp"]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}

if __name__ == "__main__":
    main()

"""Holds every example of a description to the schema it stands beside, and prints how many there were.

A member that its type doesn't know is a mistake, too, though clients must bear it: an example shows what is sent.
"""

import sys

import yaml
from jsonschema import Draft202012Validator
from jsonschema.exceptions import best_match
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

ROOT = "urn:description"


def media_types(document):
    """Every (place, media type object) of requests and responses, and of what is sent to webhooks."""
    for path, operations in [*document["paths"].items(), *document.get("webhooks", {}).items()]:
        for method, operation in operations.items():
            bodies = {"request": operation.get("requestBody", {}), **operation["responses"]}
            for name, body in bodies.items():
                for media in body.get("content", {}).values():
                    yield f"{method} {path} {name}", media
    for name, response in document["components"].get("responses", {}).items():
        for media in response.get("content", {}).values():
            yield f"response {name}", media


def examples(media, document):
    """The examples of a media type object; those that several share stand among the components."""
    if "example" in media:
        yield media["example"]
    for example in media.get("examples", {}).values():
        if "$ref" in example:
            example = document["components"]["examples"][example["$ref"].rsplit("/", 1)[1]]
        yield example["value"]


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        # Instants stay texts: JSON knows no others.
        document = yaml.load(file, Loader=NoDates)
    schemas = document["components"]["schemas"]
    parts = widened(schemas)
    strict = {name: schema if name in parts else closed(schema) for name, schema in schemas.items()}
    contents = {"components": {"schemas": strict}}
    registry = Registry().with_resource(ROOT, Resource(contents=contents, specification=DRAFT202012))
    count, wrong = 0, 0
    for place, media in media_types(document):
        schema = absolute(media["schema"])
        for example in examples(media, document):
            count += 1
            for error in Draft202012Validator(schema, registry=registry).iter_errors(example):
                wrong += 1
                # Of a union, what the form that fits best says.
                error = best_match([error])
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


def widened(schema):
    """The names of types that others add members to."""
    if isinstance(schema, list):
        return set().union(*map(widened, schema))
    if not isinstance(schema, dict):
        return set()
    own = {part["$ref"].rsplit("/", 1)[1] for part in schema.get("allOf", []) if "$ref" in part}
    return own.union(*map(widened, schema.values()))


def closed(schema):
    """A schema whose objects have no other members than those it names."""
    if isinstance(schema, list):
        return [closed(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    result = {key: value if key == "allOf" else closed(value) for key, value in schema.items()}
    # `properties` may also be the name of a member.
    if "allOf" in schema or isinstance(schema.get("properties"), dict) and schema.get("type") == "object":
        if "additionalProperties" not in schema:
            result["unevaluatedProperties"] = False
    return result


class NoDates(yaml.SafeLoader):
    """Reads YAML as JSON would be read."""


NoDates.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in resolvers if tag != "tag:yaml.org,2002:timestamp"]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}

if __name__ == "__main__":
    main()

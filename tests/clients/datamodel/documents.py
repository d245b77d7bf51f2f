"""Reads every example of the description with the models that datamodel-code-generator makes of it."""

import json
import sys

import models
from pydantic import TypeAdapter, ValidationError

# What an operation takes or gives, with an example beside it.
document = json.load(sys.stdin)
read = 0
bad: list[str] = []


def named(content: dict[str, object]) -> str | None:
    schema = content.get("schema")
    target = schema.get("$ref") if isinstance(schema, dict) else None
    return target.rsplit("/", 1)[1] if isinstance(target, str) else None


def examples(content: dict[str, object]) -> list[object]:
    found = [content["example"]] if "example" in content else []
    several = content.get("examples")
    for example in several.values() if isinstance(several, dict) else []:
        if "$ref" in example:
            example = document["components"]["examples"][example["$ref"].rsplit("/", 1)[1]]
        found.append(example["value"])
    return found


for path, operations in [*document["paths"].items(), *document["webhooks"].items()]:
    for method, operation in operations.items():
        bodies = [operation.get("requestBody", {}), *operation["responses"].values()]
        for content in (one for body in bodies for one in body.get("content", {}).values()):
            name = named(content)
            for example in examples(content) if name else []:
                read += 1
                try:
                    TypeAdapter(getattr(models, name or "")).validate_python(example)
                except (AttributeError, ValidationError) as error:
                    bad.append(f"{method} {path}: {error}")
print(*bad, sep="\n")
print(f"datamodel: {read} examples read, {len(bad)} refused")
sys.exit(bool(bad) or read < 100)

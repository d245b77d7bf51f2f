"""What has changed between two descriptions of the API, and whether a client that was written for the first one breaks.

What counts as breaking is written in src/http/docs/policy.md. Types are followed from the operations: one that clients
send may become wider, and one that the server sends may get more members, values and forms. Nothing but the standard
library is needed.

    python3 changes.py RELEASED.json CURRENT.json      prints every change; ends with 1 if one is breaking
"""

import json
import sys
from dataclasses import dataclass

METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace")
# What only people read: a change of it is no change of the contract.
TEXTS = ("description", "summary", "title", "example", "examples", "externalDocs", "contact", "$comment")
# Bounds: which way is wider.
LEAST = ("minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties")
MOST = ("maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties")
COMBINED = ("oneOf", "anyOf")


@dataclass(frozen=True)
class Change:
    breaking: bool
    where: str  # an operation id, or the name of a type or a webhook
    what: str

    def __str__(self):
        return f"{'BREAKING' if self.breaking else 'addition'}  {self.where}: {self.what}"


class Comparison:
    def __init__(self, old, new):
        self.documents = (old, new)
        self.changes = []
        self.compared = set()

    def breaks(self, where, what):
        self.note(True, where, what)

    def adds(self, where, what):
        self.note(False, where, what)

    def note(self, breaking, where, what):
        change = Change(breaking, where, what)
        if change not in self.changes:
            self.changes.append(change)

    def resolve(self, which, value):
        """Follows references that don't lead to types, which have names of their own."""
        for _ in range(8):
            target = value.get("$ref") if isinstance(value, dict) else None
            if target is None:
                return value
            value = self.at(which, target)
        raise ValueError("references in a circle")

    def at(self, which, target):
        value = self.documents[which]
        for step in target.removeprefix("#/").split("/"):
            value = value[step.replace("~1", "/").replace("~0", "~")]
        return value

    # operations

    def run(self):
        old, new = (operations(document) for document in self.documents)
        for address, operation in old.items():
            name = operation.get("operationId", address)
            if address in new:
                self.operation(name, operation, new[address], is_sent=address.startswith("webhook "))
            else:
                self.breaks(name, f"{address} is gone")
        for address in new.keys() - old.keys():
            self.adds(new[address].get("operationId", address), f"{address} is new")
        return self.changes

    def operation(self, name, old, new, is_sent):
        if old.get("operationId") != new.get("operationId"):
            self.breaks(name, f"the operation id is now {new.get('operationId')}")
        if new.get("deprecated") and not old.get("deprecated"):
            self.adds(name, "is deprecated")
        self.security(name, old, new)
        self.parameters(name, old, new)
        self.body(name, old, new, is_sent)
        self.responses(name, old, new, is_sent)
        self.codes(name, old, new)

    def security(self, name, old, new):
        """Each way that let a caller in must still let them in."""
        ways = [[json.dumps(way, sort_keys=True) for way in one.get("security", [{}]) or [{}]] for one in (old, new)]
        lost = [way for way in ways[0] if way not in ways[1]]
        if lost and "{}" not in ways[1]:
            self.breaks(name, f"no longer takes {', '.join(lost)}")
        if [way for way in ways[1] if way not in ways[0]]:
            self.adds(name, "takes other tokens, too")
        # Sessions have every scope: an operation that needed one lets further callers in, and shuts nobody out.
        if "x-scope" in new and old.get("x-scope") != new["x-scope"] and not old.get("x-session-only"):
            self.breaks(name, f"needs the scope {new['x-scope']}")
        if new.get("x-session-only") and not old.get("x-session-only"):
            self.breaks(name, "needs a session")

    def parameters(self, name, old, new):
        def named(which, operation):
            found = (self.resolve(which, one) for one in operation.get("parameters", []))
            return {(one["in"], one["name"].lower() if one["in"] == "header" else one["name"]): one for one in found}

        before, after = named(0, old), named(1, new)
        for key, parameter in before.items():
            said = f"{key[0]} parameter {key[1]}"
            if key not in after:
                self.breaks(name, f"{said} is gone")
                continue
            other = after[key]
            if other.get("required") and not parameter.get("required"):
                self.breaks(name, f"{said} is now required")
            if parameter.get("required") and not other.get("required"):
                self.adds(name, f"{said} may be left out")
            for keyword in ("style", "explode"):
                if parameter.get(keyword) != other.get(keyword):
                    self.breaks(name, f"{said} is written in another way ({keyword})")
            schemas = (one.get("schema", {}) for one in (parameter, other))
            if key[0] == "header":
                # A header is text or is not there. That it could be null, as 1.0.0 said of three, was a mistake.
                schemas = map(without_null, schemas)
            self.schema(name, said, *schemas, sent=False)
        for key in after.keys() - before.keys():
            said = f"{key[0]} parameter {key[1]}"
            if after[key].get("required"):
                self.breaks(name, f"{said} is new and required")
            else:
                self.adds(name, f"{said} is new")

    def body(self, name, old, new, is_sent):
        before, after = (self.resolve(which, one.get("requestBody", {})) for which, one in enumerate((old, new)))
        if before and not after:
            self.breaks(name, "takes no body any more")
        if after and not before:
            if is_sent or after.get("required"):
                self.breaks(name, "has a body that must be sent")
            else:
                self.adds(name, "takes a body")
        if before and after:
            if after.get("required") and not before.get("required"):
                self.breaks(name, "the body is now required")
            self.contents(name, "body", before, after, sent=is_sent)

    def responses(self, name, old, new, is_sent):
        before, after = ({status: self.resolve(which, one) for status, one in operation.get("responses", {}).items()}
                         for which, operation in enumerate((old, new)))
        for status, response in before.items():
            if status in after:
                self.response(name, status, response, after[status], is_sent)
            elif status.startswith(("2", "3")):
                self.breaks(name, f"{status} is gone")
            else:
                self.adds(name, f"no longer ends in {status}")
        for status in after.keys() - before.keys():
            # A client that waits for 200 does not know 202; problems are known by their status.
            (self.breaks if status.startswith("2") else self.adds)(name, f"{status} is new")

    def response(self, name, status, old, new, is_sent):
        headers = [{key.lower(): self.resolve(which, one) for key, one in response.get("headers", {}).items()}
                   for which, response in enumerate((old, new))]
        for header in headers[0].keys() - headers[1].keys():
            self.breaks(name, f"{status} has no header {header} any more")
        for header in headers[1].keys() - headers[0].keys():
            self.adds(name, f"{status} has the header {header}")
        self.contents(name, status, old, new, sent=not is_sent)

    def contents(self, name, place, old, new, sent):
        before, after = old.get("content", {}), new.get("content", {})
        for kind, content in before.items():
            if kind not in after:
                self.breaks(name, f"{place} is no longer {kind}")
                continue
            for keyword in ("schema", "itemSchema"):
                if keyword in content or keyword in after[kind]:
                    self.schema(name, f"{place}", content.get(keyword, {}), after[kind].get(keyword, {}), sent)
        for kind in after.keys() - before.keys():
            if not before and sent:
                self.breaks(name, f"{place} has a body ({kind})")
            else:
                self.adds(name, f"{place} may be {kind}")

    def codes(self, name, old, new):
        before, after = (set(operation.get("x-problem-codes", [])) for operation in (old, new))
        for code in sorted(before - after):
            self.adds(name, f"no longer ends in {code}")
        for code in sorted(after - before):
            self.adds(name, f"can end in {code}")

    # types

    def schema(self, where, path, old, new, sent):
        """Compares two types. `sent`: the server sends it; otherwise clients do."""
        if not isinstance(old, dict) or not isinstance(new, dict):
            if old is not new:
                self.breaks(where, f"{path} is {old} no longer")
            return
        names = [type_name(one) for one in (old, new)]
        if names[0] and names[0] == names[1]:
            if (names[0], sent) in self.compared:
                return
            self.compared.add((names[0], sent))
            where, path = names[0], ""
        old, new = self.flat(0, old), self.flat(1, new)
        self.kinds(where, path, old, new, sent)
        self.values(where, path, old, new, sent)
        self.limits(where, path, old, new, sent)
        self.members(where, path, old, new, sent)
        self.forms(where, path, old, new, sent)
        for keyword in ("items", "additionalProperties", "propertyNames"):
            deeper = f"{path}[]" if keyword == "items" else f"{path}.*"
            if isinstance(old.get(keyword), dict) and isinstance(new.get(keyword), dict):
                self.schema(where, deeper, old[keyword], new[keyword], sent)
            elif keyword in new and keyword not in old and isinstance(new[keyword], dict) and new[keyword]:
                # What held anything now holds something.
                (self.adds if sent else self.breaks)(where, f"{deeper} is of one type now")
            elif keyword in old and keyword not in new and isinstance(old[keyword], dict) and old[keyword]:
                (self.breaks if sent else self.adds)(where, f"{deeper} may be anything now")
        if not sent and new.get("additionalProperties") is False and old.get("additionalProperties") is not False:
            if "properties" in old:
                self.breaks(where, f"{path or 'it'} takes no other members any more")

    def flat(self, which, schema):
        """The type itself, with what `allOf` brings in."""
        schema = dict(self.resolve(which, schema))
        tag = schema.get("discriminator", {}).get("propertyName")
        if tag:
            # Each form has the tag. Whether the union repeats it beside them, as 1.0.0 did, makes no difference.
            schema["properties"] = {tag: {"type": "string"}, **schema.get("properties", {})}
            schema["required"] = sorted({tag, *schema.get("required", [])})
        for part in schema.pop("allOf", []):
            part = self.flat(which, part)
            for keyword, value in part.items():
                if keyword == "properties":
                    schema["properties"] = {**value, **schema.get("properties", {})}
                elif keyword == "required":
                    schema["required"] = sorted({*value, *schema.get("required", [])})
                else:
                    schema.setdefault(keyword, value)
        return schema

    def kinds(self, where, path, old, new, sent):
        before, after = kinds(old), kinds(new)
        said = f"{path or 'it'} was {' or '.join(sorted(before)) or 'anything'}, and is {' or '.join(sorted(after)) or 'anything'}"
        if before == after or combined(old) or combined(new):
            pass
        elif wider(before, after):
            (self.breaks if sent else self.adds)(where, said)
        elif wider(after, before):
            (self.adds if sent else self.breaks)(where, said)
        else:
            self.breaks(where, said)
        if old.get("format") != new.get("format"):
            # Without a format a text may be anything: that is narrower to send and wider to read.
            loose = new.get("format") is None if not sent else old.get("format") is None
            said = f"{path or 'it'} has the format {new.get('format')}, and had {old.get('format')}"
            (self.adds if loose else self.breaks)(where, said)
        for keyword in ("contentEncoding", "contentMediaType"):
            if old.get(keyword) != new.get(keyword) and keyword in old:
                self.breaks(where, f"{path or 'it'} has another {keyword}")

    def values(self, where, path, old, new, sent):
        before, after = values(old), values(new)
        if before is None and after is None:
            return
        if before is None or after is None:
            narrower = before is None
            said = f"{path or 'it'} has {'only certain' if narrower else 'any'} values now"
            # A reply whose values were listed was open to more of them, but not to any text.
            (self.breaks if narrower != sent else self.adds)(where, said)
            return
        for value in before:
            if value not in after:
                self.breaks(where, f"{path or 'it'} has no value {value} any more")
        for value in after:
            if value not in before:
                # A single value is what tells the forms of a union apart.
                is_tag = "const" in old and "const" in new
                (self.breaks if is_tag else self.adds)(where, f"{path or 'it'} has the new value {value}")

    def limits(self, where, path, old, new, sent):
        for keywords, sign in ((LEAST, 1), (MOST, -1)):
            for keyword in keywords:
                before, after = old.get(keyword), new.get(keyword)
                if before == after:
                    continue
                narrower = before is None or (after is not None and (after - before) * sign > 0)
                said = f"{path or 'it'} has {keyword} {after}, and had {before}"
                (self.breaks if narrower and not sent else self.adds)(where, said)
        if old.get("pattern") != new.get("pattern"):
            said = f"{path or 'it'} has the pattern {new.get('pattern')}, and had {old.get('pattern')}"
            (self.breaks if not sent and "pattern" in new else self.adds)(where, said)
        if new.get("uniqueItems") and not old.get("uniqueItems"):
            (self.adds if sent else self.breaks)(where, f"{path or 'it'} takes no item twice any more")
        if old.get("default") != new.get("default") and not sent:
            self.breaks(where, f"{path or 'it'} has the default {new.get('default')}, and had {old.get('default')}")

    def members(self, where, path, old, new, sent):
        before, after = old.get("properties", {}), new.get("properties", {})
        needed, needs = set(old.get("required", [])), set(new.get("required", []))
        for member, schema in before.items():
            said = f"{path}.{member}".lstrip(".")
            if member not in after:
                self.breaks(where, f"{said} is gone")
                continue
            if sent and member in needed and member not in needs:
                self.breaks(where, f"{said} may be left out now")
            if not sent and member in needs and member not in needed:
                self.breaks(where, f"{said} is now required")
            if (member in needs) != (member in needed):
                self.adds(where, f"{said} is {'always there' if member in needs else 'optional'} now")
            self.schema(where, said, schema, after[member], sent)
        for member in needs - needed - before.keys() - after.keys():
            # Required without being described: it may be anything.
            (self.adds if sent else self.breaks)(where, f"{path}.{member}".lstrip(".") + " is now required")
        for member in after.keys() - before.keys():
            said = f"{path}.{member}".lstrip(".")
            if not sent and member in needs:
                self.breaks(where, f"{said} is new and required")
            else:
                self.adds(where, f"{said} is new")

    def forms(self, where, path, old, new, sent):
        before, after = combined(old), combined(new)
        if not before and not after:
            return
        if sent and is_any_object(old) and all(kinds(self.flat(1, form)) == {"object"} for form in after):
            self.adds(where, f"{path or 'it'} is described now, and was any object")
            return
        tags = [one.get("discriminator", {}).get("propertyName") for one in (old, new)]
        if tags[0] != tags[1]:
            self.breaks(where, f"{path or 'the union'} is told apart by {tags[1]}, and was by {tags[0]}")
        mappings = [one.get("discriminator", {}).get("mapping", {}) for one in (old, new)]
        for tag, target in mappings[0].items():
            other = mappings[1].get(tag)
            if other is None:
                self.breaks(where, f"{path or 'the union'} has no form {tag} any more")
            elif other != target:
                self.breaks(where, f"{path or 'the union'} calls {other.rsplit('/')[-1]} {tag}")
        keys = [{form_key(form): form for form in forms} for forms in (before, after)]
        if not before or not after:
            # What was one type is now one of several that has it, or the other way round.
            forms, becomes_union = (keys[0], False) if before else (keys[1], True)
            others = [form for key, form in forms.items() if key != "null"]
            if len(others) != 1 or len(forms) != 2:
                self.breaks(where, f"{path or 'it'} is {'a union' if becomes_union else 'no union any more'}")
                return
            said = f"{path or 'it'} {'may be null now' if becomes_union else 'is never null any more'}"
            (self.adds if sent != becomes_union else self.breaks)(where, said)
            pair = (old, others[0]) if becomes_union else (others[0], new)
            self.schema(where, path, *pair, sent)
            return
        for key, form in keys[0].items():
            if key in keys[1]:
                self.schema(where, f"{path}({key})", form, keys[1][key], sent)
            else:
                self.breaks(where, f"{path or 'the union'} has no form {key} any more")
        for key in keys[1].keys() - keys[0].keys():
            # Nothing was never among what a client waits for, and a union without a tag is not open.
            opens = not sent or (key != "null" and tags[1] is not None) or is_value(keys[1][key])
            (self.adds if opens else self.breaks)(where, f"{path or 'the union'} has the new form {key}")


def operations(document):
    found = {}
    for path, item in document.get("paths", {}).items():
        found.update({f"{method.upper()} {path}": item[method] for method in METHODS if method in item})
    for topic, item in document.get("webhooks", {}).items():
        found.update({f"webhook {topic}": item[method] for method in METHODS if method in item})
    return found


def type_name(schema):
    target = schema.get("$ref", "")
    return target.rsplit("/", 1)[-1] if target.startswith("#/components/schemas/") else None


def kinds(schema):
    kind = schema.get("type")
    found = set(kind) if isinstance(kind, list) else {kind} if kind else set()
    if not found and "properties" in schema:
        found = {"object"}
    return found


def without_null(schema):
    kind = schema.get("type")
    if not isinstance(kind, list):
        return schema
    left = [one for one in kind if one != "null"]
    return {**schema, "type": left[0] if len(left) == 1 else left}


def wider(before, after):
    """Does the second take all that the first one does, and more? Nothing said is anything."""
    full = lambda kinds: kinds | ({"integer"} if "number" in kinds else set())
    return not after or (bool(before) and full(before) < full(after))


def values(schema):
    if "const" in schema:
        return [schema["const"]]
    forms = combined(schema)
    if forms and all("const" in form for form in forms):
        return None
    return schema.get("enum")


def combined(schema):
    return next((schema[keyword] for keyword in COMBINED if schema.get(keyword)), [])


def is_value(form):
    return "const" in form


def is_any_object(schema):
    """An object of which nothing is said."""
    return not combined(schema) and kinds(schema) == {"object"} and not any(schema.get(keyword) for keyword in ("properties", "additionalProperties"))


def form_key(form):
    """What a form of a union is known by."""
    if "const" in form:
        return json.dumps(form["const"])
    return type_name(form) or " or ".join(sorted(kinds(form))) or "anything"


def without_texts(value):
    """The contract alone. Members that happen to be called like a text are kept."""
    if isinstance(value, dict):
        return {key: {name: without_texts(one) for name, one in inner.items()} if key == "properties" else without_texts(inner)
                for key, inner in value.items() if key not in TEXTS}
    return [without_texts(one) for one in value] if isinstance(value, list) else value


def compare(old, new):
    """Every change between two descriptions, the breaking ones first."""
    return sorted(Comparison(old, new).run(), key=lambda change: (not change.breaking, change.where, change.what))


def main():
    old, new = (json.load(open(path, encoding="utf-8")) for path in sys.argv[1:3])
    changes = compare(old, new)
    for change in changes:
        print(change)
    sys.exit(any(change.breaking for change in changes))


if __name__ == "__main__":
    main()

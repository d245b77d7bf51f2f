"""A table of made-up changes of a small description: which of them break clients, and which are additions."""

import copy
import unittest

import release
from changes import compare, without_texts

REF = "#/components/schemas/"

GAME = {
    "openapi": "3.1.0",
    "info": {"title": "A", "version": "1.0.0"},
    "paths": {
        "/games": {
            "get": {
                "operationId": "list_games",
                "summary": "List games",
                "security": [{}, {"access_token": []}],
                "x-scope": "games:read",
                "x-problem-codes": ["invalid_parameter"],
                "parameters": [
                    {"$ref": "#/components/parameters/Limit"},
                    {"name": "status", "in": "query", "schema": {"type": "string", "enum": ["open", "running"]}},
                    {"name": "If-None-Match", "in": "header", "schema": {"type": "string"}},
                ],
                "responses": {
                    "200": {
                        "description": "A page",
                        "headers": {"ETag": {"schema": {"type": "string"}}},
                        "content": {"application/json": {"schema": {"$ref": REF + "GameList"}}},
                    },
                    "404": {"$ref": "#/components/responses/NotFound"},
                },
            },
            "post": {
                "operationId": "create_game",
                "security": [{"access_token": []}, {"personal_token": []}],
                "requestBody": {
                    "required": True,
                    "content": {"application/json": {"schema": {"$ref": REF + "CreateGame"}}},
                },
                "responses": {"201": {"content": {"application/json": {"schema": {"$ref": REF + "Game"}}}}},
            },
        },
    },
    "webhooks": {
        "game_started": {"post": {
            "operationId": "receive_game_started",
            "requestBody": {"required": True, "content": {"application/json": {"schema": {"$ref": REF + "Started"}}}},
            "responses": {"2XX": {"description": "Received"}},
        }},
    },
    "components": {
        "parameters": {
            "Limit": {"name": "limit", "in": "query", "schema": {"type": "integer", "minimum": 1, "maximum": 100}},
        },
        "responses": {
            "NotFound": {"content": {"application/problem+json": {"schema": {"$ref": REF + "Problem"}}}},
        },
        "schemas": {
            "Problem": {"type": "object", "required": ["code"], "properties": {"code": {"type": "string", "enum": ["a", "b"]}}},
            "GameList": {
                "type": "object",
                "required": ["items", "next_cursor"],
                "properties": {
                    "items": {"type": "array", "items": {"$ref": REF + "Game"}},
                    "next_cursor": {"type": ["string", "null"]},
                },
            },
            "Game": {
                "type": "object",
                "required": ["id", "status", "last"],
                "properties": {
                    "facts": {"type": "object"},
                    "id": {"type": "string", "format": "uuid"},
                    "status": {"type": "string", "enum": ["open", "running"]},
                    "name": {"type": ["string", "null"], "maxLength": 60},
                    "seats": {"type": "integer", "format": "int32", "minimum": 2, "maximum": 5},
                    "last": {"$ref": REF + "Event"},
                    "description": {"type": "string"},
                },
            },
            "Event": {
                "oneOf": [{"$ref": REF + "Moved"}, {"$ref": REF + "Passed"}],
                "discriminator": {"propertyName": "type", "mapping": {"moved": REF + "Moved", "passed": REF + "Passed"}},
            },
            "Moved": {
                "type": "object",
                "required": ["type", "to"],
                "properties": {"type": {"const": "moved"}, "to": {"type": "integer"}},
            },
            "Passed": {"type": "object", "required": ["type"], "properties": {"type": {"const": "passed"}}},
            "Started": {"type": "object", "required": ["game_id"], "properties": {"game_id": {"type": "string"}}},
            "CreateGame": {
                "type": "object",
                "required": ["ruleset"],
                "additionalProperties": False,
                "properties": {
                    "ruleset": {"type": "string", "enum": ["landnam", "nord"]},
                    "name": {"type": "string", "minLength": 1, "maxLength": 60},
                    "seats": {"type": ["integer", "null"], "minimum": 2, "maximum": 5, "default": 3},
                    "clock": {"$ref": REF + "Clock"},
                },
            },
            "Clock": {
                "oneOf": [{"$ref": REF + "Hours"}, {"$ref": REF + "NoClock"}],
                "discriminator": {"propertyName": "type", "mapping": {"hours": REF + "Hours", "none": REF + "NoClock"}},
            },
            "Hours": {
                "type": "object",
                "required": ["type", "hours"],
                "properties": {"type": {"const": "hours"}, "hours": {"type": "integer", "maximum": 100}},
            },
            "NoClock": {"type": "object", "required": ["type"], "properties": {"type": {"const": "none"}}},
        },
    },
}

LIST, CREATE = ("paths", "/games", "get"), ("paths", "/games", "post")
SENT = ("components", "schemas", "Game")
TAKEN = ("components", "schemas", "CreateGame")


def put(*path):
    """The value at a path takes another one."""
    *path, value = path

    def change(document):
        at(document, path[:-1])[path[-1]] = value
    return change


def drop(*path):
    return lambda document: at(document, path[:-1]).pop(path[-1])


def more(*path):
    """A list gets another item."""
    *path, value = path
    return lambda document: at(document, path).append(value)


def less(*path):
    *path, value = path
    return lambda document: at(document, path).remove(value)


def all_of(*changes):
    return lambda document: [change(document) for change in changes]


def at(document, path):
    for step in path:
        document = document[step]
    return document


def form(union, name, tag):
    return all_of(
        put("components", "schemas", name, {"type": "object", "required": ["type"], "properties": {"type": {"const": tag}}}),
        more("components", "schemas", union, "oneOf", {"$ref": REF + name}),
        put("components", "schemas", union, "discriminator", "mapping", tag, REF + name),
    )


def no_form(union, name, tag):
    return all_of(
        less("components", "schemas", union, "oneOf", {"$ref": REF + name}),
        drop("components", "schemas", union, "discriminator", "mapping", tag),
    )


BREAKING = {
    "a path goes": drop("paths", "/games"),
    "an operation goes": drop(*LIST),
    "an operation moves": lambda document: document["paths"].update({"/tables": document["paths"].pop("/games")}),
    "an operation id changes": put(*LIST, "operationId", "find_games"),
    "a webhook goes": drop("webhooks", "game_started"),
    "a parameter goes": less(*LIST, "parameters", GAME["paths"]["/games"]["get"]["parameters"][1]),
    "a shared parameter is renamed": put("components", "parameters", "Limit", "name", "count"),
    "a parameter becomes required": put("components", "parameters", "Limit", "required", True),
    "a parameter that is required is new": more(*LIST, "parameters", {"name": "x", "in": "query", "required": True, "schema": {}}),
    "a parameter takes less": put("components", "parameters", "Limit", "schema", "maximum", 50),
    "a parameter loses a value": less(*LIST, "parameters", 1, "schema", "enum", "running"),
    "a parameter changes its type": put("components", "parameters", "Limit", "schema", "type", "string"),
    "a member that must be sent is new": all_of(put(*TAKEN, "properties", "x", {}), more(*TAKEN, "required", "x")),
    "a member that is sent becomes required": more(*TAKEN, "required", "name"),
    "a member that is sent goes": drop(*TAKEN, "properties", "name"),
    "a text that is sent must be shorter": put(*TAKEN, "properties", "name", "maxLength", 30),
    "a text that is sent must be longer": put(*TAKEN, "properties", "name", "minLength", 2),
    "a text that is sent gets a pattern": put(*TAKEN, "properties", "name", "pattern", "^[a-z]+$"),
    "a text that is sent gets a format": put(*TAKEN, "properties", "name", "format", "uri"),
    "a number that is sent must be smaller": put(*TAKEN, "properties", "seats", "maximum", 4),
    "null is no longer taken": put(*TAKEN, "properties", "seats", "type", "integer"),
    "a default changes": put(*TAKEN, "properties", "seats", "default", 4),
    "a value that is sent goes": less(*TAKEN, "properties", "ruleset", "enum", "nord"),
    "a text that is sent may only be some values": put(*TAKEN, "properties", "name", "enum", ["a"]),
    "a form that is sent goes": no_form("Clock", "NoClock", "none"),
    "a form that is sent needs a member": more("components", "schemas", "NoClock", "required", "why"),
    "a form that is sent takes less": put("components", "schemas", "Hours", "properties", "hours", "maximum", 50),
    "a union that is sent has another discriminator": put("components", "schemas", "Clock", "discriminator", "propertyName", "kind"),
    "a form is called another name": all_of(
        drop("components", "schemas", "Clock", "discriminator", "mapping", "none"),
        put("components", "schemas", "Clock", "discriminator", "mapping", "off", REF + "NoClock")),
    "the tag of a form changes": put("components", "schemas", "NoClock", "properties", "type", "const", "off"),
    "a body is no longer taken": drop(*CREATE, "requestBody"),
    "a body becomes required": put(*LIST, "requestBody", {"required": True, "content": {}}),
    "a body is of another kind": put(*CREATE, "requestBody", "content", {"text/plain": {"schema": {}}}),
    "a member that is read goes": drop(*SENT, "properties", "name"),
    "a member that is called description goes": drop(*SENT, "properties", "description"),
    "a member that is read may be left out": less(*SENT, "required", "status"),
    "a member that is read may be null": put(*SENT, "properties", "status", "type", ["string", "null"]),
    "a member that is read changes its type": put(*SENT, "properties", "seats", "type", "string"),
    "a member that is read becomes a larger number": put(*SENT, "properties", "seats", "format", "int64"),
    "a member that is read becomes a fraction": put(*SENT, "properties", "seats", "type", "number"),
    "a member that is read loses its format": drop(*SENT, "properties", "id", "format"),
    "a value that is read goes": less(*SENT, "properties", "status", "enum", "open"),
    "a value that is read may be any": drop(*SENT, "properties", "status", "enum"),
    "a form that is read goes": no_form("Event", "Passed", "passed"),
    "a form that is read loses a member": drop("components", "schemas", "Moved", "properties", "to"),
    "a list that is read has items of another type": put("components", "schemas", "GameList", "properties", "items", "items", {"$ref": REF + "Event"}),
    "a type that is read may be nothing": put(*SENT, "properties", "last", {"oneOf": [{"$ref": REF + "Event"}, {"type": "null"}]}),
    "a type that is sent may be nothing, and takes less": put(
        *TAKEN, "properties", "name", {"oneOf": [{"type": "string", "minLength": 1, "maxLength": 30}, {"type": "null"}]}),
    "a type that is read becomes a union": put(*SENT, "properties", "name", {"oneOf": [{"type": "string"}, {"type": "integer"}]}),
    "an object of any members becomes a union with a text": put(
        *SENT, "properties", "facts", {"oneOf": [{"$ref": REF + "Moved"}, {"type": "string"}]}),
    "a status goes": all_of(put(*CREATE, "responses", "200", {"content": {}}), drop(*CREATE, "responses", "201")),
    "a status of success is new": put(*LIST, "responses", "202", {"content": {}}),
    "a header that is read goes": drop(*LIST, "responses", "200", "headers", "ETag"),
    "a reply is of another kind": put(*LIST, "responses", "200", "content", {"text/csv": {"schema": {}}}),
    "a code goes from the list of codes": less("components", "schemas", "Problem", "properties", "code", "enum", "b"),
    "a way in goes": less(*CREATE, "security", {"personal_token": []}),
    "strangers are let in no longer": less(*LIST, "security", {}),
    "another scope is needed": put(*LIST, "x-scope", "admin"),
    "a session is needed": put(*CREATE, "x-session-only", True),
    "a member of a webhook goes": drop("components", "schemas", "Started", "properties", "game_id"),
    "a member of a webhook may be left out": less("components", "schemas", "Started", "required", "game_id"),
}

ADDITIONS = {
    "an object of any members is described by a union": put(*SENT, "properties", "facts", {"$ref": REF + "Event"}),
    "an operation is new": put("paths", "/games", "delete", {"operationId": "x", "responses": {}}),
    "a webhook is new": put("webhooks", "game_ended", {"post": {"operationId": "receive_game_ended", "responses": {}}}),
    "a parameter is new": more(*LIST, "parameters", {"name": "x", "in": "query", "schema": {}}),
    "a parameter takes more": put("components", "parameters", "Limit", "schema", "maximum", 200),
    "a parameter has a new value": more(*LIST, "parameters", 1, "schema", "enum", "over"),
    "a member that may be sent is new": put(*TAKEN, "properties", "x", {"type": "string"}),
    "a member need not be sent any more": less(*TAKEN, "required", "ruleset"),
    "a text that is sent may be longer": put(*TAKEN, "properties", "name", "maxLength", 90),
    "a text that is sent loses its bound": drop(*TAKEN, "properties", "name", "maxLength"),
    "null is taken, too": put(*TAKEN, "properties", "name", "type", ["string", "null"]),
    "a text that is sent may be nothing": put(
        *TAKEN, "properties", "name", {"oneOf": [{"type": "string", "minLength": 1, "maxLength": 60}, {"type": "null"}]}),
    "a value that is sent is new": more(*TAKEN, "properties", "ruleset", "enum", "settlers"),
    "a form that is sent is new": form("Clock", "Bank", "bank"),
    "a body may be sent": put(*LIST, "requestBody", {"content": {"application/json": {"schema": {}}}}),
    "a body may be of another kind, too": put(*CREATE, "requestBody", "content", "application/cbor", {"schema": {}}),
    "a member that is read is new": put(*SENT, "properties", "x", {"type": "string"}),
    "a member that is read is new and always there": all_of(put(*SENT, "properties", "x", {}), more(*SENT, "required", "x")),
    "a member that is read is always there now": more(*SENT, "required", "name"),
    "a member that is read is never null any more": put(*SENT, "properties", "name", "type", "string"),
    "a value that is read is new": more(*SENT, "properties", "status", "enum", "over"),
    "a form that is read is new": form("Event", "Won", "won"),
    "a text that is read gets a bound": put(*SENT, "properties", "name", "minLength", 1),
    "a code is new": more("components", "schemas", "Problem", "properties", "code", "enum", "c"),
    "an operation ends in another code": more(*LIST, "x-problem-codes", "busy"),
    "an operation ends in another problem": put(*CREATE, "responses", "409", {"$ref": "#/components/responses/NotFound"}),
    "a header that is read is new": put(*LIST, "responses", "200", "headers", "Sunset", {"schema": {"type": "string"}}),
    "a reply may be of another kind, too": put(*LIST, "responses", "200", "content", "text/csv", {"schema": {}}),
    "another token is taken": more(*LIST, "security", {"personal_token": []}),
    "an operation is deprecated": put(*LIST, "deprecated", True),
    "a member of a webhook is new": put("components", "schemas", "Started", "properties", "x", {"type": "string"}),
}

# Two ways of saying one thing.
SAME = {
    "a union repeats the tag of its forms": all_of(
        put("components", "schemas", "Event", "properties", {"type": {"type": "string"}}),
        put("components", "schemas", "Event", "required", ["type"])),
    "a header is text, or null, which it can't be": put(*LIST, "parameters", 2, "schema", "type", ["string", "null"]),
}

TEXTS = {
    "a summary": put(*LIST, "summary", "Find games"),
    "a description of a type": put(*SENT, "description", "A match."),
    "an example": put(*SENT, "properties", "name", "example", "x"),
}


def changed(change):
    document = copy.deepcopy(GAME)
    change(document)
    return document


class Changes(unittest.TestCase):
    def test_what_breaks_clients_is_found(self):
        for name, change in BREAKING.items():
            with self.subTest(name):
                found = compare(GAME, changed(change))
                self.assertTrue(any(one.breaking for one in found), f"not found: {name}: {found}")

    def test_an_addition_is_found_and_breaks_nobody(self):
        for name, change in ADDITIONS.items():
            with self.subTest(name):
                found = compare(GAME, changed(change))
                self.assertTrue(found, f"not found: {name}")
                self.assertFalse([str(one) for one in found if one.breaking], name)

    def test_a_scope_in_place_of_a_session_lets_more_callers_in_and_shuts_nobody_out(self):
        session = put(*CREATE, "x-session-only", True)
        before = changed(all_of(session, less(*CREATE, "security", {"personal_token": []})))
        after = changed(put(*CREATE, "x-scope", "games:create"))
        found = compare(before, after)
        self.assertTrue(found)
        self.assertFalse([str(one) for one in found if one.breaking])

    def test_texts_are_no_part_of_the_contract(self):
        for name, change in TEXTS.items():
            with self.subTest(name):
                self.assertEqual(compare(GAME, changed(change)), [])
                self.assertEqual(without_texts(GAME), without_texts(changed(change)))

    def test_another_way_of_saying_the_same_is_no_change(self):
        for name, change in SAME.items():
            with self.subTest(name):
                self.assertEqual(compare(GAME, changed(change)), [])
                self.assertEqual(compare(changed(change), GAME), [])

    def test_nothing_is_found_where_nothing_changed(self):
        self.assertEqual(compare(GAME, copy.deepcopy(GAME)), [])


class Changelog(unittest.TestCase):
    UNRELEASED = "# Changelog\n\n## Unreleased\n\n{}\n\n## 1.0.0\n\n- `list_games` and `Game`\n"

    def problems(self, change, noted):
        return release.problems(GAME, changed(change), self.UNRELEASED.format(noted))

    def test_an_addition_needs_a_line_that_names_it(self):
        change = put(*SENT, "properties", "x", {})
        self.assertTrue(self.problems(change, "Nothing yet."))
        self.assertTrue(self.problems(change, "- `list_games` is faster."), "another name is not enough")
        self.assertEqual(self.problems(change, "- `Game` has `x`."), [])

    def test_a_text_needs_any_line(self):
        change = put(*LIST, "summary", "Find games")
        self.assertTrue(self.problems(change, "Nothing yet."))
        self.assertEqual(self.problems(change, "- Descriptions are clearer."), [])

    def test_no_line_makes_up_for_a_breaking_change(self):
        self.assertTrue(self.problems(drop(*SENT, "properties", "name"), "- `Game` has no `name`."))

    def test_a_line_is_not_needed_where_nothing_changed(self):
        self.assertEqual(self.problems(lambda document: None, "Nothing yet."), [])


if __name__ == "__main__":
    unittest.main()

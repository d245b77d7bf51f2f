"""What the worst requests of 64 KiB cost the server, for every operation of the description.

Each operation gets small requests that are refused, and the worst that anybody can send without being let in: thousands of
unknown names, lists, escapes and control characters in the query, the path, the headers and the body. Their cost is
processor time of the server, and the figure is the ratio of the worst to the dearest of the small ones. Then four
connections send the worst of all as fast as they can, beside one that reads a view; what that one loses is compared with
what it loses beside four processes that only compute. Prints a line for each operation, and one line of JSON.

Usage: requests.py [--repeat N] [--seconds N] [--only TEXT]
"""

import argparse
import json
import multiprocessing
import os
import pathlib
import socket
import statistics
import sys
import time
import uuid

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "mails"))

from service import Service  # noqa: E402

# What fits into a query (65,534 bytes of address) and into a body (64 KiB), nearly.
QUERY = 60_000
BODY = 65_000
# Connections that send the worst request at the same time.
SENDERS = 4
# So many bodies of an operation are sent: unions of unions have thousands.
BODIES = 250


class Connection:
    """A connection that is kept open as long as the server does."""

    def __init__(self, address):
        self.address = address
        self.socket = None

    def send(self, request):
        """The status of the answer, and how long it is."""
        for last in (False, True):
            try:
                if self.socket is None:
                    self.socket = socket.create_connection(self.address, timeout=60)
                    self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                self.socket.sendall(request)
                return self._answer()
            except (ConnectionError, IndexError):
                # It was closed after the answer before, or before this request was read to its end.
                self.close()
                if last:
                    return 0, 0

    def _answer(self):
        got = b""
        while b"\r\n\r\n" not in got:
            piece = self.socket.recv(1 << 16)
            if not piece:
                raise ConnectionError
            got += piece
        head, body = got.split(b"\r\n\r\n", 1)
        lines = head.lower().split(b"\r\n")
        status = int(lines[0].split()[1])
        if b"text/event-stream" in head or b"transfer-encoding: chunked" in lines:
            # A stream has no end, and what is sent in pieces was let in.
            self.close()
            return status, len(body)
        length = next((int(line.split(b":")[1]) for line in lines if line.startswith(b"content-length:")), 0)
        read = len(body)
        while read < length:
            piece = self.socket.recv(1 << 18)
            if not piece:
                raise ConnectionError
            read += len(piece)
        if b"connection: close" in lines:
            self.close()
        return status, length

    def close(self):
        if self.socket is not None:
            self.socket.close()
            self.socket = None


def processor_time(process):
    """Seconds that all threads of a process have used."""
    total = 0
    for thread in os.listdir(f"/proc/{process}/task"):
        try:
            total += int(pathlib.Path(f"/proc/{process}/task/{thread}/schedstat").read_text().split()[0])
        except FileNotFoundError:
            # A thread that ended between the two reads.
            pass
    return total / 1e9


def request(method, path, token="", body=None, headers=(), kind="application/json"):
    lines = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1"]
    if token and not any(name == "Authorization" for name, _ in headers):
        lines.append(f"Authorization: Bearer {token}")
    lines += [f"{name}: {value}" for name, value in headers]
    if body is not None:
        lines += [f"Content-Type: {kind}", f"Content-Length: {len(body)}"]
    return ("\r\n".join(lines) + "\r\n\r\n").encode() + (body or b"")


def filled(piece, size):
    """Pieces one after another, as many as fit; a number stands for each `%d`."""
    pieces, length = [], 0
    while length < size:
        one = piece.replace("%d", str(len(pieces)))
        pieces.append(one)
        length += len(one)
    return "".join(pieces[:-1])


class Description:
    """The operations, and what their schemas say."""

    def __init__(self, document):
        self.document = document

    def resolved(self, schema):
        while "$ref" in schema:
            target = self.document
            for step in schema["$ref"].removeprefix("#/").split("/"):
                target = target[step]
            schema = target
        return schema

    def operations(self):
        for path, methods in self.document["paths"].items():
            for method, operation in methods.items():
                if method in ("get", "post", "put", "patch", "delete"):
                    yield method.upper(), path, operation

    def parameters(self, operation, place):
        all_of_them = [self.resolved(one) for one in operation.get("parameters", [])]
        return [one for one in all_of_them if one["in"] == place]

    def body(self, operation):
        content = operation.get("requestBody", {}).get("content", {})
        return content.get("application/json", {}).get("schema")

    def forms(self, schema, depth=0):
        """Examples of small bodies that a schema may mean: one for each alternative, with every member there is."""
        schema = self.resolved(schema)
        if "const" in schema:
            return [schema["const"]]
        if "enum" in schema:
            return schema["enum"][:1]
        alternatives = schema.get("oneOf") or schema.get("anyOf")
        if alternatives:
            return [form for one in alternatives for form in self.forms(one, depth + 1)] if depth < 6 else [None]
        if "properties" in schema:
            made = [{}]
            for name, member in schema["properties"].items():
                forms = self.forms(member, depth + 1) or [None]
                # Every alternative of one member, with the first of the others.
                made = [form | {name: forms[0]} for form in made] + [made[0] | {name: form} for form in forms[1:]]
            return made
        kinds = schema.get("type")
        kind = next((kind for kind in kinds if kind != "null"), "null") if isinstance(kinds, list) else kinds
        simple = {"integer": schema.get("minimum", 0), "boolean": False, "string": "x", "object": {}}
        if kind == "array":
            return [[form] for form in self.forms(schema.get("items", {}), depth + 1)] or [[]]
        return [simple.get(kind)]


def within(form, worst):
    """The form with each of its members replaced by the worst, and each of its objects with the worst beside."""
    if isinstance(form, dict):
        yield form | worst if isinstance(worst, dict) else worst
        for name, member in form.items():
            for changed in within(member, worst):
                yield form | {name: changed}
    elif isinstance(form, list) and form:
        yield worst
        for changed in within(form[0], worst):
            yield [changed]
    else:
        yield worst


def queries(description, operation):
    """What is worst behind the question mark."""
    yield "unknown names", filled("%d&", QUERY)
    yield "one unknown name", filled("a&", QUERY)
    yield "unknown names, few", filled("x%d=" + "y" * 590 + "&", QUERY)
    yield "escapes", "a=" + filled("%41", QUERY)
    yield "control characters", filled("a=%00&", QUERY)
    for parameter in description.parameters(operation, "query"):
        name, schema = parameter["name"], description.resolved(parameter["schema"])
        yield f"{name}, long", f"{name}=" + "a" * QUERY
        yield f"{name}, often", filled(f"{name}=1&", QUERY)
        if "items" in schema:
            yield f"{name}, a list", f"{name}=" + filled("a,", QUERY)
            word = (description.resolved(schema["items"]).get("enum") or ["a"])[0]
            yield f"{name}, a list of one word", f"{name}=" + filled(f"{word},", QUERY)


def header_floods():
    yield "many headers", [(f"X-{number}", "a" * 600) for number in range(80)]
    yield "a long token", [("Authorization", "Bearer " + "a" * QUERY)]
    yield "a long personal token", [("Authorization", "Bearer alt_" + "a" * QUERY)]
    yield "languages", [("Accept-Language", filled("fr-%d;q=0.5,", QUERY))]
    yield "tags", [("If-None-Match", filled('"%d",', QUERY)), ("If-Match", filled('"%d",', 1_900))]
    yield "codings", [("Accept-Encoding", filled("gzip;q=0,", QUERY))]
    yield "proxies", [("X-Forwarded-For", filled("127.0.0.1,", QUERY))]
    yield "cookies", [("Cookie", filled("a%d=b; ", QUERY))]
    yield "a long key", [("Idempotency-Key", "k" * QUERY)]
    yield "a long device", [("User-Agent", filled("Mozilla/5.0 (", QUERY))]
    yield "a long event id", [("Last-Event-ID", "1" * QUERY)]


def bodies(forms):
    """What is worst in a body that is JSON."""
    yield "unknown members", "{" + filled('"%d":0,', BODY - 10) + '"x":0}'
    yield "empty lists", '{"x":[' + filled("[],", BODY - 20) + "[]]}"
    yield "one member twice and twice again", "{" + filled('"x":0,', BODY - 10) + '"x":0}'
    yield "too deep", "[" * BODY
    yield "blanks", "{" + " " * (BODY - 2) + "}"
    yield "escapes", '{"x":"' + filled("\\u0041", BODY - 20) + '"}'
    yield "a long number", '{"x":1' + "0" * (BODY - 20) + "}"
    yield "a list that does not end", '{"x":[' + filled("0,", BODY - 20)
    yield "a quote that does not end", '{"x":"' + "\\\\" * ((BODY - 20) // 2)
    # So many values as are still read. Of each kind some, spread over the alternatives and members of the body.
    some = {
        "strangers": {f"x{number}": number for number in range(880)},
        "long strangers": {f"x{number}" + "y" * 600: 0 for number in range(100)},
        "lists": [[]] * 900,
        "objects": [{}] * 900,
        "texts": ["x" * 60] * 900,
        "a long text": "x" * (BODY - 3_000),
        "a long text of blanks": " " * (BODY - 3_000),
        "control characters": "\u0001" * ((BODY - 3_000) // 6),
        "fractions": [0.5] * 900,
        "depth": json.loads('{"a":' * 110 + "0" + "}" * 110),
    }
    for name, worst in some.items():
        changed = [one for form in forms for one in within(form, worst) if isinstance(one, dict)]
        step = max(1, len(changed) * len(some) // BODIES)
        for one in changed[::step]:
            text = json.dumps(one, separators=(",", ":"))
            if len(text) <= BODY:
                yield name, text


def small_bodies(forms, operation):
    """Bodies that are refused after a short look, and those that are not: whoever logs in with a wrong password waits."""
    yield "{}"
    yield '{"x":0}'
    content = operation["requestBody"]["content"]["application/json"]
    examples = [content.get("example")] + [one.get("value") for one in content.get("examples", {}).values()]
    yield from (json.dumps(example) for example in examples[:3] if example)
    for form in forms[:3]:
        yield json.dumps(form | {"x": 0}) if isinstance(form, dict) else "[]"


class Measure:
    def __init__(self, service, repeat):
        host, port = service.address.removeprefix("http://").split(":")
        self.address = (host, int(port))
        self.connection = Connection(self.address)
        self.process = service.server.pid
        self.repeat = repeat

    def cost(self, sent, repeat=None):
        """Seconds of the server's processor for one such request, its status, and the length of the answer."""
        repeat = repeat or self.repeat
        status, length = self.connection.send(sent)
        before = processor_time(self.process)
        for _ in range(repeat):
            status, length = self.connection.send(sent)
        return (processor_time(self.process) - before) / repeat, status, length


def operator(service):
    """The token of somebody who may use every operation, a game of theirs, and the token of another player of it."""
    tokens = [service.person(name) for name in ("Aud", "Bjarni", "Cnut")]
    game = service.game(tokens)
    service.operator(service.call("GET", "/v1/me", tokens[0])["id"])
    return tokens[0], game, tokens[1]


def of_operation(description, method, path, operation, game, token):
    """The small requests of an operation that are refused, and the worst ones."""
    names = [one["name"] for one in description.parameters(operation, "path")]
    usual = {"game_id": game.rsplit("/", 1)[-1], "ruleset": "landnam", "person": "Aud", "seat": "0", "account": "Aud"}
    address = path
    for name in names:
        address = address.replace("{" + name + "}", usual.get(name) or str(uuid.UUID(int=7)))
    schema = description.body(operation)
    forms = description.forms(schema)[:40] if schema else []
    follows = path.endswith("/stream")
    small = [request(method, address + "?x=1", token)]
    small += [request(method, address, token, body.encode()) for body in small_bodies(forms, operation)] if schema else []
    small += [request(method, address, "no-token")]
    small += [request(method, path.replace("{" + name + "}", "~"), token) for name in names[:1]]
    worst = []
    body = b"{}" if schema else None
    for name, query in queries(description, operation):
        worst.append((f"query: {name}", request(method, f"{address}?{query}", token, body)))
    for number, name in enumerate(names):
        for kind, text in (("long", "a" * QUERY), ("escapes", "%41" * (QUERY // 3)), ("slashes", "/" * QUERY)):
            changed = path.replace("{" + name + "}", text)
            for other in names:
                changed = changed.replace("{" + other + "}", usual.get(other) or str(uuid.UUID(int=7)))
            worst.append((f"path: {kind} {number}", request(method, changed, token, body)))
    if not follows:
        for name, headers in header_floods():
            worst.append((f"headers: {name}", request(method, address, token, body, headers)))
    if schema:
        for name, text in bodies(forms):
            worst.append((f"body: {name}", request(method, address, token, text.encode())))
    return small, worst


# The pages that anybody can send forms to, and one that only shows.
PAGES = ("/account", "/account/no-link", "/seat/no-link", "/invite/no-link", "/sign-up/no-link", "/accounts/verify", "/docs/guide")
FORM = "application/x-www-form-urlencoded"


def of_page(description, path):
    """The same of a page."""

    def form(text):
        return request("POST", path, body=text.encode(), kind=FORM)

    small = [request("GET", path + "x"), form("x=1")]
    worst = [(f"query: {name}", request("GET", f"{path}?{query}")) for name, query in queries(description, {})]
    worst += [(f"headers: {name}", request("GET", path, headers=headers)) for name, headers in header_floods()]
    for name, text in (
        ("many fields", filled("x%d=1&", BODY)),
        ("one field", filled("email=a&", BODY)),
        ("many fields, few enough", filled("x%d=" + "y" * 50 + "&", BODY)),
        ("a long field", "email=" + "a" * BODY),
        ("escapes", "email=" + filled("%41", BODY - 10)),
        ("control characters", "email=" + filled("%00", BODY - 10)),
    ):
        worst.append((f"form: {name}", form(text[:65_500])))
    return small, worst


# What ends the token of the measure, if it is let in.
ENDING = ("delete_current_session", "delete_session", "delete_other_sessions", "stream_game", "stream_me")


def flood(address, sent, until):
    connection = Connection(address)
    while time.monotonic() < until:
        connection.send(sent)


def compute(until):
    while time.monotonic() < until:
        sum(range(10_000))


def beside(measure, view, seconds, target=None, arguments=()):
    """The median of what a view takes, in milliseconds, while four processes do something else."""
    until = time.monotonic() + seconds + 1
    others = [multiprocessing.Process(target=target, args=(*arguments, until)) for _ in range(SENDERS if target else 0)]
    for other in others:
        other.start()
    time.sleep(0.5)
    connection, took, end = Connection(measure.address), [], time.monotonic() + seconds
    while time.monotonic() < end:
        begun = time.monotonic()
        status, _ = connection.send(view)
        if status != 200:
            raise SystemExit(f"the view was refused: {status}")
        took.append((time.monotonic() - begun) * 1000)
    for other in others:
        other.join()
    return statistics.median(took)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--repeat", type=int, default=8)
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--only", default="")
    asked = parser.parse_args()
    service = Service()
    try:
        token, game, player = operator(service)
        description = Description(service.call("GET", "/openapi.json"))
        measure, results, failures, sent_kinds, worst_of_all = Measure(service, asked.repeat), {}, [], 0, (0, "", b"")
        everything = [
            (operation["operationId"], lambda one=one: of_operation(description, *one, game, token))
            for one in description.operations()
            for operation in one[2:]
        ] + [(page, lambda page=page: of_page(description, page)) for page in PAGES]
        for name, requests in everything:
            if asked.only not in name:
                continue
            small, worst = requests()
            costs = [measure.cost(sent, 3 * asked.repeat) for sent in small]
            # What is let in is compared with small requests that are let in, too: showing a ruleset has its price.
            let_in = max(cost for cost, *_ in costs)
            refused = max([cost for cost, status, _ in costs if status >= 400] or [let_in])
            dearest = (0, 0, 0, "", 0, 0, b"")
            for kind, sent in worst:
                if name in ENDING and not kind.startswith(("query", "path", "body")):
                    continue
                cost, status, length = measure.cost(sent, 1)
                for times in (1, 20):
                    # Few requests have the noise of buffers that grow and of the server's other threads.
                    if cost > 3 * times**0.5 * refused:
                        cost, status, length = measure.cost(sent, times * asked.repeat)
                sent_kinds += 1
                if status >= 500:
                    failures.append((name, kind, status))
                plain = refused if status >= 400 else let_in
                if status >= 400:
                    worst_of_all = max(worst_of_all, (cost, f"{name}, {kind}", sent))
                dearest = max(dearest, (cost / plain, cost, plain, kind, status, length, sent))
            ratio, cost, plain, kind, status, length, sent = dearest
            results[name] = ratio
            print(f"{name}: {ratio:.1f} ({cost * 1e6:.0f} µs against {plain * 1e6:.0f} µs; {kind}: {status}, {length} bytes)", flush=True)
        # The operator may have ended their own token meanwhile.
        view = request("GET", f"{game}/view", player)
        cheap = request("GET", "/v1/games?x=1")
        alone = beside(measure, view, asked.seconds)
        computing = beside(measure, view, asked.seconds, compute)
        beside_cheap = beside(measure, view, asked.seconds, flood, (measure.address, cheap))
        beside_worst = beside(measure, view, asked.seconds, flood, (measure.address, worst_of_all[2]))
    finally:
        service.end()
    dearest = max(results, key=results.get)
    print(
        json.dumps(
            {
                "operations": len(results),
                "requests": sent_kinds,
                "failures": failures,
                "worst_ratio": round(results[dearest], 2),
                "worst_of": dearest,
                "dearest": worst_of_all[1],
                "dearest_us": round(worst_of_all[0] * 1e6),
                "view_ms": round(alone, 2),
                "view_beside_computing_ms": round(computing, 2),
                "view_beside_cheap_ms": round(beside_cheap, 2),
                "view_beside_worst_ms": round(beside_worst, 2),
                "beside_worst_ratio": round(beside_worst / max(beside_cheap, computing), 2),
            }
        )
    )


if __name__ == "__main__":
    main()

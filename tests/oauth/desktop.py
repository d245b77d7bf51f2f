"""A desktop program, by Authlib: see run.sh. It listens on a port of this machine for the way back."""

import json
import os
import pathlib
import subprocess
import threading
import time
from http.server import BaseHTTPRequestHandler, HTTPServer
from urllib.parse import parse_qs, urlsplit

os.environ["AUTHLIB_INSECURE_TRANSPORT"] = "1"
from authlib.common.security import generate_token  # noqa: E402
from authlib.integrations.requests_client import OAuth2Session  # noqa: E402

ADDRESS = os.environ["ADDRESS"]
landed = []


class Back(BaseHTTPRequestHandler):
    def do_GET(self):
        landed.append(self.path)
        self.send_response(200)
        self.end_headers()

    def log_message(self, *_):
        pass


server = HTTPServer(("127.0.0.1", 0), Back)
threading.Thread(target=server.serve_forever, daemon=True).start()
redirect = f"http://127.0.0.1:{server.server_port}/back"
session = OAuth2Session(
    "A desktop program", scope="games:read games:create games:play", redirect_uri=redirect, code_challenge_method="S256",
    token_endpoint_auth_method="none",
)
verifier = generate_token(48)
url, state = session.create_authorization_url(f"{ADDRESS}/oauth/authorize", code_verifier=verifier)
approve = pathlib.Path(__file__).with_name("approve.cjs")
subprocess.run(["node", str(approve), "password", url], check=True, capture_output=True)
[back] = [path for path in landed if path.startswith("/back?")]
answer = parse_qs(urlsplit(back).query)
assert answer["state"] == [state] and answer["iss"] == [ADDRESS], answer
session.fetch_token(f"{ADDRESS}/oauth/token", authorization_response=f"{redirect}?{urlsplit(back).query}", state=state, code_verifier=verifier)
session.refresh_token(f"{ADDRESS}/oauth/token", session.token["refresh_token"])


def call(method, path, body=None):
    response = session.request(method, ADDRESS + path, json=body)
    assert response.ok, f"{path}: {response.text}"
    return response.json()


game = call("POST", "/v1/games", {"ruleset": "nord", "seats": 2, "bots": ["random"]})["id"]
moves = 0
for _ in range(200):
    ready = [one for one in call("GET", f"/v1/games/{game}/legal")["decisions"] if one["actions"]]
    if ready:
        action = {"ruleset": "nord", "decision": ready[0]["decision"]["id"], "action": ready[0]["actions"][0]}
        call("POST", f"/v1/games/{game}/actions", action)
        moves = 1
        break
    time.sleep(0.1)
print(json.dumps({"moves": moves}))

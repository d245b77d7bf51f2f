"""The example client of the terminal, which the player allows on a page of the server instead of giving it a token: see
run.sh. Plays a game of NORD to its end; the last line is JSON."""

import importlib
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).parent
EXAMPLES = HERE.parent / "clients" / "examples"
sys.path.insert(0, str(EXAMPLES))
os.environ["API"] = os.environ["ADDRESS"]
typed = importlib.import_module("try").typed


def main():
    with tempfile.TemporaryDirectory() as home:
        environment = {name: value for name, value in os.environ.items() if name != "ALTHING_TOKEN"}
        environment |= {"HOME": home, "XDG_CONFIG_HOME": home, "LANG": "de_DE.UTF-8"}
        command = [sys.executable, "-B", EXAMPLES / "terminal.py", os.environ["ADDRESS"], "--new", "nord"]
        client = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment, bufsize=0)
        chance, said, moves, allowed = random.Random(3), "", 0, False
        while part := client.stdout.read(4096):
            said += part.decode(errors="replace")
            code = re.search(r"\b[0-9A-Z]{4}[- ][0-9A-Z]{4}\b", said)
            page = re.search(r"http://\S+/device\b", said)
            if not allowed and code and page:
                allow = ["node", HERE / "approve.cjs", "password", page[0], code[0]]
                subprocess.run(allow, check=True, stdout=subprocess.DEVNULL)
                allowed, said = True, ""
            if said.endswith(" > "):
                question = said.rsplit("\n", 1)[-1]
                moves += question.startswith("Your move")
                client.stdin.write(f"{typed(question, said, chance)}\n".encode())
                said = said[-6_000:]
        if client.wait() or not allowed or "1." not in said:
            sys.exit(f"terminal: {said}")
    print(json.dumps({"moves": moves}))


if __name__ == "__main__":
    main()

"""What compose.yaml says of a service, as `docker compose` would put it together from a file `.env`.

    composed.py environment SERVICE NAME=VALUE…    a line NAME=VALUE for each variable
    composed.py dockerfile SERVICE NAME=VALUE…     the Dockerfile of its image

The values given stand for `.env`.
"""

import re
import sys

import yaml

REFERENCE = re.compile(r"\$(?:(\$)|\{(\w+)(?::([-?])([^}]*))?\})")


def main():
    what, service, given = sys.argv[1], sys.argv[2], dict(line.split("=", 1) for line in sys.argv[3:])

    def value(reference):
        dollar, name, kind, rest = reference.groups()
        if dollar:
            return "$"
        if given.get(name):
            return given[name]
        if kind == "?":
            sys.exit(f"{name} {rest}")
        return rest if kind == "-" else ""

    with open("config/package/compose.yaml", encoding="utf-8") as file:
        described = yaml.safe_load(file)["services"][service]
    if what == "dockerfile":
        print(REFERENCE.sub(value, described["build"]["dockerfile_inline"]))
        return
    for name, text in described["environment"].items():
        print(f"{name}={REFERENCE.sub(value, str(text))}")


if __name__ == "__main__":
    main()

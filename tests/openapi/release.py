"""Holds the description to the one that was released, and to the changelog.

    python3 release.py check  < CURRENT.json    fails on a breaking change, and on one without a line in the changelog
    python3 release.py freeze < CURRENT.json    makes the current description the released one

CURRENT.json is what `althing openapi --json` prints. To release: give the entries under “Unreleased” in the changelog a
heading with the version of Cargo.toml and the date, leave “Nothing yet.” there, and freeze. A freeze that breaks clients is
refused unless `--breaking` says that this is meant (a new major version, or before anybody has a client).
"""

import json
import pathlib
import re
import sys

from changes import compare

FOLDER = pathlib.Path(__file__).parent
RELEASED = FOLDER / "released.json"
CHANGELOG = FOLDER.parent.parent / "src/http/docs/changelog.md"
NOTHING = "Nothing yet."


def unreleased(changelog):
    """What the changelog says of changes since the last release; nothing where it says that there are none."""
    found = re.search(r"^## Unreleased\n(.*?)(?=^## |\Z)", changelog, re.MULTILINE | re.DOTALL)
    text = found.group(1).strip() if found else ""
    return "" if text == NOTHING else text


def problems(released, current, changelog):
    """Why the current description can't follow the released one, in sentences."""
    noted = unreleased(changelog)
    names = set(re.findall(r"`([^`]+)`", noted))
    found = []
    for change in compare(released, current):
        if change.breaking:
            found.append(f"breaks clients: {change.where}: {change.what}")
        elif change.where not in names:
            found.append(f"the changelog does not name `{change.where}`: {change.what}")
    if released != current and not noted:
        found.append("the description has changed, and the changelog has nothing under “Unreleased”")
    return found


def check(current):
    if not RELEASED.exists():
        print("nothing is released yet")
        return 0
    found = problems(json.loads(RELEASED.read_text("utf-8")), current, CHANGELOG.read_text("utf-8"))
    for problem in found:
        print(problem)
    print(f"{len(found)} problems with the release" if found else "the description keeps what was released")
    return 1 if found else 0


def freeze(current, may_break):
    version = current["info"]["version"]
    changelog = CHANGELOG.read_text("utf-8")
    if unreleased(changelog) or not re.search(rf"^## {re.escape(version)}\b", changelog, re.MULTILINE):
        print(f"the changelog needs a heading {version}, and “{NOTHING}” under “Unreleased”")
        return 1
    if RELEASED.exists() and not may_break:
        broken = [change for change in compare(json.loads(RELEASED.read_text("utf-8")), current) if change.breaking]
        if broken:
            print(*broken, sep="\n")
            return 1
    RELEASED.write_text(in_lines(current), "utf-8")
    print(f"{version} is released: {RELEASED.stat().st_size} bytes")
    return 0


def in_lines(document, depth=3):
    """JSON with a line for each path and each component, so that a reader of a diff sees what changed."""
    if depth == 0 or not isinstance(document, dict) or not document:
        return json.dumps(document, ensure_ascii=False)
    members = (f"{json.dumps(name)}: {in_lines(value, depth - 1)}" for name, value in document.items())
    return "{\n" + ",\n".join(members) + "\n}" + ("\n" if depth == 3 else "")


def main():
    command, *flags = sys.argv[1:] or [""]
    if command not in ("check", "freeze"):
        sys.exit(__doc__)
    current = json.load(sys.stdin)
    sys.exit(check(current) if command == "check" else freeze(current, "--breaking" in flags))


if __name__ == "__main__":
    main()

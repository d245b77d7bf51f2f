#!/usr/bin/env python3
"""Makes a script of a page's commands: blocks.py PAGE FOLDER ADDRESS > script.

Every block of `sh` is run, in the order of the page and in one shell, below a root folder of its own: paths such as /etc
and /var/lib lie in FOLDER/root, and ADDRESS is where the server of that page listens. Programs that only root may run, or
that reach beyond this machine, are those of stand_in.sh.

A block that can't run here says who runs it: ```sh elsewhere=FILE[,FILE], and each of its programs must occur in one of
these files. Settings that begin with a comment of their path are written there. Commands within a sentence are held
against the help of their program, and links within the sources must lead somewhere. What nothing would check is an error:
a page has no command without a check.
"""

import ast
import functools
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tomllib

PAGE, FOLDER, ADDRESS = sys.argv[1:4]
ROOT = f"{FOLDER}/root"
# What begins a command. A block that is not `sh` must not begin a line with one.
PROGRAMS = """althing apt apt-get apt-mark bash cargo chgrp chmod chown curl deluser docker install journalctl jq mv npx
    openapi-generator-cli openapi-python-client openssl podman promtool python3 rm runuser sudo systemctl useradd""".split()
# Their help does not list all options.
SHORT_HELP = {"apt", "apt-get", "cargo", "curl", "docker", "npx", "openssl", "podman"}
CHECKED = {"sh", "toml", "python", "yaml", "json", "text"}
DEFAULTS = tomllib.loads(pathlib.Path("config/default.toml").read_text())


def fail(line, what):
    sys.exit(f"{PAGE}:{line}: {what}")


def here(text):
    """The text with its paths below the root folder of this run, and the address of its server."""
    text = re.sub(r"(?<![\w/.])/(?=(etc|tmp|var/lib|usr/bin|usr/lib/systemd|usr/local)/)", f"{ROOT}/", text)
    return text.replace("{{ address }}", f"http://{ADDRESS}").replace("127.0.0.1:8080", ADDRESS)


def read():
    """The headings, blocks and sentences of the page: (kind, line, info or None, text)."""
    lines = pathlib.Path(PAGE).read_text().split("\n")
    block = None
    paragraph, start = [], 1
    for number, line in enumerate(lines, 1):
        if block is None and line.startswith("```"):
            yield "sentences", start, None, "\n".join(paragraph)
            block, info, paragraph = [], line[3:].strip(), []
        elif block is not None and line.startswith("```"):
            yield "block", number - len(block), info, "\n".join(block)
            block, start = None, number + 1
        elif block is not None:
            block.append(line)
        elif line.startswith("## ") or line.startswith("### "):
            yield "heading", number, None, line.lstrip("# ")
        else:
            paragraph.append(line)
    yield "sentences", start, None, "\n".join(paragraph)


@functools.cache
def help_of(*command):
    """What a program says of its options; None where it is not installed."""
    program = os.environ["ALTHING_PROGRAM"] if command[0] == "althing" else shutil.which(command[0])
    if program is None:
        return None
    said = subprocess.run([program, *command[1:], "--help"], capture_output=True, text=True, stdin=subprocess.DEVNULL)
    return said.stdout + said.stderr if said.returncode == 0 else None


def check_command(line, text):
    """A command within a sentence: it can be read, its options are those of its program, its files are there."""
    if subprocess.run(["bash", "-n", "-c", text], stderr=subprocess.DEVNULL).returncode != 0:
        fail(line, f"no shell reads `{text}`")
    words = shlex.split(text)
    command = words[:1]
    if words[0] == "althing":
        inner = [word for word in words[1:] if not word.startswith("-")]
        # --config takes a file before the command.
        inner = inner[1:] if words[1:2] == ["--config"] else inner
        while inner and inner[0].islower() and help_of(*command, inner[0]):
            command.append(inner.pop(0))
    said = None if words[0] in SHORT_HELP else help_of(*command)
    for option in (word.split("=")[0] for word in words if re.match(r"--\w", word)):
        if said is not None and option not in said and "--" not in words:
            fail(line, f"`{' '.join(command)}` has no option {option}")
    if words[0] == "althing" and len(command) == 1 and len(words) > 1 and words[1].islower() and words[1][0].isalpha():
        fail(line, f"there is no `althing {words[1]}`")
    for word in words:
        if re.match(r"(config|tests|src|\.ci)/", word) and not os.path.exists(word):
            fail(line, f"there is no {word}")


def check_sentences(line, text):
    for span in re.findall(r"`([^`]+)`", text):
        span = " ".join(span.split())
        if span.split()[0] in PROGRAMS and " " in span:
            check_command(line, span)
        section, _, key = span.split(" =")[0].partition(".")
        if section in DEFAULTS and re.fullmatch(r"\w+", key) and key not in DEFAULTS[section]:
            fail(line, f"there is no setting `{span}`")


    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if target.startswith("#"):
            if target[1:] not in anchors():
                fail(line, f"there is no heading {target}")
        # Addresses of the server are held by the tests of the documentation.
        elif not re.match(r"https://|/", target) and not (pathlib.Path(PAGE).parent / target.split("#")[0]).exists():
            fail(line, f"there is no {target}")


@functools.cache
def anchors():
    return {"-".join(re.findall(r"\w+", text.lower())) for kind, _, _, text in read() if kind == "heading"}


def check_settings(line, text):
    for section, keys in tomllib.loads(text).items():
        for key in keys:
            if key not in DEFAULTS.get(section, {}):
                fail(line, f"there is no setting {section}.{key}")


def check_elsewhere(line, info, text):
    files = dict(part.split("=", 1) for part in info.split()[1:]).get("elsewhere", "").split(",")
    tests = "".join(pathlib.Path(file).read_text() for file in files)
    for command in text.replace("\\\n", " ").splitlines():
        words = shlex.split(command, comments=True)
        program = words[1] if words[:1] == ["npx"] else words[0]
        if pathlib.Path(program).name not in tests:
            fail(line, f"{' and '.join(files)} do not run {program}")


def quoted(text):
    return shlex.quote(text)


def main():
    run = 0
    print(f"set -euo pipefail\n. {quoted(os.path.abspath('tests/tour/before.sh'))}")
    for kind, line, info, text in read():
        language = (info or "").split(" ")[0]
        if kind == "heading":
            print(f"before {quoted(f'{PAGE}: {text}')}")
        elif kind == "sentences":
            check_sentences(line, text)
        elif language not in CHECKED:
            fail(line, f"nothing checks a block of {language or 'no language'}")
        elif language == "sh" and " elsewhere=" in info:
            check_elsewhere(line, info, text)
        elif language == "sh":
            for name in sorted(set(re.findall(r"\$\{?([A-Z][A-Z_]+)", text))):
                print(f"give {name}")
            print(f"at {quoted(f'{PAGE}:{line}')}\n{here(text)}")
            run += sum(1 for each in text.splitlines() if each.strip())
        else:
            for each in text.splitlines():
                if each.split(" ")[0] in PROGRAMS and language != "python":
                    fail(line, f"nothing runs `{each}`: make the block one of sh")
            if language == "python":
                ast.parse(text)
            elif language == "toml":
                check_settings(line, text)
            if match := re.match(r"# (/[\w/.-]+|[\w.-]+\.yml)\n", text):
                path = here(match[1]) if match[1].startswith("/") else f"{FOLDER}/{match[1]}"
                print(f"mkdir -p {quoted(os.path.dirname(path))}\nprintf '%s\\n' {quoted(here(text))} > {quoted(path)}")
                if language == "yaml":
                    print(f"check_prometheus {quoted(path)}")
    print(f"echo {quoted(f'{PAGE}: {run} lines of commands went well')} >&3")


main()

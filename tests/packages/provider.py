"""The mail server of a provider, which takes every mail and writes it into a folder, as files that end in .eml.

    provider.py ADDRESS PORT FOLDER
"""

import pathlib
import socketserver
import sys
import time


class Mail(socketserver.StreamRequestHandler):
    def say(self, line):
        self.wfile.write(line.encode() + b"\r\n")

    def handle(self):
        self.say("220 provider ESMTP")
        for line in self.rfile:
            verb = line.decode("latin-1").strip().upper()
            if verb.startswith("DATA"):
                self.say("354 go on")
                self.take()
            elif verb.startswith("QUIT"):
                self.say("221 bye")
                return
            else:
                self.say("250 provider")

    def take(self):
        lines = []
        for line in self.rfile:
            if line == b".\r\n":
                break
            lines.append(line.removeprefix(b".") if line.startswith(b"..") else line)
        name = pathlib.Path(sys.argv[3]) / f"{time.time_ns()}.new"
        name.write_bytes(b"".join(lines))
        name.rename(name.with_suffix(".eml"))
        self.say("250 taken")


class Server(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True


with Server((sys.argv[1], int(sys.argv[2])), Mail) as server:
    server.serve_forever()

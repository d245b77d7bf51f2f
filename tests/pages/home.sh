#!/usr/bin/env bash
# A remembered device in a browser without a screen: it gets its cookie by a mailed code, opens its member's page and seat,
# and sends forms of these pages; pages of another origin on the same machine, whose forms the browser sends with the
# cookie, do nothing. The last line is JSON.
# ALTHING_PROGRAM names the server's program; without it, it is built first.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/pages/server.sh
node tests/pages/home.cjs "$address" "$folder/mail"

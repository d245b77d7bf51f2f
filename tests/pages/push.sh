#!/usr/bin/env bash
# Do the script that subscribes a browser and its service worker run under the page's Content-Security-Policy, and nothing
# else? A browser opens the page with the button, presses it, and is handed a push. Its push service is played by the
# browser's own tools, so that nothing leaves this machine. The last line is JSON.
# ALTHING_PROGRAM names the server's program; without it, it is built first.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/pages/server.sh
node tests/pages/push.cjs "$address" "$folder/mail"

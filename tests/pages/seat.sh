#!/usr/bin/env bash
# Plays on the pages of seats in a browser without a screen and without scripts: four players, who read four languages, in a
# game of each ruleset. Looks at the pages on a phone and on a desk, light and dark: do they fit, how heavy are they, and
# can everyone read and operate them (axe-core)? The last line is JSON.
# ALTHING_PROGRAM names the server's program; without it, it is built first. ANSWERS (40): how many are given in each game.
# PICTURES names a folder for screenshots.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/openapi/tools.sh
need_browser
. tests/support/server.sh
export ALTHING__ACCOUNTS__VERIFY_ADDRESSES=false ALTHING__LIMITS__ENABLED=false ALTHING__MAIL__HOLD_DOWN_SECONDS=0
start_server
NODE_PATH="$node/node_modules" node tests/pages/seat.cjs "$address" "$folder/mail" "${ANSWERS:-40}"

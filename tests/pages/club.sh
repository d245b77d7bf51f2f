#!/usr/bin/env bash
# A club without a client: a host and three addresses that the server does not know play a game of each ruleset to its end
# and begin another one. The first only replies to mails, the second only uses the pages in a browser without a screen
# and without scripts, the third does both. No request of the API is made. The last line is JSON.
# ALTHING_PROGRAM names the server's program; without it, it is built first. RULESETS names those that are played.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/openapi/tools.sh
need_browser
. tests/support/server.sh
port=$(node -e "const s = require('node:net').createServer().listen(0, '127.0.0.1', () => { console.log(s.address().port); s.close(); })")
export ALTHING__LIMITS__ENABLED=false ALTHING__MAIL__HOLD_DOWN_SECONDS=0
export ALTHING__REPLIES__BIND=127.0.0.1:$port ALTHING__REPLIES__DOMAIN=play.example.org
start_server
NODE_PATH="$node/node_modules" node tests/pages/club.cjs "$address" "$folder/mail" "$port" "${RULESETS:-landnam settlers nord}"

#!/usr/bin/env bash
# Do OAuth clients of other makes get their tokens through a real browser, and play a move? oauth4webapi (npm) logs in by a
# mailed link, Authlib (PyPI) by a password, and curl, for a program without a browser, by a mailed code; our example of a
# client for the terminal plays a game to its end; and a reader of the documentation tries an operation. Beside that the browser is made to do what it must not. The last line is JSON.
# ALTHING_PROGRAM names the server's program; without it, it is built first.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/openapi/tools.sh
need_browser
[ -d "$node/node_modules/oauth4webapi" ] || npm install --prefix "$node" --silent --no-fund --no-audit 'oauth4webapi@3'
python=$target/oauth-python
if [ ! -x "$python/bin/python" ] || ! "$python/bin/python" -c 'import authlib, requests' 2> /dev/null; then
    python3 -m venv "$python"
    "$python/bin/pip" install --quiet 'authlib==1.*' 'requests==2.*'
fi
. tests/support/server.sh
. tests/support/shown.sh
# The issuer is the public address, so the port is chosen first.
port=$(python3 -c 'import socket; one = socket.socket(); one.bind(("127.0.0.1", 0)); print(one.getsockname()[1])')
export ALTHING__HTTP__BIND=127.0.0.1:$port ALTHING__HTTP__PUBLIC_URL=http://127.0.0.1:$port
export ALTHING__ACCOUNTS__VERIFY_ADDRESSES=false ALTHING__LIMITS__ENABLED=false ALTHING__MAIL__HOLD_DOWN_SECONDS=0
start_server
NODE_PATH=$(cd "$node" && pwd)/node_modules
export NODE_PATH MAIL_FOLDER="$folder/mail" ADDRESS="$address"
post /v1/accounts '{"name": "Aud", "email": "aud@example.org", "password": "a longer ship west"}' > /dev/null

by_link=$(node tests/oauth/web.cjs | shown | tail -1)
by_password=$("$python/bin/python" -B tests/oauth/desktop.py | shown | tail -1)
by_code=$(bash tests/oauth/device.sh | shown | tail -1)
example=$(python3 -B tests/oauth/example.py | shown | tail -1)
reader=$(node tests/oauth/docs.cjs | shown | tail -1)
attacks=$(node tests/oauth/attacks.cjs | shown | tail -1)
jq -cn --argjson web "$by_link" --argjson desktop "$by_password" --argjson device "$by_code" --argjson attacks "$attacks" \
    --argjson reader "$reader" --argjson example "$example" \
    '{example_moves: $example.moves, clients: ([$web, $desktop, $device] | length), moves: ([$web, $desktop, $device] | map(.moves) | add)} + $reader + $attacks'

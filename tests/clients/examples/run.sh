#!/usr/bin/env bash
# Plays with the example clients, as somebody who starts from them would: the terminal client a game of each ruleset, the
# page of one file a game of each in a browser without a screen, the Discord bot one with a double of Discord. Prints a line
# of JSON for each game.
#
# ALTHING_PROGRAM names the server's program; without it, it is built first.
set -euo pipefail
cd "$(dirname "$0")/../../.."
export PYTHONDONTWRITEBYTECODE=1
# Pages of every site may call the API.
ALTHING_CONFIG=$(mktemp)
export ALTHING_CONFIG
printf '[http]\nallowed_origins = ["*"]\n' > "$ALTHING_CONFIG"
. tests/pages/server.sh
export API=$address
python=$target/example-tools/bin/python
if [ ! -e "$target/example-tools/installed" ]; then
    python3 -m venv "$target/example-tools"
    "$target/example-tools/bin/pip" install --quiet 'pynacl==1.*'
    touch "$target/example-tools/installed"
fi
failed=0
for ruleset in landnam nord settlers; do
    python3 tests/clients/examples/try.py terminal "$ruleset" || failed=$((failed + 1))
done
"$python" tests/clients/examples/try.py discord || failed=$((failed + 1))
node tests/clients/examples/page.cjs "$address" "$(python3 tests/clients/examples/try.py token browser)" || failed=$((failed + 1))
rm "$ALTHING_CONFIG"
exit "$failed"

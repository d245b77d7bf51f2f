#!/usr/bin/env bash
# Draws boards of every ruleset from the API alone (tests/clients/boards/*.py, which are the examples of the guide) and
# holds them against the server's pictures. Prints a line of JSON for each ruleset:
#
#   lines    of the drawer
#   boards   boards compared: at many versions of a game, with and without names, light and dark
#   agree    places and pieces that lie where the server's do
#   kinds    what was compared
#   wrong    places and facts in which they differ
#
# ALTHING_PROGRAM names the server's program; without it, it is built first.
set -euo pipefail
cd "$(dirname "$0")/../../.."
export PYTHONDONTWRITEBYTECODE=1
. tests/support/server.sh
export ALTHING__ACCOUNTS__VERIFY_ADDRESSES=false ALTHING__LIMITS__ENABLED=false
start_server
export API=$address
for ruleset in landnam nord settlers; do
    timeout 900 python3 tests/clients/boards/compare.py "$ruleset"
done

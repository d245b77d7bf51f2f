#!/usr/bin/env bash
# The measure of mails: how long it takes until many have left. Prints one line of JSON.
# Usage: bash tests/load/mails.sh [--mails N]; ALTHING_PROGRAM names the program.
set -euo pipefail
cd "$(dirname "$0")/../.."
export PYTHONDONTWRITEBYTECODE=1
. tests/mails/tools.sh
export ALTHING_PROGRAM=${ALTHING_PROGRAM:-$target/debug/althing}
exec "$mails/bin/python" tests/load/mails.py "$@"

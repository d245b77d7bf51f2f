#!/usr/bin/env bash
# The measure of a million games: actions, views, inboxes, the lobby and the polls of workers beside those of ten thousand
# games. Prints one line of JSON; needs 16 GB of disk below TMPDIR for twenty minutes.
# Usage: bash tests/load/million.sh [--games N] [--rounds N]; ALTHING_PROGRAM names the program.
set -euo pipefail
cd "$(dirname "$0")/../.."
export PYTHONDONTWRITEBYTECODE=1
export ALTHING_PROGRAM=${ALTHING_PROGRAM:-${CARGO_TARGET_DIR:-target}/release/althing}
exec python3 tests/load/million.py "$@"

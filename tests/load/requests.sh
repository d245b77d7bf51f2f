#!/usr/bin/env bash
# The measure of requests that are too much. Prints a line for each operation, and one line of JSON.
# Usage: bash tests/load/requests.sh [--repeat N] [--seconds N] [--only TEXT]; ALTHING_PROGRAM names the program.
set -euo pipefail
cd "$(dirname "$0")/../.."
export PYTHONDONTWRITEBYTECODE=1
export ALTHING_PROGRAM=${ALTHING_PROGRAM:-${CARGO_TARGET_DIR:-target}/debug/althing}
exec python3 tests/load/requests.py "$@"

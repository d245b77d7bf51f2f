#!/usr/bin/env bash
# The measure of exports: 10,000 games of a player in one download, in constant memory and across cuts. Prints one line of
# JSON. Usage: bash tests/load/exports.sh [--games N] [--cuts N]; ALTHING_PROGRAM names the program.
set -euo pipefail
cd "$(dirname "$0")/../.."
export PYTHONDONTWRITEBYTECODE=1
export ALTHING_PROGRAM=${ALTHING_PROGRAM:-${CARGO_TARGET_DIR:-target}/debug/althing}
exec python3 tests/load/exports.py "$@"

#!/usr/bin/env bash
# The measure of lapses: 10,000 open games, 2,000 deadlines in a minute, two workers, one killed. Prints one line of JSON
# and fails when a lapse comes late, early, twice or not at all.
# Usage: bash tests/load/lapses.sh [--games N] [--deadlines N] [--seconds N]
set -euo pipefail
cd "$(dirname "$0")/../.."
exec cargo bench --locked --quiet --bench lapses -- "$@"

#!/usr/bin/env bash
# The measure of streams: 10,000 listeners at one process while 100 actions a second are stored. Prints one line of JSON.
# Usage: bash tests/load/streams.sh [--seconds N]
set -euo pipefail
cd "$(dirname "$0")/../.."
# A connection for each listener, here and in the server.
ulimit -n 16384
exec cargo bench --locked --quiet --bench streams -- "$@"

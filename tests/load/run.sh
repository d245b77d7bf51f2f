#!/usr/bin/env bash
# The load measure: real games of Landnám over HTTP beside the least that PostgreSQL can do, by pgbench, on a
# PostgreSQL of its own.
# Prints one line of JSON. Usage: bash tests/load/run.sh [--seconds N]
set -euo pipefail
cd "$(dirname "$0")/../.."
exec cargo bench --locked --quiet --bench load -- "$@"

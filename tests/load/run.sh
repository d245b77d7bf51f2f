#!/usr/bin/env bash
# The load measure: real games of Landnám over HTTP against pgbench with the same SQL, on a PostgreSQL of its own.
# Prints one line of JSON. Usage: bash tests/load/run.sh [--seconds N]
set -euo pipefail
cd "$(dirname "$0")/../.."
exec cargo bench --locked --quiet --bench load -- "$@"

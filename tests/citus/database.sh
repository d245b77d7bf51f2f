#!/usr/bin/env bash
# Makes a database over the nodes that ALTHING_TEST_CITUS names, with the schema spread over them, and prints its address.
# Usage: bash tests/citus/database.sh NAME; ALTHING_PROGRAM names the program.
set -euo pipefail
name=$1
IFS=, read -r -a ports <<< "$ALTHING_TEST_CITUS"
at() { psql -q -v ON_ERROR_STOP=1 -h 127.0.0.1 -p "$1" -U althing -d "$2" -c "$3" > /dev/null; }
for port in "${ports[@]}"; do
    at "$port" postgres "CREATE DATABASE $name"
    at "$port" "$name" "CREATE EXTENSION citus"
done
at "${ports[0]}" "$name" "SELECT citus_set_coordinator_host('127.0.0.1', ${ports[0]})"
for port in "${ports[@]:1}"; do at "${ports[0]}" "$name" "SELECT citus_add_node('127.0.0.1', $port)"; done
export DATABASE_URL="postgres://althing@127.0.0.1:${ports[0]}/$name"
"$ALTHING_PROGRAM" migrate >&2
"$ALTHING_PROGRAM" shard >&2
echo "$DATABASE_URL"

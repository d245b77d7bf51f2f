#!/usr/bin/env bash
# Carries a private database to another major version of PostgreSQL and back, as config/README.md says, and compares.
#   other_major.sh ALTHING FOLDER_OF_OTHER_PROGRAMS
# Prints "carried" when every table came out as it was.
set -euo pipefail
althing=$1 other=$2
work=$(mktemp -d)
chmod 755 "$work"
trap 'kill "${server:-}" 2> /dev/null; wait; rm -rf "$work"' EXIT
export ALTHING__LOG__FILTER=error ALTHING__HTTP__BIND=127.0.0.1:0 ALTHING__ACCOUNTS__VERIFY_ADDRESSES=false

on() { env ALTHING__DATABASE__DATA_DIR="$work/$1" PG_BIN_DIR="$2" "$althing" "${@:3}"; }

# What a backup says of each table: how many rows, and what they add up to. What follows the packed part is the seal.
tables() { (tail -c +18 "$1" | gunzip -c 2> /dev/null || true) | tail -1; }

# Somebody registers and opens a table with bots, which play.
ALTHING__DATABASE__DATA_DIR="$work/here" "$althing" > "$work/out" &
server=$!
for _ in $(seq 100); do grep -q listening "$work/out" && break; sleep 0.2; done
api=$(sed -n 's/^listening on //p' "$work/out")
post() { curl -sS --fail-with-body -H 'Content-Type: application/json' "${@:3}" -d "$2" "$api$1"; }
post /v1/accounts '{"name": "Ingolf", "email": "ingolf@example.org", "password": "high-seat pillars"}' > /dev/null
access=$(post /v1/sessions '{"login": "Ingolf", "password": "high-seat pillars"}' | jq -r .access_token)
post /v1/games '{"ruleset": "nord", "seats": 3, "bots": ["steady", "steady"]}' -H "Authorization: Bearer $access" > /dev/null
sleep 2
kill "$server"
wait "$server"

on here '' backup "$work/first"
on there "$other" restore "$work/first"
on there "$other" backup "$work/second"
on back '' restore "$work/second"
on back '' backup "$work/third"
[ "$(tables "$work/first")" = "$(tables "$work/second")" ]
[ "$(tables "$work/first")" = "$(tables "$work/third")" ]
[ "$(cat "$work/here/postgres/PG_VERSION")" != "$(cat "$work/there/postgres/PG_VERSION")" ]
echo carried

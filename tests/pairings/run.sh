#!/usr/bin/env bash
# Competitions that are made up are found again by the script that everybody has, verify.py, round by round.
#
# Usage: tests/pairings/run.sh [COUNT [MOST]]: for each size of tables from 2 to 5, COUNT (5) Swiss of 5 to MOST (200)
# entrants over 7 rounds, and as many small ones of any form with withdrawals, replacements, lapses and corrections.
# Prints a JSON object; ends with 1 if anything differs.
set -euo pipefail
cd "$(dirname "$0")/../.."

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
PAIRINGS_TO=$folder PAIRINGS_COUNT=${1:-5} PAIRINGS_MOST=${2:-200} \
    cargo test --locked --quiet -p pairing ${PROFILE:+--profile "$PROFILE"} -- --ignored export > "$folder/log" || { cat "$folder/log"; exit 1; }
for name in swiss others; do
    python3 tests/pairings/verify.py "$folder/$name.jsonl" > "$folder/$name.found"
done
jq --slurp --compact-output --slurpfile others "$folder/others.found" '{
    swiss: length, rounds: map(.rounds) | add, repeats: map(.repeats) | add, unproven_rounds: map(.unproven) | add,
    seats_uneven_by: map(.seats_uneven_by) | max, byes_uneven_by: map(.byes_uneven_by) | max, others: $others | length
}' "$folder/swiss.found"

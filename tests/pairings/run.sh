#!/usr/bin/env bash
# Competitions that are made up are found again by the script that everybody has, verify.py, round by round.
#
# Usage: tests/pairings/run.sh [COUNT [MOST]]: for each size of tables from 2 to 5, COUNT (5) Swiss of 5 to MOST (200)
# entrants over 7 rounds, and as many small ones of any form with withdrawals, replacements, lapses and corrections.
# Prints a JSON object; ends with another status than 0 if anything differs. With RELEASE set it is built for speed.
set -euo pipefail
cd "$(dirname "$0")/../.."

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export PAIRINGS_TO=$folder PAIRINGS_COUNT=${1:-5} PAIRINGS_MOST=${2:-200}
cargo test --locked --quiet ${RELEASE:+--release} --test pairings -- --ignored export > "$folder/log" || {
    cat "$folder/log"
    exit 1
}
for name in swiss others; do
    split --number="l/$(nproc)" "$folder/$name.jsonl" "$folder/$name.part."
    find "$folder" -name "$name.part.*" -size +0 -print0 |
        xargs -0 -P "$(nproc)" -I{} sh -c 'python3 tests/pairings/verify.py "$1" > "$1.found"' sh {}
done
others=$(cat "$folder"/others.part.*.found | wc -l)
cat "$folder"/swiss.part.*.found | jq --slurp --compact-output --argjson others "$others" '{
    swiss: length, rounds: map(.rounds) | add, repeats: map(.repeats) | add, unproven_rounds: map(.unproven) | add,
    seats_uneven: map(select(.seats_uneven_by > 1)) | length, byes_uneven: map(select(.byes_uneven_by > 1)) | length,
    others: $others
}'

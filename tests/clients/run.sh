#!/usr/bin/env bash
# Generates clients from openapi.yaml with twelve generators, has compilers check each at its strictest together with a
# program that uses it, and lets each play a game of every ruleset to its end and fetch the picture of its board. The programs
# send what is listed as ready requests; those in TypeScript fill in a shape now and then. Nothing is cast, untyped or sent by
# hand. Within a stretch, the actions of a seat until the game waits for others, each action must take its own request alone.
# Prints a line for each game, and at the end the sums of all.
#
# Usage: tests/clients/run.sh [CLIENT…]; all of them when none is named: openapi_typescript hey_api typescript_fetch orval
# kubb oazapfts python og_python datamodel rust java go. datamodel makes types alone and does not play: it reads the
# examples. openapi-generator's csharp is missing: NuGet, where .NET's compiler and libraries come from, is not among the
# registries that may be used here, and Debian has no .NET.
#
# Generators and what they make are kept in the build's folder, and made anew only when the description or the program
# changes. ALTHING_PROGRAM names the server's program; without it, it is built first.
set -euo pipefail
cd "$(dirname "$0")/../.."
here=$PWD/tests/clients
export PYTHONDONTWRITEBYTECODE=1
unset GOFLAGS
clients=("$@")
[ ${#clients[@]} -gt 0 ] || clients=(openapi_typescript hey_api typescript_fetch orval kubb oazapfts python og_python datamodel rust java go)

if [ -z "${ALTHING_PROGRAM:-}" ]; then
    cargo build --locked --quiet
    export ALTHING_PROGRAM=${CARGO_TARGET_DIR:-target}/debug/althing
fi
. tests/clients/tools.sh
. tests/clients/make.sh

for client in "${clients[@]}"; do
    made "$client"
    echo "$client is generated and passes its strictest checks (after $SECONDS s)"
done

. tests/support/server.sh
export ALTHING__ACCOUNTS__VERIFY_ADDRESSES=false ALTHING__LIMITS__ENABLED=false
start_server
export API=$address
# One client after another, with a game of each ruleset at a time: a machine with two cores has enough to do.
games=0 failed=0
said=$folder/said
touch "$said"
play() { RULESET=$2 timeout 900 bash "$(folder_of "$1")/play" 2>&1 | tee -a "$said"; }
for client in "${clients[@]}"; do
    if [ ! -e "$(folder_of "$client")/play" ]; then continue; fi
    players=()
    for ruleset in landnam nord settlers; do
        play "$client" "$ruleset" & players+=($!)
    done
    for player in "${players[@]}"; do
        games=$((games + 1))
        wait "$player" || failed=$((failed + 1))
    done
done
took=$(sed -nE 's/.*: ([0-9]+) actions in ([0-9]+) stretches by ([0-9]+) requests \(([0-9]+) within.*/\1 \2 \3 \4/p' "$said" | awk '
    { actions += $1; stretches += $2; requests += $3; within += $4 }
    END { printf "%d actions in %d stretches by %d requests (%d within a stretch)", actions, stretches, requests, within }')
echo "$((games - failed)) of $games games were played to their end by generated clients: $took (after $SECONDS s)"
exit "$failed"

#!/usr/bin/env bash
# The pages under /docs as a reader uses them, in a browser without a screen: finds things and tries requests by keyboard
# alone, logs in as an app does (the answers of the authorization server are made up), on a desk and a phone; and what an
# operation's page costs the main thread, beside itself without scripts. Then the size of the description as it is sent.
# The last line is JSON.
# ALTHING_PROGRAM names the server's program; without it, it is built first. BEFORE names the program of an earlier build,
# whose pages are measured in turn.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/pages/server.sh
. tests/support/shown.sh
post /v1/accounts '{"name": "Aud", "email": "aud@example.org", "password": "a longer ship west"}' > /dev/null
access=$(post /v1/sessions '{"login": "Aud", "password": "a longer ship west"}' | jq -r .access_token)

if [ -n "${BEFORE:-}" ]; then
    mkdir "$folder/before"
    chmod 711 "$folder/before"
    ALTHING__DATABASE__DATA_DIR="$folder/before/data" ALTHING__MAIL__FOLDER="$folder/before/mail" \
        "$BEFORE" > "$folder/before/out" 2> "$folder/before/err" &
    earlier=$!
    trap 'kill -TERM "$earlier" 2> /dev/null || true; wait "$earlier" || true; end_server' EXIT
    for _ in $(seq 150); do
        before=$(sed -n 's|.*\(http://127\.0\.0\.1:[0-9]*\).*|\1|p' "$folder/before/out" | head -1)
        if [ -n "$before" ] && curl -s -o /dev/null --fail "$before/readyz"; then break; fi
        sleep 0.2
    done
fi

said=$(node tests/pages/docs.cjs "$address" "$access" ${before:+"$before"} | shown | tail -1)
# The size in bytes as it is sent, compressed.
sent() { curl -sS --fail -H 'Accept-Encoding: gzip' "$address/openapi.json$1" | wc -c; }
whole=$(sent '')
for ruleset in landnam settlers nord; do
    echo "$ruleset without operators: $(sent "?ruleset=$ruleset&without=operators") of $whole bytes"
done
parts=$(for ruleset in landnam settlers nord; do sent "?ruleset=$ruleset&without=operators"; done | jq -s .)
jq -c --argjson whole "$whole" --argjson parts "$parts" '. + {description_kb: ($whole / 1000), largest_part: (($parts | max) / $whole)}' <<< "$said"

#!/usr/bin/env bash
# A program without a browser, by curl: see run.sh.
set -euo pipefail
client='A terminal'
begun=$(curl -sS --fail-with-body "$ADDRESS/oauth/device_authorization" --data-urlencode "client_id=$client" \
    --data-urlencode 'scope=games:read games:create games:play')
poll() {
    curl -sS "$ADDRESS/oauth/token" --data grant_type=urn:ietf:params:oauth:grant-type:device_code \
        --data-urlencode "client_id=$client" --data-urlencode "device_code=$(jq -r .device_code <<< "$begun")"
}
[ "$(poll | jq -r .error)" = authorization_pending ]
[ "$(poll | jq -r .error)" = slow_down ]
node "$(dirname "$0")/approve.cjs" code "$(jq -r .verification_uri <<< "$begun")" "$(jq -r .user_code <<< "$begun")" > /dev/null
token=null
for _ in 1 2 3; do
    sleep 10
    token=$(poll | jq -r .access_token)
    [ "$token" = null ] || break
done
api() { curl -sS --fail-with-body -H "Authorization: Bearer $token" -H 'Content-Type: application/json' "$ADDRESS$1" "${@:2}"; }
game=$(api /v1/games --data '{"ruleset": "nord", "seats": 2, "bots": ["random"]}' | jq -r .id)
moves=0
for _ in $(seq 100); do
    move=$(api "/v1/games/$game/legal" | jq -c '[.decisions[] | select(.actions != [])][0] // empty | {ruleset: "nord", decision: .decision.id, action: .actions[0]}')
    if [ -n "$move" ]; then
        api "/v1/games/$game/actions" --data "$move" > /dev/null
        moves=1
        break
    fi
    sleep 0.1
done
echo "{\"moves\": $moves}"

#!/usr/bin/env bash
# Sends good and bad requests, made up from the description, to a real server, with and without a token, following the
# links from one operation to the next; then plays a game; and holds every answer to the description: no failure of
# ours, no status and no body that is not described, nothing bad accepted.
# MINUTES (5): how long with a token; two fifths of that without. SEED (1): which requests.
set -euo pipefail
cd "$(dirname "$0")/../.."
export PYTHONDONTWRITEBYTECODE=1
. tests/openapi/tools.sh
. tests/support/server.sh
export ALTHING__ACCOUNTS__VERIFY_ADDRESSES=false ALTHING__LIMITS__ENABLED=false
start_server

# Not the password of the examples, which would change it or end the account.
post /v1/accounts '{"name": "Aud", "email": "aud@example.org", "password": "a longer ship west"}' > /dev/null
access=$(post /v1/sessions '{"login": "Aud", "password": "a longer ship west"}' | jq -r .access_token)
seconds=$((${MINUTES:-5} * 60))

# made_up SECONDS [OPTIONS…]. Streams never end by themselves; what ends the session of the token would leave nothing but
# 401 to be seen.
made_up() {
    PYTHONPATH=tests/openapi SCHEMATHESIS_HOOKS=keys "$tools/bin/schemathesis" --config-file tests/openapi/schemathesis.toml run "$address/openapi.json" --checks all --phases examples,coverage,fuzzing,stateful \
        --max-examples "${EXAMPLES:-50}" --max-time "$1" --suppress-health-check all --seed "${SEED:-1}" \
        --request-timeout 40 --exclude-path-regex '/stream$' \
        --exclude-operation-id delete_current_session --exclude-operation-id delete_session "${@:2}"
}
made_up "$seconds" --header "Authorization: Bearer $access"
made_up $((seconds * 2 / 5))
for ruleset in landnam nord settlers; do
    PYTHONPATH=tests/openapi "$tools/bin/python" tests/openapi/play.py "$address" "$access" "$ruleset" 300
done

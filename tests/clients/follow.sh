#!/usr/bin/env bash
# Follows a game of every ruleset by server-sent events and by webhooks while it is played to its end, with types and
# validators that are generated from openapi.yaml and nothing else, over a connection that breaks three times. Prints a line
# of JSON for each game:
#
#   sse_events       events of the game that came over the stream
#   sse_types        how many of each type the stream had
#   resumed          how often the stream went on by `Last-Event-ID`
#   webhooks         deliveries that came to the endpoint
#   topics           how many of each topic
#   signatures_ok    every delivery was signed as Standard Webhooks has it, and was as described
#   missed, doubled  events, versions and deliveries that the server lists and that did not come, or came more than once
#   ended            the stream ended because the game was over, and a webhook said that it was
#
# ALTHING_PROGRAM names the server's program; without it, it is built first.
set -euo pipefail
cd "$(dirname "$0")/../.."
here=$PWD/tests/clients

. tests/clients/tools.sh
. tests/clients/make.sh
made follower

. tests/support/server.sh
export ALTHING__ACCOUNTS__VERIFY_ADDRESSES=false ALTHING__LIMITS__ENABLED=false
export ALTHING__WEBHOOKS__ALLOW_PRIVATE=true ALTHING__WEBHOOKS__ALLOW_PLAIN=true
start_server
export API=$address
followers=() failed=0
for ruleset in landnam nord settlers; do
    RULESET=$ruleset timeout 600 bash "$(folder_of follower)/play" & followers+=($!)
done
for follower in "${followers[@]}"; do
    wait "$follower" || failed=$((failed + 1))
done
exit "$failed"

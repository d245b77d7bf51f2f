#!/usr/bin/env bash
# Holds openapi.yaml to the specification with three validators of other makes, every example in it to its schema, and
# reads the examples with a client that a generator made of it.
set -euo pipefail
cd "$(dirname "$0")/../.."
export PYTHONDONTWRITEBYTECODE=1
. tests/openapi/tools.sh

"$tools/bin/openapi-spec-validator" openapi.yaml
REDOCLY_TELEMETRY=off REDOCLY_SUPPRESS_UPDATE_NOTICE=true \
    "$node/node_modules/.bin/redocly" lint openapi.yaml --config tests/openapi/redocly.yaml --format stylish
"$node/node_modules/.bin/spectral" lint openapi.yaml --ruleset tests/openapi/spectral.yaml --fail-severity warn
"$tools/bin/python" tests/openapi/examples.py openapi.yaml

client=$target/openapi-client
said=$("$tools/bin/openapi-python-client" generate --path openapi.yaml --output-path "$client" --overwrite \
    --config tests/clients/python/generator.yaml 2>&1)
if grep -E 'WARNING parsing|Unable to (process|parse)' <<< "$said"; then exit 1; fi
PYTHONPATH="$client:tests/openapi" "$tools/bin/python" tests/openapi/client.py openapi.yaml

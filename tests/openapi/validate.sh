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

# A part is a description of its own. What Redocly is told to ignore in the whole is a rule of one kind.
if [ -z "${ALTHING_PROGRAM:-}" ]; then
    cargo build --locked --quiet
    ALTHING_PROGRAM=$target/debug/althing
fi
part=$target/openapi-part.yaml
for ruleset in landnam settlers nord; do
    "$ALTHING_PROGRAM" openapi --ruleset "$ruleset" --without-operators > "$part"
    "$tools/bin/openapi-spec-validator" "$part"
    REDOCLY_TELEMETRY=off REDOCLY_SUPPRESS_UPDATE_NOTICE=true \
        "$node/node_modules/.bin/redocly" lint "$part" --config tests/openapi/redocly.yaml --skip-rule operation-4xx-response --format stylish
    "$tools/bin/python" tests/openapi/examples.py "$part"
done

client=$target/openapi-client
said=$("$tools/bin/openapi-python-client" generate --path openapi.yaml --output-path "$client" --overwrite \
    --config tests/clients/python/generator.yaml 2>&1)
if grep -E 'WARNING parsing|Unable to (process|parse)' <<< "$said"; then exit 1; fi
PYTHONPATH="$client:tests/openapi" "$tools/bin/python" tests/openapi/client.py openapi.yaml

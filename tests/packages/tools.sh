# A validator that knows the schema of compose files, and a reader of YAML; to be sourced. Sets `tools`.
tools=$(realpath "${CARGO_TARGET_DIR:-target}")/packages/tools
if [ ! -x "$tools/bin/check-jsonschema" ]; then
    python3 -m venv "$tools"
    "$tools/bin/pip" install --quiet 'check-jsonschema==0.39.0' 'pyyaml==6.0.3'
fi

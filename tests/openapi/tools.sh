# Tools that judge the description, of other makes than ours: to be sourced from the root of the checkout. Installs them
# from PyPI and npm, once. Sets `tools`, an environment of Python, and `node`, a folder with programs for Node.
# Needs Python 3 with venv, and npm.

target=${CARGO_TARGET_DIR:-target}
tools=$target/openapi-tools
if [ ! -x "$tools/bin/schemathesis" ]; then
    python3 -m venv "$tools"
    "$tools/bin/pip" install --quiet 'openapi-spec-validator==0.9.*' 'openapi-python-client==0.29.*' 'schemathesis==4.*'
fi
node=$target/openapi-node
if [ ! -x "$node/node_modules/.bin/redocly" ]; then
    mkdir -p "$node"
    npm install --prefix "$node" --silent --no-fund --no-audit '@redocly/cli@2'
fi

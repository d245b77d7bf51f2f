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
if [ ! -x "$node/node_modules/.bin/spectral" ]; then
    mkdir -p "$node"
    npm install --prefix "$node" --silent --no-fund --no-audit '@redocly/cli@2' '@stoplight/spectral-cli@6'
fi

# A browser without a screen, from Debian, and what drives it (only for pages.sh).
need_browser() {
    if ! command -v chromium-headless-shell > /dev/null; then
        local sudo
        sudo=$(command -v sudo || true)
        $sudo apt-get update -q
        DEBIAN_FRONTEND=noninteractive $sudo apt-get install -y -q --no-install-recommends chromium-headless-shell fonts-dejavu-core
    fi
    if [ ! -d "$node/node_modules/axe-core" ]; then
        npm install --prefix "$node" --silent --no-fund --no-audit 'puppeteer-core@25' 'axe-core@4'
    fi
}

#!/usr/bin/env bash
# Generates three clients from openapi.yaml with generators of three makes, has their compilers check them at their
# strictest together with a program that uses each, and lets each play a game of every title to its end against bots.
# Prints a line a client. Installs compilers from Debian where they are missing, generators into the build's folder.
# ALTHING_PROGRAM names the server's program; without it, it is built first.
set -euo pipefail
cd "$(dirname "$0")/../.."
here=$PWD/tests/clients
export PYTHONDONTWRITEBYTECODE=1
unset GOFLAGS

need() { command -v "$1" > /dev/null || missing+=("${@:2}"); }
missing=()
need curl curl
need npm nodejs npm
need go golang-go
need java default-jre-headless
python3 -c 'import ensurepip, venv' 2> /dev/null || missing+=(python3-venv)
[ -d /usr/share/gocode/src/gopkg.in/validator.v2 ] || missing+=(golang-gopkg-validator.v2-dev)
if [ ${#missing[@]} -gt 0 ]; then
    sudo=$(command -v sudo || true)
    $sudo apt-get update -q
    DEBIAN_FRONTEND=noninteractive $sudo apt-get install -y -q --no-install-recommends "${missing[@]}"
fi

. tests/support/server.sh
mkdir -p "$target"
tools=$(realpath "$target")/client-tools
if [ ! -x "$tools/bin/openapi-generator-cli" ]; then
    python3 -m venv "$tools"
    "$tools/bin/pip" install --quiet 'openapi-python-client==0.29.*' 'openapi-generator-cli==7.*' 'mypy==1.*' 'httpx' 'attrs'
fi

# What generators say is kept for the case that they fail.
quietly() { "$@" > "$folder/said" 2>&1 || { cat "$folder/said"; return 1; }; }

make_python() {
    quietly "$tools/bin/openapi-python-client" generate --path openapi.yaml --config "$here/python/generator.yaml" \
        --output-path "$folder/python" --overwrite
    if grep -E 'WARNING parsing|Unable to (process|parse)' "$folder/said"; then return 1; fi
    MYPYPATH=$folder/python "$tools/bin/mypy" --strict --no-error-summary --cache-dir "$folder/mypy" "$here/python/play.py"
}

make_typescript() {
    cp -r "$here/typescript" "$folder/typescript"
    quietly npm install --prefix "$folder/typescript" --no-fund --no-audit
    local programs=$folder/typescript/node_modules/.bin
    quietly "$programs/openapi-typescript" openapi.yaml -o "$folder/typescript/api.d.ts"
    "$programs/tsc" --project "$folder/typescript"
}

make_go() {
    local made=$folder/go/src
    mkdir -p "$made"
    quietly "$tools/bin/openapi-generator-cli" generate -g go -i openapi.yaml -o "$made/client" \
        --additional-properties=withGoMod=false,packageName=client,enumClassPrefix=true,useOneOfDiscriminatorLookup=true \
        --global-property=apiTests=false,modelTests=false,apiDocs=false,modelDocs=false
    cp -r "$here/go" "$made/play"
    export GO111MODULE=off GOPATH=$folder/go:/usr/share/gocode GOCACHE=$folder/go/cache
    go vet client play
    go build -o "$folder/go/play.program" play
}

make_python
make_typescript
make_go
echo "three clients are generated and pass their strictest checks (after $SECONDS s)"

export ALTHING__ACCOUNTS__VERIFY_ADDRESSES=false ALTHING__LIMITS__ENABLED=false
start_server
export API=$address
players=()
for ruleset in landnam nord settlers; do
    export RULESET=$ruleset
    PYTHONPATH=$folder/python timeout 900 "$tools/bin/python" "$here/python/play.py" & players+=($!)
    timeout 900 node "$folder/typescript/made/play.js" & players+=($!)
    timeout 900 "$folder/go/play.program" & players+=($!)
done
failed=0
for player in "${players[@]}"; do wait "$player" || failed=$((failed + 1)); done
echo "$((${#players[@]} - failed)) of ${#players[@]} games were played to their end by generated clients (after $SECONDS s)"
exit "$failed"

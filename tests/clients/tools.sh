# Compilers and generators: to be sourced from the root of the checkout. Compilers come from Debian where they are missing,
# generators from PyPI (openapi-generator's jar too: Maven's registry may be out of reach) and npm. Sets `target`, `tools`
# (an environment of Python) and `jar`.

need() { command -v "$1" > /dev/null || missing+=("${@:2}"); }
missing=()
need curl curl
need jq jq
need npm nodejs npm
need go golang-go
need javac openjdk-17-jdk-headless
annotations=/usr/share/java/geronimo-annotation-1.3-spec.jar
[ -e "$annotations" ] || missing+=(libgeronimo-annotation-1.3-spec-java)
python3 -c 'import ensurepip, venv' 2> /dev/null || missing+=(python3-venv)
[ -d /usr/share/gocode/src/gopkg.in/validator.v2 ] || missing+=(golang-gopkg-validator.v2-dev)
# The description has a log-in by OAuth, for which Go's clients import this.
[ -d /usr/share/gocode/src/golang.org/x/oauth2 ] || missing+=(golang-golang-x-oauth2-dev)
if [ ${#missing[@]} -gt 0 ]; then
    sudo=$(command -v sudo || true)
    $sudo apt-get update -q
    DEBIAN_FRONTEND=noninteractive $sudo apt-get install -y -q --no-install-recommends "${missing[@]}"
fi

target=${CARGO_TARGET_DIR:-target}
mkdir -p "$target/clients"
target=$(realpath "$target")
tools=$target/clients/tools
if [ ! -e "$tools/installed" ]; then
    python3 -m venv "$tools"
    "$tools/bin/pip" install --quiet 'openapi-python-client==0.29.*' 'openapi-generator-cli==7.26.*' 'mypy==1.*' httpx attrs \
        'datamodel-code-generator==0.89.*' 'pydantic[email]' python-dateutil urllib3 typing-extensions
    touch "$tools/installed"
fi
jar=$(echo "$tools"/lib/python3*/site-packages/openapi_generator_cli/openapi-generator.jar)

# What generators say is kept for the case that they fail.
quietly() { "$@" > "$target/clients/said" 2>&1 || { cat "$target/clients/said"; return 1; }; }

# generator OUTPUT NAME [PROPERTIES…]: a client by openapi-generator, of $description or else of openapi.yaml.
generator() {
    rm -rf "$1"
    quietly java -jar "$jar" generate -i "${description:-openapi.yaml}" -o "$1" -g "$2" "${@:3}" \
        --global-property=apiTests=false,modelTests=false,apiDocs=false,modelDocs=false
}

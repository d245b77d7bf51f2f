# How each client is generated and compiled: to be sourced after tools.sh. Every make_CLIENT leaves a script `play` in the
# folder that it is given.

folder_of() { echo "$target/clients/$1"; }

# made CLIENT: makes it, unless that was done with the same description and the same program.
made() {
    local folder source state
    folder=$(folder_of "$1")
    case $1 in
        openapi_typescript | hey_api | typescript_fetch | orval | kubb | oazapfts | follower) source=typescript ;;
        *) source=$1 ;;
    esac
    state=$(find openapi.yaml "$here/$source" "$here/make.sh" "$here/tools.sh" -type f -exec sha256sum {} + | sort | sha256sum)
    if [ "$(cat "$folder/state" 2> /dev/null)" != "$state" ]; then
        mkdir -p "$folder"
        rm -f "$folder/state"
        "make_$1" "$folder"
        echo "$state" > "$folder/state"
    fi
}

# typescript FOLDER CLIENT: the program and the tools beside it.
typescript() {
    rm -rf "$1/made" "$1/client"
    cp "$here"/typescript/*.json "$here"/typescript/*.ts "$here"/typescript/*.mjs "$here/typescript/$2"/*.ts "$1"
    quietly npm install --prefix "$1" --no-fund --no-audit
    programs=$1/node_modules/.bin
    echo "NAME=$2 exec node $1/made/play.js" > "$1/play"
}

make_openapi_typescript() {
    typescript "$1" openapi_typescript
    quietly "$programs/openapi-typescript" openapi.yaml -o "$1/client.d.ts"
    "$programs/tsc" --project "$1" --exactOptionalPropertyTypes --noUncheckedIndexedAccess --noUnusedLocals --noUnusedParameters
}

# What the other two bring with them does not bear the checks beyond `strict`.
make_hey_api() {
    typescript "$1" hey_api
    local description=$PWD/openapi.yaml
    (cd "$1" && DESCRIPTION=$description quietly node_modules/.bin/openapi-ts -f hey_api.config.mjs)
    "$programs/tsc" --project "$1" --noUncheckedIndexedAccess
}

make_typescript_fetch() {
    typescript "$1" typescript_fetch
    generator "$1/client" typescript-fetch --additional-properties=modelPropertyNaming=original,importFileExtension=.js
    "$programs/tsc" --project "$1"
}

make_orval() {
    typescript "$1" orval
    local description=$PWD/openapi.yaml
    (cd "$1" && DESCRIPTION=$description quietly node_modules/.bin/orval --config orval.config.mjs)
    "$programs/tsc" --project "$1"
}

make_kubb() {
    typescript "$1" kubb
    local description=$PWD/openapi.yaml
    (cd "$1" && DESCRIPTION=$description quietly node_modules/.bin/kubb generate --config kubb.config.mjs)
    "$programs/tsc" --project "$1"
}

make_oazapfts() {
    typescript "$1" oazapfts
    quietly "$programs/oazapfts" openapi.yaml "$1/client.ts"
    "$programs/tsc" --project "$1"
}

# With validators, by which it parses what comes in by a stream or a webhook.
make_follower() {
    typescript "$1" hey_api
    cp "$here"/typescript/follower/* "$1"
    local description=$PWD/openapi.yaml
    (cd "$1" && DESCRIPTION=$description quietly node_modules/.bin/openapi-ts -f hey_api.config.mjs)
    "$programs/tsc" --project "$1" --noUncheckedIndexedAccess
    echo "NAME=follower exec node $1/made/follow.js" > "$1/play"
}

make_python() {
    quietly "$tools/bin/openapi-python-client" generate --path openapi.yaml --config "$here/python/generator.yaml" \
        --output-path "$1/client" --overwrite
    if grep -E 'WARNING parsing|Unable to (process|parse)' "$target/clients/said"; then return 1; fi
    MYPYPATH=$1/client "$tools/bin/mypy" --strict --no-error-summary --cache-dir "$1/mypy" "$here/python/play.py"
    echo "PYTHONPATH=$1/client exec $tools/bin/python $here/python/play.py" > "$1/play"
}

# Only the program of ours is checked: the generated code does not bear it.
make_og_python() {
    generator "$1/client" python --additional-properties=packageName=althing_og
    MYPYPATH=$1/client "$tools/bin/mypy" --strict --follow-imports silent --no-error-summary --cache-dir "$1/mypy" "$here/og_python/play.py"
    echo "PYTHONPATH=$1/client exec $tools/bin/python $here/og_python/play.py" > "$1/play"
}

# Types alone, without a client: they read every example instead of playing.
make_datamodel() {
    quietly "$tools/bin/datamodel-codegen" --input openapi.yaml --input-file-type openapi --output "$1/models.py" \
        --output-model-type pydantic_v2.BaseModel --use-annotated --target-python-version 3.11 --formatters builtin
    MYPYPATH=$1 "$tools/bin/mypy" --strict --no-error-summary --cache-dir "$1/mypy" "$1/models.py"
    "$ALTHING_PROGRAM" openapi --json | PYTHONPATH=$1 "$tools/bin/python" "$here/datamodel/documents.py"
}

# The server's lints forbid chance and ids that tests can't repeat; to a player of a client of its own they say nothing.
# A generated union takes its tag away before a form is read, which then misses it, unless the description has the tag beside
# the forms as well (OpenAPITools/openapi-generator#22344).
make_rust() {
    local description=$1/openapi.json
    "$ALTHING_PROGRAM" openapi --json | jq '(.components.schemas[] | select(.discriminator)) |=
        (.discriminator.propertyName as $tag | .required = [$tag] | .properties[$tag].type = "string")' > "$description"
    generator "$1/client" rust --additional-properties=packageName=althing_client,library=reqwest
    rm -rf "$1/program" && cp -r "$here/rust" "$1/program"
    CLIPPY_CONF_DIR=$1/program CARGO_TARGET_DIR=$1/target cargo clippy --quiet --manifest-path "$1/program/Cargo.toml" -- --deny warnings
    CARGO_TARGET_DIR=$1/target cargo build --quiet --manifest-path "$1/program/Cargo.toml"
    echo "exec $1/target/debug/althing-play" > "$1/play"
}

# Jackson is taken from the generator's own jar. Its code has serializers without a version of theirs and no processor for
# its annotations, and sets up Jackson in a way that is out of date; every other warning is an error.
make_java() {
    generator "$1/client" java --library native --additional-properties=openApiNullable=false,hideGenerationTimestamp=true \
        --additional-properties=invokerPackage=org.althing.client,apiPackage=org.althing.client.api,modelPackage=org.althing.client.model \
        --additional-properties=useOneOfDiscriminatorLookup=true
    rm -rf "$1/classes"
    find "$1/client/src/main" -name '*.java' > "$1/sources"
    javac -Xlint:all,-serial,-processing,-deprecation -Werror -cp "$jar:$annotations" -d "$1/classes" "@$1/sources"
    javac -Xlint:all,-processing -Werror -cp "$1/classes:$jar:$annotations" -d "$1/classes" "$here"/java/*.java
    echo "exec java -cp $1/classes:$jar:$annotations Play" > "$1/play"
}

make_go() {
    mkdir -p "$1/src"
    generator "$1/src/client" go --additional-properties=withGoMod=false,packageName=client,enumClassPrefix=true \
        --additional-properties=useOneOfDiscriminatorLookup=true
    rm -rf "$1/src/play" && cp -r "$here/go" "$1/src/play"
    (
        export GO111MODULE=off GOPATH=$1:/usr/share/gocode GOCACHE=$1/cache
        go vet client play
        go build -o "$1/program" play
    )
    echo "exec $1/program" > "$1/play"
}

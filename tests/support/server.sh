# A server of its own for a script: to be sourced from the root of the checkout. Starts it on an empty data folder and a
# free port, and ends it when the script ends. Sets `address`, and `folder` for whatever the script needs besides.
# ALTHING_PROGRAM names the program; without it, it is built first. With ALTHING_TEST_CITUS the database is one over those
# nodes. ALTHING_TEST_LOG names a file to which the server writes its log.

target=${CARGO_TARGET_DIR:-target}
folder=$(mktemp -d)
chmod 711 "$folder"
export ALTHING__DATABASE__DATA_DIR="$folder/data" ALTHING__MAIL__FOLDER="$folder/mail"
export ALTHING__HTTP__BIND=127.0.0.1:0
unset DATABASE_URL

if [ -z "${ALTHING_PROGRAM:-}" ]; then
    cargo build --locked --quiet
    ALTHING_PROGRAM=$target/debug/althing
fi

end_server() {
    kill -TERM "$server" 2> /dev/null || true
    wait "$server" || true
    rm -rf "$folder"
}

start_server() {
    if [ -n "${ALTHING_TEST_CITUS:-}" ]; then
        DATABASE_URL=$(ALTHING_PROGRAM=$ALTHING_PROGRAM bash tests/citus/database.sh "server_$$")
        export DATABASE_URL
    fi
    local log=${ALTHING_TEST_LOG:-$folder/err}
    # The shell that becomes the server may open its files later than they are first read here.
    touch "$folder/out" "$log"
    "$ALTHING_PROGRAM" > "$folder/out" 2>> "$log" &
    server=$!
    trap end_server EXIT
    local _
    for _ in $(seq 150); do
        address=$(sed -n 's|.*\(http://127\.0\.0\.1:[0-9]*\).*|\1|p' "$folder/out" | head -1)
        if [ -n "$address" ] && curl -s -o /dev/null --fail "$address/readyz"; then return; fi
        if ! kill -0 "$server" 2> /dev/null; then break; fi
        sleep 0.2
    done
    cat "$folder/out" "$log"
    return 1
}

post() { curl -sS --fail-with-body -H 'Content-Type: application/json' "${@:3}" -d "$2" "$address$1"; }

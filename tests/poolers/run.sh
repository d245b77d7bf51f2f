#!/usr/bin/env bash
# Althing behind PgBouncer in transaction mode: what it says at start about settings that can't work, whether `/readyz` shows
# a pooler that begins to forget prepared statements, and the tests of the API behind two PgBouncers. Prints one line of
# JSON.
# Usage: bash tests/poolers/run.sh; ALTHING_POOLERS names a folder in which programs.sh has put the programs.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/support/server.sh
poolers=${ALTHING_POOLERS:-$folder/poolers}
[ -n "${ALTHING_POOLERS:-}" ] || bash tests/poolers/programs.sh "$poolers" >&2
chmod 755 "$folder" "$poolers"

say() { printf '%s\n' "$*" >&2; }

start_server
socket=$(dirname "$(find "$folder/data" -name '.s.PGSQL.*' ! -name '*.lock' | head -1)")
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
direct="postgres://althing@$(printf %s "$socket" | sed 's|/|%2F|g')/pooled"
psql -q -h "$socket" -U althing -d althing -c 'CREATE DATABASE pooled' >&2

# pooler PROGRAM MODE [SETTING]: starts a PgBouncer in this mode; end_pooler ends it.
pooler() {
    write_settings "$2" "${3:-}"
    local as=()
    [ "$(id -u)" != 0 ] || as=(-u postgres)
    "$poolers/$1" -q "$folder/pooler.ini" "${as[@]}" 2> "$folder/pooler.log" &
    pooler=$!
    local _
    for _ in $(seq 50); do
        if (: < "/dev/tcp/127.0.0.1/$port") 2> /dev/null; then return; fi
        sleep 0.1
    done
    cat "$folder/pooler.log" >&2
    return 1
}

write_settings() {
    cat > "$folder/pooler.ini" << END
[databases]
* = host=$socket user=althing
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = $port
unix_socket_dir =
auth_type = any
pool_mode = $1
default_pool_size = 6
server_lifetime = 5
ignore_startup_parameters = options
$2
END
    chmod 644 "$folder/pooler.ini"
}

end_pooler() {
    kill "$pooler" 2> /dev/null || true
    wait "$pooler" 2> /dev/null || true
}

# behind VARIABLE=VALUE…: starts `althing serve` behind the pooler and waits until it is ready or ends; its words go to
# $folder/behind, and end_behind ends it.
behind() {
    env "DATABASE_URL=postgres://althing@127.0.0.1:$port/pooled" "$@" "$ALTHING_PROGRAM" serve > "$folder/behind" 2>&1 &
    serving=$!
    local _ at
    for _ in $(seq 100); do
        at=$(sed -n 's|.*listening on \(http://127\.0\.0\.1:[0-9]*\).*|\1|p' "$folder/behind" | head -1)
        if [ -n "$at" ] && curl -s -o /dev/null --fail "$at/readyz"; then
            served=$at
            return 0
        fi
        kill -0 "$serving" 2> /dev/null || return 1
        sleep 0.1
    done
    return 1
}

end_behind() {
    kill -TERM "$serving" 2> /dev/null || true
    wait "$serving" 2> /dev/null || true
}

# refused SENTENCE VARIABLE=VALUE…: does the start fail with this sentence?
refused() {
    local sentence=$1
    shift
    if behind "$@"; then end_behind; echo false; return; fi
    end_behind
    if grep -qF "$sentence" "$folder/behind"; then echo true; else cat "$folder/behind" >&2; echo false; fi
}

# ready VARIABLE=VALUE…: does it start and register somebody?
ready() {
    local taken=false
    if behind "$@"; then
        local body="{\"name\": \"Aud$RANDOM\", \"email\": \"aud$RANDOM@example.org\", \"password\": \"a long ship west\"}"
        if curl -sS --fail-with-body -H 'Content-Type: application/json' -d "$body" "$served/v1/accounts" >&2; then taken=true; fi
    else
        cat "$folder/behind" >&2
    fi
    end_behind
    echo $taken
}

to_itself=ALTHING__DATABASE__DIRECT_URL=$direct
unnamed=ALTHING__DATABASE__PREPARED_STATEMENTS=unnamed

say "1.18, session mode"
pooler forgetful session
session=$(ready)
end_pooler

say "1.18, transaction mode"
pooler forgetful transaction
no_direct=$(refused "database.direct_url")
no_unnamed=$(refused 'database.prepared_statements = "unnamed"' "$to_itself")
pooled_direct=$(refused "database.direct_url leads to a pooler" \
    "ALTHING__DATABASE__DIRECT_URL=postgres://althing@127.0.0.1:$port/pooled" "$unnamed")
other_direct=$(refused "different databases" "ALTHING__DATABASE__DIRECT_URL=${direct%pooled}althing" "$unnamed")
forgetful=$(ready "$to_itself" "$unnamed")
end_pooler

say "1.21 or newer, transaction mode"
pooler keeping transaction "max_prepared_statements = 500"
keeping_no_direct=$(refused "database.direct_url")
keeping=$(ready "$to_itself")
end_pooler

say "a pooler that begins to forget while it is used"
unready=null
pooler forgetful session
if behind "$to_itself"; then
    write_settings transaction ""
    kill -HUP "$pooler"
    unready=false
    for _ in $(seq 300); do
        for _ in 1 2 3 4; do curl -s -o /dev/null "$served/v1/games?status=open" & done
        if [ "$(curl -s -o /dev/null -w '%{http_code}' "$served/readyz")" = 503 ]; then unready=true; break; fi
        sleep 0.1
    done
    write_settings session ""
    kill -HUP "$pooler"
    ready_again=false
    for _ in $(seq 300); do
        if [ "$(curl -s -o /dev/null -w '%{http_code}' "$served/readyz")" = 200 ]; then ready_again=true; break; fi
        sleep 0.1
    done
else
    cat "$folder/behind" >&2
fi
end_behind
end_pooler

# api NAME STATEMENTS: how many tests of the API passed and failed behind this pooler.
api() {
    local parts=(play:: played:: tags:: lobby:: lobby_races:: races:: orders:: trades:: take_backs:: tables:: inbox::
        streams:: user_streams:: table_streams:: replies:: notifications:: clocks:: polls:: poolers::)
    ALTHING_TEST_POOLER="$2:$poolers/$1" cargo test --locked --quiet --test api -- "${parts[@]}" > "$folder/$1.api" 2>&1 || true
    grep -E '^(test .*FAILED|failures:|    [a-z_:]+$)' "$folder/$1.api" >&2 || true
    sed -n 's/^test result: .* \([0-9]*\) passed; \([0-9]*\) failed.*/{"passed": \1, "failed": \2}/p' "$folder/$1.api" | tail -1
}

say "tests of the API behind 1.18"
api_forgetful=$(api forgetful unnamed)
say "tests of the API behind 1.21 or newer"
api_keeping=$(api keeping named)

jq -cn --argjson session "$session" --argjson no_direct "$no_direct" --argjson no_unnamed "$no_unnamed" \
    --argjson pooled_direct "$pooled_direct" --argjson other_direct "$other_direct" --argjson forgetful "$forgetful" \
    --argjson keeping_no_direct "$keeping_no_direct" --argjson keeping "$keeping" --argjson unready "$unready" \
    --argjson ready_again "${ready_again:-null}" --argjson api_forgetful "${api_forgetful:-null}" \
    --argjson api_keeping "${api_keeping:-null}" \
    '{ready: {$session, $forgetful, $keeping}, refused: {$no_direct, $no_unnamed, $pooled_direct, $other_direct,
      $keeping_no_direct}, forgets_later: {$unready, $ready_again}, api: {forgetful: $api_forgetful, keeping: $api_keeping}}'

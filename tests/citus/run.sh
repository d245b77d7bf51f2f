#!/usr/bin/env bash
# The service on a coordinator and two workers of Citus, on loopback: which statements run on one shard, whether people who
# change their accounts at once get in each other's way, how many actions a second there are beside one PostgreSQL with the
# same settings, whole games by generated clients, and by mails and pages alone, the tests of the API, later migrations and a
# backup, and half an hour in which processes and nodes are killed. Prints one line of JSON.
# Usage: bash tests/citus/run.sh [PART…]: statements accounts rate clients club api upkeep soak; all of them when none is
# named.
# ALTHING_PROGRAM names the program.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/support/shown.sh
export PYTHONDONTWRITEBYTECODE=1
if [ -z "${ALTHING_TEST_CITUS:-}" ]; then
    DURABLE=yes exec bash tests/citus/nodes.sh bash "$0" "$@"
fi
if [ -z "${ALTHING_PROGRAM:-}" ]; then
    cargo build --locked --quiet >&2
    ALTHING_PROGRAM=${CARGO_TARGET_DIR:-target}/debug/althing
fi
ALTHING_PROGRAM=$(realpath "$ALTHING_PROGRAM")
export ALTHING_PROGRAM
coordinator=${ALTHING_TEST_CITUS%%,*}
said=$(mktemp -d)
trap 'rm -rf "$said"' EXIT
parts=("$@")
[ ${#parts[@]} -gt 0 ] || parts=(statements accounts rate clients club api races upkeep soak)

spread() { bash tests/citus/database.sh "$1" 2> "$said/$1" || { cat "$said/$1" >&2; return 1; }; }

statements() { python3 tests/citus/statements.py "$ALTHING_PROGRAM" "$(spread statements)"; }

accounts() { python3 tests/citus/accounts.py "$ALTHING_PROGRAM" "$(spread accounts)"; }

rate() {
    psql -q -h 127.0.0.1 -p "$coordinator" -U althing -d postgres -c "CREATE DATABASE plain"
    local plain=postgres://althing@127.0.0.1:$coordinator/plain
    DATABASE_URL=$plain "$ALTHING_PROGRAM" migrate > /dev/null 2>&1
    cargo bench --locked --quiet --bench sharded -- --plain "$plain" --spread "$(spread spread)" --seconds 40
}

# errors FILE: how many errors a server has logged there.
errors() { grep ' ERROR ' "$1" >&2 || true; grep -c ' ERROR ' "$1" || true; }

clients() {
    local games
    games=$(ALTHING_TEST_LOG=$said/clients.log bash tests/clients/run.sh openapi_typescript python | shown \
        | sed -nE 's/^([0-9]+) of ([0-9]+) games were played.*/{"finished": \1, "games": \2}/p')
    jq -c --argjson errors "$(errors "$said/clients.log")" '. + {$errors}' <<< "${games:-null}"
}

club() {
    local figures
    figures=$(ALTHING_TEST_LOG=$said/club.log bash tests/pages/club.sh | shown | tail -1)
    jq -c --argjson errors "$(errors "$said/club.log")" '. + {$errors}' <<< "${figures:-null}"
}

# Tests that look at PostgreSQL itself (its triggers, locks, counters, plans and temporary tables, or how many round trips
# there are) are left out: on several nodes there are others.
api() {
    local play=(play:: played:: lobby:: lobby_races:: races:: orders:: trades:: take_backs:: tables:: inbox:: streams::
        user_streams:: table_streams:: replies:: clocks:: polls:: votes:: webhooks:: push:: ratings:: messages:: followed::
        clubs:: club_messages:: club_standings:: friends:: competitions:: channels:: feeds:: overlap::)
    local others=(round_trip channels::same a_server_killed_while no_look_of_any_worker a_game_is_relayed_once
        a_statement_in_sql_is_prepared_once)
    tested api "${play[@]}" "${others[@]/#/--skip=}"
}

# Between the commits of two nodes, who waits for a row at the first sees nothing yet of what the second has.
races() {
    local late="psql -qAt -h 127.0.0.1 -p ${ALTHING_TEST_CITUS##*,} -U althing -d postgres"
    # In microseconds.
    $late -v ON_ERROR_STOP=1 -c "ALTER SYSTEM SET commit_delay = 100000" -c "ALTER SYSTEM SET commit_siblings = 0" \
        -c "SELECT pg_reload_conf()" > /dev/null || return 1
    tested api lobby_races::
    $late -c "ALTER SYSTEM RESET commit_delay" -c "ALTER SYSTEM RESET commit_siblings" \
        -c "SELECT pg_reload_conf()" > /dev/null
}

# A backup of all nodes is restored into one database.
upkeep() { tested house later_migrations what_was_backed_up; }

# tested TARGET FILTERS…: how many tests passed and failed.
tested() {
    cargo test --locked --quiet --test "$1" -- "${@:2}" > "$said/tested" 2>&1 || true
    grep -E '^(test .*FAILED|failures:|    [a-z_:]+$)' "$said/tested" >&2 || true
    sed -n 's/^test result: .* \([0-9]*\) passed; \([0-9]*\) failed.*/{"passed": \1, "failed": \2}/p' "$said/tested" | tail -1
}

soak() { python3 tests/citus/soak.py "$(spread soak)" "${ALTHING_SOAK_MINUTES:-30}"; }

figures=null
for part in "${parts[@]}"; do
    printf '%s (after %d s)\n' "$part" "$SECONDS" >&2
    figures=$(jq -c --arg part "$part" --argjson found "$("$part" || echo null)" '. + {($part): $found}' <<< "$figures")
    printf '%s\n' "$figures" >&2
done
printf '%s\n' "$figures"

#!/usr/bin/env bash
# Starts three PostgreSQL with Citus on loopback, a coordinator and two workers, in a new folder, prints their ports as
# ALTHING_TEST_CITUS takes them, and runs a command with that variable set; they end with the command. Each test makes its
# databases there, with the schema spread over both workers.
# Usage: bash tests/citus/nodes.sh cargo test --test api -- play::
# Citus must be installed for the PostgreSQL that is found. With DURABLE=yes every commit reaches the disk, as it should
# where speed is measured.
set -euo pipefail
programs=$(pg_config --bindir)
[ -e "$(pg_config --sharedir)/extension/citus.control" ] || { echo "Citus is not installed" >&2; exit 1; }
folder=$(mktemp -d)
# PostgreSQL does not run as root.
as() { if [ "$(id -u)" = 0 ]; then su postgres -c "$*"; else bash -c "$*"; fi; }
[ "$(id -u)" != 0 ] || chown postgres "$folder"
fsync=off
[ "${DURABLE:-no}" = no ] || fsync=on
ports=()
end() {
    local port
    for port in "${ports[@]}"; do as "$programs/pg_ctl -D $folder/$port -m immediate stop" > /dev/null || true; done
    rm -rf "$folder"
}
trap end EXIT
for _ in 1 2 3; do
    port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
    as "$programs/initdb -A trust -U althing -N -D $folder/$port" > /dev/null
    cat >> "$folder/$port/postgresql.conf" << END
shared_preload_libraries = 'citus, pg_stat_statements'
listen_addresses = '127.0.0.1'
port = $port
unix_socket_directories = '$folder'
max_connections = 300
max_prepared_transactions = 200
wal_level = logical
fsync = $fsync
citus.node_conninfo = 'sslmode=prefer'
citus.shard_count = 4
citus.stat_statements_track = 'all'
citus.enable_stat_counters = on
log_lock_waits = on
END
    as "$programs/pg_ctl -D $folder/$port -l $folder/$port.log -w start" > /dev/null
    ports+=("$port")
done
ALTHING_TEST_CITUS=$(IFS=,; echo "${ports[*]}")
# Where their data lies, each in a folder named after its port.
export ALTHING_TEST_CITUS ALTHING_TEST_CITUS_FOLDER=$folder
echo "ALTHING_TEST_CITUS=$ALTHING_TEST_CITUS" >&2
"$@"

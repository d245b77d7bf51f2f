#!/usr/bin/env bash
# Three database machines (etcd, Patroni with a synchronous standby, PostgreSQL), HAProxy, two `althing serve` and two
# `althing work` on one machine; sixteen writers and four readers while machines, processes, cables and clocks fail; and a
# check that the history is linearizable. Prints one line of JSON. Takes about ten minutes. As root, for the machines are
# network namespaces; no packet leaves them, and nothing outlives this script.
# Usage: bash tests/high_availability/run.sh; ALTHING_PROGRAM names the program. ALTHING_KEEP names a folder in which the
# logs and the history stay; without it they go when the script ends.
set -euo pipefail
cd "$(dirname "$0")/../.."
[ "$(id -u)" = 0 ] || { echo "network namespaces take root" >&2; exit 1; }
if [ -z "${ALTHING_PROGRAM:-}" ]; then
    cargo build --locked --quiet >&2
    ALTHING_PROGRAM=${CARGO_TARGET_DIR:-target}/debug/althing
fi
ALTHING_PROGRAM=$(realpath "$ALTHING_PROGRAM")
export ALTHING_PROGRAM PYTHONDONTWRITEBYTECODE=1

# The services that these packages bring are of no use here, and would keep their ports.
missing=()
for package in patroni python3-etcd etcd-server haproxy iproute2 faketime postgresql; do
    dpkg -s "$package" > /dev/null 2>&1 || missing+=("$package")
done
if [ ${#missing[@]} -gt 0 ]; then
    apt-get update -q >&2
    DEBIAN_FRONTEND=noninteractive RUNLEVEL=1 apt-get install -y -q --no-install-recommends "${missing[@]}" >&2
fi

folder=${ALTHING_KEEP:-$(mktemp -d)}
mkdir -p "$folder"
chmod 711 "$folder"
remove() { [ -n "${ALTHING_KEEP:-}" ] || rm -rf "$folder"; }
trap remove EXIT

# Process 1 of the namespace is this inner shell: it waits for what has lost its parent, and when it ends, all others do.
# What the machines keep is in memory: a disk that others keep busy makes etcd change its leader, and no fault here is one
# that a disk outlives and memory does not.
mkdir -p "$folder/memory"
unshare --net --mount --pid --fork --kill-child --mount-proc --propagation private bash -c '
    mkdir -p /run/netns
    mount -t tmpfs tmpfs /run/netns
    mount -t tmpfs -o mode=711 tmpfs "$1/memory"
    python3 tests/high_availability/measure.py "$1"
    exit $?' inner "$folder"

#!/usr/bin/env bash
# Ends the server that stand_in.sh started, and waits for it.
set -euo pipefail
[ -e "$folder/pid" ] || exit 0
pid=$(cat "$folder/pid")
rm "$folder/pid"
kill -TERM "$pid" 2> /dev/null || true
for _ in $(seq 300); do
    kill -0 "$pid" 2> /dev/null || exit 0
    sleep 0.1
done
echo "the server does not end" >&2
exit 1

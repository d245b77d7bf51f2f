#!/usr/bin/env bash
# Runs the image as an engine would, with the environment of compose.yaml, and plays a game: as its user without any
# capability, process 1 of its own, its root read-only but for the volume and /tmp, beside a PostgreSQL and a mail relay.
#   image.sh IMAGE
# The image is read by umoci, which had no part in making it. Prints one JSON object, of which everything must be true.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/packages/room.sh
. tests/packages/tools.sh
image=$(realpath "$1")
room=$rooms/image
rm -rf "$room"
mkdir -p "$room/layout" "$room/mails" "$room/postgres"
# PostgreSQL runs as another user, below.
chmod 711 "$rooms" "$room"

say "unpack the image"
tar -C "$room/layout" -xf "$image"
tag=$(jq -r '.manifests[0].annotations["org.opencontainers.image.ref.name"]' "$room/layout/index.json")
umoci unpack --image "$room/layout:$tag" "$room/bundle" > "$room/umoci.log" 2>&1
blob() { cat "$room/layout/blobs/sha256/${1#sha256:}"; }
config=$(blob "$(blob "$(jq -r '.manifests[0].digest' "$room/layout/index.json")" | jq -r .config.digest)" | jq -c .config)
user=$(jq -r .User <<< "$config")
folder=$(jq -r .WorkingDir <<< "$config")
mapfile -t command < <(jq -r '.Entrypoint[]' <<< "$config")
mapfile -t health < <(jq -r '.Healthcheck.Test[1:][]' <<< "$config")
# The relay hands everything to the mail server of a provider, which is one of ours.
password=$(head -c 16 /dev/urandom | xxd -p)
composed() {
    "$tools/bin/python" tests/packages/composed.py "$@" PUBLIC_URL=https://games.example.org MAIL_DOMAIN=example.org \
        DATABASE_PASSWORD="$password" RELAY_HOST='[127.0.0.1]:2526'
}
# Later ones win, as in compose.
mapfile -t variables < <(
    jq -r '.Env[]' <<< "$config"
    composed environment althing
)

printf '%s\n' "${variables[@]}" | grep -q '^ALTHING__DATABASE__URL=.*@database/'

root=$room/bundle/rootfs
say "its neighbours: PostgreSQL and a relay"
postgres=$(ls -d /usr/lib/postgresql/*/bin | sort -V | tail -1)
echo "$password" > "$room/postgres/password"
chown -R nobody "$room/postgres"
as_nobody() { setpriv --reuid=nobody --regid=nogroup --clear-groups env -i PATH=/usr/bin:/bin "$@"; }
as_nobody "$postgres/initdb" --pgdata "$room/postgres/data" --username althing --auth scram-sha-256 \
    --pwfile "$room/postgres/password" > "$room/initdb.log"
"${inside[@]}" setpriv --reuid=nobody --regid=nogroup --clear-groups "$postgres/postgres" -D "$room/postgres/data" \
    -k "$room/postgres" -c listen_addresses=127.0.0.1 > "$room/postgres.log" 2>&1 &
started $!
for _ in $(seq 100); do
    if "${inside[@]}" env PGPASSWORD="$password" "$postgres/psql" -h 127.0.0.1 -U althing -d postgres -qc 'CREATE DATABASE althing' 2> "$room/psql.log"; then break; fi
    sleep 0.1
done
"${inside[@]}" python3 tests/packages/provider.py 127.0.0.1 2526 "$room/mails" > "$room/provider.log" 2>&1 &
started $!
# The relay is made as its Dockerfile says.
cp -a "$(base trixie)" "$room/relay"
cp /etc/resolv.conf "$room/relay/etc/"
furnish "$room/relay"
while read -r word rest; do
    case "$word" in
    RUN) chroot "$room/relay" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin sh -euc "$rest" >> "$room/relay.log" 2>&1 ;;
    CMD) mapfile -t relay < <(jq -r '.[]' <<< "$rest") ;;
    esac
done < <(composed dockerfile relay)
mapfile -t relay_variables < <(composed environment relay)
"${inside[@]}" unshare --pid --fork --kill-child=SIGTERM --mount-proc --root="$room/relay" env -i \
    PATH=/usr/sbin:/usr/bin:/sbin:/bin "${relay_variables[@]}" "${relay[@]}" >> "$room/relay.log" 2>&1 &
started $!

# What engines bring: names, devices, /proc, a folder for temporary files, and the volume, which begins as the folder
# of the image is.
mkdir "$room/volume"
cp -a "$root$folder/." "$room/volume"
printf '127.0.0.1 localhost database relay\n' > "$root/etc/hosts"
mount --bind "$root" "$root"
furnish "$root"
mount -t tmpfs -o mode=1777 none "$root/tmp"
mount --bind "$room/volume" "$root$folder"
mount -o remount,bind,ro "$root"

# container COMMAND…: runs it beside the service, with the same rights.
container() {
    "${inside[@]}" setpriv --no-new-privs chroot --userspec="$user" "$root" \
        env -i -C "$folder" "${variables[@]}" "$@"
}
results='{}'
holds() {
    local outcome=false
    if "${@:2}" > "$room/last" 2>&1; then outcome=true; else say "does not hold: $1: $(tail -1 "$room/last")"; fi
    results=$(jq -c --arg name "$1" --argjson outcome "$outcome" '.[$name] = $outcome' <<< "$results")
}
fails() { ! "$@"; }

say "run it"
holds "it is unhealthy before it runs" fails container "${health[@]}"
"${inside[@]}" setpriv --no-new-privs env -i "${variables[@]}" unshare --pid --fork --kill-child=SIGTERM --mount-proc \
    --root="$root" --wd="$folder" --setgid="${user#*:}" --setuid="${user%:*}" "${command[@]}" > "$room/log" 2>&1 &
engine=$!
started "$engine"
play() { "${inside[@]}" python3 tests/packages/play.py "$1" http://127.0.0.1:8080 "$room/game" "${@:2}"; }
note() { results=$(jq -c --argjson more "$1" '. + $more' <<< "$results"); }
note "$(play begin "$room/mails" 10 | jq -c '{actions_before: .actions}')"
program=$(pgrep -P "$engine")
is() { grep -qP "$2" "/proc/$program/$1"; }
holds "its user is no root" is status "^Uid:\t${user%:*}\t${user%:*}\t${user%:*}\t${user%:*}$"
holds "it has no capability" is status '^CapEff:\t0+$'
holds "it can gain none" is status '^NoNewPrivs:\t1$'
holds "it is process 1" is status '^NSpid:\t[0-9]+\t1$'
holds "its root is read-only" is mountinfo " / ro,"
holds "it is healthy" container "${health[@]}"
holds "a backup into the volume" container "${command[@]}" backup today.backup
kill -TERM "$program"
holds "it stops when it is told to" wait "$engine"

say "and again"
"${inside[@]}" setpriv --no-new-privs env -i "${variables[@]}" unshare --pid --fork --kill-child=SIGTERM --mount-proc \
    --root="$root" --wd="$folder" --setgid="${user#*:}" --setuid="${user%:*}" "${command[@]}" >> "$room/log" 2>&1 &
engine=$!
started "$engine"
note "$(play finish | jq -c '{actions, ended}')"
kill -TERM "$(pgrep -P "$engine")"
holds "it stops again" wait "$engine"
echo "$results"

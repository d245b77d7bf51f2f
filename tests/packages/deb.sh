#!/usr/bin/env bash
# Installs, upgrades, removes and purges Althing on a Debian made for it, as a club would, and plays a game meanwhile.
#   deb.sh SUITE PACKAGE_BEFORE PACKAGE
# PACKAGE_BEFORE is of an earlier release. No systemd runs there: the unit's command line is run as its user. Prints one
# JSON object, of which everything must be true.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/packages/room.sh
suite=$1 before=$2 package=$3
root=$rooms/$suite

say "a fresh $suite"
rm -rf "$root"
cp -a "$(base "$suite")" "$root"
cp /etc/resolv.conf "$root/etc/"
cp "$before" "$root/srv/before.deb"
cp "$package" "$root/srv/althing.deb"
furnish "$root"

in_root() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 "$@"; }
apt() { in_root apt-get -q -y --no-install-recommends "$@" >> "$rooms/$suite.apt" 2>&1 || { tail -30 "$rooms/$suite.apt" >&2; return 1; }; }
: > "$rooms/$suite.apt"

# holds NAME COMMAND…: remembers whether it succeeds.
results='{}'
holds() {
    local outcome=false
    if "${@:2}" > /dev/null 2>&1; then outcome=true; else say "does not hold: $1"; fi
    results=$(jq -c --arg name "$1" --argjson outcome "$outcome" '.[$name] = $outcome' <<< "$results")
}
note() { results=$(jq -c --argjson more "$1" '. + $more' <<< "$results"); }

unit=$root/usr/lib/systemd/system/althing.service
of_unit() { sed -n "s/^$1=//p" "$unit" | sed 's|%S|/var/lib|g'; }

# The unit's command line as its user, with its variables and its mask for new files.
start() {
    local variables
    mapfile -t variables < <(of_unit Environment)
    # shellcheck disable=SC2046
    "${inside[@]}" chroot --userspec="$(of_unit User):$(of_unit Group)" "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin \
        "${variables[@]}" sh -c "cd /; umask $(of_unit UMask); exec $(of_unit ExecStart)" >> "$rooms/$suite.log" 2>&1 &
    server=$!
    started "$server"
}

# As systemd does: a signal, and then what the unit waits with until its PostgreSQL has stopped.
stop() {
    kill -TERM "$server"
    wait "$server"
    local wait_for
    wait_for=$(of_unit ExecStopPost)
    wait_for=${wait_for#*"'"}
    "${inside[@]}" chroot --userspec="$(of_unit User)" "$root" sh -c "${wait_for%"'"*}"
    [ ! -e "$root/var/lib/althing/postgres/postmaster.pid" ]
}
: > "$rooms/$suite.log"

# As README.md says.
as_service() {
    "${inside[@]}" chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin \
        runuser -u althing -- althing --config /etc/althing/althing.toml "$@"
}
play() { "${inside[@]}" python3 tests/packages/play.py "$1" http://127.0.0.1:8080 "$rooms/$suite.game" "${@:2}"; }
clusters() { in_root pg_lsclusters --no-header | wc -l; }
is_owned() { [ "$(in_root stat -c '%U:%G %a' "$1")" = "$2" ]; }
is_installed() { in_root dpkg-query -W -f '${db:Status-Status}' althing 2> /dev/null | grep -qx installed; }
edit() { sed -i -e 's|^#public_url = .*|public_url = "https://games.example.org"|' -e 's|^#from = .*|from = "Vinland <althing@example.org>"|' "$1"; }

say "install the release before"
apt update
apt install /srv/before.deb
holds installed is_installed
holds "no cluster of PostgreSQL is made" test "$(clusters)" = 0
holds "PostgreSQL is left as it was" test ! -e "$root/etc/postgresql-common/createcluster.d/althing.conf"
holds "the settings are for root and the service" is_owned /etc/althing/althing.toml root:althing\ 640
holds "their folder too" is_owned /etc/althing root:althing\ 750
holds "the data are for the service" is_owned /var/lib/althing althing:althing\ 700
holds "nothing starts before the settings are edited" test ! -e "$root/etc/systemd/system/multi-user.target.wants/althing.service"
# By the systemd of this machine, which wants to see the program.
mkdir -p "$rooms/unit"
sed "s|=/usr/bin/althing |=$root/usr/bin/althing |" "$unit" > "$rooms/unit/althing.service"
faults=$(systemd-analyze verify --man=no "$rooms/unit/althing.service" 2>&1 | grep -F althing.service: || true)
holds "systemd finds no fault with the unit" test -z "$faults"
edit "$root/etc/althing/althing.toml"
settings=$(md5sum < "$root/etc/althing/althing.toml")

say "play half a game"
start
note "$(play begin "$root/var/lib/althing/mail" 15 | jq -c '{actions_before: .actions}')"
holds "the program stops with its PostgreSQL" stop

say "upgrade"
version=$(in_root dpkg-query -W -f '${Version}' althing)
apt install /srv/althing.deb
holds "the version is newer" in_root dpkg --compare-versions "$(in_root dpkg-query -W -f '${Version}' althing)" gt "$version"
holds "edited settings are kept" test "$(md5sum < "$root/etc/althing/althing.toml")" = "$settings"
holds "owners and modes are kept" is_owned /etc/althing/althing.toml root:althing\ 640
holds "still no cluster" test "$(clusters)" = 0
holds "every file is as it was packed" test -z "$(in_root dpkg --verify althing | grep -v ' c /etc/althing/althing.toml' || true)"
holds "a man page" in_root test -s /usr/share/man/man1/althing.1.gz
for completion in bash-completion/completions/althing zsh/vendor-completions/_althing fish/vendor_completions.d/althing.fish; do
    holds "$completion" in_root test -s "/usr/share/$completion"
done
holds "the completion for bash can be read" in_root bash -n /usr/share/bash-completion/completions/althing

apt install --reinstall "postgresql-$(in_root ls /usr/lib/postgresql)"
holds "an update of PostgreSQL restarts it" grep -q '^Processing triggers for althing' "$rooms/$suite.apt"

say "play on to the end"
holds "the settings can be used" as_service config --check
start
note "$(play finish | jq -c '{actions, ended}')"
holds "it says that it is ready" as_service health
holds "a backup while it runs" as_service backup /var/lib/althing/today.backup
holds "the program stops again" stop

say "remove"
apt remove althing
holds "the program is gone" test ! -e "$root/usr/bin/althing" -a ! -e "$unit"
holds "the settings stay" test "$(md5sum < "$root/etc/althing/althing.toml")" = "$settings"
holds "the games stay" test -s "$root/var/lib/althing/postgres/PG_VERSION"

say "install again, and purge"
apt install /srv/althing.deb
holds "the settings are those of before" test "$(md5sum < "$root/etc/althing/althing.toml")" = "$settings"
apt purge althing
holds "the settings are gone" test ! -e "$root/etc/althing"
holds "the games outlive a purge" is_owned /var/lib/althing althing:althing\ 700
holds "dpkg has forgotten it" test -z "$(in_root dpkg-query -W -f '${Package}' althing 2> /dev/null)"
apt autoremove --purge
holds "PostgreSQL goes with it" test ! -e "$root/usr/lib/postgresql"
apt install postgresql
holds "and makes a cluster when it is installed for itself" test "$(clusters)" = 1

umount -R "$root/proc" "$root/dev"
rm -rf "$root"
echo "$results"

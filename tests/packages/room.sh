# Root folders of Debian, and a place to run services in that nothing else on this machine can reach: to be sourced by the
# scripts of this folder, from the root of the checkout. Wants root. Sets `rooms`, where all of it is kept.

[ "$(id -u)" = 0 ] || { echo "$0 makes root folders of Debian: run it as root" >&2; exit 1; }
# What is mounted here is mounted for this script alone, and is gone with it.
[ -n "${ALTHING_MOUNTS:-}" ] || ALTHING_MOUNTS=own exec unshare --mount --propagation private bash "$0" "$@"

rooms=$(realpath "${CARGO_TARGET_DIR:-target}")/packages
mkdir -p "$rooms"
export DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8

say() { printf '    %s\n' "$*" >&2; }

# Where this machine gets Debian from.
mirror() {
    apt-get indextargets --format '$(ORIGIN) $(COMPONENT) $(REPO_URI)' 'Created-By: Packages' \
        | awk '$1 == "Debian" && $2 == "main" { print $3; exit }'
}

# base SUITE: a root folder as debootstrap makes it, kept for the next time. Nothing may change it.
base() {
    local folder=$rooms/base-$1
    if [ ! -e "$folder/etc/debian_version" ]; then
        rm -rf "$folder.new"
        debootstrap --variant=minbase "$1" "$folder.new" "$(mirror)" > "$folder.log" 2>&1 || { tail "$folder.log" >&2; return 1; }
        mv "$folder.new" "$folder"
    fi
    echo "$folder"
}

# furnish FOLDER: gives a root folder what a machine has.
furnish() {
    mount -t proc proc "$1/proc"
    mount -t tmpfs -o mode=755 none "$1/dev"
    local device
    for device in null zero full random urandom tty; do
        touch "$1/dev/$device"
        mount --bind "/dev/$device" "$1/dev/$device"
    done
    ln -s /proc/self/fd/1 "$1/dev/stdout"
    mkdir "$1/dev/shm"
    mount -t tmpfs -o mode=1777 none "$1/dev/shm"
}

# A network of its own, with nothing in it but this machine itself: every port is free, and no mail leaves.
unshare --net sh -c 'ip link set lo up && exec sleep infinity' &
network=$!
# A prefix and no function: of a command in the background, `$!` is then the command itself.
inside=(nsenter --target "$network" --net)

services=()
# started PID: ends with the script at the latest.
started() { services+=("$1"); }
end_services() {
    local pid
    for pid in "${services[@]}" "$network"; do
        # What `unshare --fork` has started is told by itself: that waits for it, and is deaf meanwhile.
        # shellcheck disable=SC2046
        kill -TERM $(pgrep -P "$pid") "$pid" 2> /dev/null || true
    done
    wait
}
trap end_services EXIT

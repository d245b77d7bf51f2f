#!/usr/bin/env bash
# Stands in, under their names, for programs that only root may run, that change the machine or reach beyond it, when the
# commands of the documentation are run. What they are told is held against the help of the real ones, where those are
# installed; then they do what it means for this run, below $folder/root.
set -euo pipefail
name=$(basename "$0")
real=$(PATH=$real_path command -v "$name" || true)

refuse() {
    echo "$name: $*" >&2
    exit 2
}

# knows WORD…: each is in the help of the real program.
knows() {
    [ -n "$real" ] || return 0
    local help word
    help=$("$real" --help 2>&1 || true)
    for word in "$@"; do
        case $help in *"$word"*) ;; *) refuse "there is no $word" ;; esac
    done
}

options=()
for word in "$@"; do
    case $word in
        --) break ;;
        --?*) options+=("${word%%=*}") ;;
    esac
done

# start COMMAND…: the server, until it is ready.
start() {
    [ ! -e "$folder/pid" ] || refuse "it runs already"
    "$@" > "$folder/out" 2> "$folder/err" < /dev/null &
    echo $! > "$folder/pid"
    local _
    for _ in $(seq 300); do
        "$(PATH=$real_path command -v curl)" -s -o /dev/null --fail "http://$ALTHING__HTTP__BIND/readyz" && return
        kill -0 "$(cat "$folder/pid")" 2> /dev/null || break
        sleep 0.2
    done
    cat "$folder/out" "$folder/err" >&2
    refuse "the server does not start"
}

# Paths and a folder of systemd, below the root of this run.
below() { sed -e "s#\(^\|[^[:alnum:]_/.]\)/\(etc\|usr/bin\|usr/local\|var/lib\)/#\1$folder/root/\2/#g; s|%S|$folder/root/var/lib|g" "$@"; }

# The unit that systemd would take.
unit() {
    local place
    for place in etc usr/lib; do
        if [ -e "$folder/root/$place/systemd/system/althing.service" ]; then
            below "$folder/root/$place/systemd/system/althing.service"
            return
        fi
    done
    refuse "there is no unit"
}

# What the package brings: see config/package/build.sh.
unpack() {
    local settings=$folder/root/etc/althing/althing.toml running=
    [ ! -e "$folder/pid" ] || running=yes
    ln -sf "$ALTHING_PROGRAM" "$folder/root/usr/bin/althing"
    [ -e "$settings" ] || below config/package/althing.toml > "$settings"
    sed -e '/^Environment=ALTHING__DATABASE__DATA_DIR=/d' \
        -e 's|^ExecStart=.*|ExecStart=/usr/bin/althing --config /etc/althing/althing.toml|' \
        config/althing.service > "$folder/root/usr/lib/systemd/system/althing.service"
    if [ -n "$running" ]; then bash "$here/stop.sh" && start_unit; fi
}

start_unit() {
    local command variables
    # A server that stopped may have left its PostgreSQL, as the unit's ExecStopPost expects.
    [ ! -e "$folder/root/var/lib/althing/keeper.lock" ] || flock --timeout 60 "$folder/root/var/lib/althing/keeper.lock" true
    mkdir -p "$folder/root/var/lib/althing"
    read -ra command <<< "$(unit | sed -n 's/^ExecStart=//p')"
    mapfile -t variables < <(unit | sed -n 's/^Environment=//p')
    start env "${variables[@]}" "${command[@]}"
}

case $name in
    cargo)
        case "$*" in
            'run --release') start "$ALTHING_PROGRAM" ;;
            'build --release') test -e "$folder/checkout/target/release/althing" ;;
            # The gate runs that very block.
            test) grep -q '^bash .*second_command' .ci/run ;;
            *) refuse "what does $* do?" ;;
        esac
        ;;
    curl)
        # A stream goes on, and a refusal is no success here.
        case " $* " in
            *'/stream '*)
                heard=$(mktemp -p "$folder")
                "$real" --fail-with-body --max-time 4 "$@" > "$heard" || [ $? = 28 ]
                grep -q '^event: opened' "$heard"
                ;;
            *) exec "$real" --silent --show-error --fail-with-body "$@" ;;
        esac
        ;;
    useradd | adduser | deluser) knows "${options[@]}" ;;
    apt | apt-get | apt-mark)
        case "$name $*" in
            'apt install '*althing_*.deb) unpack ;;
            'apt remove althing' | 'apt purge althing')
                bash "$here/stop.sh"
                rm -f "$folder"/root/usr/{bin/althing,lib/systemd/system/althing.service}
                [ "$1" = remove ] || rm -f "$folder/root/etc/althing/althing.toml"
                ;;
            *' install '* | *' update' | 'apt-mark manual '*) ;;
            *) refuse "what does $* do?" ;;
        esac
        ;;
    chgrp | chown)
        # There is no such user on this machine.
        for word in "${@:2}"; do test -e "$word"; done
        ;;
    runuser | sudo)
        knows "${options[@]}"
        while [ $# -gt 0 ]; do
            case $1 in
                -u) shift 2 ;;
                --) shift; break ;;
                -*) shift ;;
                *) break ;;
            esac
        done
        # What the service's user finds in the environment.
        exec env -u ALTHING__DATABASE__DATA_DIR -u ALTHING__MAIL__FOLDER -u ALTHING_CONFIG "$@"
        ;;
    systemctl)
        verb=$(printf '%s\n' "$@" | grep -v '^-' | head -1)
        knows "$verb" "${options[@]}"
        case $verb in
            daemon-reload)
                if command -v systemd-analyze > /dev/null; then
                    unit > "$folder/althing.service"
                    systemd-analyze verify --man=no "$folder/althing.service" 2> "$folder/verified" || true
                    if grep -F althing.service: "$folder/verified" >&2; then refuse "the unit has faults"; fi
                fi
                ;;
            enable) case " $* " in *' --now '*) start_unit ;; esac ;;
            start) start_unit ;;
            stop) bash "$here/stop.sh" ;;
            disable) case " $* " in *' --now '*) bash "$here/stop.sh" ;; esac ;;
            restart) bash "$here/stop.sh" && start_unit ;;
            status) kill -0 "$(cat "$folder/pid")" ;;
            *) refuse "what does $* do?" ;;
        esac
        ;;
    journalctl)
        knows "${options[@]}"
        cat "$folder/err"
        ;;
    *) refuse "nobody stands in for it" ;;
esac

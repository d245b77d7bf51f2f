#!/usr/bin/env bash
# Runs every command of the README, the guide, the page of the pipe and the handbook of operators, word for word and in
# their order, on servers with empty data folders of their own. Needs no root and changes nothing on the machine: what
# would is done by stand_in.sh, below a root folder of its own. blocks.py says how a page marks what can't run here.
#
# Usage: tests/tour/run.sh [PAGE…]. A page may need what an earlier one has started: the guide follows the README.
# ALTHING_PROGRAM names the server's program; without it, it is built first.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/support/server.sh
export folder real_path=$PATH here=$PWD/tests/tour
ALTHING_PROGRAM=$(realpath "$ALTHING_PROGRAM")
export ALTHING_PROGRAM PYTHONDONTWRITEBYTECODE=1 HOME=$folder/home MAILS=$folder/mail
pages=("$@")
[ ${#pages[@]} -gt 0 ] || pages=(README.md src/http/docs/guide.md src/http/docs/pipe.md config/README.md)

end() {
    bash tests/tour/stop.sh || true
    # The private PostgreSQL stops a moment after its server.
    local lock
    for lock in "$folder"/data/keeper.lock "$folder"/root/var/lib/althing/keeper.lock; do
        [ ! -e "$lock" ] || flock --timeout 60 "$lock" true || true
    done
    rm -rf "$folder"
}
trap end EXIT

# Where the commands are run: the sources, with a program that was built.
mkdir -p "$folder"/{bin,home,checkout/target/release,root/{etc/systemd/system,etc/althing,tmp,usr/bin,usr/lib/systemd/system,usr/local/bin,var/lib}}
for entry in * .ci; do
    [ "$entry" = target ] || ln -s "$PWD/$entry" "$folder/checkout/$entry"
done
ln -s "$ALTHING_PROGRAM" "$folder/checkout/target/release/althing"
ln -s "$ALTHING_PROGRAM" "$folder/bin/althing"
for name in adduser apt apt-get apt-mark cargo chgrp chown curl deluser journalctl runuser sudo systemctl useradd; do
    ln -s "$here/stand_in.sh" "$folder/bin/$name"
done

free_address() { python3 -c 'import socket; one = socket.socket(); one.bind(("127.0.0.1", 0)); print("127.0.0.1:%d" % one.getsockname()[1])'; }
serve_at() { export ALTHING__HTTP__BIND=$1 ALTHING__HTTP__PUBLIC_URL=http://$1; }

serve_at "$(free_address)"
for page in "${pages[@]}"; do
    if [ "$page" = config/README.md ]; then
        # A server of its own, which the commands of the page set up; its settings are those of the page.
        bash tests/tour/stop.sh
        serve_at "$(free_address)"
        unset ALTHING__HTTP__PUBLIC_URL ALTHING__DATABASE__DATA_DIR ALTHING__MAIL__FOLDER
        export ALTHING__HTTP__METRICS_TOKEN=a-token-of-the-tour
    fi
    python3 tests/tour/blocks.py "$page" "$folder" "$ALTHING__HTTP__BIND" > "$folder/commands.sh"
    : > "$folder/progress"
    if ! (cd "$folder/checkout" && PATH=$folder/bin:$PATH bash -x "$folder/commands.sh" > "$folder/said" 2> "$folder/steps" 3> "$folder/progress"); then
        tail -n 40 "$folder/said" "$folder/steps"
        [ ! -e "$folder/err" ] || tail -n 20 "$folder/err"
        echo "a command fails: $(tail -n 1 "$folder/progress")"
        exit 1
    fi
    tail -n 1 "$folder/progress"
done

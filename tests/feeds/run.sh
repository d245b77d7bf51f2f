#!/usr/bin/env bash
# Do programs of other makes read the feeds? A game with hostile names is played for a few moves, and the calendar and the
# news are read by Python's icalendar and feedparser. The last line is JSON.
# ALTHING_PROGRAM names the server's program; without it, it is built first.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/support/server.sh
readers=$target/feed-readers
if [ ! -x "$readers/bin/python" ] || ! "$readers/bin/python" -c 'import icalendar, feedparser' 2> /dev/null; then
    python3 -m venv "$readers"
    "$readers/bin/pip" install --quiet 'icalendar==6.*' 'feedparser==6.*'
fi
export ALTHING__ACCOUNTS__VERIFY_ADDRESSES=false ALTHING__LIMITS__ENABLED=false
start_server
"$readers/bin/python" tests/feeds/read.py "$address"

#!/usr/bin/env bash
# Kills the process that sends mails at random moments, in front of a mail server of another make. Prints one line of JSON.
# Usage: bash tests/mails/kill.sh [--notices N] [--kills N]; ALTHING_PROGRAM names the program.
set -euo pipefail
cd "$(dirname "$0")/../.."
export PYTHONDONTWRITEBYTECODE=1
. tests/mails/tools.sh
export ALTHING_PROGRAM=${ALTHING_PROGRAM:-$target/debug/althing}
exec "$mails/bin/python" tests/mails/kill.py "$@"

#!/usr/bin/env bash
# Starts the server on an empty data folder and walks the tour of the README, word for word.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/support/server.sh
start_server

# Every `sh` block of the section on the tour, as one script.
awk '/^## / { tour = ($0 == "## A five-minute tour") } /^```sh$/ { inside = 1; next } /^```$/ { inside = 0 } tour && inside' \
    README.md > "$folder/tour.sh"
if ! API=$address MAILS=$folder/mail bash -euxo pipefail "$folder/tour.sh" 2> "$folder/steps"; then
    cat "$folder/steps" "$folder/err"
    echo "the tour failed"
    exit 1
fi
echo "the tour went well: $(grep -c '' "$folder/tour.sh") lines, word for word"

#!/usr/bin/env bash
# What does a player see of a table at a glance? A game of each ruleset that bots have played is played again for people, and
# looked at in six phases, by readers of four languages, on a phone and on a desk, light and dark: do the turn, the players
# and the reader's cards lie on the first screen together with the board, can everything be hit and read, does it fit, and
# can everyone read it (axe-core)? The last line is JSON.
# ALTHING_PROGRAM names the server's program; without it, it is built first. RULESETS, LANGUAGES and PHASES name those that
# are looked at, PICTURES a folder for pictures of the first screens.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/pages/server.sh
node tests/pages/glance.cjs "$address" "$folder" "${RULESETS:-landnam settlers nord}"

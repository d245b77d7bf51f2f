#!/usr/bin/env bash
# How often does a player press in a turn? A game of each ruleset that four bots called steady have played is played again
# on the pages of its seats, on a phone without scripts. Each move is made by the fewest presses: a fold that is opened, a
# field that is filled, a box that is ticked, a place of the board or a link that is tapped, a button that is pressed.
# Opening a mail is not counted. The last line is JSON.
# ALTHING_PROGRAM names the server's program; without it, it is built first. RULESETS names those that are played.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/pages/server.sh
node tests/pages/presses.cjs "$address" "$folder" "${RULESETS:-landnam settlers nord}"

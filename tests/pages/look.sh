#!/usr/bin/env bash
# Looks at every page and at a mail of every kind that comes, in a browser without a screen: four players, who read four
# languages, answer on their pages in a game of each ruleset, are invited, wait, vote, set orders and mails, and see how
# it ended. On a phone and on a desk, light and dark: does it fit, how heavy is it, and can everyone read and operate it
# (axe-core, and the Tab key)? The last line is JSON.
# ALTHING_PROGRAM names the server's program; without it, it is built first. ANSWERS (40): how many are given in each game.
# PICTURES names a folder for screenshots.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/pages/server.sh
node tests/pages/look.cjs "$address" "$folder/mail" "${ANSWERS:-40}"

#!/usr/bin/env bash
# What does the page of a seat cost, compared with another build? Two programs serve the same late game of each ruleset, each
# from a database of its own, and are asked for the page in turns. Prints the processor time that a page took of either, and
# their ratio with its spread, as JSON in the last line. A busy machine makes every time longer, so only ratios are compared.
# Usage: bash tests/pages/cost.sh BEFORE AFTER [PAGES]; two programs, and how many pages a round has (400).
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/openapi/tools.sh
need_browser
NODE_PATH="$node/node_modules" node tests/pages/cost.cjs "$1" "$2" "${3:-400}" "${RULESETS:-landnam settlers nord}"

#!/usr/bin/env bash
# Opens the pages under /docs in a browser without a screen: every operation for what it costs the main thread, and a page of
# each kind on a phone and on a desk, light and dark, for whether it fits and whether everyone can read and operate it
# (axe-core: contrast, names, landmarks, headings). The last line is JSON.
# ALTHING_PROGRAM names the server's program; without it, it is built first. PICTURES names a folder for screenshots, which is
# made if there is none.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/openapi/tools.sh
need_browser
. tests/support/server.sh
start_server
NODE_PATH="$node/node_modules" node tests/openapi/pages.cjs "$address"

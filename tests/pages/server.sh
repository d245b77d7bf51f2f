# A browser, and a server whose accounts need no confirmed address: to be sourced from the root of the checkout. Sets what
# tests/support/server.sh sets, and NODE_PATH.

. tests/openapi/tools.sh
need_browser
. tests/support/server.sh
export ALTHING__ACCOUNTS__VERIFY_ADDRESSES=false ALTHING__LIMITS__ENABLED=false ALTHING__MAIL__HOLD_DOWN_SECONDS=0
start_server
export NODE_PATH="$node/node_modules"

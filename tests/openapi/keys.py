"""A hook of schemathesis: where requests follow from one another, each has a key of its own.

A request under a key that was used is answered as the first one was, by what was made then and may be gone by now; made-up
requests often carry the same key, that of the example, and the second answer would be taken for another thing that was
made. What is no valid key stays as it is. That repeats under one key have one effect is tested elsewhere.
"""

import re
import uuid

import schemathesis

VALID = re.compile(r"[!-~]{1,100}")
used = set()


@schemathesis.hook
def before_call(context, case, kwargs):
    """Takes another key where one was used before."""
    if case.meta is None or case.meta.phase.name.value != "stateful":
        return
    key = (case.headers or {}).get("Idempotency-Key")
    if not isinstance(key, str) or not VALID.fullmatch(key):
        return
    if key in used:
        case.headers["Idempotency-Key"] = str(uuid.uuid4())
    used.add(key)

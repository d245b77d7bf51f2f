# A mail server of another make, for Python: to be sourced from the root of the checkout. Installs it from PyPI, once.
# Sets `mails`, an environment of Python. Needs Python 3 with venv, and psql.

target=${CARGO_TARGET_DIR:-target}
mails=$target/mail-tools
if [ ! -x "$mails/bin/aiosmtpd" ]; then
    python3 -m venv "$mails"
    "$mails/bin/pip" install --quiet 'aiosmtpd==1.4.*'
fi
if ! command -v psql > /dev/null; then
    for programs in /usr/lib/postgresql/*/bin; do PATH=$PATH:$programs; done
fi

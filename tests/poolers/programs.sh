#!/usr/bin/env bash
# Puts two PgBouncers into a folder: `forgetful`, Debian 12's (1.18), and `keeping`, built from the sources in Debian 13
# (1.21 or newer), whose own program needs a newer C library. Installs what they need.
# Usage: bash tests/poolers/programs.sh FOLDER
set -euo pipefail
into=$1
mkdir -p "$into"
into=$(cd "$into" && pwd)
sudo=$(command -v sudo || true)
DEBIAN_FRONTEND=noninteractive $sudo apt-get install -y -q --no-install-recommends \
    libc-ares2 libevent-2.1-7 libevent-dev pkg-config make gcc > /dev/null

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get download -q -o APT::Sandbox::User=root pgbouncer > /dev/null
dpkg -x pgbouncer_*.deb old
install -m 755 old/usr/sbin/pgbouncer "$into/forgetful"

mkdir -p parts lists/partial cache
# The mirror that the machine uses already.
mirror=$(apt-get indextargets --format '$(SITE)' 'Identifier: Packages' | sort -u | grep -m 1 '/debian/*$')
printf 'Types: deb-src\nURIs: %s\nSuites: trixie\nComponents: main\nSigned-By: /usr/share/keyrings/debian-archive-keyring.gpg\n' \
    "$mirror" > parts/trixie.sources
newer=(-q -o Dir::Etc::sourcelist=/dev/null -o "Dir::Etc::sourceparts=$work/parts" -o "Dir::State::lists=$work/lists"
    -o "Dir::Cache=$work/cache" -o APT::Sandbox::User=root)
apt-get "${newer[@]}" update > /dev/null
apt-get "${newer[@]}" source --download-only pgbouncer > /dev/null
tar xf pgbouncer_*.orig.tar.gz
cd pgbouncer-*/
./configure --quiet --without-openssl --without-cares > /dev/null
make --silent pgbouncer > /dev/null 2>&1
install -m 755 pgbouncer "$into/keeping"
"$into/forgetful" --version | head -1
"$into/keeping" --version | head -1

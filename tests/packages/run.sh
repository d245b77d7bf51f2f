#!/usr/bin/env bash
# Builds the package and the image, and does with them what a club does: on Debian 12 and 13, and as a container. As root.
# Prints one JSON object.
#
# ALTHING_DIST names a program of the profile `dist`, ALTHING_RELEASED one of 1.0.0; without them, both are
# built, which takes half an hour on two cores.
set -euo pipefail
cd "$(dirname "$0")/../.."

missing=()
for program in debootstrap lintian umoci jq xxd; do command -v "$program" > /dev/null || missing+=("$program"); done
command -v dpkg-shlibdeps > /dev/null || missing+=(dpkg-dev)
command -v ip > /dev/null || missing+=(iproute2)
python3 -c 'import ensurepip, venv' 2> /dev/null || missing+=(python3-venv)
if [ ${#missing[@]} -gt 0 ]; then
    apt-get update -q >&2
    DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "${missing[@]}" >&2
fi
target=$(realpath "${CARGO_TARGET_DIR:-target}")
export CARGO_TARGET_DIR=$target
rooms=$target/packages
. tests/packages/tools.sh
say() { printf '    %s (after %d s)\n' "$*" "$SECONDS" >&2; }
megabytes() { echo $((($1 + 999999) / 1000000)); }

say "the program"
if [ -z "${ALTHING_DIST:-}" ]; then
    cargo build --locked --profile dist --bin althing >&2
    ALTHING_DIST=$target/dist/althing
fi
export ALTHING_PROGRAM=$ALTHING_DIST

# The commit at which the description of 1.0.0 was frozen for good. Its program is built as quickly as can be: nobody
# measures it.
say "the program of 1.0.0"
commit=$(git log -1 --format=%H --regexp-ignore-case --grep='freeze the description of 1\.0\.0')
[ -n "$commit" ] || { echo "the history of the project is needed, for the release before" >&2; exit 1; }
old=$rooms/released
rm -rf "$old"
mkdir -p "$old"
git clone --quiet --shared --no-checkout . "$old"
git -C "$old" checkout --quiet "$commit"
if [ -z "${ALTHING_RELEASED:-}" ]; then
    (cd "$old" && CARGO_TARGET_DIR=$rooms/released-target CARGO_PROFILE_RELEASE_OPT_LEVEL=1 CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16 \
        cargo build --locked --release --bin althing >&2)
    ALTHING_RELEASED=$rooms/released-target/release/althing
fi

say "1.0.0 serves while the migrations since then run"
beside=$(PYTHONDONTWRITEBYTECODE=1 ALTHING_PROGRAM=$ALTHING_RELEASED python3 tests/packages/beside.py)

say "both packages, by the same script"
rm -rf "$rooms/packed"
mkdir -p "$rooms/packed"
# That program writes no manual yet.
cp -r config/package config/monitoring "$old/config/"
cp config/README.md "$old/config/"
before=$(ALTHING_MANUAL=$ALTHING_PROGRAM ALTHING_PROGRAM=$ALTHING_RELEASED bash "$old/config/package/build.sh" deb "$rooms/packed")
package=$(bash config/package/build.sh deb "$rooms/packed")

say "lintian"
said=$(lintian --allow-root "$package" 2>&1 || true)
echo "$said" >&2
lintian=$(jq -n --arg said "$said" '$said | split("\n") | {errors: map(select(startswith("E:"))) | length, warnings: map(select(startswith("W:"))) | length}')

say "Debian 12"
bookworm=$(bash tests/packages/deb.sh bookworm "$before" "$package")
say "Debian 13"
trixie=$(bash tests/packages/deb.sh trixie "$before" "$package")

say "the image, on the root folder that was just made for Debian 13"
image=$(ALTHING_ROOT=$rooms/base-trixie bash config/package/build.sh image "$rooms/packed")
# Same sources, same bytes.
mkdir -p "$rooms/packed/again"
again=$(ALTHING_ROOT=$rooms/base-trixie bash config/package/build.sh image "$rooms/packed/again")
equal=$(cmp -s "$image" "$again" && echo true || echo false)
container=$(bash tests/packages/image.sh "$image")

say "the compose file"
schema() { "$tools/bin/check-jsonschema" --builtin-schema vendor.compose-spec "$1" >&2; }
valid=$(schema config/package/compose.yaml && echo true || echo false)
# The validator sees what is wrong.
sed 's/^    read_only: true/    readonly: true/' config/package/compose.yaml > "$rooms/wrong.yaml"
refused=$(schema "$rooms/wrong.yaml" && echo false || echo true)

jq -nc --argjson lintian "$lintian" --argjson bookworm "$bookworm" --argjson trixie "$trixie" --argjson container "$container" \
    --argjson program_mb "$(megabytes "$(dpkg-deb --fsys-tarfile "$package" | tar -xO ./usr/bin/althing | wc -c)")" \
    --argjson package_mb "$(megabytes "$(stat -c %s "$package")")" \
    --argjson image_mb "$(megabytes "$(stat -c %s "$image")")" \
    --argjson beside "$beside" --argjson equal "$equal" --argjson valid "$valid" --argjson refused "$refused" '{
        program_mb: $program_mb, package_mb: $package_mb, image_mb: $image_mb, lintian: $lintian,
        beside: $beside, bookworm: $bookworm, trixie: $trixie, container: $container, image_is_reproducible: $equal,
        compose: {valid: $valid, wrong_one_refused: $refused}
    }'

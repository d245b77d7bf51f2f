#!/usr/bin/env bash
# Builds what Althing is installed from:
#
#   config/package/build.sh deb [FOLDER]      a Debian package
#   config/package/build.sh image [FOLDER]    a container image, made without a container engine
#
# The result is written to the folder (the current one), and its name is printed. `image` does what the last stage of
# Containerfile says, on a root folder made by debootstrap; so it must be run as root. Its result is an image layout of
# the OCI as a tar file, which `docker load` and `podman load` take.
#
# ALTHING_PROGRAM names the program to pack; without it, the program is built first. ALTHING_ROOT names a root folder to
# make the image from, instead of a new one; it is not changed. DEBFULLNAME and DEBEMAIL name who maintains the package.
set -euo pipefail

usage() {
    sed -n '2,/^set /{/^set /d;s/^# \{0,1\}//p}' "$0" >&2
    exit 2
}

fail() {
    echo "build.sh: $*" >&2
    exit 1
}

need() {
    local program
    for program in "$@"; do
        command -v "$program" > /dev/null || fail "$program is needed"
    done
}

[ $# -ge 1 ] && [ $# -le 2 ] || usage
kind=$1
out=$(realpath "${2:-.}")
[ -d "$out" ] || fail "$out is no folder"
program=${ALTHING_PROGRAM:+$(realpath "$ALTHING_PROGRAM")}
cd "$(dirname "$0")/../.."
package=config/package
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
umask 022

# The same sources make the same bytes: every date is that of the last change.
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2> /dev/null || date +%s)}
export SOURCE_DATE_EPOCH

build_program() {
    [ -z "$program" ] || return 0
    cargo build --locked --profile dist --bin althing >&2
    program=$(realpath "${CARGO_TARGET_DIR:-target}/dist/althing")
}

# The version of the program; between two versions also the number of changes since, so that each package is newer than
# the one before it: 1.0.0+12.g0123abcd.
version() {
    local version since count
    version=$("$program" --version | cut -d ' ' -f 2)
    since=$(git log -1 --format=%H -S"version = \"$version\"" -- Cargo.toml 2> /dev/null || true)
    count=$([ -z "$since" ] || git rev-list --count "$since..HEAD")
    if [ "${count:-0}" -gt 0 ]; then
        version+="+$count.g$(git rev-parse --short=8 HEAD)"
    fi
    echo "$version"
}

# The unit with the places of a package. The lines above it say how to install it by hand. The folder of the data is in the
# settings, so that whoever runs a command with the same settings means the same database.
unit() {
    sed -e '1,/^$/d' -e '/^Environment=ALTHING__DATABASE__DATA_DIR=/d' \
        -e 's|^ExecStart=/usr/local/bin/althing --config /etc/althing.toml$|ExecStart=/usr/bin/althing --config /etc/althing/althing.toml|' \
        -e '/^Description=/a Documentation=man:althing(1)' config/althing.service > "$work/unit"
    grep -q '^ExecStart=/usr/bin/althing ' "$work/unit" || fail "config/althing.service starts something else now"
    cat "$work/unit"
}

# The licences of the libraries that the program holds: their names, and each text once. MIT and BSD ask for it.
licences() {
    cargo tree --locked --package althing --edges normal --prefix none --format '{p}|{l}' \
        | sed 's/ (\*)$//; s/ (proc-macro)//' | grep -v ' (/' | sort -u > "$work/libraries"
    echo "The program is linked with these libraries:"
    echo
    sed 's/|/: /; s/^/  /' "$work/libraries"
    local library file sum found texts=$work/texts
    mkdir -p "$texts"
    while IFS='|' read -r library _; do
        library=${library/ v/-}
        found=
        for file in "${CARGO_HOME:-$HOME/.cargo}"/registry/src/*/"$library"/*; do
            [[ $(basename "${file^^}") =~ ^(LICEN[CS]E|COPY|NOTICE|UNLICENSE) && -f $file ]] || continue
            found=yes
            sum=$(sha256sum < "$file" | cut -d ' ' -f 1)
            cp "$file" "$texts/$sum.text"
            echo "$library" >> "$texts/$sum.of"
        done
        [ -n "$found" ] || echo "$library" >> "$work/without"
    done < "$work/libraries"
    for file in "$texts"/*.of; do
        printf '\n\n=== %s\n\n' "$(sort -u "$file" | paste -sd ' ')"
        cat "${file%.of}.text"
    done
    if [ -e "$work/without" ]; then
        printf '\n\n=== Without a text of their own: %s\n' "$(paste -sd ' ' "$work/without")"
    fi
}

# The libraries of the system that the program needs, with the versions of those it was linked with.
depends() {
    mkdir -p "$work/source/debian"
    echo "Source: althing" > "$work/source/debian/control"
    (cd "$work/source" && dpkg-shlibdeps -O "$1" 2> /dev/null) | sed -n 's/^shlibs:Depends=//p'
}

deb() {
    need dpkg-deb dpkg-shlibdeps dpkg-architecture strip cargo
    build_program
    local root=$work/althing version architecture documents
    version=$(version)
    architecture=$(dpkg-architecture -q DEB_HOST_ARCH)
    documents=$root/usr/share/doc/althing
    mkdir -p "$root/DEBIAN" "$documents" "$root/usr/lib/systemd/system" "$root/usr/share/lintian/overrides"

    install -D -s -m 755 "$program" "$root/usr/bin/althing"
    "${ALTHING_MANUAL:-$program}" manual "$root/usr/share"
    gzip -9n "$root"/usr/share/man/man1/*
    unit > "$root/usr/lib/systemd/system/althing.service"
    install -d -m 750 "$root/etc/althing"
    install -m 640 "$package/althing.toml" "$root/etc/althing/althing.toml"
    echo /etc/althing/althing.toml > "$root/DEBIAN/conffiles"

    install -D -m 644 -t "$root/usr/share/althing/monitoring" config/monitoring/*
    gzip -9nc config/README.md > "$documents/README.md.gz"
    licences | gzip -9n > "$documents/licences.gz"
    # Empty lines are dots there, and every line is indented.
    sed 's/[[:space:]]*$//; s/^$/./; s/^/ /' src/service/pictures/fonts/LICENSE > "$work/fonts"
    sed -e "/^@FONTS@$/{r $work/fonts" -e 'd}' "$package/deb/copyright" > "$documents/copyright"
    local maintainer="${DEBFULLNAME:-Althing} <${DEBEMAIL:-althing@example.org}>"
    printf 'althing (%s) unstable; urgency=medium\n\n  * What is new is said under /docs/changelog of the server.\n\n -- %s  %s\n' \
        "$version" "$maintainer" "$(LC_ALL=C date -u -R -d "@$SOURCE_DATE_EPOCH")" | gzip -9n > "$documents/changelog.gz"
    install -m 644 "$package/deb/lintian-overrides" "$root/usr/share/lintian/overrides/althing"

    install -m 755 "$package"/deb/{preinst,postinst,prerm,postrm} "$root/DEBIAN/"
    install -m 644 "$package/deb/triggers" "$root/DEBIAN/"
    sed -e "s|@VERSION@|$version|; s|@ARCHITECTURE@|$architecture|; s|@MAINTAINER@|$maintainer|" \
        -e "s|@SIZE@|$(du -sk --exclude=DEBIAN "$root" | cut -f 1)|; s|@LIBRARIES@|$(depends "$root/usr/bin/althing")|" \
        "$package/deb/control" > "$root/DEBIAN/control"
    (cd "$root" && find usr -type f -print0 | sort -z | xargs -0 md5sum > DEBIAN/md5sums)
    local file=$out/althing_${version}_$architecture.deb
    dpkg-deb --root-owner-group --build "$root" "$file" > /dev/null
    echo "$file"
}

# The instructions of the last stage of Containerfile, each on one line.
last_stage() {
    sed -e ':join' -e '/\\$/{N;s/\\\n *//;b join' -e '}' "$package/Containerfile" | grep -v '^ *\(#\|$\)' \
        | awk '/^FROM / { text = "" } { text = text $0 "\n" } END { printf "%s", text }'
}

# new_root SUITE: a root folder of that release of Debian, as small as the image that the engines take it from.
new_root() {
    need debootstrap apt-get
    local mirror
    # Where this machine gets Debian from.
    mirror=$(apt-get indextargets --format '$(ORIGIN) $(COMPONENT) $(REPO_URI)' 'Created-By: Packages' \
        | awk '$1 == "Debian" && $2 == "main" { print $3; exit }')
    [ -n "$mirror" ] || fail "apt of this machine knows no mirror of Debian"
    debootstrap --variant=minbase "$1" "$root" "$mirror" >&2
}

# in_root COMMAND: runs it in the root folder, with no network and nothing of this machine.
in_root() { unshare --mount --net --pid --fork chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin sh -euc "$1" >&2; }

# blob FILE: moves it to its place and prints its descriptor without the type.
blob() {
    local sum
    sum=$(sha256sum "$1" | cut -d ' ' -f 1)
    jq -nc --arg digest "sha256:$sum" --argjson size "$(stat -c %s "$1")" '{$digest, $size}'
    mv "$1" "$work/layout/blobs/sha256/$sum"
}

# Containers need no packages to be installed, no manuals and no traces of how they were made.
slim() {
    rm -rf "$root"/var/lib/apt/lists/* "$root"/var/cache/{apt,debconf,ldconfig}/* "$root"/var/log/* "$root"/tmp/* \
        "$root"/usr/share/{man,info,locale,doc-base,lintian}/* "$root"/etc/{resolv.conf,hostname,machine-id} \
        "$root"/var/lib/dpkg/*-old "$root"/etc/*- "$root"/etc/apt/sources.list "$root"/dev/*
    find "$root/usr/share/doc" -type f ! -name copyright -delete
    find "$root/usr/share/doc" -type d -empty -delete
}

image() {
    need jq tar gzip sha256sum unshare
    [ "$(id -u)" = 0 ] || fail "an image is made as root"
    build_program
    local root=$work/root config='{}' word rest suite
    while read -r word rest; do
        case "$word" in
        FROM)
            suite=${rest#debian:}
            if [ -n "${ALTHING_ROOT:-}" ]; then cp -a "$ALTHING_ROOT" "$root"; else new_root "${suite%-slim}"; fi
            ;;
        COPY) install -D -s -m 755 "$program" "$root/${rest##* }" ;;
        RUN) in_root "$rest" ;;
        USER) config=$(jq -c --arg it "$rest" '.User = $it' <<< "$config") ;;
        WORKDIR) config=$(jq -c --arg it "$rest" '.WorkingDir = $it' <<< "$config") ;;
        STOPSIGNAL) config=$(jq -c --arg it "$rest" '.StopSignal = $it' <<< "$config") ;;
        ENV) config=$(jq -c --arg it "$rest" '.Env += ($it | split(" "))' <<< "$config") ;;
        EXPOSE) config=$(jq -c --arg it "$rest/tcp" '.ExposedPorts[$it] = {}' <<< "$config") ;;
        ENTRYPOINT) config=$(jq -c --argjson it "$rest" '.Entrypoint = $it' <<< "$config") ;;
        LABEL) config=$(jq -c --arg it "$rest" '($it | capture("^(?<k>[^=]+)=\"(?<v>.*)\"$")) as $l | .Labels[$l.k] = $l.v' <<< "$config") ;;
        # The OCI has no place for it; engines that know it read it here, as in their own format.
        HEALTHCHECK) config=$(jq -c --arg it "$rest" '
            def nanoseconds(name): ($it | capture("--" + name + "=(?<s>[0-9]+)s").s | tonumber) * 1e9;
            .Healthcheck = {
                Test: (["CMD"] + ($it | sub("^.* CMD "; "") | fromjson)),
                Interval: nanoseconds("interval"), Timeout: nanoseconds("timeout"), StartPeriod: nanoseconds("start-period")
            }' <<< "$config") ;;
        *) fail "Containerfile has the instruction $word, which build.sh does not know" ;;
        esac
    done < <(last_stage)
    slim

    local version created architecture sum layer file
    version=$(version)
    created=$(date -u -d "@$SOURCE_DATE_EPOCH" +%Y-%m-%dT%H:%M:%SZ)
    architecture=$(dpkg --print-architecture)
    mkdir -p "$work/layout/blobs/sha256"
    tar --sort=name --mtime="@$SOURCE_DATE_EPOCH" --clamp-mtime --numeric-owner -C "$root" -cf "$work/layer.tar" .
    sum=$(sha256sum "$work/layer.tar" | cut -d ' ' -f 1)
    gzip -n "$work/layer.tar"
    layer=$(blob "$work/layer.tar.gz")
    jq -nc --argjson config "$config" --arg sum "sha256:$sum" --arg created "$created" --arg architecture "$architecture" '{
        $created, $architecture, os: "linux", $config,
        rootfs: {type: "layers", diff_ids: [$sum]},
        history: [{$created, created_by: "config/package/build.sh image"}]
    }' > "$work/config"
    jq -nc --argjson config "$(blob "$work/config")" --argjson layer "$layer" '{
        schemaVersion: 2, mediaType: "application/vnd.oci.image.manifest.v1+json",
        config: ({mediaType: "application/vnd.oci.image.config.v1+json"} + $config),
        layers: [{mediaType: "application/vnd.oci.image.layer.v1.tar+gzip"} + $layer]
    }' > "$work/manifest"
    # A tag has no plus sign.
    jq -nc --argjson manifest "$(blob "$work/manifest")" --arg tag "${version//+/-}" '{
        schemaVersion: 2, mediaType: "application/vnd.oci.image.index.v1+json",
        manifests: [{mediaType: "application/vnd.oci.image.manifest.v1+json"} + $manifest + {
            annotations: {"org.opencontainers.image.ref.name": $tag, "io.containerd.image.name": ("althing:" + $tag)}
        }]
    }' > "$work/layout/index.json"
    echo '{"imageLayoutVersion":"1.0.0"}' > "$work/layout/oci-layout"
    file=$out/althing_${version}_$architecture.image.tar
    tar --sort=name --mtime="@$SOURCE_DATE_EPOCH" --numeric-owner --owner=0 --group=0 -C "$work/layout" -cf "$file" \
        oci-layout index.json blobs
    echo "$file"
}

case "$kind" in
deb) deb ;;
image) image ;;
*) usage ;;
esac

#!/bin/sh
# Installs what tests need from the system and pip cannot bring; make test calls it in CI, where nothing may be skipped.
set -eu

missing=""
need() { # need PACKAGE COMMAND...: any of the commands will do
    package=$1
    shift
    for command in "$@"; do
        if command -v "$command" >/dev/null 2>&1 || ls /usr/lib/postgresql/*/bin/"$command" >/dev/null 2>&1; then
            return
        fi
    done
    missing="$missing $package"
}

need postgresql pg_ctl
# Without a window's services Chromium takes a sixth less processor time.
need chromium-headless-shell chromium-headless-shell chromium chromium-browser google-chrome

[ -n "$missing" ] || exit 0
echo "installing:$missing" >&2
if ! command -v apt-get >/dev/null 2>&1; then
    echo "error: tests need$missing, and there is no apt-get to install it with; install it by hand" >&2
    exit 1
fi
as_root=""
if [ "$(id -u)" != 0 ]; then
    as_root="sudo -n"
fi
log=$(mktemp)
export DEBIAN_FRONTEND=noninteractive
install() { $as_root apt-get install -y -q --no-install-recommends $missing >"$log" 2>&1; }
# A list of packages that is there already may do, and the second try gets a fresh one. Some systems have only
# the whole Chromium.
if ! install && ! { $as_root apt-get update -q >"$log" 2>&1 && install; }; then
    missing=$(echo "$missing" | sed 's/chromium-headless-shell/chromium/')
    if ! install; then
        tail -20 "$log" >&2
        echo "error: $as_root apt-get install$missing failed; what it said is above" >&2
        exit 1
    fi
fi
rm -f "$log"

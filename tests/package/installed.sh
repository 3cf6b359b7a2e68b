#!/usr/bin/env bash
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# installed.sh PACKAGES [WORK]: tests packages as installed, in system trees that mmdebstrap makes
# from the mirror that this machine's apt uses: one with an ICD loader and clinfo only, one with
# other drivers and Python beside them. As root. WORK keeps the trees for the next time.
set -euo pipefail
packages=$(cd "$1" && pwd)
work=${2:-$(mktemp -d)}
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
. "$here/../../src/package/debian_sources.sh"
[ -n "${2:-}" ] || trap 'rm -rf --one-file-system "$work"' EXIT
mkdir -p "$work"
export home=/home/tester # within a tree, of the one who runs what is tested
. "$here/files.sh"

# tree NAME PACKAGE...: a fresh system tree.
tree() {
  local name=$1
  shift
  if [ ! -f "$work/$name.tar" ]; then
    echo "making a system tree: $name"
    local list
    list=$(IFS=,; echo "$*")
    debian_sources >"$work/sources"
    [ -s "$work/sources" ] || fail "apt knows no source of Debian's own packages"
    mmdebstrap --quiet --variant=minbase --include="$list" --skip=cleanup/apt/lists \
      "$(. /etc/os-release && echo "$VERSION_CODENAME")" "$work/$name.tar" "$work/sources"
  fi
  rm -rf --one-file-system "${work:?}/$name"
  mkdir -p "$work/$name$home"
  tar -C "$work/$name" -xf "$work/$name.tar"
  cp "$work/probe" "$work/$name/usr/local/bin/"
}

# inside TREE [VARIABLE=VALUE...] COMMAND...: in a mount namespace of its own. $setup is run in it
# before, outside of the tree, with the tree as its working folder.
inside() {
  local root=$work/$1
  shift
  SETUP=${setup:-:} unshare --mount --pid --fork --kill-child bash -c '
    set -e
    cd "$1"; shift
    mount --bind . . && cd "$PWD"
    mount -t proc proc proc
    mount --rbind /dev dev
    [ -n "${NO_SYS:-}" ] || mount --rbind /sys sys
    eval "$SETUP"
    exec chroot . env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME="$home" LC_ALL=C.UTF-8 "$@"
  ' - "$root" "$@"
}

# What is in a tree, but for what package managers write as they go.
contents() {
  (cd "$work/$1" && find . -path ./proc -prune -o -path ./var/lib/dpkg -prune -o -path ./var/log -prune \
    -o -path ./var/cache -prune -o -path ./var/lib/apt -prune -o -path ".$home" -prune -o -print | sort)
}

clang=$(command -v clang++-22 || command -v c++)
"$clang" -std=c++20 -DCL_TARGET_OPENCL_VERSION=300 -static-libstdc++ -static-libgcc \
  "$here/../install/build_probe.cpp" -lOpenCL -o "$work/probe"
check_files

echo "== installed"
tree bare ocl-icd-libopencl1 clinfo
before=$(contents bare)
cp "$icd" "$tools" "$doc" "$work/bare$home/"
debs=$(cd "$work/bare$home" && printf "$home/%s " *.deb)
# An older version: the same, by another name.
dpkg-deb -R "$icd" "$work/old"
sed -i 's/^Version: .*/Version: 0.0.1/' "$work/old/DEBIAN/control"
echo old >"$work/old/usr/lib/weft/left-by-an-older-version"
dpkg-deb -Zgzip --root-owner-group -b "$work/old" "$work/bare$home/old" >/dev/null
rm -r "$work/old"
expect "an older version installs" 'Setting up weft-opencl-icd \(0\.0\.1\)' inside bare dpkg -i $home/old
expect "it is upgraded" 'over \(0\.0\.1\)' inside bare dpkg -i $debs
[ ! -e "$work/bare/usr/lib/weft/left-by-an-older-version" ] || fail "the upgrade left an old file"
expect "clinfo lists Weft" 'Platform #0: Weft' inside bare clinfo -l
expect "a kernel is built and run" 'answer: 42' inside bare probe
expect "weftc compiles" 'kernel f' inside bare sh -c 'echo "kernel void f(global int *o) { o[get_global_id(0)] = 1; }" >$HOME/f.cl && weftc --emit table $HOME/f.cl'
expect "weftc says its version" 'weftc [0-9]' inside bare weftc --version
[ -f "$work/bare/usr/share/man/man1/weftc.1.gz" ] || fail "there is no man page of weftc"

echo "== in narrow places"
user='useradd -m -u 1234 someone 2>/dev/null || true; '
inside bare sh -c "$user"
expect "another user" 'answer: 42' inside bare setpriv --reuid 1234 --regid 1234 --clear-groups env HOME=/home/someone probe
[ "$(stat -c %u "$work/bare/home/someone/.cache/weft")" = 1234 ] || fail "the cache is not that user's"
expect "no home" 'answer: 42' inside bare env -u HOME probe
expect "a home that is not there" 'answer: 42' inside bare setpriv --reuid 1234 --regid 1234 --clear-groups env HOME=/nowhere probe
setup='mkdir -p ro && mount -t tmpfs -o ro tmpfs ro' \
  expect "a read-only home" 'answer: 42' inside bare HOME=/ro probe
setup='mount -t tmpfs -o noexec tmpfs tmp' \
  expect "nothing may be executed in /tmp" 'answer: 42' inside bare probe
setup='mount -t tmpfs -o noexec tmpfs tmp; mount -t tmpfs -o noexec tmpfs .$home; mount -o remount,noexec,bind dev/shm 2>/dev/null || true' \
  expect "nor in the home" 'answer: 42' inside bare probe
NO_SYS=1 expect "no /sys" 'answer: 42' inside bare probe
setup='umount proc' expect "no /proc" 'answer: 42' inside bare probe
setup='mount -o remount,ro,bind .' expect "a read-only system" 'answer: 42' inside bare probe

echo "== removed"
inside bare sh -c 'userdel -r someone 2>/dev/null; true' || true
expect "it is purged" 'Purging configuration files for weft-opencl-icd' inside bare dpkg -P weft-tools weft-doc weft-opencl-icd
rm -rf "$work/bare/ro"
left=$(diff <(grep -vE '^\./etc/[a-z]+-$' <<<"$before") <(contents bare | grep -vE '^\./etc/[a-z]+-$')) || fail "other files than before: $left"
passed=$((passed + 1)); echo "ok: nothing is left"

echo "== the tarball"
mkdir -p "$work/bare/opt/a place"
zstd -dqc "$tarball" | tar -C "$work/bare/opt/a place" -xf -
mv "$work/bare/opt/a place"/weft-* "$work/bare/opt/a place/weft"
for place in "/opt/a place/weft" /srv/weft; do
  [ "$place" != /srv/weft ] || mv "$work/bare/opt/a place/weft" "$work/bare/srv/weft"
  expect "it works in $place" 'Platform #0: Weft.*answer: 42.*weftc [0-9]' inside bare bash -c ". '$place/env.sh' && clinfo -l && probe && weftc --version"
done
expect "for sh as well" 'answer: 42' inside bare sh -c 'cd /srv/weft && . ./env.sh && probe'
setup='mount -o remount,ro,bind .' expect "and where it cannot be written" 'answer: 42' inside bare bash -c '. /srv/weft/env.sh && probe'
rm -r "$work/bare/srv/weft/etc"
setup='mount -o remount,ro,bind .' expect "from the first time on" 'answer: 42' inside bare bash -c '. /srv/weft/env.sh && probe'

echo "== beside other drivers"
tree full ocl-icd-libopencl1 clinfo pocl-opencl-icd intel-opencl-icd python3-pyopencl python3-venv
cp "$icd" "$wheel" "$here/../../examples/first/first.py" "$work/full$home/"
expect "no Weft yet" 'Portable Computing Language' inside full clinfo -l
inside full python3 -m venv --system-site-packages $home/venv
before=$(contents full; cd "$work/full" && find ".$home/venv" | sort)
expect "the wheel installs" 'Successfully installed weft-opencl' inside full $home/venv/bin/pip install --no-index "$home/$(basename "$wheel")"
expect "pyopencl runs a kernel with the wheel" '1 \+ 2 = 3' inside full $home/venv/bin/python $home/first.py
list='import pyopencl; print(sorted(p.name for p in pyopencl.get_platforms()))'
expect "beside the system's drivers" "Portable Computing Language.*Weft" inside full $home/venv/bin/python -c "$list"
setup='mount -t tmpfs -o ro tmpfs .$home/.cache' expect "or alone, where there is no cache" "^\['Weft'\]" inside full $home/venv/bin/python -c "$list"
expect "the other Pythons do not see it" "^\['Portable Computing Language'\]" inside full python3 -c "$list"
expect "the wheel is removed" 'Successfully uninstalled weft-opencl' inside full $home/venv/bin/pip uninstall -y weft-opencl
left=$(diff <(echo "$before" | grep -v __pycache__) <( (contents full; cd "$work/full" && find ".$home/venv" | sort) | grep -v __pycache__)) || fail "other files than before: $left"
passed=$((passed + 1)); echo "ok: nothing is left"
expect "the .deb installs" 'Setting up weft-opencl-icd' inside full dpkg -i "$home/$(basename "$icd")"
expect "both platforms are listed" 'Platform #[01]: (Weft|Portable).*Platform #[01]: (Weft|Portable)' inside full clinfo -l
expect "and Weft runs" '1 \+ 2 = 3' inside full python3 $home/first.py
echo "$passed passed, 0 failed"

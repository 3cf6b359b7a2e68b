# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# What tests of packages share, to be sourced: how they say what they find, and what can be told of
# packages of any instruction set without running them. $packages is their folder, $work one to
# unpack them in.
passed=0

fail() { echo "FAILED: $*" >&2; exit 1; }
# expect NAME PATTERN COMMAND...: the command's output has to match.
expect() {
  local name=$1 pattern=$2 said
  shift 2
  said=$("$@" 2>&1) || fail "$name: $(printf '%s ended with %d:\n%s' "$*" $? "$said")"
  [[ $said =~ $pattern ]] || fail "$name: no '$pattern' in:
$said"
  passed=$((passed + 1))
  echo "ok: $name"
}
only() { set -- "$packages"/$1; [ -f "$1" ] && [ $# = 1 ] || fail "not one file: $*"; echo "$1"; }

icd=$(only 'weft-opencl-icd_*_*.deb') tools=$(only 'weft-tools_*_*.deb') doc=$(only 'weft-doc_*_all.deb')
tarball=$(only 'weft-*-linux-*.tar.zst') wheel=$(only 'weft_opencl-*.whl')

check_files() {
  echo "== files"
  # Each library and program, whatever the package: which C library it needs, and nothing else.
  mkdir -p "$work/files"
  dpkg-deb -x "$icd" "$work/files" && dpkg-deb -x "$tools" "$work/files"
  oldest=$(sed -nE 's/.*manylinux_([0-9]+)_([0-9]+)_.*/\1.\2/p' <<<"$wheel")
  while read -r file; do
    needed=$(readelf -dW "$file" | sed -nE 's/.*NEEDED.*\[(.*)\]/\1/p' | grep -vE '^(lib(c|m|dl|rt|pthread)\.so\.[0-9]+|ld-linux-.*)$' || true)
    [ -z "$needed" ] || fail "$file needs $needed"
    newest=$(readelf -VW "$file" | grep -oE 'GLIBC_[0-9.]+' | sed 's/GLIBC_//' | sort -V | tail -n 1)
    [ "$(printf '%s\n' "$newest" "$oldest" | sort -V | tail -n 1)" = "$oldest" ] || fail "$file needs glibc $newest"
  done < <(find "$work/files" -name '*.so' -o -type f -perm /111)
  rm -r "$work/files"
  passed=$((passed + 1)); echo "ok: nothing but glibc $oldest or newer is needed"
  expect "lintian finds no errors" '^$' bash -c 'lintian --fail-on error --tag-display-limit 0 "$@" 2>/dev/null | grep "^E:" || true' - "$icd" "$tools" "$doc"
  for package in opencl-icd tools doc; do
    rpm=$(only "weft-$package-*.rpm")
    # What Debian has in other forms: licences, compressed pages, overrides.
    diff <(rpm -qpl "$rpm" | grep -vE '/(doc|lintian)(/|$)' | grep -E '\.[a-z0-9]+$|/bin/|/weft-' | sort) \
      <(dpkg-deb -c "$(only "weft-${package}_*.deb")" | awk '{ print substr($6, 2) }' |
        grep -vE '/$|/(doc|lintian)/' | sort) || fail "$rpm has other files than the .deb"
  done
  passed=$((passed + 1)); echo "ok: .rpm and .deb have the same files"
}

#!/usr/bin/env bash
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# install_cycle.sh DEV BUILD_PROBE: what ./dev installs below a prefix works from there, and
# ./dev uninstall leaves the prefix as it was.
set -euo pipefail
dev=$1 probe=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
unset OCL_ICD_VENDORS OCL_ICD_FILENAMES
fail() { echo "wrong: $*" >&2; exit 1; }
snapshot() { (cd "$folder" && find . | sort); }

cycle() {
  local prefix=$1 before text
  before=$(snapshot)
  text=$("$dev" install --prefix "$prefix")
  echo "$text"
  # The text says which variable to set.
  eval "$(grep -o 'export OCL_ICD_VENDORS=.*' <<<"$text")"
  export OCL_ICD_VENDORS
  [[ $OCL_ICD_VENDORS = "$prefix"/* ]] || fail "the text names $OCL_ICD_VENDORS"
  clinfo -l | grep -q 'Platform.*Weft' || fail "clinfo does not list Weft"
  "$probe" | grep -q 'answer: 42' || fail "a kernel does not run"
  # Nothing points back into the build.
  grep -q "^$prefix/" "$OCL_ICD_VENDORS/weft.icd" || fail "the .icd names another place"
  "$dev" install --prefix "$prefix" >/dev/null
  "$dev" uninstall --prefix "$prefix"
  [ "$(snapshot)" = "$before" ] || fail "left behind: $(diff <(echo "$before") <(snapshot))"
  if "$dev" uninstall --prefix "$prefix" 2>/dev/null; then fail "removed what is not there"; fi
}

cycle "$folder/new prefix"
mkdir -p "$folder/used/lib" "$folder/used/bin"
touch "$folder/used/bin/other"
cycle "$folder/used"

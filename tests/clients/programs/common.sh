# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# What the scripts of this folder share. Each is run by `./dev clients NAME DIR` with DIR as its first
# argument and OCL_ICD_VENDORS naming the driver that it tests, and ends with status 0 where every check
# holds. Sources are in DIR/NAME, builds in DIR/built/NAME, and outputs in DIR/results/NAME.
set -euo pipefail
here=$(realpath "$(dirname "$0")")
client=$(basename "$0" .sh)
dir=$(realpath "${1:?the folder of the sources}")
built=$dir/built/$client
results=$dir/results/$client
mkdir -p "$built" "$results"
jobs=${WEFT_CLIENT_JOBS:-$(nproc)}
export CMAKE_GENERATOR=Ninja
if command -v ccache >/dev/null; then export CMAKE_C_COMPILER_LAUNCHER=ccache CMAKE_CXX_COMPILER_LAUNCHER=ccache; fi

say() { printf '\033[1m[%s]\033[0m %s\n' "$client" "$*"; }

die() { say "$*" >&2; exit 1; }

# packages NAME...: ends where one of Debian's packages is missing, with the command that installs them.
packages() {
  local missing
  missing=$(comm -13 <(dpkg-query -W -f='${db:Status-Status} ${Package}\n' | sed -n 's/^installed //p' | sort -u) \
    <(printf '%s\n' "$@" | sort -u))
  [ -z "$missing" ] || die "needs: apt-get install --no-install-recommends" $missing
}

# sources OWNER/NAME REVISION: has the repository of GitHub in DIR/NAME, at the revision. A clone that is
# there already is taken as it is, if it knows the revision. What builds fetch of the repository by
# themselves they get of this clone.
sources() {
  local url=https://github.com/$1 clone=$dir/${1#*/} count=${GIT_CONFIG_COUNT:-0}
  [ -e "$clone" ] || git clone -q "$url" "$clone"
  [ "$(git -C "$clone" rev-parse HEAD)" = "$(git -C "$clone" rev-parse "$2^{commit}")" ] ||
    git -C "$clone" checkout -q --detach "$2" || die "$clone lacks $2"
  # A branch of the origin's, as those who clone the clone see no other.
  case "$2" in origin/*) git -C "$clone" branch -q -f "${2#origin/}" "$2" ;; esac
  export "GIT_CONFIG_KEY_$count=url.$clone.insteadOf" "GIT_CONFIG_VALUE_$count=$url.git"
  export "GIT_CONFIG_KEY_$((count + 1))=url.$clone.insteadOf" "GIT_CONFIG_VALUE_$((count + 1))=$url"
  export GIT_CONFIG_COUNT=$((count + 2))
}

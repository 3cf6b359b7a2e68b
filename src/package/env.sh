# To be read by a shell: `. /where/it/is/env.sh`. Programs started from that shell find Weft beside
# the system's OpenCL drivers, and weftc. Works wherever the folder lies.
if [ -n "${BASH_SOURCE:-}" ]; then
  weft_root=$(cd "$(dirname "${BASH_SOURCE}")" && pwd)
elif [ -n "${ZSH_VERSION:-}" ]; then
  eval 'weft_root=${(%):-%x}' # no other shell can read this
  weft_root=$(cd "$(dirname "$weft_root")" && pwd)
else
  # Other shells do not say which file they read.
  weft_root=${WEFT_ROOT:-$PWD}
fi
weft_library=$(echo "$weft_root"/lib*/weft/libweft.so)
if [ ! -f "$weft_library" ]; then
  echo "weft: set WEFT_ROOT to the folder of env.sh, or read it there" >&2
else
  # Loaders read one folder: it has the system's drivers, and Weft by its present path.
  weft_vendors=$weft_root/etc/OpenCL/vendors
  if mkdir -p "$weft_vendors" 2>/dev/null && [ -w "$weft_vendors" ]; then
    for weft_icd in /etc/OpenCL/vendors/*.icd; do
      [ ! -e "$weft_icd" ] || [ "${weft_icd##*/}" = weft.icd ] || ln -sf "$weft_icd" "$weft_vendors"
    done
    echo "$weft_library" >"$weft_vendors/weft.icd"
  fi
  if [ "$(cat "$weft_vendors/weft.icd" 2>/dev/null)" = "$weft_library" ]; then
    export OCL_ICD_VENDORS="$weft_vendors"
  else
    # ocl-icd takes a library; the loader of Khronos has a variable of its own for that.
    export OCL_ICD_VENDORS="$weft_library" OCL_ICD_FILENAMES="$weft_library"
  fi
  export PATH="$weft_root/bin:$PATH"
  export MANPATH="$weft_root/share/man:${MANPATH:-}"
fi
unset weft_root weft_library weft_vendors weft_icd

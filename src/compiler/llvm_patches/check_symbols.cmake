# cmake -DNM=... "-DARCHIVES=a|b" -DPATCHES=patches.def -DSTAMP=... -P check_symbols.cmake
# Fails, naming it, if one of the mangled symbols in PATCHES is defined in none of the archives.
string(REPLACE "|" ";" archives "${ARCHIVES}")
file(STRINGS ${PATCHES} lines REGEX "^WEFT_LLVM_SYMBOL\\(.*_Z")
execute_process(COMMAND ${NM} --defined-only --extern-only --format=just-symbols --quiet ${archives}
  OUTPUT_VARIABLE symbols ERROR_QUIET RESULT_VARIABLE failed)
if(failed)
  message(FATAL_ERROR "${NM} cannot read LLVM's archives")
endif()
foreach(line IN LISTS lines)
  string(REGEX MATCH "(_Z[A-Za-z0-9_]+), [a-z0-9]+\\)$" found "${line}")
  set(symbol ${CMAKE_MATCH_1})
  string(FIND "${symbols}" "\n${symbol}\n" at)
  if(at EQUAL -1)
    message(FATAL_ERROR "LLVM has no symbol ${symbol}, which this patch stands in for:\n${line}\n"
      "See docs/llvm-patches.md.")
  endif()
endforeach()
file(TOUCH ${STAMP})

# Reads patches.def: which files, which flags of the linker, which symbols LLVM must have.
#
# weft_read_llvm_patches(KIND FILES FLAGS): sets the two variables for the patches of KIND.
set(WEFT_LLVM_PATCHES_FOLDER ${CMAKE_CURRENT_LIST_DIR})
set(WEFT_LLVM_PATCHES_DEF ${CMAKE_CURRENT_LIST_DIR}/patches.def)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${WEFT_LLVM_PATCHES_DEF})
file(STRINGS ${WEFT_LLVM_PATCHES_DEF} weft_patch_lines REGEX "^WEFT_LLVM_(PATCH|SYMBOL)\\(")

function(weft_read_llvm_patches wanted files flags)
  set(all_files)
  set(all_flags)
  foreach(line IN LISTS weft_patch_lines)
    if(line MATCHES "^WEFT_LLVM_PATCH\\(([a-z_]+), (speed|host), \"[^\"]*\"\\)$")
      set(patch ${CMAKE_MATCH_1})
      set(kind ${CMAKE_MATCH_2})
      continue()
    endif()
    if(NOT line MATCHES "^WEFT_LLVM_SYMBOL\\(([a-z_]+), (wrap|define), ([A-Za-z0-9_]+), ([a-z0-9]+)\\)$")
      message(FATAL_ERROR "${WEFT_LLVM_PATCHES_DEF}: not of the form that stands at its top: ${line}")
    endif()
    set(name ${CMAKE_MATCH_1})
    set(how ${CMAKE_MATCH_2})
    set(symbol ${CMAKE_MATCH_3})
    set(versions ${CMAKE_MATCH_4})
    if(NOT name STREQUAL patch)
      message(FATAL_ERROR "${WEFT_LLVM_PATCHES_DEF}: a symbol of no patch: ${line}")
    endif()
    if(NOT versions STREQUAL "any" AND NOT versions STREQUAL "${LLVM_VERSION_MAJOR}")
      message(FATAL_ERROR "${WEFT_LLVM_PATCHES_DEF}: '${name}' is for LLVM ${versions}, this is LLVM "
        "${LLVM_VERSION_MAJOR}: see docs/llvm-patches.md")
    endif()
    if(NOT kind STREQUAL wanted)
      continue()
    endif()
    list(APPEND all_files ${WEFT_LLVM_PATCHES_FOLDER}/${kind}/${name}.cpp)
    if(how STREQUAL "wrap")
      list(APPEND all_flags -Wl,--wrap=${symbol})
    endif()
  endforeach()
  list(REMOVE_DUPLICATES all_files)
  set(${files} ${all_files} PARENT_SCOPE)
  set(${flags} ${all_flags} PARENT_SCOPE)
endfunction()

# weft_check_llvm_symbols(TARGET ARCHIVES): building TARGET fails, by name, where a symbol of LLVM's
# or Clang's that a patch stands in for is in none of ARCHIVES. Done once for a version of them.
function(weft_check_llvm_symbols target)
  set(stamp ${CMAKE_CURRENT_BINARY_DIR}/llvm-symbols.checked)
  list(JOIN ARGN "|" archives)
  add_custom_command(OUTPUT ${stamp}
    COMMAND ${CMAKE_COMMAND} "-DNM=${WEFT_LLVM_TOOLS}/llvm-nm" "-DARCHIVES=${archives}"
      "-DPATCHES=${WEFT_LLVM_PATCHES_DEF}" "-DSTAMP=${stamp}"
      -P ${WEFT_LLVM_PATCHES_FOLDER}/check_symbols.cmake
    DEPENDS ${WEFT_LLVM_PATCHES_DEF} ${WEFT_LLVM_PATCHES_FOLDER}/check_symbols.cmake ${ARGN}
    COMMENT "Looking for the symbols of LLVM that patches stand in for" VERBATIM)
  add_custom_target(${target} DEPENDS ${stamp})
endfunction()

# Lays a linked shared library out by how often its code runs: blocks that run follow each other,
# those that do not are moved away. LLVM is large, and a build touches a little of much of it, so
# that a build's time is mostly waiting for instructions. The profile, which train.sh writes, knows
# functions by name and jumps by offset, so it is for one LLVM; what has changed of our own since is
# left as it is.
#
# weft_lay_out(TARGET PROFILE): TARGET's file is laid out in place after it is linked.
find_program(WEFT_BOLT NAMES llvm-bolt HINTS ${WEFT_LLVM_TOOLS} NO_DEFAULT_PATH)
find_program(WEFT_STRIP NAMES llvm-strip HINTS ${WEFT_LLVM_TOOLS} NO_DEFAULT_PATH)
find_package(Python3 REQUIRED COMPONENTS Interpreter)
set(WEFT_PROFILE_SCRIPT ${CMAKE_CURRENT_LIST_DIR}/profile.py)

option(WEFT_PROFILE_IS_MISSING "Build with the profile of another LLVM, to train one for this" OFF)
mark_as_advanced(WEFT_PROFILE_IS_MISSING)
# A profile of another LLVM would lay out at random: that is an error, not a slow library.
function(weft_check_profile profile)
  file(STRINGS ${profile} lines LIMIT_COUNT 2)
  list(GET lines 1 made_for)
  execute_process(COMMAND ${Python3_EXECUTABLE} ${WEFT_PROFILE_SCRIPT} identity ${LLVM_LIBRARY_DIRS}
    OUTPUT_VARIABLE there OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  if(NOT made_for STREQUAL there AND NOT WEFT_PROFILE_IS_MISSING)
    message(FATAL_ERROR "${profile} is for ${made_for}; this is ${there}. Make a new one "
      "(src/compiler/layout/train.sh says how), or configure with -DWEFT_CODE_LAYOUT=OFF.")
  endif()
endfunction()

function(weft_lay_out target profile)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${profile} ${WEFT_PROFILE_SCRIPT})
  weft_check_profile(${profile})
  set_property(TARGET ${target} APPEND PROPERTY LINK_DEPENDS ${profile} ${WEFT_PROFILE_SCRIPT})
  # BOLT needs relocations; and it writes the addends of compact relative relocations (-z
  # pack-relative-relocs) as if every byte lay at its address in the file, too.
  target_link_options(${target} PRIVATE
    -Wl,--emit-relocs -Wl,--strip-debug -Wl,-z,separate-loadable-segments)
  add_custom_command(TARGET ${target} POST_BUILD
    COMMAND ${CMAKE_COMMAND} -DBOLT=${WEFT_BOLT} -DSTRIP=${WEFT_STRIP} -DPROFILE=${profile}
      -DPYTHON=${Python3_EXECUTABLE} -DSCRIPT=${WEFT_PROFILE_SCRIPT}
      -DNM=${WEFT_LLVM_TOOLS}/llvm-nm
      -DLIBRARY=$<TARGET_FILE:${target}> -DLINKED=${CMAKE_CURRENT_BINARY_DIR}/linked.so
      -P ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/run_bolt.cmake
    VERBATIM)
endfunction()

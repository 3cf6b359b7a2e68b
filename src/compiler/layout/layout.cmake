# Lays a linked shared library out by how often its code runs: blocks that run follow each other,
# those that do not are moved away. LLVM is large, and a build touches a little of much of it, so
# that a build's time is mostly waiting for instructions. The profile, which train.sh writes, knows
# functions by name and offset; what has changed since is left as it is.
#
# weft_lay_out(TARGET PROFILE): TARGET's file is laid out in place after it is linked.
find_program(WEFT_BOLT NAMES llvm-bolt HINTS ${LLVM_TOOLS_BINARY_DIR} NO_DEFAULT_PATH)
find_program(WEFT_STRIP NAMES llvm-strip HINTS ${LLVM_TOOLS_BINARY_DIR} NO_DEFAULT_PATH)

function(weft_lay_out target archive)
  get_filename_component(profile ${archive} NAME_WE)
  set(profile ${CMAKE_CURRENT_BINARY_DIR}/${profile}.fdata)
  add_custom_command(OUTPUT ${profile}
    COMMAND ${CMAKE_COMMAND} -E tar xf ${archive} --touch
    WORKING_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR} DEPENDS ${archive})
  target_sources(${target} PRIVATE ${profile})
  set_property(TARGET ${target} APPEND PROPERTY LINK_DEPENDS ${profile})
  # BOLT needs relocations; and it writes the addends of compact relative relocations (-z
  # pack-relative-relocs) as if every byte lay at its address in the file, too.
  target_link_options(${target} PRIVATE
    -Wl,--emit-relocs -Wl,--strip-debug -Wl,-z,separate-loadable-segments)
  add_custom_command(TARGET ${target} POST_BUILD
    COMMAND ${CMAKE_COMMAND} -DBOLT=${WEFT_BOLT} -DSTRIP=${WEFT_STRIP} -DPROFILE=${profile}
      -DLIBRARY=$<TARGET_FILE:${target}> -DLINKED=${CMAKE_CURRENT_BINARY_DIR}/linked.so
      -P ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/run_bolt.cmake
    VERBATIM)
endfunction()

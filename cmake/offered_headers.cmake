# Walls between folders: a target finds its own headers and those of the targets it is linked with,
# and no others of the tree. So an include that goes against the direction of the links is a file
# that the compiler does not find.

# Nothing stays of what was offered before.
file(REMOVE_RECURSE ${CMAKE_BINARY_DIR}/headers)

# weft_offer_headers(TARGET SCOPE FOLDER [FILE...]): the headers of FOLDER (from the top of the tree, with
# what lies below it), or these files and folders of it alone, for TARGET (PRIVATE), or for those that
# are linked with it, too (PUBLIC). Their names in includes are those within src/ or the tree.
function(weft_offer_headers target scope folder)
  set(root ${CMAKE_BINARY_DIR}/headers/${target}/${scope})
  string(REGEX REPLACE "^src/" "" name ${folder})
  string(REGEX REPLACE "${name}$" "" top ${folder})
  set(offered ${name})
  if(ARGN)
    list(TRANSFORM ARGN PREPEND ${name}/ OUTPUT_VARIABLE offered)
  endif()
  foreach(one ${offered})
    get_filename_component(parent ${root}/${one} DIRECTORY)
    file(MAKE_DIRECTORY ${parent})
    if(NOT EXISTS ${PROJECT_SOURCE_DIR}/${top}${one})
      message(FATAL_ERROR "${target} offers ${top}${one}, which is not there")
    endif()
    file(CREATE_LINK ${PROJECT_SOURCE_DIR}/${top}${one} ${root}/${one} SYMBOLIC)
  endforeach()
  target_include_directories(${target} ${scope} ${root})
endfunction()

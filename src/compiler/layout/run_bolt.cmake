# cmake -DBOLT=... -DSTRIP=... -DPROFILE=... -DPYTHON=... -DSCRIPT=... -DNM=... -DLIBRARY=...
#       -DLINKED=... -P run_bolt.cmake
# Replaces LIBRARY by itself laid out after PROFILE and stripped; LINKED keeps what the linker made,
# for train.sh. Blocks that run in less than a hundredth of their function's calls are moved away
# with those that never do.
file(RENAME ${LIBRARY} ${LINKED})
execute_process(COMMAND ${PYTHON} ${SCRIPT} expand ${PROFILE} ${NM} ${LINKED} ${LINKED}.fdata
  RESULT_VARIABLE failed OUTPUT_VARIABLE said ERROR_VARIABLE said)
if(NOT failed)
  execute_process(
    COMMAND ${BOLT} ${LINKED} -o ${LIBRARY} -data=${LINKED}.fdata -icf=1
      -reorder-blocks=ext-tsp -reorder-functions=cdsort -cg-use-split-hot-size
      -split-functions -split-all-cold -split-eh -cold-threshold=10
    RESULT_VARIABLE failed OUTPUT_VARIABLE said ERROR_VARIABLE said)
endif()
if(failed)
  # Slower, not wrong: whoever only wants a driver shall have it.
  message(WARNING "${LIBRARY} keeps the linker's layout, so builds take a quarter longer:\n${said}")
  file(COPY_FILE ${LINKED} ${LIBRARY})
endif()
execute_process(COMMAND ${STRIP} --strip-all ${LIBRARY} COMMAND_ERROR_IS_FATAL ANY)

# Run by CPack between installing into a folder and packing that: adds what distributions ask of
# every package, and gives all files the time of the sources.
if(CPACK_GENERATOR MATCHES "^(DEB|RPM)$")
  file(GLOB packages RELATIVE ${CPACK_TEMPORARY_DIRECTORY} ${CPACK_TEMPORARY_DIRECTORY}/*)
  foreach(group IN LISTS packages)
    string(TOUPPER ${group} upper)
    set(root ${CPACK_TEMPORARY_DIRECTORY}/${group})
    set(package ${CPACK_DEBIAN_${upper}_PACKAGE_NAME})
    if(NOT package)
      continue()
    endif()
    if(CPACK_GENERATOR STREQUAL "DEB")
      set(doc ${root}/usr/share/doc/${package})
      file(MAKE_DIRECTORY ${doc})
      file(COPY_FILE ${CPACK_WEFT_FOLDER}/debian/copyright ${doc}/copyright)
      execute_process(COMMAND date -u -R -d @$ENV{SOURCE_DATE_EPOCH}
        OUTPUT_VARIABLE date OUTPUT_STRIP_TRAILING_WHITESPACE)
      file(WRITE ${doc}/changelog "weft (${CPACK_PACKAGE_VERSION}) unstable; urgency=medium

  * See CHANGELOG.md in weft-doc.

 -- ${CPACK_PACKAGE_CONTACT}  ${date}
")
      execute_process(COMMAND gzip -9nf ${doc}/changelog COMMAND_ERROR_IS_FATAL ANY)
      # Debian has the licence in one place.
      file(REMOVE ${root}/usr/share/doc/weft/LICENSE)
      if(group STREQUAL "icd")
        file(REMOVE_RECURSE ${root}/usr/share/doc/weft)
        file(COPY ${CPACK_WEFT_FOLDER}/debian/lintian/ DESTINATION ${root}/usr/share/lintian/overrides)
      endif()
    endif()
    file(GLOB pages ${root}/usr/share/man/*/*.[1-9])
    foreach(page IN LISTS pages)
      execute_process(COMMAND gzip -9nf ${page} COMMAND_ERROR_IS_FATAL ANY)
    endforeach()
  endforeach()
endif()
execute_process(COMMAND find ${CPACK_TEMPORARY_DIRECTORY} -exec touch -h -d @$ENV{SOURCE_DATE_EPOCH} {} +
  COMMAND_ERROR_IS_FATAL ANY)

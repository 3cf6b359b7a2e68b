# Run by CPack with everything installed in CPACK_TEMPORARY_DIRECTORY: makes the tarball, whose
# folder works wherever it is unpacked, and the wheel.
set(name ${CPACK_PACKAGE_NAME}-${CPACK_PACKAGE_VERSION}-linux-${CPACK_WEFT_PROCESSOR})
set(work ${CPACK_TOPLEVEL_DIRECTORY}/portable)
file(REMOVE_RECURSE ${work})
file(COPY ${CPACK_TEMPORARY_DIRECTORY}/usr/ DESTINATION ${work}/${name})
file(COPY ${CPACK_WEFT_FOLDER}/env.sh DESTINATION ${work}/${name})
set(tarball ${CPACK_PACKAGE_DIRECTORY}/${name}.tar.zst)
file(MAKE_DIRECTORY ${CPACK_PACKAGE_DIRECTORY})
execute_process(
  COMMAND tar --create --sort=name --format=gnu --owner=0 --group=0 --numeric-owner
    --mode=u+rw,go+r,go-w --mtime=@$ENV{SOURCE_DATE_EPOCH} -C ${work} ${name}
  COMMAND zstd -q -19 -T0 -f -o ${tarball}
  COMMAND_ERROR_IS_FATAL ANY)
execute_process(
  COMMAND ${CPACK_WEFT_PYTHON} ${CPACK_WEFT_FOLDER}/wheel/make_wheel.py
    --libraries ${work}/${name}/${CPACK_WEFT_LIBDIR}/weft --license ${CPACK_RESOURCE_FILE_LICENSE}
    --version ${CPACK_PACKAGE_VERSION} --glibc ${CPACK_WEFT_GLIBC}
    --processor ${CPACK_WEFT_PROCESSOR} --folder ${CPACK_PACKAGE_DIRECTORY}
  OUTPUT_VARIABLE wheel OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
file(REMOVE_RECURSE ${work})
set(CPACK_EXTERNAL_BUILT_PACKAGES ${tarball} ${wheel})

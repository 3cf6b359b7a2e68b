# Everything is linked so that it runs with the C library of version WEFT_GLIBC: with stub libraries
# that have its symbols in place of the machine's own (stubs.py), and with shims for newer ones that
# compiler, libstdc++ and LLVM refer to (shims.c).
find_package(Python3 REQUIRED COMPONENTS Interpreter)
find_program(WEFT_READELF NAMES llvm-readelf-22 llvm-readelf readelf REQUIRED)
set(weft_glibc_stubs ${CMAKE_BINARY_DIR}/glibc-${WEFT_GLIBC})
set(weft_clang ${CMAKE_C_COMPILER})
if(CMAKE_CROSSCOMPILING)
  list(APPEND weft_clang --target=${CMAKE_C_COMPILER_TARGET} --sysroot=${CMAKE_SYSROOT})
endif()
execute_process(
  COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/stubs.py
    ${WEFT_READELF} ${WEFT_GLIBC} ${weft_glibc_stubs} ${weft_clang}
  COMMAND_ERROR_IS_FATAL ANY)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/stubs.py)
# Of libraries of one name the linker takes the first.
file(GLOB weft_stub_libraries ${weft_glibc_stubs}/*.so.*[0-9])
list(JOIN weft_stub_libraries "," weft_stub_list)
add_link_options(-Wl,--push-state,--as-needed,${weft_stub_list},--pop-state)
# The machine's other libraries, which programs of the build are linked with, need more.
add_link_options(-Wl,--allow-shlib-undefined)

add_library(weft_glibc_shims STATIC ${CMAKE_CURRENT_LIST_DIR}/shims.c)
target_compile_options(weft_glibc_shims PRIVATE -fno-builtin)
link_libraries(weft_glibc_shims)

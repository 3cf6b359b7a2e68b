# Functions of the OpenCL C library as native code that C++ can call.
find_package(LLVM 22.1 REQUIRED CONFIG)
set(stdlib_bc ${CMAKE_BINARY_DIR}/runtime-stdlib/weft-stdlib.bc)
set(clang ${LLVM_TOOLS_BINARY_DIR}/clang)
set(clang_include ${LLVM_LIBRARY_DIRS}/clang/${LLVM_VERSION_MAJOR}/include)

# weft_add_callers(<target> <name> <isa>... [ALL_WIDTHS <isa>] OPTIONS <option>...): src <name>.cl as <name>-<isa>.so, for each
# instruction set as Clang names it. Every vector width on one of them only, because that takes time.
function(weft_add_callers target name)
  cmake_parse_arguments(ARG "" "ALL_WIDTHS" "OPTIONS" ${ARGN})
  set(built)
  foreach(isa IN LISTS ARG_UNPARSED_ARGUMENTS)
    set(base ${CMAKE_CURRENT_BINARY_DIR}/${name}-${isa})
    set(widths)
    if(isa STREQUAL ARG_ALL_WIDTHS)
      set(widths -DALL_WIDTHS)
    endif()
    # The linker script of a program: what the front end makes, the library by name, x86 only then.
    add_custom_command(OUTPUT ${base}.so
      COMMAND ${clang} -cc1 -triple spir64-unknown-unknown -x cl -cl-std=CL1.2 -O2
              -disable-llvm-passes -fdeclare-opencl-builtins -finclude-default-header
              -internal-isystem ${clang_include} ${widths} -emit-llvm-bc
              ${CMAKE_CURRENT_SOURCE_DIR}/${name}.cl -o ${base}.spir.bc
      COMMAND ${LLVM_TOOLS_BINARY_DIR}/llvm-link -S --only-needed ${base}.spir.bc ${stdlib_bc}
              -o ${base}.spir.ll
      COMMAND sed -e "/^target \\(triple\\|datalayout\\)/d" ${base}.spir.ll > ${base}.ll
      COMMAND ${clang} --target=x86_64-unknown-linux-gnu -march=${isa} -mprefer-vector-width=512
              ${ARG_OPTIONS} -fPIC -shared -fuse-ld=lld -Wno-override-module ${base}.ll -lm -o ${base}.so
      DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${name}.cl ${CMAKE_CURRENT_SOURCE_DIR}/functions.def
              ${stdlib_bc} weft_stdlib
      COMMENT "OpenCL C library's tests: ${name}-${isa}.so" VERBATIM)
    list(APPEND built ${base}.so)
  endforeach()
  add_custom_target(weft_${target}_callers DEPENDS ${built})
endfunction()

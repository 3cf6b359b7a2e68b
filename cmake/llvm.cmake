# LLVM, Clang and lld 22 with their static libraries, all of one installation, and libclc. LLVM_DIR
# names the installation, by the folder of LLVMConfig.cmake; the rest is found from there:
#
#   WEFT_LLVM_TOOLS     its programs, which run on the machine that builds
#   WEFT_LIBCLC         libclc's generic bitcode, which is its own, or Debian's package
#   WEFT_LLVM_BUILTINS  compiler-rt's builtins for the machine that is built for
#
# Each may be given.
set(LLVM_DIR "/usr/lib/llvm-22/lib/cmake/llvm" CACHE PATH "LLVM 22's CMake package")
find_package(LLVM 22.1 REQUIRED CONFIG)
set(weft_clang_resources ${LLVM_LIBRARY_DIRS}/clang/${LLVM_VERSION_MAJOR})

set(WEFT_LLVM_TOOLS "${LLVM_TOOLS_BINARY_DIR}" CACHE PATH "LLVM 22's programs, for the machine that builds")

# What is found once stays in the cache; so does what was not, until it is.
function(weft_find_of_llvm variable what)
  find_file(${variable} NAMES ${ARGN} NO_CMAKE_FIND_ROOT_PATH NO_DEFAULT_PATH DOC "${what}" PATHS
    ${LLVM_INSTALL_PREFIX}/share/clc ${weft_clang_resources}/lib/libclc
    ${weft_clang_resources}/lib/linux ${weft_clang_resources}/lib/${WEFT_ARCH}-unknown-linux-gnu
    ${weft_clang_resources}/lib/${WEFT_ARCH}-conda-linux-gnu
    /usr/lib/clc /usr/share/clc)
  if(NOT ${variable})
    list(JOIN ARGN "' or '" names)
    message(FATAL_ERROR "There is no ${what}: '${names}' is neither in ${LLVM_INSTALL_PREFIX} nor in "
      "/usr/lib/clc. Install it, or say where it is with -D${variable}=FILE.")
  endif()
endfunction()
weft_find_of_llvm(WEFT_LIBCLC "generic bitcode of libclc" nvptx64--.bc)
weft_find_of_llvm(WEFT_LLVM_BUILTINS "library of compiler-rt's builtins"
  libclang_rt.builtins-${WEFT_ARCH}.a libclang_rt.builtins.a)

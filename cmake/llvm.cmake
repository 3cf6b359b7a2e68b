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

# weft_find_of_llvm(VARIABLE WHAT FILE FOLDER...): the first that there is, in the cache.
function(weft_find_of_llvm variable what file)
  find_file(${variable} NAMES ${file} PATHS ${ARGN} DOC "${what}" NO_DEFAULT_PATH NO_CMAKE_FIND_ROOT_PATH)
  if(NOT ${variable})
    list(JOIN ARGN ", " folders)
    message(FATAL_ERROR "There is no ${what}: ${file} is in none of ${folders}. Install it, or say where "
      "it is with -D${variable}=FILE.")
  endif()
endfunction()
weft_find_of_llvm(WEFT_LIBCLC "generic bitcode of libclc" nvptx64--.bc
  ${LLVM_INSTALL_PREFIX}/share/clc ${weft_clang_resources}/lib/libclc /usr/lib/clc /usr/share/clc)
# Either all machines are in one folder, with the machine in the file's name, or each has a folder.
set(weft_machine_folder ${weft_clang_resources}/lib/${WEFT_ARCH}-unknown-linux-gnu)
if(EXISTS ${weft_machine_folder})
  set(weft_builtins_file libclang_rt.builtins.a)
else()
  set(weft_builtins_file libclang_rt.builtins-${WEFT_ARCH}.a)
endif()
weft_find_of_llvm(WEFT_LLVM_BUILTINS "library of compiler-rt's builtins" ${weft_builtins_file}
  ${weft_machine_folder} ${weft_clang_resources}/lib/linux)

# LLVM's headers, parsed once for all files that include them: nine tenths of the time that it takes to
# compile one of the compiler's files is theirs. Files name what they use all the same; CI parses
# those that changed without (tests/unit/house/named_headers.py), so that one that does not is found.
option(WEFT_PRECOMPILED_HEADERS "Parse LLVM's headers once for all files" ON)

# weft_use_precompiled_headers(TARGET): a target of the compiler's own flags (no RTTI, no exceptions).
function(weft_use_precompiled_headers target)
  if(NOT WEFT_PRECOMPILED_HEADERS)
    return()
  endif()
  if(NOT TARGET weft_llvm_headers)
    file(GENERATE OUTPUT ${CMAKE_BINARY_DIR}/weft_llvm_headers.cpp CONTENT "")
    add_library(weft_llvm_headers OBJECT ${CMAKE_BINARY_DIR}/weft_llvm_headers.cpp)
    target_include_directories(weft_llvm_headers SYSTEM PRIVATE ${LLVM_INCLUDE_DIRS})
    # ccache knows the header by its contents.
    target_compile_options(weft_llvm_headers PRIVATE
      -fno-exceptions -fno-rtti "SHELL:-Xclang -fno-pch-timestamp")
    target_precompile_headers(weft_llvm_headers PRIVATE ${PROJECT_SOURCE_DIR}/cmake/llvm_headers.h)
  endif()
  target_precompile_headers(${target} REUSE_FROM weft_llvm_headers)
  target_compile_options(${target} PRIVATE "SHELL:-Xclang -fno-pch-timestamp")
endfunction()

// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Clang uses new buffers without looking whether it got them.
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MemoryBuffer.h"

using llvm::MemoryBuffer;
using llvm::WritableMemoryBuffer;

// The functions of LLVM, theirs and ours, by the linker's names: C has no such results.
std::unique_ptr<WritableMemoryBuffer> theirNew(size_t size, const llvm::Twine &name) __asm__(
    "__real__ZN4llvm20WritableMemoryBuffer15getNewMemBufferEmRKNS_5TwineE");
__attribute__((visibility("hidden"))) std::unique_ptr<WritableMemoryBuffer>
ourNew(size_t size, const llvm::Twine &name) __asm__(
    "__wrap__ZN4llvm20WritableMemoryBuffer15getNewMemBufferEmRKNS_5TwineE");
std::unique_ptr<MemoryBuffer> theirCopy(llvm::StringRef text, const llvm::Twine &name) __asm__(
    "__real__ZN4llvm12MemoryBuffer16getMemBufferCopyENS_9StringRefERKNS_5TwineE");
__attribute__((visibility("hidden"))) std::unique_ptr<MemoryBuffer>
ourCopy(llvm::StringRef text, const llvm::Twine &name) __asm__(
    "__wrap__ZN4llvm12MemoryBuffer16getMemBufferCopyENS_9StringRefERKNS_5TwineE");

template <typename Buffer> static Buffer orNoMemory(Buffer made) {
  if (!made)
    llvm::report_bad_alloc_error("no memory for a buffer");
  return made;
}

std::unique_ptr<WritableMemoryBuffer> ourNew(size_t size, const llvm::Twine &name) {
  return orNoMemory(theirNew(size, name));
}

std::unique_ptr<MemoryBuffer> ourCopy(llvm::StringRef text, const llvm::Twine &name) {
  return orNoMemory(theirCopy(text, name));
}

// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// lld writes to a file beside its output and then renames it. There is nothing beside a file
// without a name, of which only the descriptor is known: such a one is written at the end, from
// memory.
#include "llvm/Support/Errc.h"
#include "llvm/Support/FileOutputBuffer.h"

#include <cerrno>
#include <fcntl.h>
#include <new>
#include <unistd.h>

using llvm::FileOutputBuffer;
using Made = llvm::Expected<std::unique_ptr<FileOutputBuffer>>;

// FileOutputBuffer::create, theirs and ours, by the linker's names: C has no such result.
Made theirCreate(llvm::StringRef path, size_t size, unsigned flags) __asm__(
    "__real__ZN4llvm16FileOutputBuffer6createENS_9StringRefEmj");
__attribute__((visibility("hidden"))) Made
ourCreate(llvm::StringRef path, size_t size,
          unsigned flags) __asm__("__wrap__ZN4llvm16FileOutputBuffer6createENS_9StringRefEmj");

namespace {

class DescriptorBuffer : public FileOutputBuffer {
public:
  DescriptorBuffer(llvm::StringRef path, size_t size, std::unique_ptr<uint8_t[]> bytes)
      : FileOutputBuffer(path), bytes(std::move(bytes)), size(size) {}
  uint8_t *getBufferStart() const override { return bytes.get(); }
  uint8_t *getBufferEnd() const override { return bytes.get() + size; }
  size_t getBufferSize() const override { return size; }

  llvm::Error commit() override {
    const int file = open(FinalPath.c_str(), O_WRONLY | O_TRUNC | O_CLOEXEC);
    if (file < 0)
      return error();
    for (size_t done = 0; done < size;) {
      const ssize_t written = write(file, bytes.get() + done, size - done);
      if (written < 0 && errno == EINTR)
        continue;
      if (written <= 0) {
        llvm::Error failed = error();
        close(file);
        return failed;
      }
      done += size_t(written);
    }
    close(file);
    return llvm::Error::success();
  }

private:
  static llvm::Error error() {
    return llvm::errorCodeToError(std::error_code(errno, std::generic_category()));
  }

  std::unique_ptr<uint8_t[]> bytes;
  size_t size;
};

} // namespace

Made ourCreate(llvm::StringRef path, size_t size, unsigned flags) {
  if (!path.starts_with("/proc/self/fd/"))
    return theirCreate(path, size, flags);
  std::unique_ptr<uint8_t[]> bytes(new (std::nothrow) uint8_t[size]());
  if (!bytes)
    return llvm::errorCodeToError(make_error_code(llvm::errc::not_enough_memory));
  return std::make_unique<DescriptorBuffer>(path, size, std::move(bytes));
}

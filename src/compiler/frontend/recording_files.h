// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A file system that takes down what was asked of it: the files that a compile depends on, those
// that it looked for in vain included. FIFOs, devices and files beyond 64 MiB are as if not there.
#ifndef WEFT_COMPILER_FRONTEND_RECORDING_FILES_H
#define WEFT_COMPILER_FRONTEND_RECORDING_FILES_H

#include "support/artifact.h"

#include "llvm/ADT/IntrusiveRefCntPtr.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/VirtualFileSystem.h"

#include <vector>

namespace weft {

class RecordingFiles final : public llvm::vfs::ProxyFileSystem {
public:
  // Paths below `hidden` exist in no real file system and are not recorded.
  RecordingFiles(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files, llvm::StringRef hidden)
      : ProxyFileSystem(std::move(files)), hidden(hidden) {}

  llvm::ErrorOr<llvm::vfs::Status> status(const llvm::Twine &path) override;
  bool exists(const llvm::Twine &path) override;
  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>> openFileForRead(const llvm::Twine &path) override;

  // Sorted by path. Of a file whose existence was asked for but not its content, the content counts
  // all the same.
  std::vector<IncludedFile> recorded();

private:
  struct Seen {
    bool present = false, read = false;
    uint64_t hash = 0;
  };
  Seen *entry(const llvm::Twine &path);

  const std::string hidden;
  llvm::StringMap<Seen> seen; // by absolute path
};

} // namespace weft
#endif

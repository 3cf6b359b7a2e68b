// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/frontend/recording_files.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

#include <cerrno>
#include <fcntl.h>

namespace weft {
namespace {

// Opening a FIFO waits for a writer, and a device may have no end.
bool isReadable(const llvm::vfs::Status &status) {
  constexpr uint64_t MaxBytes = 64 << 20;
  return status.isDirectory() || (status.isRegularFile() && status.getSize() <= MaxBytes);
}

class OpenFile final : public llvm::vfs::File {
public:
  OpenFile(int descriptor, llvm::vfs::Status status)
      : descriptor(descriptor), known(std::move(status)) {}
  ~OpenFile() override { close(); }

  void record(uint64_t &hash, bool &read) {
    hash_to = &hash;
    read_to = &read;
  }

  llvm::ErrorOr<llvm::vfs::Status> status() override { return known; }
  llvm::ErrorOr<std::string> getName() override { return known.getName().str(); }
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>>
  getBuffer(const llvm::Twine &name, int64_t size, bool terminated, bool) override {
    // Volatile: read, not mapped. To touch a mapping of a file that is cut off meanwhile ends the
    // process.
    auto buffer = llvm::MemoryBuffer::getOpenFile(descriptor, name, size, terminated,
                                                  /*IsVolatile=*/true);
    if (buffer && hash_to) {
      *hash_to = contentHash((*buffer)->getBuffer());
      *read_to = true;
    }
    return buffer;
  }
  std::error_code close() override {
    if (descriptor < 0)
      return {};
    return llvm::sys::fs::closeFile(descriptor); // which makes it negative
  }

private:
  int descriptor;
  llvm::vfs::Status known;
  uint64_t *hash_to = nullptr;
  bool *read_to = nullptr;
};

// To open some devices does something, so the path is looked at first. It may be something else a
// moment later, so what was opened is looked at as well, and no writer of a FIFO is waited for.
llvm::ErrorOr<std::unique_ptr<OpenFile>> openFile(llvm::vfs::FileSystem &files,
                                                  const llvm::Twine &path) {
  llvm::ErrorOr<llvm::vfs::Status> before = files.status(path);
  if (before && !isReadable(*before))
    return std::make_error_code(std::errc::no_such_file_or_directory);
  llvm::SmallString<128> name;
  path.toVector(name);
  int descriptor;
  do
    descriptor = open(name.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  while (descriptor < 0 && errno == EINTR);
  if (descriptor < 0)
    return std::error_code(errno, std::generic_category());
  llvm::sys::fs::file_status found;
  const std::error_code error = llvm::sys::fs::status(descriptor, found);
  auto file =
      std::make_unique<OpenFile>(descriptor, llvm::vfs::Status::copyWithNewName(found, name));
  if (error)
    return error;
  if (!isReadable(*file->status()))
    return std::make_error_code(std::errc::no_such_file_or_directory);
  return file;
}

} // namespace

RecordingFiles::Seen *RecordingFiles::entry(const llvm::Twine &path) {
  llvm::SmallString<128> absolute;
  path.toVector(absolute);
  if (makeAbsolute(absolute) || absolute.str().starts_with(hidden))
    return nullptr;
  return &seen[absolute];
}

llvm::ErrorOr<llvm::vfs::Status> RecordingFiles::status(const llvm::Twine &path) {
  llvm::ErrorOr<llvm::vfs::Status> status = ProxyFileSystem::status(path);
  if (status && !isReadable(*status))
    status = std::make_error_code(std::errc::no_such_file_or_directory);
  // Of a folder only its absence matters: what is in it is asked for by name.
  if (!status || !status->isDirectory())
    if (Seen *file = entry(path))
      file->present |= bool(status);
  return status;
}

bool RecordingFiles::exists(const llvm::Twine &path) { return bool(status(path)); }

llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>>
RecordingFiles::openFileForRead(const llvm::Twine &path) {
  llvm::ErrorOr<std::unique_ptr<OpenFile>> file = openFile(getUnderlyingFS(), path);
  if (Seen *noted = entry(path)) {
    noted->present |= bool(file);
    if (file)
      (*file)->record(noted->hash, noted->read);
  }
  if (!file)
    return file.getError();
  return std::move(*file);
}

std::vector<IncludedFile> RecordingFiles::recorded() {
  std::vector<IncludedFile> files;
  for (auto &file : seen) {
    Seen &noted = file.getValue();
    if (noted.present && !noted.read)
      if (auto opened = openFile(getUnderlyingFS(), file.getKey()))
        if (auto buffer = (*opened)->getBuffer(file.getKey(), -1, false, false))
          noted.hash = contentHash((*buffer)->getBuffer());
    files.push_back({file.getKey().str(), noted.present, noted.hash});
  }
  llvm::sort(files, [](const IncludedFile &a, const IncludedFile &b) { return a.path < b.path; });
  return files;
}

} // namespace weft

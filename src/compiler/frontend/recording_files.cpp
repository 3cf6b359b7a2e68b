// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/frontend/recording_files.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/MemoryBuffer.h"

namespace weft {
namespace {

class RecordedFile final : public llvm::vfs::File {
public:
  RecordedFile(std::unique_ptr<llvm::vfs::File> file, uint64_t *hash, bool *read)
      : file(std::move(file)), hash(hash), read(read) {}

  llvm::ErrorOr<llvm::vfs::Status> status() override { return file->status(); }
  llvm::ErrorOr<std::string> getName() override { return file->getName(); }
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>>
  getBuffer(const llvm::Twine &name, int64_t size, bool terminated, bool is_volatile) override {
    auto buffer = file->getBuffer(name, size, terminated, is_volatile);
    if (buffer) {
      *hash = contentHash((*buffer)->getBuffer());
      *read = true;
    }
    return buffer;
  }
  std::error_code close() override { return file->close(); }

private:
  std::unique_ptr<llvm::vfs::File> file;
  uint64_t *hash;
  bool *read;
};

} // namespace

RecordingFiles::Seen *RecordingFiles::entry(const llvm::Twine &path) {
  llvm::SmallString<128> absolute;
  path.toVector(absolute);
  if (makeAbsolute(absolute) || absolute.str().starts_with(hidden))
    return nullptr;
  return &seen[absolute];
}

// Opening a FIFO waits for a writer, and a device may have no end.
static bool isReadable(const llvm::vfs::Status &status) {
  constexpr uint64_t MaxBytes = 64 << 20;
  return status.isDirectory() || (status.isRegularFile() && status.getSize() <= MaxBytes);
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
  llvm::ErrorOr<llvm::vfs::Status> status = ProxyFileSystem::status(path);
  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>> file =
      status && !isReadable(*status) ? std::make_error_code(std::errc::no_such_file_or_directory)
                                     : ProxyFileSystem::openFileForRead(path);
  Seen *noted = entry(path);
  if (!noted)
    return file;
  noted->present |= bool(file);
  if (!file)
    return file;
  return std::make_unique<RecordedFile>(std::move(*file), &noted->hash, &noted->read);
}

std::vector<IncludedFile> RecordingFiles::recorded() {
  std::vector<IncludedFile> files;
  for (auto &file : seen) {
    Seen &noted = file.getValue();
    if (noted.present && !noted.read)
      if (auto buffer = ProxyFileSystem::getBufferForFile(file.getKey()))
        noted.hash = contentHash((*buffer)->getBuffer());
    files.push_back({file.getKey().str(), noted.present, noted.hash});
  }
  llvm::sort(files, [](const IncludedFile &a, const IncludedFile &b) { return a.path < b.path; });
  return files;
}

} // namespace weft

// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cpu/code/build_identity.h"

#include <cstring>
#include <elf.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace weft {
namespace {

constexpr size_t MaxNoteBytes = 1 << 16;

bool readAt(int descriptor, void *to, size_t size, uint64_t offset) {
  return pread(descriptor, to, size, off_t(offset)) == ssize_t(size);
}

size_t aligned(size_t size) { return (size + 3) & ~size_t(3); }

// The build id among the notes, as raw bytes; empty if there is none.
std::string findBuildId(const std::vector<char> &notes) {
  size_t at = 0;
  while (at + sizeof(Elf64_Nhdr) <= notes.size()) {
    Elf64_Nhdr note;
    std::memcpy(&note, notes.data() + at, sizeof(note));
    size_t name = at + sizeof(note);
    size_t content = name + aligned(note.n_namesz);
    if (note.n_namesz > MaxNoteBytes || note.n_descsz > MaxNoteBytes ||
        content + note.n_descsz > notes.size())
      return {};
    if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 &&
        std::memcmp(notes.data() + name, "GNU", 4) == 0)
      return {notes.data() + content, note.n_descsz};
    at = content + aligned(note.n_descsz);
  }
  return {};
}

std::string readBuildId(int descriptor) {
  Elf64_Ehdr header;
  if (!readAt(descriptor, &header, sizeof(header), 0) ||
      std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 || header.e_ident[EI_CLASS] != ELFCLASS64 ||
      header.e_phentsize != sizeof(Elf64_Phdr) || header.e_phnum > 64)
    return {};
  for (unsigned i = 0; i < header.e_phnum; ++i) {
    Elf64_Phdr program;
    if (!readAt(descriptor, &program, sizeof(program), header.e_phoff + i * sizeof(program)))
      return {};
    if (program.p_type != PT_NOTE || program.p_filesz > MaxNoteBytes)
      continue;
    std::vector<char> notes(program.p_filesz);
    if (!readAt(descriptor, notes.data(), notes.size(), program.p_offset))
      return {};
    if (std::string id = findBuildId(notes); !id.empty())
      return id;
  }
  return {};
}

} // namespace

std::string buildIdentity(const std::string &path) {
  int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0)
    return {};
  std::string identity = readBuildId(descriptor);
  struct stat status;
  if (identity.empty() && fstat(descriptor, &status) == 0)
    identity = path + "|" + std::to_string(status.st_size) + "|" +
               std::to_string(status.st_mtim.tv_sec) + "." + std::to_string(status.st_mtim.tv_nsec);
  close(descriptor);
  return identity;
}

} // namespace weft

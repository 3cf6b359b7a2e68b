// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds and opens the compiler library.
#include "cpu/code/compiler_library.h"

#include "cpu/code/build_identity.h"
#include "cpu/code/code_loader.h"
#include "support/log.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <weft/kernel_abi.h>

namespace weft {

static constexpr char LibraryName[] = "libweft-compiler.so";
static constexpr char NotLoaded[] = "the kernel compiler cannot be loaded";

// The path of the binary that holds the driver, as the loader was given it; empty if unknown.
static std::string ownPath() {
  Dl_info info;
  static const char anchor = 0;
  return dladdr(&anchor, &info) && info.dli_fname ? info.dli_fname : "";
}

static std::vector<std::string> defaultCandidates() {
  std::vector<std::string> paths;
  auto add = [&](const std::string &path) {
    if (std::find(paths.begin(), paths.end(), path) == paths.end())
      paths.push_back(path);
  };
  auto addBeside = [&](const std::string &path) {
    if (size_t slash = path.rfind('/'); slash != path.npos)
      add(path.substr(0, slash + 1) + LibraryName);
  };
  const std::string own = ownPath();
  addBeside(own);
  // The driver may be registered through a symbolic link.
  if (char *real = realpath(own.c_str(), nullptr)) {
    addBeside(real);
    std::free(real);
  }
  return paths;
}

CompilerLibrary::CompilerLibrary(const std::string &chosen)
    : CompilerLibrary(chosen.empty() ? defaultCandidates() : std::vector<std::string>{chosen}) {}

CompilerLibrary::CompilerLibrary(std::vector<std::string> candidates)
    : candidates(std::move(candidates)) {}

bool CompilerLibrary::available() {
  std::lock_guard lock(mutex);
  if (interface || refused)
    return interface != nullptr;
  for (const std::string &path : candidates)
    if (access(path.c_str(), R_OK) == 0)
      return true;
  return false;
}

std::string CompilerLibrary::identity() {
  std::lock_guard lock(mutex);
  if (known_identity.empty() && !interface && !refused)
    for (const std::string &path : candidates)
      if (known_identity = buildIdentity(path); !known_identity.empty())
        break;
  return known_identity;
}

const weft_compiler_interface_t *CompilerLibrary::get(std::string &error) {
  std::lock_guard lock(mutex);
  if (!interface && !refused) {
    open();
    if (!interface)
      log(LogGroup::Device, "%s", failure.c_str());
  }
  if (!interface)
    error = failure;
  return interface;
}

namespace {
struct FileCheck {
  std::string refusal;   // why the loader must not see the file, or empty
  bool may_pass = false; // of the refusal: memory was short
};
} // namespace

// Mapping a library that is cut off (a full disk, an update that was stopped) would end the process
// with SIGBUS. Does not read the whole file; what cannot be opened here is left to the loader to
// say.
static FileCheck checkFile(const std::string &path) {
  int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0)
    return {};
  struct stat status;
  if (fstat(fd, &status) != 0 || !S_ISREG(status.st_mode)) {
    close(fd);
    return {"not a file"};
  }
  const size_t size = size_t(status.st_size);
  void *data = size ? mmap(nullptr, size, PROT_READ, MAP_PRIVATE, fd, 0) : MAP_FAILED;
  close(fd);
  if (data == MAP_FAILED)
    return size ? FileCheck{"cannot be mapped", true} : FileCheck{"the file is empty"};
  const std::string error = checkElf({static_cast<const char *>(data), size});
  munmap(data, size);
  return error.empty() ? FileCheck{} : FileCheck{"the library is damaged: " + error};
}

std::string CompilerLibrary::path(std::string &error) {
  std::lock_guard lock(mutex);
  error = NotLoaded;
  for (size_t i = 0; whole.empty() && i < candidates.size(); ++i) {
    const std::string &path = candidates[i];
    const std::string reason =
        access(path.c_str(), R_OK) == 0 ? checkFile(path).refusal : strerror(errno);
    if (reason.empty())
      whole = path;
    error += "\n  " + path + ": " + reason;
  }
  return whole;
}

void CompilerLibrary::openedElsewhere(const std::string &path) {
  std::lock_guard lock(mutex);
  // The file may have been replaced since.
  known_identity = buildIdentity(path);
}

void CompilerLibrary::open() {
  failure = NotLoaded;
  refused = true;
  for (const std::string &path : candidates) {
    if (const FileCheck check = checkFile(path); !check.refusal.empty()) {
      refused &= !check.may_pass;
      failure += "\n  " + path + ": " + check.refusal;
      continue;
    }
    // Not RTLD_DEEPBIND: every symbol of LLVM is hidden anyway, and a program that brings its own
    // malloc must find the library using that one, too.
    void *library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!library) {
      // May pass: memory may have been short.
      refused = false;
      const char *reason = dlerror();
      failure += "\n  " + path + ": " + (reason ? reason : "unknown error");
      continue;
    }
    auto *found =
        static_cast<const weft_compiler_interface_t *>(dlsym(library, "weft_compiler_interface"));
    if (!found) {
      failure += "\n  " + path + ": not Weft's compiler";
    } else if (found->abi_version != WEFT_COMPILER_ABI_VERSION ||
               found->kernel_abi_version != WEFT_KERNEL_ABI_VERSION) {
      failure += "\n  " + path + ": of another version of Weft";
    } else {
      log(LogGroup::Device, "compiler: %s (%s)", path.c_str(), found->description);
      interface = found;
      refused = false;
      // Not that of an earlier candidate, nor of a file that has been replaced since.
      known_identity = buildIdentity(path);
      return;
    }
    dlclose(library);
  }
}

} // namespace weft

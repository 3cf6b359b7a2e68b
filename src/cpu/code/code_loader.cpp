// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks, maps and unmaps the code of programs.
#include "cpu/code/code_loader.h"

#include "cpu/arch/arch.h"
#include "cpu/code/elf_dynamic.h"
#include "cpu/launch/leave.h"
#include "support/config.h"
#include "support/fork_safe_mutex.h"
#include "support/log.h"

#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <mutex>
#include <sys/mman.h>
#include <unistd.h>
#include <vector>
#include <weft/ending_abi.h>

#ifndef MFD_EXEC
#define MFD_EXEC 0x0010U // Linux 6.3; older kernels refuse it and need no such permission
#endif

namespace weft {
namespace {

// The C library does not reset all locks of its loader in a forked child, so no other thread may be
// inside of it for us while the process forks. Never destroyed, as kernels are unloaded late.
ForkSafeMutex &loading() {
  static ForkSafeMutex &mutex = *new ForkSafeMutex;
  return mutex;
}

std::string systemError(const char *what) { return std::string(what) + ": " + strerror(errno); }

// Whether a message is about the file itself, by the names that it gets below.
bool namesOurFile(const std::string &message) {
  return message.find("/proc/self/fd") != message.npos ||
         message.find("weft-kernels") != message.npos;
}

class File {
public:
  explicit File(int descriptor) : descriptor(descriptor) {}
  File(const File &) = delete;
  File &operator=(const File &) = delete;
  ~File() {
    if (descriptor >= 0)
      close(descriptor);
  }
  int get() const { return descriptor; }

  bool write(std::string_view bytes) const {
    while (!bytes.empty()) {
      ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
      if (written < 0 && errno == EINTR)
        continue;
      if (written <= 0)
        return false;
      bytes.remove_prefix(size_t(written));
    }
    return true;
  }

private:
  int descriptor;
};

void *openLibrary(const char *path, std::string &error) {
  const std::lock_guard in_loader(loading());
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    const char *reason = dlerror();
    error = reason ? reason : "dlopen failed";
  }
  return library;
}

// The loader takes a name that it knows for a library that it has, but a descriptor's number comes
// back after it was closed. So each name is unique: a serial number, its bits written as "/" or
// "/." between the folder and the file.
std::string descriptorPath(int descriptor) {
  static std::atomic<uint64_t> last_serial{0};
  std::string path = "/proc/self/fd";
  for (uint64_t serial = last_serial.fetch_add(1, std::memory_order_relaxed); serial; serial >>= 1)
    path += serial & 1 ? "/." : "/";
  return path + "/" + std::to_string(descriptor);
}

class ElfCode : public LoadedCode {
public:
  explicit ElfCode(void *library) : library(library) {
    if (dlinfo(library, RTLD_DI_LINKMAP, &own_map) != 0)
      own_map = nullptr;
    static const uint32_t Never = 0;
    stop = static_cast<weft_stop *>(own(WEFT_STOP_SYMBOL));
    if (stop)
      *stop = {&Never, leaveKernel};
  }
  ~ElfCode() override {
    const std::lock_guard in_loader(loading());
    dlclose(library);
  }

  weft_kernel_fn find(const std::string &symbol) const override {
    return reinterpret_cast<weft_kernel_fn>(own(symbol.c_str()));
  }

  void *findVariable(const std::string &symbol) const override { return own(symbol.c_str()); }

  void stopBy(const StopFlag &flag) override {
    if (stop)
      stop->wanted = flag.word();
  }

private:
  void *own(const char *symbol) const {
    void *address = dlsym(library, symbol);
    Dl_info info;
    link_map *map = nullptr;
    // The C library, which the code refers to, is searched as well but holds no kernels.
    if (!address || !dladdr1(address, &info, reinterpret_cast<void **>(&map), RTLD_DL_LINKMAP) ||
        map != own_map)
      return nullptr;
    return address;
  }

  void *library;
  link_map *own_map = nullptr;
  weft_stop *stop = nullptr; // of code that can be stopped
};

bool within(uint64_t offset, uint64_t size, uint64_t total) {
  return offset <= total && size <= total - offset;
}

} // namespace

std::string checkElf(std::string_view code) {
  Elf64_Ehdr header;
  if (code.size() < sizeof(header))
    return "the code is cut off";
  std::memcpy(&header, code.data(), sizeof(header));
  if (std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0)
    return "the code is not ELF";
  if (header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_ident[EI_DATA] != ELFDATA2LSB ||
      header.e_machine != arch::ElfMachine || header.e_type != ET_DYN)
    return std::string("the code is not a shared object for ") + arch::ElfMachineName;
  if (header.e_phentsize != sizeof(Elf64_Phdr) || header.e_phnum == 0 || header.e_phnum > 64 ||
      !within(header.e_phoff, uint64_t(header.e_phnum) * sizeof(Elf64_Phdr), code.size()))
    return "the code has no valid program headers";
  constexpr uint64_t MaxAddress = uint64_t(1) << 40;
  uint64_t mapped_end = 0;
  bool dynamic = false, loaded = false;
  auto segment = [&](unsigned i) {
    Elf64_Phdr program;
    std::memcpy(&program, code.data() + header.e_phoff + i * sizeof(program), sizeof(program));
    return program;
  };
  for (unsigned i = 0; i < header.e_phnum; ++i) {
    Elf64_Phdr program = segment(i);
    if (program.p_type != PT_LOAD)
      continue;
    loaded = true;
    if (!within(program.p_offset, program.p_filesz, code.size()) ||
        program.p_filesz > program.p_memsz ||
        !within(program.p_vaddr, program.p_memsz, MaxAddress) || program.p_vaddr < mapped_end)
      return "the code has a segment outside its file";
    mapped_end = program.p_vaddr + program.p_memsz;
  }
  for (unsigned i = 0; i < header.e_phnum; ++i) {
    Elf64_Phdr program = segment(i);
    if (program.p_type != PT_DYNAMIC)
      continue;
    // It is read through its address, so it must be part of what is loaded.
    for (unsigned j = 0; j < header.e_phnum; ++j) {
      Elf64_Phdr load = segment(j);
      dynamic |= load.p_type == PT_LOAD && program.p_vaddr >= load.p_vaddr &&
                 within(program.p_vaddr - load.p_vaddr, program.p_memsz, load.p_memsz);
    }
    if (!dynamic)
      return "the code has its dynamic section outside its segments";
  }
  return loaded && dynamic ? "" : "the code has nothing to load";
}

std::string checkKernelCode(std::string_view code) {
  if (std::string reason = checkElf(code); !reason.empty())
    return reason;
  Elf64_Ehdr header;
  std::memcpy(&header, code.data(), sizeof(header));
  std::vector<Elf64_Phdr> segments(header.e_phnum);
  std::memcpy(segments.data(), code.data() + header.e_phoff, segments.size() * sizeof(Elf64_Phdr));
  return checkDynamic(code, segments);
}

void *openAsAnonymousFile(std::string_view code, std::string &error) {
  int descriptor = memfd_create("weft-kernels", MFD_CLOEXEC | MFD_EXEC);
  if (descriptor < 0 && errno == EINVAL)
    descriptor = memfd_create("weft-kernels", MFD_CLOEXEC);
  File file(descriptor);
  if (descriptor < 0 || !file.write(code)) {
    error = systemError("memory file weft-kernels");
    return nullptr;
  }
  return openLibrary(descriptorPath(descriptor).c_str(), error);
}

static void *openAsFile(std::string_view code, const std::string &folder, bool keep,
                        std::string &error) {
  std::string path = folder + "/weft-kernels-XXXXXX";
  File file(mkostemp(path.data(), O_CLOEXEC));
  if (file.get() < 0) {
    error = systemError(path.c_str());
    return nullptr;
  }
  void *library = nullptr;
  if (file.write(code))
    library = openLibrary(path.c_str(), error);
  else
    error = systemError(path.c_str());
  if (!keep || !library)
    unlink(path.c_str());
  return library;
}

void *openAsTemporaryFile(std::string_view code, const std::string &folder, std::string &error) {
  return openAsFile(code, folder, false, error);
}

void *openAsKeptFile(std::string_view code, const std::string &folder, std::string &error) {
  return openAsFile(code, folder, true, error);
}

// Whether a debugger may want to read the code's file.
static bool hasDebugInfo(std::string_view code) {
  return code.find(std::string_view("\0.debug_line\0", 13)) != code.npos;
}

std::shared_ptr<LoadedCode> loadCode(const Artifact &artifact, const std::string &target,
                                     std::string &error) {
  if (artifact.target != target) {
    error = "the code is for '" + artifact.target + "', this machine runs '" + target + "'";
    return nullptr;
  }
  error = checkKernelCode(artifact.code);
  if (!error.empty())
    return nullptr;
  void *library = nullptr;
  if (const std::string &kept = config::codeDir(); !kept.empty()) {
    library = openAsKeptFile(artifact.code, kept, error);
    if (!library)
      log(LogGroup::Build, "WEFT_CODE_DIR: %s", error.c_str());
  }
  // A debugger reads a file while it is loaded, if it has a name.
  if (!library && hasDebugInfo(artifact.code))
    library = openAsTemporaryFile(artifact.code, "/tmp", error);
  if (!library)
    library = openAsAnonymousFile(artifact.code, error);
  // Folders from which nothing may be executed are common; one of these usually can. But what the
  // loader says without naming the file, such as a missing library, will not change with its place.
  for (const char *folder : {config::temporaryFolder().c_str(), "/dev/shm", "/tmp", "/var/tmp"}) {
    if (library || !namesOurFile(error))
      break;
    if (!*folder)
      continue;
    std::string reason;
    library = openAsTemporaryFile(artifact.code, folder, reason);
    if (!library)
      error += "; " + reason;
  }
  if (!library)
    return nullptr;
  error.clear();
  return std::make_shared<ElfCode>(library);
}

} // namespace weft

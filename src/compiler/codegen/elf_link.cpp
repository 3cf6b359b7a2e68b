// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/codegen/elf_link.h"

#include "compiler/embedded.h"
#include "support/config.h"

#include "lld/Common/Driver.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <mutex>
#include <sys/mman.h>
#include <unistd.h>

LLD_HAS_DRIVER(elf)

namespace weft {
namespace {

const llvm::StringSet<> &libmSymbols() {
  static const llvm::StringSet<> names = {
#define WEFT_LIBM(name) #name,
#define WEFT_LIBC(name)
#include "compiler/codegen/runtime_symbols.def"
#undef WEFT_LIBM
#undef WEFT_LIBC
  };
  return names;
}

const llvm::StringSet<> &libcSymbols() {
  static const llvm::StringSet<> names = {
#define WEFT_LIBM(name)
#define WEFT_LIBC(name) #name,
#include "compiler/codegen/runtime_symbols.def"
#undef WEFT_LIBM
#undef WEFT_LIBC
  };
  return names;
}

// compiler-rt's names cannot collide with a program's: the specification reserves them.
bool isCompilerRuntime(llvm::StringRef symbol) {
  return (symbol.starts_with("__") &&
          (symbol.ends_with("i3") || symbol.ends_with("i2") || symbol.ends_with("i4") ||
           symbol.ends_with("f2") || symbol.ends_with("f3") || symbol.ends_with("di") ||
           symbol.ends_with("ti") || symbol.ends_with("tf") || symbol.ends_with("hf") ||
           symbol.ends_with("sf") || symbol.ends_with("df"))) &&
         embedded::builtins().contains(symbol);
}

// Files that lld reads and writes, gone with this object: without names, so that they are gone as
// well where the process is killed; else, where there is no /proc to find such files in, in a
// private folder.
class LinkFiles {
public:
  ~LinkFiles() {
    for (int file : descriptors)
      close(file);
    for (const std::string &path : paths)
      unlink(path.c_str());
    if (!folder.empty())
      rmdir(folder.c_str());
  }

  // The path of a new file with these bytes; empty with errno set on failure.
  std::string write(llvm::StringRef name, llvm::StringRef bytes) {
    std::string path;
    const int file = create(name, path);
    bool good = file >= 0;
    while (good && !bytes.empty()) {
      ssize_t written = ::write(file, bytes.data(), bytes.size());
      if (written < 0 && errno == EINTR)
        continue;
      good = written > 0;
      if (good)
        bytes = bytes.drop_front(size_t(written));
    }
    return good ? path : "";
  }

private:
  int create(llvm::StringRef name, std::string &path) {
    if (folder.empty()) {
      const int file = memfd_create("weft-link", MFD_CLOEXEC);
      path = "/proc/self/fd/" + std::to_string(file);
      if (file >= 0 && access(path.c_str(), R_OK | W_OK) == 0) {
        descriptors.push_back(file);
        return file;
      }
      if (file >= 0)
        close(file);
      if (!makeFolder())
        return -1;
    }
    path = folder + "/" + name.str();
    const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file < 0)
      return file;
    paths.push_back(path);
    descriptors.push_back(file);
    return file;
  }

  bool makeFolder() {
    for (const char *parent : {config::temporaryFolder().c_str(), "/dev/shm", "/tmp"}) {
      if (!*parent)
        continue;
      folder = std::string(parent) + "/weft-XXXXXX";
      if (mkdtemp(folder.data()))
        return true;
    }
    folder.clear();
    return false;
  }

  std::string folder;
  std::vector<std::string> paths;
  std::vector<int> descriptors;
};

struct Needs {
  bool libm = false, libc = false, builtins = false;
};

// Calls `visit` with the name of each symbol of the object, and whether it is defined there.
bool forEachSymbol(llvm::StringRef object, Log &log,
                   llvm::function_ref<void(llvm::StringRef name, bool defined)> visit) {
  llvm::Expected<std::unique_ptr<llvm::object::ObjectFile>> file =
      llvm::object::ObjectFile::createObjectFile(llvm::MemoryBufferRef(object, "kernels.o"));
  if (!file) {
    log.error("damaged object code: " + llvm::toString(file.takeError()));
    return false;
  }
  for (const llvm::object::SymbolRef &symbol : (*file)->symbols()) {
    llvm::Expected<uint32_t> flags = symbol.getFlags();
    llvm::Expected<llvm::StringRef> name = symbol.getName();
    if (flags && name && !name->empty())
      visit(*name, !(*flags & llvm::object::SymbolRef::SF_Undefined));
    if (!flags)
      llvm::consumeError(flags.takeError());
    if (!name)
      llvm::consumeError(name.takeError());
  }
  return true;
}

// Sorts what the objects leave undefined; what nobody has is an error that names it.
bool findNeeds(llvm::ArrayRef<llvm::StringRef> objects, Needs &needs, Log &log) {
  llvm::StringSet<> defined, undefined;
  for (llvm::StringRef object : objects)
    if (!forEachSymbol(object, log, [&](llvm::StringRef name, bool here) {
          (here ? defined : undefined).insert(name);
        }))
      return false;
  for (const auto &entry : undefined) {
    llvm::StringRef name = entry.getKey();
    if (defined.contains(name) || name == "_GLOBAL_OFFSET_TABLE_")
      continue;
    if (libmSymbols().contains(name))
      needs.libm = true;
    else if (libcSymbols().contains(name))
      needs.libc = true;
    else if (isCompilerRuntime(name))
      needs.builtins = true;
    else
      log.error("undefined symbol '" + llvm::demangle(name) + "'");
  }
  return !log.hasErrors();
}

// lld's allocations and options are globals.
std::mutex lld_mutex;

} // namespace

bool isRuntimeSymbol(llvm::StringRef symbol) {
  return libmSymbols().contains(symbol) || libcSymbols().contains(symbol) ||
         isCompilerRuntime(symbol);
}

std::string linkElf(llvm::ArrayRef<llvm::StringRef> objects, Log &log) {
  Needs needs;
  if (!findNeeds(objects, needs, log))
    return "";
  LinkFiles files;
  const std::string output = files.write("kernels.so", "");
  std::vector<std::string> inputs;
  for (llvm::StringRef object : objects)
    inputs.push_back(files.write(std::to_string(inputs.size()) + ".o", object));
  if (needs.builtins)
    inputs.push_back(files.write("builtins.a", embedded::builtins()));
  if (needs.libm)
    inputs.push_back(files.write("libm.so.6", embedded::stub_libm()));
  if (needs.libm || needs.libc || needs.builtins)
    inputs.push_back(files.write("libc.so.6", embedded::stub_libc()));
  if (output.empty() || llvm::is_contained(inputs, "")) {
    log.error(llvm::Twine("cannot write files to link: ") + std::strerror(errno));
    return "";
  }
  // One thread: the host has not asked for more. Symbols are bound when the object is mapped, so
  // that a launch never enters the dynamic linker. perf and gdb want the symbol table: no -s. What
  // is mapped would be another file, put in the place of the one that was named.
  std::vector<const char *> args = {"ld.lld",
                                    "-shared",
                                    "--threads=1",
                                    "-soname",
                                    "none",
                                    "--hash-style=gnu",
                                    "--build-id=none",
                                    "-Bsymbolic",
                                    "-z",
                                    "now",
                                    "-z",
                                    "noexecstack",
                                    "-z",
                                    "defs",
                                    "--exclude-libs=ALL",
                                    "--gc-sections",
                                    "--as-needed",
                                    "--no-mmap-output-file",
                                    "-o",
                                    output.c_str()};
  for (const std::string &input : inputs)
    args.push_back(input.c_str());

  std::string messages;
  int code = 1;
  {
    std::lock_guard lock(lld_mutex);
    llvm::raw_string_ostream stream(messages);
    code = lld::lldMain(args, stream, stream, {{lld::Gnu, &lld::elf::link}}).retCode;
  }
  if (code != 0) {
    log.error("linking failed: " + messages);
    return "";
  }
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> linked =
      llvm::MemoryBuffer::getFile(output, /*IsText=*/false, /*RequiresNullTerminator=*/false,
                                  /*IsVolatile=*/true);
  if (!linked) {
    log.error("linking failed: " + linked.getError().message());
    return "";
  }
  return (*linked)->getBuffer().str();
}

} // namespace weft

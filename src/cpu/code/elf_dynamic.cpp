// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cpu/code/elf_dynamic.h"

#include "cpu/arch/arch.h"

#include <algorithm>
#include <cstring>
#include <optional>

namespace weft {
namespace {

class DynamicCheck {
public:
  DynamicCheck(std::string_view code, const std::vector<Elf64_Phdr> &segments)
      : code(code), segments(segments) {}

  std::string run() {
    for (const Elf64_Phdr &segment : segments) {
      if (segment.p_type == PT_TLS)
        return "the code has variables of threads";
      if (segment.p_type == PT_GNU_STACK && (segment.p_flags & PF_X))
        return "the code wants stacks from which code is run";
    }
    for (const Elf64_Phdr &segment : segments)
      if (segment.p_type == PT_DYNAMIC)
        if (std::string reason = readEntries(segment); !reason.empty())
          return reason;
    for (Elf64_Xword offset : needed)
      if (std::string reason = checkLibrary(offset); !reason.empty())
        return reason;
    std::string reason = checkRelocations(rela, rela_bytes);
    return reason.empty() ? checkRelocations(jumps, jump_bytes) : reason;
  }

private:
  // What is loaded at an address; zeros behind the file's bytes.
  template <typename T> std::optional<T> at(uint64_t address) const {
    for (const Elf64_Phdr &segment : segments) {
      if (segment.p_type != PT_LOAD || address < segment.p_vaddr)
        continue;
      const uint64_t offset = address - segment.p_vaddr;
      if (offset > segment.p_memsz || sizeof(T) > segment.p_memsz - offset)
        continue;
      T value{};
      if (offset < segment.p_filesz)
        std::memcpy(&value, code.data() + segment.p_offset + offset,
                    std::min<uint64_t>(sizeof(T), segment.p_filesz - offset));
      return value;
    }
    return std::nullopt;
  }

  // As the loader reads them: up to the first that is none, whatever the segment's size.
  std::string readEntries(const Elf64_Phdr &segment) {
    for (uint64_t address = segment.p_vaddr;; address += sizeof(Elf64_Dyn)) {
      std::optional<Elf64_Dyn> entry = at<Elf64_Dyn>(address);
      if (!entry)
        return "the code's dynamic section has no end";
      const Elf64_Xword value = entry->d_un.d_val;
      switch (entry->d_tag) {
      case DT_NULL:
        return "";
      case DT_INIT:
      case DT_FINI:
      case DT_INIT_ARRAY:
      case DT_FINI_ARRAY:
      case DT_PREINIT_ARRAY:
        return "the code has functions that run when it is loaded or unloaded";
      case DT_RPATH:
      case DT_RUNPATH:
      case DT_AUDIT:
      case DT_DEPAUDIT:
      case DT_FILTER:
      case DT_AUXILIARY:
        return "the code names files to load";
      case DT_REL:
      case DT_RELR:
        return "the code has relocations of a kind that the compiler does not make";
      case DT_NEEDED:
        needed.push_back(value);
        break;
      case DT_STRTAB:
        strings = value;
        break;
      case DT_SYMTAB:
        symbols = value;
        break;
      case DT_RELA:
        rela = value;
        break;
      case DT_RELASZ:
        rela_bytes = value;
        break;
      case DT_JMPREL:
        jumps = value;
        break;
      case DT_PLTRELSZ:
        jump_bytes = value;
        break;
      default:
        break;
      }
    }
  }

  std::string checkLibrary(Elf64_Xword offset) const {
    std::string name;
    for (std::optional<char> next; name.size() < 256; name += *next) {
      next = at<char>(strings + offset + name.size());
      if (!next)
        return "the code has a name outside its segments";
      if (!*next)
        break;
    }
    // What src/compiler/codegen/elf_link.cpp links to.
    if (name == "libm.so.6" || name == "libc.so.6")
      return "";
    return "the code needs a library that kernels do not use: " + name;
  }

  std::string checkRelocations(uint64_t first, uint64_t bytes) const {
    for (uint64_t done = 0; sizeof(Elf64_Rela) <= bytes - done; done += sizeof(Elf64_Rela)) {
      std::optional<Elf64_Rela> relocation = at<Elf64_Rela>(first + done);
      if (!relocation)
        return "the code has relocations outside its segments";
      switch (arch::relocationKind(ELF64_R_TYPE(relocation->r_info))) {
      case arch::Relocation::Relative:
        continue;
      case arch::Relocation::OfSymbol:
        break;
      case arch::Relocation::Other:
        return "the code has relocations of a kind that the compiler does not make";
      }
      std::optional<Elf64_Sym> symbol =
          at<Elf64_Sym>(symbols + ELF64_R_SYM(relocation->r_info) * sizeof(Elf64_Sym));
      if (!symbol ||
          (symbol->st_shndx != SHN_UNDEF && ELF64_ST_TYPE(symbol->st_info) == STT_GNU_IFUNC))
        return "the code has functions that run when it is loaded or unloaded";
    }
    return "";
  }

  const std::string_view code;
  const std::vector<Elf64_Phdr> &segments;
  std::vector<Elf64_Xword> needed;
  uint64_t strings = 0, symbols = 0, rela = 0, rela_bytes = 0, jumps = 0, jump_bytes = 0;
};

} // namespace

std::string checkDynamic(std::string_view code, const std::vector<Elf64_Phdr> &segments) {
  return DynamicCheck(code, segments).run();
}

} // namespace weft

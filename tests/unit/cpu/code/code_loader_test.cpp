// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cpu/code/code_loader.h"
#include "unit/temporary_folder.h"

#include <dlfcn.h>
#include <elf.h>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <memory>
#include <vector>

namespace weft {
namespace {

constexpr char Target[] = "x86-64|+sse3|loops";

std::string contents(const char *path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

Artifact artifactOf(const char *path) {
  Artifact artifact;
  artifact.kind = ArtifactKind::Executable;
  artifact.target = Target;
  artifact.code = contents(path);
  return artifact;
}

int answer(const LoadedCode &code) {
  weft_kernel_fn found = code.find("weft_test_answer");
  return found ? reinterpret_cast<int (*)()>(reinterpret_cast<void *>(found))() : -1;
}

TEST(CodeLoader, FindsWhatTheCodeExportsAndNothingElse) {
  std::string error;
  auto code = loadCode(artifactOf(PROGRAM_A), Target, error);
  ASSERT_TRUE(code) << error;
  EXPECT_EQ(error, "");
  EXPECT_EQ(answer(*code), 1);
  EXPECT_FALSE(code->find("no_such_kernel"));
  EXPECT_FALSE(code->find("malloc"));
}

// The loader tells libraries apart by name, and the descriptor's number is the same each time.
TEST(CodeLoader, ProgramsLoadedOneAfterTheOtherStayApart) {
  std::string error;
  std::vector<std::shared_ptr<LoadedCode>> codes;
  for (int i = 0; i < 20; ++i) {
    codes.push_back(loadCode(artifactOf(i % 2 ? PROGRAM_B : PROGRAM_A), Target, error));
    ASSERT_TRUE(codes.back()) << error;
  }
  for (int i = 0; i < 20; ++i)
    EXPECT_EQ(answer(*codes[i]), i % 2 ? 2 : 1);
  codes.erase(codes.begin(), codes.begin() + 10);
  EXPECT_EQ(answer(*codes.front()), 1);
}

TEST(CodeLoader, TemporaryFileServesAsWellAndIsGoneAfterwards) {
  TemporaryFolder folder;
  std::string error;
  void *first = openAsTemporaryFile(contents(PROGRAM_A), folder.path, error);
  ASSERT_TRUE(first) << error;
  void *second = openAsTemporaryFile(contents(PROGRAM_B), folder.path, error);
  ASSERT_TRUE(second) << error;
  EXPECT_TRUE(folder.empty());
  EXPECT_EQ(reinterpret_cast<int (*)()>(dlsym(first, "weft_test_answer"))(), 1);
  EXPECT_EQ(reinterpret_cast<int (*)()>(dlsym(second, "weft_test_answer"))(), 2);
  dlclose(first);
  dlclose(second);
  EXPECT_FALSE(openAsTemporaryFile(contents(PROGRAM_A), folder.path + "/missing", error));
  EXPECT_NE(error.find("/missing"), std::string::npos);
}

TEST(CodeLoader, KeptFileStaysUnderItsOwnName) {
  TemporaryFolder folder;
  std::string error;
  void *first = openAsKeptFile(contents(PROGRAM_A), folder.path, error);
  void *second = openAsKeptFile(contents(PROGRAM_A), folder.path, error);
  ASSERT_TRUE(first && second) << error;
  EXPECT_NE(first, second);
  dlclose(first);
  dlclose(second);
  size_t files = 0;
  for (const auto &entry : std::filesystem::directory_iterator(folder.path)) {
    ++files;
    EXPECT_EQ(entry.file_size(), contents(PROGRAM_A).size());
  }
  EXPECT_EQ(files, 2u);
  EXPECT_FALSE(openAsKeptFile(contents(PROGRAM_A), folder.path + "/missing", error));
}

TEST(CodeLoader, CodeForAnotherTargetIsRefused) {
  std::string error;
  EXPECT_FALSE(loadCode(artifactOf(PROGRAM_A), "x86-64-v4|+avx512f|loops", error));
  EXPECT_NE(error.find(Target), std::string::npos);
  EXPECT_NE(error.find("x86-64-v4|+avx512f|loops"), std::string::npos);
}

TEST(CodeLoader, MissingLibraryIsNamedOnce) {
  std::string error;
  EXPECT_FALSE(loadCode(artifactOf(NEEDY_PROGRAM), Target, error));
  size_t at = error.find("libweft-test-missing.so");
  ASSERT_NE(at, std::string::npos) << error;
  EXPECT_EQ(error.find("libweft-test-missing.so", at + 1), std::string::npos) << error;
}

TEST(CodeLoader, EveryCutIsRefusedOrLoads) {
  Artifact whole = artifactOf(PROGRAM_A), cut = whole;
  size_t refused = 0;
  for (size_t size = 0; size < whole.code.size(); size += size < 1024 ? 1 : 97) {
    cut.code = whole.code.substr(0, size);
    std::string error;
    // Symbols and sections for debuggers lie at the end; the code does not need them.
    if (auto code = loadCode(cut, Target, error)) {
      EXPECT_EQ(answer(*code), 1);
    } else {
      EXPECT_NE(error, "");
      ++refused;
    }
  }
  EXPECT_GT(refused, 800u);
}

TEST(CodeLoader, WhatIsNotASharedObjectForThisMachineIsRefused) {
  std::string whole = contents(PROGRAM_A);
  EXPECT_EQ(checkElf(whole), "");
  EXPECT_NE(checkElf(std::string(4096, '\0')), "");
  EXPECT_NE(checkElf("#!/bin/sh\n" + std::string(4096, ' ')), "");
  auto with = [&](auto change) {
    std::string code = whole;
    change(*reinterpret_cast<Elf64_Ehdr *>(code.data()));
    return checkElf(code);
  };
  EXPECT_NE(with([](Elf64_Ehdr &header) { header.e_machine = EM_RISCV; }), "");
  EXPECT_NE(with([](Elf64_Ehdr &header) { header.e_type = ET_EXEC; }), "");
  EXPECT_NE(with([](Elf64_Ehdr &header) { header.e_ident[EI_CLASS] = ELFCLASS32; }), "");
  EXPECT_NE(with([](Elf64_Ehdr &header) { header.e_ident[EI_DATA] = ELFDATA2MSB; }), "");
  EXPECT_NE(with([](Elf64_Ehdr &header) { header.e_phnum = 0; }), "");
  EXPECT_NE(with([](Elf64_Ehdr &header) { header.e_phnum = 0xffff; }), "");
  EXPECT_NE(with([](Elf64_Ehdr &header) { header.e_phoff = ~0ull - 8; }), "");
  EXPECT_NE(with([](Elf64_Ehdr &header) { header.e_phentsize = 1; }), "");
}

TEST(CodeLoader, SegmentsOutsideTheFileAreRefused) {
  std::string whole = contents(PROGRAM_A);
  auto header = reinterpret_cast<const Elf64_Ehdr *>(whole.data());
  for (unsigned i = 0; i < header->e_phnum; ++i) {
    std::string code = whole;
    auto &program = reinterpret_cast<Elf64_Phdr *>(code.data() + header->e_phoff)[i];
    if (program.p_type == PT_DYNAMIC) {
      program.p_vaddr = 1ull << 36;
      EXPECT_NE(checkElf(code), "");
    }
    if (program.p_type != PT_LOAD)
      continue;
    Elf64_Phdr good = program;
    program.p_offset = whole.size();
    EXPECT_NE(checkElf(code), "");
    program = good;
    program.p_filesz = program.p_memsz = ~0ull;
    EXPECT_NE(checkElf(code), "");
    program = good;
    program.p_vaddr = ~0ull - 64;
    EXPECT_NE(checkElf(code), "");
    program = good;
    program.p_memsz = program.p_filesz - 1;
    EXPECT_NE(checkElf(code), "");
  }
}

TEST(CodeLoader, CodeThatRunsWhenLoadedIsRefused) {
  for (const char *path : {PROGRAM_CONSTRUCTOR, PROGRAM_RESOLVER, PROGRAM_STACK, PROGRAM_THREAD}) {
    std::string error;
    EXPECT_FALSE(loadCode(artifactOf(path), Target, error)) << path;
    EXPECT_NE(error, "");
  }
}

} // namespace
} // namespace weft

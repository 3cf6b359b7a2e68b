// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/codegen/elf_link.h"
#include "compiler/program/library_pack.h"
#include "ir_program.h"
#include "request_fixture.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"

#include <gtest/gtest.h>

namespace {
using namespace weft::test;

constexpr const char *Spir = "target triple = \"spir64-unknown-unknown\"\n";

struct Program : IrProgram {
  using IrProgram::IrProgram;
  size_t definitions() {
    size_t count = 0;
    for (const llvm::GlobalValue &value : module->global_values())
      count += !value.isDeclaration();
    return count;
  }
  weft::Log log;
};

bool isMissing(const llvm::GlobalValue &value) {
  llvm::StringRef name = value.getName();
  return value.isDeclaration() && !name.starts_with("llvm.") && !weft::isRuntimeSymbol(name);
}

TEST(LibraryPack, KnowsItsSymbols) {
  EXPECT_TRUE(weft::libraryDefines("_Z3sinf"));
  EXPECT_TRUE(weft::libraryDefines("_Z3sinDv16_d"));
  EXPECT_FALSE(weft::libraryDefines("_Z3sin"));
  EXPECT_FALSE(weft::libraryDefines(""));
  EXPECT_FALSE(weft::libraryDefines("zzz"));
}

TEST(LibraryPack, LinksWhatIsDeclaredAndNoMore) {
  Program program(std::string(Spir) + "declare spir_func float @_Z4fabsf(float)\n"
                                      "declare spir_func float @other(float)\n"
                                      "define spir_func float @f(float %x) {\n"
                                      "  %r = call spir_func float @_Z4fabsf(float %x)\n"
                                      "  ret float %r\n}\n");
  ASSERT_TRUE(weft::linkLibrary(*program.module, program.log)) << program.log.str();
  llvm::Function *fabs = program.module->getFunction("_Z4fabsf");
  ASSERT_TRUE(fabs && !fabs->isDeclaration());
  EXPECT_TRUE(fabs->hasInternalLinkage());
  EXPECT_TRUE(program.module->getFunction("other")->isDeclaration());
  EXPECT_EQ(program.definitions(), 2u);
  EXPECT_TRUE(program.valid());
}

TEST(LibraryPack, SharedTablesAreThereOnce) {
  Program program(std::string(Spir) + "declare spir_func double @_Z3sind(double)\n"
                                      "declare spir_func double @_Z3cosd(double)\n"
                                      "declare spir_func double @_Z3tand(double)\n"
                                      "declare spir_func double @_Z3logd(double)\n"
                                      "declare spir_func double @_Z4log2d(double)\n");
  ASSERT_TRUE(weft::linkLibrary(*program.module, program.log)) << program.log.str();
  for (const llvm::GlobalValue &value : program.module->global_values()) {
    EXPECT_FALSE(isMissing(value)) << value.getName().str();
    EXPECT_FALSE(value.getName().contains(".weft_library.")) << value.getName().str();
  }
  EXPECT_TRUE(program.valid());
}

TEST(LibraryPack, ProgramsOwnDefinitionIsLeftAlone) {
  Program program(std::string(Spir) + "define spir_func float @_Z4fabsf(float %x) {\n"
                                      "  ret float 0.0\n}\n"
                                      "declare spir_func float @_Z3sinf(float)\n");
  ASSERT_TRUE(weft::linkLibrary(*program.module, program.log)) << program.log.str();
  EXPECT_EQ(program.module->getFunction("_Z4fabsf")->getInstructionCount(), 1u);
  EXPECT_FALSE(program.module->getFunction("_Z3sinf")->isDeclaration());
}

TEST(LibraryPack, FunctionsByNameTakeTheHostsConventions) {
  Program program("target triple = \"x86_64-unknown-linux-gnu\"\n"
                  "define void @f() { ret void }\n");
  ASSERT_TRUE(weft::linkLibraryFunctions(
      *program.module, {"_Z3sinDv16_f", "_Z3powDv4_dS_", "_Z9no_suchDv4_f"}, program.log))
      << program.log.str();
  for (const char *name : {"_Z3sinDv16_f", "_Z3powDv4_dS_"}) {
    llvm::Function *function = program.module->getFunction(name);
    ASSERT_TRUE(function && !function->isDeclaration()) << name;
    EXPECT_TRUE(function->hasInternalLinkage());
  }
  EXPECT_FALSE(program.module->getNamedValue("_Z9no_suchDv4_f"));
  for (llvm::Function &function : *program.module) {
    EXPECT_EQ(function.getCallingConv(), llvm::CallingConv::C);
    for (llvm::Instruction &instruction : llvm::instructions(function))
      if (auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction))
        EXPECT_EQ(call->getCallingConv(), llvm::CallingConv::C);
  }
  EXPECT_TRUE(program.valid());
  // A second time, everything is there.
  size_t before = program.definitions();
  ASSERT_TRUE(weft::linkLibraryFunctions(*program.module, {"_Z3sinDv16_f"}, program.log));
  EXPECT_EQ(program.definitions(), before);
}

// Every unit on its own: what it refers to is in the pack, and it verifies.
TEST(LibraryPack, EveryFamilyOfMathLinks) {
  for (const char *name :
       {"_Z3sinDv8_f", "_Z3expDv3_d", "_Z5isnanf", "_Z5atan2ff", "_Z6lgammad", "_Z10native_sinf",
        "_Z23convert_uchar16_sat_rteDv16_f", "_Z6vload4mPU3AS1Kf", "_Z8popcountDv2_i"}) {
    EXPECT_TRUE(weft::libraryDefines(name)) << name;
    Program program(Spir);
    ASSERT_TRUE(weft::linkLibraryFunctions(*program.module, {name}, program.log));
    for (const llvm::GlobalValue &value : program.module->global_values())
      EXPECT_FALSE(isMissing(value)) << name << ": " << value.getName().str();
    EXPECT_TRUE(program.valid()) << name;
  }
}

} // namespace

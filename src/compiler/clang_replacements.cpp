// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parts of Clang's archives whose tables are full of pointers, a quarter of all that must be
// relocated before the compiler's first use, for nothing: the linker finds these here first.
#include "clang/Options/Options.h"

#include "llvm/Option/OptTable.h"
#include "llvm/Option/Option.h"

#include <cstdlib>

namespace {
using namespace clang::options;
using namespace llvm::opt;

#define OPTTABLE_STR_TABLE_CODE
#include "clang/Options/Options.inc"
#undef OPTTABLE_STR_TABLE_CODE

#define OPTTABLE_PREFIXES_TABLE_CODE
#include "clang/Options/Options.inc"
#undef OPTTABLE_PREFIXES_TABLE_CODE

#define OPTTABLE_PREFIXES_UNION_CODE
#include "clang/Options/Options.inc"
#undef OPTTABLE_PREFIXES_UNION_CODE

// What only the compiler's driver or a reader of --help needs is left out.
constexpr OptTable::Info option_infos[] = {
#define OPTION(PREFIXES, NAME, ID, KIND, GROUP, ALIAS, ALIAS_ARGS, FLAGS, VISIBILITY, PARAM, ...)  \
  {PREFIXES,                                                                                       \
   NAME,                                                                                           \
   nullptr,                                                                                        \
   {},                                                                                             \
   nullptr,                                                                                        \
   OPT_##ID,                                                                                       \
   Option::KIND##Class,                                                                            \
   PARAM,                                                                                          \
   FLAGS,                                                                                          \
   VISIBILITY,                                                                                     \
   OPT_##GROUP,                                                                                    \
   OPT_##ALIAS,                                                                                    \
   ((VISIBILITY) & CC1Option) ? (ALIAS_ARGS) : nullptr,                                            \
   nullptr,                                                                                        \
   0},
#include "clang/Options/Options.inc"
#undef OPTION
};

class OptionTable : public PrecomputedOptTable {
public:
  OptionTable()
      : PrecomputedOptTable(OptionStrTable, OptionPrefixesTable, option_infos,
                            OptionPrefixesUnion) {}
};

// Code for the builtins of CPUs that are not compiled for.
[[noreturn]] void ofAnotherCpu() { std::abort(); }

} // namespace

const llvm::opt::OptTable &clang::getDriverOptTable() {
  static OptionTable table;
  return table;
}

// Members of clang::CodeGen::CodeGenFunction, whose header is Clang's own.
extern "C" {
void weftEmitArmBuiltin() asm("_ZN5clang7CodeGen15CodeGenFunction18EmitARMBuiltinExprEjPKNS_"
                              "8CallExprENS0_15ReturnValueSlotEN4llvm6Triple8ArchTypeE");
void weftEmitBpfBuiltin() asm(
    "_ZN5clang7CodeGen15CodeGenFunction18EmitBPFBuiltinExprEjPKNS_8CallExprE");
void weftEmitAArch64Builtin() asm("_ZN5clang7CodeGen15CodeGenFunction22EmitAArch64BuiltinExprEjPKNS"
                                  "_8CallExprEN4llvm6Triple8ArchTypeE");
void weftEmitAArch64CpuInit() asm("_ZN5clang7CodeGen15CodeGenFunction18EmitAArch64CpuInitEv");
void weftEmitAArch64CpuSupports() asm("_ZN5clang7CodeGen15CodeGenFunction22EmitAArch64CpuSupportsEN"
                                      "4llvm8ArrayRefINS2_9StringRefEEE");

void weftEmitArmBuiltin() { ofAnotherCpu(); }
void weftEmitBpfBuiltin() { ofAnotherCpu(); }
void weftEmitAArch64Builtin() { ofAnotherCpu(); }
void weftEmitAArch64CpuInit() { ofAnotherCpu(); }
void weftEmitAArch64CpuSupports() { ofAnotherCpu(); }
}

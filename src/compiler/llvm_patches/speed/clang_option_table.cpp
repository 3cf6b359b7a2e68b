// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Clang's table of options is full of pointers, which must be relocated before the compiler's first
// use. Here it has what the compiler reads, without help texts.
#include "clang/Options/Options.h"

#include "llvm/Option/OptTable.h"
#include "llvm/Option/Option.h"

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

} // namespace

const llvm::opt::OptTable &clang::getDriverOptTable() {
  static OptionTable table;
  return table;
}

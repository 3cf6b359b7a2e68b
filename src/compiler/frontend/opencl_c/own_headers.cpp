// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/frontend/opencl_c/own_headers.h"

#include "compiler/embedded.h"

#include "llvm/ADT/STLExtras.h"

#include <climits>

namespace weft {
namespace {

constexpr unsigned Always = UINT_MAX;

// Words are such that a program can hardly use a function without: macros may make names of parts.
const OwnHeader Headers[] = {
    {"intel_sub_groups.h", embedded::intel_sub_groups, Always, {"intel_sub_group"}},
    {"split_barriers.h", embedded::split_barriers, Always, {"intel_work_group_barrier"}},
    {"bfloat16.h", embedded::bfloat16, Always, {"intel_convert_bfloat16", "intel_convert_as_bf"}},
    {"async_copies.h", embedded::async_copies, Always, {"async_work_group_copy"}},
    {"work_group_arithmetic.h",
     embedded::work_group_arithmetic,
     Always,
     {"work_group_reduce", "work_group_scan", "work_group_##"}},
    {"upper_bits_channels.h", embedded::upper_bits_channels, Always, {"CLK_UNORM_INT1"}},
    {"null_values.h", embedded::null_values, Always, {"CLK_NULL_"}},
    {"kernel_clock.h", embedded::kernel_clock, 200, {"clock_read_"}},
    // Not by the name `dot`: many programs have a function of that name.
    {"integer_dot_product.h",
     embedded::integer_dot_product,
     200,
     {"cl_khr_integer_dot_product", "dot_acc_sat", "dot_4x8packed"}},
};

} // namespace

llvm::ArrayRef<OwnHeader> ownHeaders() { return Headers; }

std::vector<llvm::StringRef> ownHeadersFor(llvm::StringRef source,
                                           llvm::ArrayRef<weft_header> headers,
                                           const Options &options, unsigned version) {
  auto anyText = [&](llvm::ArrayRef<llvm::StringLiteral> words) {
    auto names = [&](llvm::StringRef text) {
      return llvm::any_of(words, [&](llvm::StringRef word) { return text.contains(word); });
    };
    return names(source) || llvm::any_of(options.clang_args, names) ||
           llvm::any_of(headers, [&](const weft_header &header) {
             return names({static_cast<const char *>(header.text.data), header.text.size});
           });
  };
  // A program that may have any file of the system's gets what no version of the language has.
  static constexpr llvm::StringLiteral Including[] = {"include", "import"};
  const bool any_file = anyText(Including) || llvm::is_contained(options.clang_args, "-I");
  std::vector<llvm::StringRef> wanted;
  for (const OwnHeader &header : Headers)
    if (version < header.before &&
        ((any_file && header.before == Always) || anyText(llvm::ArrayRef(header.words))))
      wanted.push_back(header.name);
  return wanted;
}

} // namespace weft

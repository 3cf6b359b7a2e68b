// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Stores of narrowed values that leave their neighbours as they were, by sub-groups of a few lanes.
#include "harness/corpus.h"

namespace weft::kernels {
namespace {

template <typename From, typename To>
void add(Corpus &c, const std::string &from, const std::string &to, unsigned lanes,
         unsigned stride) {
  const std::string width = std::to_string(lanes), step = std::to_string(stride),
                    name = "narrowed_" + from + "_to_" + to + "_each_" + step + "_by_" + width;
  c.add(name,
        "#define SIZE __attribute__((intel_reqd_sub_group_size(" + width +
            ")))\n"
            "SIZE kernel void " +
            name + "(global const " + from + " *a, global const " + from + " *b, global " + to +
            " *out, global " + to +
            " *some) {\n"
            "  size_t g = get_global_id(0);\n"
            "  out[g * " +
            step + " + " + std::to_string(stride - 1) + "] = (" + to +
            ")(a[g] * b[g]);\n"
            "  if (a[g] & 1) some[g * " +
            step + "] = (" + to + ")(a[g] - b[g]);\n}\n",
        shapes::flat(),
        [=](Job &job) {
          auto &a = job.random<From>(job.n(), 0, 100), &b = job.random<From>(job.n(), 0, 100);
          auto &out = job.output<To>(job.n() * stride, To(77));
          auto &some = job.output<To>(job.n() * stride, To(99));
          job.forEachItem([&](const Item &i) {
            const size_t g = i.gid[0];
            out[g * stride + stride - 1] = To(a[g] * b[g]);
            if (a[g] & 1)
              some[g * stride] = To(a[g] - b[g]);
          });
        },
        {"-cl-std=CL3.0", "cl_intel_required_subgroup_size"});
}

} // namespace

void addNarrowedStores(Corpus &c) {
  for (unsigned lanes : {2, 4, 8})
    for (unsigned stride : {2, 3, 4, 8}) {
      add<U64, U32>(c, "ulong", "uint", lanes, stride);
      add<I64, int16_t>(c, "long", "short", lanes, stride);
      add<U64, U8>(c, "ulong", "uchar", lanes, stride);
      add<U32, uint16_t>(c, "uint", "ushort", lanes, stride);
      add<I32, int8_t>(c, "int", "char", lanes, stride);
      add<uint16_t, U8>(c, "ushort", "uchar", lanes, stride);
    }
}

} // namespace weft::kernels

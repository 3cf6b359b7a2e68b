// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "matmul.h"

namespace weft::perf {
namespace {

class NaiveProduct final : public MatrixProduct {
public:
  NaiveProduct() : MatrixProduct(matmulNaiveBaseline) {}
};

const Registration<NaiveProduct> entry({"matmul_naive", Bound::Compute});

} // namespace
} // namespace weft::perf

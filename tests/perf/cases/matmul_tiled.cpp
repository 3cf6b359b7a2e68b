// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "matmul.h"

namespace weft::perf {
namespace {

class TiledProduct final : public MatrixProduct {
public:
  TiledProduct() : MatrixProduct(matmulTiledBaseline) {}
};

const Registration<TiledProduct> entry({"matmul_tiled", Bound::Compute});

} // namespace
} // namespace weft::perf

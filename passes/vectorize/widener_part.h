// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Base of the parts that write instructions for the widener: short names for what they use of it.
#ifndef WEFT_PASSES_VECTORIZE_WIDENER_PART_H
#define WEFT_PASSES_VECTORIZE_WIDENER_PART_H

#include "passes/vectorize/widener.h"

namespace weft {

class WidenerPart {
public:
  explicit WidenerPart(Widener &core)
      : core(core), builder(core.builder), shapes(core.shapes), target(core.target),
        layout(core.layout), width(core.width) {}

protected:
  using Elements = Widener::Elements;

  Widener &core;
  Widener::Builder &builder;
  const ShapeInfo &shapes;
  const TargetInfo &target;
  const llvm::DataLayout &layout;
  const unsigned width;
};

} // namespace weft
#endif

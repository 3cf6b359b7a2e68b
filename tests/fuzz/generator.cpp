// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "generator.h"

#include "function_writer.h"
#include "legality.h"
#include "ranges.h"

namespace weft::fuzz {

static void addGuards(Random &random, Program &program) {
  for (unsigned guards = 1 + random.below(3); guards; --guards) {
    Guard guard;
    guard.base = random.of({Base::I32, Base::U32, Base::I64, Base::U64});
    guard.comparison = random.below(GuardComparisons);
    guard.start = random.below(GuardStarts);
    guard.row = random.below(GuardRows);
    guard.bound = random.below(GuardBounds);
    program.guards.push_back(guard);
  }
  program.one_guard_suffices = random.chance(60);
}

Program generate(uint64_t seed, const GeneratorOptions &options) {
  Random random(seed);
  Program program;
  program.seed = seed;
  // Small programs are cheap, and their loops over work-items are widened more often.
  bool small = random.chance(55);
  program.restricted = random.chance(30) ? random.below(64) : 0;
  static const unsigned slabs[] = {4, 7, 8, 12, 13, 16, 16, 16, 20, 24, 32, 33, 48, 64};
  program.slab_bytes = random.of(slabs);
  static const unsigned sizes[] = {2, 4, 4, 8, 16, 32, 64};
  program.sub_group_size = random.chance(25) ? random.of(sizes) : 0;
  program.required_range = random.chance(10) ? 1 + random.below(ranges().size()) : 0;
  if (random.chance(30)) {
    FunctionWriter(random, options, program, program.kernel, false).writePlainBody();
    return program;
  }
  unsigned helpers = random.below(small ? 2 : 4);
  for (unsigned i = 0; i < helpers; ++i) {
    Function helper;
    ExpressionMaker types(random, program, helper);
    helper.barriers = random.chance(40);
    helper.outlined = random.chance(30);
    helper.result = random.chance(85) ? types.scalarType() : types.vectorType();
    helper.params = 1 + random.below(3);
    for (unsigned p = 0; p < helper.params; ++p)
      helper.vars.push_back({random.chance(85) ? types.scalarType() : types.vectorType(),
                             helper.barriers && random.chance(40), false, Expr()});
    if (random.chance(30))
      helper.record = random.chance(50) ? Function::Passed::ByValue : Function::Passed::ByPointer;
    if (random.chance(40)) {
      Array array;
      array.type = types.scalarType();
      array.parameter = true;
      helper.arrays.push_back(array);
    }
    FunctionWriter(random, options, program, helper, true)
        .writeBody((small ? 1 : 4) + random.below(small ? 4 : 8));
    program.helpers.push_back(std::move(helper));
  }
  FunctionWriter(random, options, program, program.kernel, false)
      .writeBody(small ? 3 + random.below(8) : 12 + random.below(random.chance(30) ? 60 : 25));
  if (!hasBarriers(program, program.kernel.body) && random.chance(60))
    addGuards(random, program);
  return program;
}

} // namespace weft::fuzz

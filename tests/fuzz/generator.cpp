// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "generator.h"

#include "function_writer.h"
#include "images.h"
#include "legality.h"
#include "ranges.h"
#include "typed_memory.h"

#include <bit>

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

// A launch that needs code of its own costs a build, and what is wrong at one local size is wrong
// at others for the most part.
static void chooseRanges(Random &random, Program &program) {
  constexpr unsigned Launched = 4;
  program.range_mask = program.required_range ? 1u << (program.required_range - 1) : 0;
  while (std::popcount(program.range_mask) < int(Launched))
    program.range_mask |= 1u << random.below(ranges().size());
}

static void addTypedMemory(Random &random, Program &program) {
  program.areas = 1u << unsigned(Area::Global);
  for (const auto &[area, percent] :
       {std::pair(Area::Constant, 25u), {Area::Local, 25u}, {Area::Private, 25u}})
    program.areas |= unsigned(random.chance(percent)) << unsigned(area);
  for (Area area : {Area::Global, Area::Local}) {
    if (!program.has(area))
      continue;
    unsigned end = areaKind(area).read_bytes;
    for (unsigned rows = random.below(area == Area::Global ? 4 : 3); rows > 0; --rows) {
      static const unsigned strides[] = {4, 8, 8, 16, 16, 2, 6, 12, 24, 32, 64, 128};
      // Aligned for most types, or only for what follows a row of narrow ones.
      const unsigned align = random.of({128u, 128u, 16u, 8u, 4u});
      const Row row{area, (end + align - 1) / align * align,
                    strides[random.below(area == Area::Global ? std::size(strides) : 8)]};
      program.rows.push_back(row);
      end = row.start + row.stride * areaKind(area).most_items;
    }
  }
  // There get_global_id(0) is the work-item's place.
  if (random.chance(60)) {
    program.range_mask = 0;
    for (size_t number = 0; number < ranges().size(); ++number)
      program.range_mask |= unsigned(ranges()[number].dims == 1 && !ranges()[number].offset[0])
                            << number;
    if (program.required_range && !(program.range_mask >> (program.required_range - 1) & 1))
      program.required_range = 0;
  }
}

Program generate(uint64_t seed, const GeneratorOptions &options) {
  Random random(seed);
  Program program;
  program.seed = seed;
  // Small programs are cheap, and their loops over work-items are widened more often.
  const bool small = random.chance(85) && !options.large;
  program.restricted = random.chance(30) ? random.below(128) : 0;
  program.volatiles = random.chance(20) ? random.below(2 * VolatileVariables) : 0;
  static const unsigned slabs[] = {4, 7, 8, 12, 13, 16, 16, 16, 20, 24, 32, 33, 48, 64};
  program.slab_bytes = random.of(slabs);
  static const unsigned sizes[] = {2, 4, 4, 8, 16, 32, 64};
  program.sub_group_size = random.chance(25) ? random.of(sizes) : 0;
  program.required_range = random.chance(10) ? 1 + random.below(ranges().size()) : 0;
  chooseRanges(random, program);
  program.adjoining_slots = random.chance(25);
  program.images = random.chance(18);
  program.sampler = 1 + random.below(Samplers - 1);
  if (random.chance(50))
    program.record_fields |= unsigned(random.next()) & ((1u << RecordFields) - 1);
  if (options.typed || random.chance(options.large ? 20 : 40))
    addTypedMemory(random, program);
  if (!options.large && !options.calls && program.areas && random.chance(options.typed ? 80 : 60)) {
    FunctionWriter(random, options, program, program.kernel, false).writeTypedBody();
    if (!program.has(Area::Local) && !hasBarriers(program, program.kernel.body) &&
        random.chance(25))
      addGuards(random, program);
    return program;
  }
  if (!options.large && !options.calls && random.chance(45)) {
    FunctionWriter(random, options, program, program.kernel, false).writePlainBody();
    return program;
  }
  unsigned helpers = options.calls ? 1 + random.below(3) : random.below(small ? 2 : 4);
  for (unsigned i = 0; i < helpers; ++i) {
    Function helper;
    ExpressionMaker types(random, program, helper);
    helper.barriers = random.chance(40) && !options.calls;
    helper.outlined = random.chance(30) && !options.calls;
    helper.result = random.chance(85) ? types.scalarType() : types.vectorType();
    helper.boolean_result = helper.result == Type{Base::U8, 1} && random.chance(50);
    helper.params = 1 + random.below(3);
    for (unsigned p = 0; p < helper.params; ++p) {
      helper.vars.push_back({random.chance(85) ? types.scalarType() : types.vectorType(),
                             helper.barriers && random.chance(40), false, Expr()});
      helper.vars.back().boolean =
          helper.vars.back().type == Type{Base::U8, 1} && random.chance(50);
    }
    helper.gives_record = random.chance(15);
    helper.no_return = !helper.gives_record && random.chance(10);
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
  FunctionWriter writer(random, options, program, program.kernel, false);
  if (options.large)
    writer.writeBody(120 + random.below(200), /*most=*/40 + random.below(60));
  else if (options.calls)
    writer.writeBody(12 + random.below(16), /*most=*/6 + random.below(10));
  else
    writer.writeBody(small ? 3 + random.below(8) : 12 + random.below(random.chance(10) ? 60 : 20));
  if (!program.has(Area::Local) && !hasBarriers(program, program.kernel.body) && random.chance(60))
    addGuards(random, program);
  while (program.sub_group_size > 2 &&
         program.sub_group_size * countNodes(program) > MostWidenedNodes)
    program.sub_group_size /= 2;
  return program;
}

} // namespace weft::fuzz

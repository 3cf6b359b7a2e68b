// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/vectorize/access/access_cost.h"

#include <cmath>

using namespace llvm;

namespace weft {
namespace {

// In units of what a work-item accesses at once.
double strideOf(const Access &access) {
  return std::abs(double(access.lies->stride)) / double(access.bytes());
}

// A gather waits for a scatter before it that it meets in memory.
double laneCost(const Access &access) {
  const Costs &costs = access.target.costs();
  if (!access.is_store)
    return access.target.tuning().gathers_are_cheap ? costs.cheap_gather_lane : costs.gather_lane;
  bool updates =
      any_of(access.pointer->users(), [](const User *user) { return isa<LoadInst>(user); });
  return updates ? costs.scatter_lane + costs.forward_lane : costs.scatter_lane;
}

} // namespace

double operationCost(Type *type, unsigned width, const TargetInfo &target) {
  auto *vector = dyn_cast<FixedVectorType>(type);
  double count = vector ? vector->getNumElements() : 1;
  Type *element = type->getScalarType();
  double bits = 32;
  if (element->isIntegerTy() || element->isFloatingPointTy())
    bits = element->isIntegerTy(1) ? 1 : double(element->getPrimitiveSizeInBits());
  else if (element->isPointerTy())
    bits = 64;
  return target.costs().vector * count *
         std::max(1.0, std::ceil(bits * width / double(target.registerBits())));
}

double consecutiveCost(const Access &access) {
  const Costs &costs = access.target.costs();
  return operationCost(access.type, access.width, access.target) *
             (access.elements() > 1 && !access.in_memory_order ? costs.vector + costs.shuffle
                                                               : costs.vector) +
         (access.lies->stride < 0 ? costs.shuffle : 0);
}

double stridedCost(const Access &access) {
  const Costs &costs = access.target.costs();
  return operationCost(access.type, access.width, access.target) * strideOf(access) *
         (costs.vector + costs.shuffle);
}

double testsCost(ArrayRef<SpeculationTest> tests, const Costs &costs) {
  double sum = 0;
  for (const SpeculationTest &test : tests)
    sum += test.kind == SpeculationTest::SameRow || test.kind == SpeculationTest::SameRowSigned
               ? costs.division
               : 2;
  return sum;
}

double scatteredCost(const Access &access) {
  const Costs &costs = access.target.costs();
  const double lanes = access.width * laneCost(access), count = access.elements();
  const double element = operationCost(access.type->getScalarType(), access.width, access.target);
  switch (laneForm(access, /*rarely=*/false)) {
  case LaneForm::Elements:
    return count * lanes;
  case LaneForm::Packed: // a shift and a change of width for each
    return lanes + 2 * count * element;
  case LaneForm::Word:
    return lanes + costs.shuffle * count * element;
  case LaneForm::Vector:
    return access.width * costs.sequence_lane;
  }
  llvm_unreachable("not a form of lanes");
}

} // namespace weft

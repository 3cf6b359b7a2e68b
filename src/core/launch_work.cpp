// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/launch_work.h"

#include "core/allocations.h"
#include "core/memory.h"

#include <algorithm>
#include <cstring>

namespace weft {
namespace {

int64_t integerArgument(const ArgInfo &declared, const char *args) {
  const char *from = args + declared.offset;
  const auto read = [&]<typename Integer>(Integer value) {
    std::memcpy(&value, from, sizeof value);
    return int64_t(value);
  };
  switch (declared.slot_size) {
  case 1:
    return read(int8_t());
  case 2:
    return read(int16_t());
  case 4:
    return read(int32_t());
  case 8:
    return read(int64_t());
  default:
    return 0;
  }
}

double iterations(const LoopTrips &loop, const KernelInfo &kernel, const char *args) {
  const int64_t value = integerArgument(kernel.args[loop.arg], args);
  return std::max(0.0, (double(value) + double(loop.added)) / double(loop.divisor));
}

double operationsOfItem(const KernelInfo &kernel, const char *args) {
  double sum = 0;
  for (const FloatWork &work : kernel.float_work) {
    double product = work.operations;
    for (const LoopTrips &loop : work.loops)
      product *= iterations(loop, kernel, args);
    sum += product;
  }
  return sum;
}

double bytesOf(const KernelInfo &kernel, const KernelArgs::Snapshot &arguments,
               const Allocations &known) {
  std::vector<std::pair<const char *, size_t>> counted;
  auto add = [&](const char *begin, size_t size) {
    if (std::none_of(counted.begin(), counted.end(),
                     [&](const auto &other) { return other.first == begin; }))
      counted.emplace_back(begin, size);
  };
  for (const Ref<Memory> &memory : arguments.memory)
    add(memory->hostPointer(), memory->size());
  if (arguments.has_pointers)
    for (const ArgInfo &declared : kernel.args) {
      if (declared.kind != ArgKind::GlobalPointer && declared.kind != ArgKind::ConstantPointer)
        continue;
      const void *pointer;
      std::memcpy(&pointer, arguments.args.data() + declared.offset, sizeof pointer);
      if (const auto allocation = known.find(pointer))
        add(allocation->base, allocation->size);
    }
  double sum = 0;
  for (const auto &[begin, size] : counted)
    sum += double(size);
  return sum;
}

} // namespace

trace::Work workOf(const KernelInfo &kernel, const weft_launch &range,
                   const KernelArgs::Snapshot &arguments, const Allocations &known) {
  trace::Work work;
  double items = 1;
  for (uint64_t size : range.global_size)
    items *= double(size);
  work.items = items;
  work.bytes = bytesOf(kernel, arguments, known);
  work.operations = items * operationsOfItem(kernel, arguments.args.data());
  work.assumed = kernel.float_work_assumed;
  return work;
}

} // namespace weft

// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "function_writer.h"

namespace weft::fuzz {

static const Type intType{Base::I32, 1};

// A collective function, if kernels are to have them.
bool FunctionWriter::collective(Stmt &s) {
  if (!options.sub_groups && !options.group_functions)
    return false;
  unsigned choice = random.below(7);
  if (!options.sub_groups && choice < 2)
    choice += 2;
  if (!options.group_functions && choice >= 2)
    choice %= 2;
  // Its counter belongs to the helpers.
  if (choice == 1 && helper)
    return false;
  s.kind = Kind::Collective;
  s.value = choice;
  bool uniform = choice == 1 || choice == 2 || choice == 4;
  s.index = pickVariable([&](const Variable &v) {
    return v.type == intType && !v.counter && (uniform || !v.uniform);
  });
  s.exprs.push_back(make.make(intType, false, 2));
  return true;
}

Stmt FunctionWriter::together() {
  Stmt s;
  if ((options.sub_groups || options.group_functions) && random.chance(30) && collective(s))
    return s;
  s = Stmt();
  unsigned kind = random.below(100);
  if (kind < 25) {
    s.kind = Kind::Barrier;
    s.value = 1 + random.below(3);
    return s;
  }
  unsigned first = helper ? HelperShared : 0, end = helper ? SharedCount : HelperShared;
  if (kind < 70) {
    std::vector<unsigned> free;
    for (unsigned memory = first; memory < end; ++memory)
      if (!(make.readable >> memory & 1))
        free.push_back(memory);
    if (!free.empty()) {
      s.index = free[random.below(free.size())];
      bool copy = s.index < 2 && random.chance(15);
      s.kind = copy ? Kind::Copy : Kind::Exchange;
      if (!copy && random.chance(40))
        s.value = 1 + random.below(2);
      s.exprs.push_back(make.make(copy ? intType : sharedType(s.index), copy, 2));
      make.readable |= 1u << s.index;
      s.blocks.push_back(inner(true));
      make.readable &= ~(1u << s.index);
      return s;
    }
  }
  if (kind < 82) {
    unsigned c = helper ? HelperCounter : random.below(HelperCounter);
    if (reducing[c] < 0) {
      s.kind = Kind::Reduce;
      s.index = c;
      s.value = random.below(6);
      s.to = pickVariable(
          [&](const Variable &v) { return v.uniform && v.type == intType && !v.counter; });
      reducing[c] = int(s.value);
      size_t floor = reduce_floor;
      reduce_floor = frames.size();
      s.blocks.push_back(inner(true));
      s.blocks[0].push_back(atomic(c));
      reduce_floor = floor;
      reducing[c] = -1;
      return s;
    }
  }
  if (!helper && kind < 90) {
    unsigned memory = random.below(BinMemories);
    if (counting[memory] < 0)
      return histogram(memory);
  }
  if (kind < 95 && invoke(true, s))
    return s;
  s = Stmt();
  if (collective(s))
    return s;
  return simple(true);
}

Stmt FunctionWriter::histogram(unsigned memory) {
  Stmt s;
  s.kind = Kind::Bins;
  s.index = memory;
  s.value = random.chance(60) ? 0 : random.below(Countings);
  counting[memory] = int(s.value);
  size_t floor = reduce_floor;
  reduce_floor = frames.size();
  s.blocks.push_back(random.chance(50) ? inner(true) : Block());
  reduce_floor = floor;
  Stmt count = binAtomic(memory);
  if (random.chance(30)) {
    Stmt some;
    some.kind = Kind::If;
    some.exprs.push_back(make.condition(false));
    some.blocks = {{std::move(count)}, {}};
    count = std::move(some);
  }
  s.blocks[0].push_back(std::move(count));
  counting[memory] = -1;
  return s;
}

Stmt FunctionWriter::binAtomic(unsigned memory) {
  const BinMemory &bins = binMemory(memory);
  Stmt s;
  s.kind = Kind::BinAtomic;
  s.index = memory;
  s.value = counting[memory];
  s.to = random.below(32);
  s.exprs = {make.binPlace(bins.length), make.make({bins.base, 1}, false, 2)};
  return s;
}

Stmt FunctionWriter::atomic(unsigned c) {
  Stmt s;
  s.kind = Kind::Atomic;
  s.index = c;
  s.value = reducing[c];
  s.exprs.push_back(make.make(intType, false, 2));
  return s;
}

bool FunctionWriter::invoke(bool uniform, Stmt &s) {
  std::vector<unsigned> fits;
  for (unsigned i = 0; i < program.helpers.size(); ++i) {
    const weft::fuzz::Function &callee = program.helpers[i];
    bool nested = helper && callee.barriers; // they would share their memories
    if ((uniform || !callee.barriers) && !nested && (!callee.passesRecord() || function.records))
      fits.push_back(i);
  }
  if (fits.empty())
    return false;
  s.kind = Kind::Invoke;
  s.value = fits[random.below(fits.size())];
  const weft::fuzz::Function &callee = program.helpers[unsigned(s.value)];
  if (!callee.arrays.empty() && callee.arrays[0].parameter) {
    std::vector<unsigned> arrays;
    for (unsigned i = 0; i < function.arrays.size(); ++i)
      if (function.arrays[i].mayStandFor(callee.arrays[0]) && !function.arrays[i].uniform)
        arrays.push_back(i);
    if (arrays.empty()) {
      if (helper)
        return false;
      Array array = callee.arrays[0];
      array.parameter = false;
      function.arrays.push_back(array);
      arrays.push_back(unsigned(function.arrays.size() - 1));
    }
    s.to = arrays[random.below(arrays.size())];
  }
  std::vector<unsigned> results;
  for (unsigned i = 0; i < function.vars.size(); ++i)
    if (function.vars[i].type == callee.result && !function.vars[i].uniform &&
        !function.vars[i].counter)
      results.push_back(i);
  if (results.empty())
    return false;
  s.index = results[random.below(results.size())];
  for (unsigned i = 0; i < callee.params; ++i)
    s.exprs.push_back(make.make(callee.vars[i].type, callee.vars[i].uniform, 2));
  return true;
}

} // namespace weft::fuzz

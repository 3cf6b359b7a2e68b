// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "interpreter_state.h"
#include "typed_memory.h"

#include <algorithm>
#include <cstring>

namespace weft::fuzz {

WorkItem::WorkItem(Launch &launch, Group &group, const size_t place[3], std::function<void()> wait)
    : launch(launch), group(group), wait(std::move(wait)) {
  for (unsigned d = 0; d < 3; ++d) {
    local[d] = place[d];
    global[d] = launch.range.offset[d] + group.id[d] * launch.range.local[d] + place[d];
  }
  const Range &range = launch.range;
  lid = int32_t((local[2] * group.size[1] + local[1]) * group.size[0] + local[0]);
  gid = int32_t(((global[2] - range.offset[2]) * range.global[1] + global[1] - range.offset[1]) *
                    range.global[0] +
                global[0] - range.offset[0]);
}

bool WorkItem::guarded() const {
  const Program &program = launch.program;
  const uint64_t n0 = uint64_t(int64_t(launch.input.n0)), n1 = uint64_t(int64_t(launch.input.n1));
  const uint64_t n2 = launch.input.n2;
  const uint64_t starts[] = {0, 1, 3, n2 % 50, n0 & 31, 0xfffffffc, 0x7fffffff - 11, 0xffffffff - 7,
                             n2};
  const uint64_t rows[] = {0, global[1], local[1] * 3};
  const uint64_t bounds[] = {0, 5, 17, n0 & 63, n1, n2 & 127, ~uint64_t(2), 0x7fffffff, n2};
  bool any = false, all = true;
  for (const Guard &guard : program.guards) {
    const Type type{guard.base, 1};
    const uint64_t a = wrapped(type, global[0] + starts[guard.start] + rows[guard.row]);
    const uint64_t b = wrapped(type, bounds[guard.bound]);
    const bool less = type.isSigned() ? int64_t(a) < int64_t(b) : a < b;
    const bool holds[] = {less, less || a == b, !less && a != b, !less, a == b, a != b};
    any |= holds[guard.comparison];
    all &= holds[guard.comparison];
  }
  return !program.guards.empty() && (program.one_guard_suffices ? any : all);
}

Value *WorkItem::field(Frame &of, unsigned record, unsigned number) {
  for (size_t i = 0; i < of.vars.size(); ++i)
    if (of.function.vars[i].record == int(record) && of.function.vars[i].field == number)
      return &of.vars[i];
  return nullptr;
}

// Parameters are there already.
void WorkItem::enter(Frame &inner) {
  Frame *caller = frame;
  frame = &inner;
  const Function &function = inner.function;
  for (size_t i = inner.vars.size(); i < function.vars.size(); ++i) {
    const Variable &var = function.vars[i];
    if (function.record != Function::Passed::No && var.record == 0)
      if (const Value *given = field(*caller, inner.record, var.field)) {
        inner.vars.push_back(*given);
        continue;
      }
    Value value = stored(function.vars[i].init);
    inner.vars.push_back(fitting(function.vars[i], value));
  }
  for (size_t i = inner.arrays.size(); i < function.arrays.size(); ++i) {
    const Array &array = function.arrays[i];
    auto storage = std::make_shared<Storage>();
    storage->type = array.type;
    storage->bits.resize(size_t(array.length) * array.type.width);
    for (size_t at = 0; at < storage->bits.size();) {
      const int32_t k = int32_t(at / array.type.width);
      const int32_t number = array.uniform ? k * 5 : k * 7 + gid;
      Value value =
          makeValue({array.type.base, 1}, array.boolean ? number != 0 : uint64_t(int64_t(number)));
      if (array.type.isFloat())
        value.setNumber(0, double(number & 255));
      for (unsigned c = 0; c < array.type.width; ++c)
        storage->bits[at++] = value.bits[0];
    }
    inner.arrays.push_back(std::move(storage));
  }
  inner.pointers = function.pointers;
  inner.views.resize(function.views);
  for (unsigned view = 0; view < function.views; ++view) {
    const uint64_t words[] = {uint64_t(int64_t(gid)) * ViewStart + view, ViewStart};
    std::memcpy(inner.views[view].data(), words, ViewBytes);
  }
}

void WorkItem::run() {
  if (guarded())
    return;
  if (launch.program.has(Area::Private))
    for (uint32_t k = 0; k < areaKind(Area::Private).read_bytes / 8; ++k)
      for (unsigned byte = 0; byte < 8; ++byte)
        typed.push_back(uint8_t(privateWord(gid, k) >> (8 * byte)));
  const Function &kernel = launch.program.kernel;
  Frame outer{kernel, {}, {}, {}, {}, {}, 0};
  enter(outer);
  if (block(kernel.body) == Next::Return)
    return;
  for (const Value &value : outer.vars)
    mix(0, value);
  for (const auto &array : outer.arrays) {
    const size_t width = array->type.width, length = array->bits.size() / width;
    for (size_t k = 0; k < length; k += length > 64 ? length / 16 : 1) {
      Value value;
      value.type = array->type;
      std::copy_n(array->bits.begin() + k * width, width, value.bits);
      mix(0, value);
    }
  }
  for (size_t at = 0; at < typed.size(); at += 4) {
    uint32_t word;
    std::memcpy(&word, typed.data() + at, 4);
    mix(0, makeValue({Base::U32, 1}, word));
  }
  for (const auto &view : outer.views)
    for (unsigned at = 0; at < ViewBytes; at += 4) {
      uint32_t word;
      std::memcpy(&word, view.data() + at, 4);
      mix(0, makeValue({Base::U32, 1}, word));
    }
}

void WorkItem::mix(int64_t slot, const Value &value) {
  uint32_t &word = launch.memory.output[launch.program.slotPlace(size_t(gid), size_t(slot))];
  uint32_t sum = 0;
  for (unsigned i = 0; i < value.type.width; ++i) {
    uint64_t bits = value.bits[i];
    sum += (2 * i + 1) * uint32_t(value.type.bits() == 64 ? bits ^ (bits >> 32) : bits);
  }
  word = word * 33 + sum;
}

Value WorkItem::fitting(const Variable &variable, const Value &value) {
  return variable.boolean ? makeValue(variable.type, value.truth()) : value;
}

void WorkItem::assign(unsigned variable, const Value &value) {
  frame->vars[variable] = fitting(frame->function.vars[variable], value);
}

WorkItem::Next WorkItem::block(const Block &b) {
  for (const Stmt &s : b)
    if (Next next = statement(s); next != Next::Statement)
      return next;
  return Next::Statement;
}

WorkItem::Next WorkItem::loop(const Stmt &s) {
  uint64_t &counter = frame->vars[s.index].bits[0];
  counter = 0;
  const int64_t end = s.value + (s.kind == Kind::For ? integer(s.exprs[0]) & 3 : 0);
  for (;;) {
    if (s.kind == Kind::For && int64_t(counter) >= end)
      break;
    if (s.kind == Kind::While && !(int64_t(counter++) < end && evaluate(s.exprs[0]).truth()))
      break;
    Next next = block(s.blocks[0]);
    if (next == Next::Break)
      break;
    if (next == Next::Return || next == Next::Goto)
      return next;
    if (s.kind == Kind::For)
      ++counter;
    if (s.kind == Kind::DoWhile && !(int64_t(++counter) < end && evaluate(s.exprs[0]).truth()))
      break;
  }
  return Next::Statement;
}

WorkItem::Next WorkItem::switchStatement(const Stmt &s) {
  const size_t last = s.blocks.size() - 1;
  for (size_t at = std::min(size_t(integer(s.exprs[0]) & 3), last); at <= last; ++at) {
    Next next = block(s.blocks[at]);
    if (next == Next::Break)
      break;
    if (next != Next::Statement)
      return next;
    if (!((s.value >> at) & 1))
      break;
  }
  return Next::Statement;
}

WorkItem::Next WorkItem::irreducible(const Stmt &s) {
  uint64_t &counter = frame->vars[s.index].bits[0];
  counter = 0;
  bool skip = evaluate(s.exprs[0]).truth();
  do {
    if (!skip)
      if (Next next = block(s.blocks[0]); next != Next::Statement)
        return next;
    skip = false;
    if (Next next = block(s.blocks[1]); next != Next::Statement)
      return next;
  } while (int64_t(++counter) < s.value && evaluate(s.exprs[1]).truth());
  return Next::Statement;
}

WorkItem::Next WorkItem::statement(const Stmt &s) {
  switch (s.kind) {
  case Kind::Assign:
    assign(s.index, stored(s.exprs[0]));
    break;
  case Kind::CopyRecord: {
    const auto &vars = frame->function.vars;
    for (size_t to = 0; to < vars.size(); ++to)
      for (size_t from = 0; from < vars.size(); ++from)
        if (vars[to].record == int(s.index) && vars[from].record == int(s.value) &&
            vars[to].field == vars[from].field)
          frame->vars[to] = frame->vars[from];
    break;
  }
  case Kind::SetComponent: {
    Value value = stored(s.exprs[0]);
    frame->vars[s.index].bits[s.value & 15] = value.bits[0];
    break;
  }
  case Kind::SetElement: {
    const Array &array = frame->function.arrays[s.index];
    Value value = stored(s.exprs.back());
    if (array.boolean)
      value = makeValue(array.type, value.truth());
    const size_t at = elementPlace(s.exprs, s.exprs.size() - 1, s.index);
    std::copy_n(value.bits, array.type.width,
                frame->arrays[s.index]->bits.begin() + std::ptrdiff_t(at * array.type.width));
    break;
  }
  case Kind::SetElementOf: {
    Value value = stored(s.exprs.back());
    size_t at;
    Storage &storage = array(s.exprs[0], s.exprs[1], s.index, unsigned(s.value), at);
    std::copy_n(value.bits, value.type.width, storage.bits.begin() + at * value.type.width);
    break;
  }
  case Kind::SetSlab: {
    Value value = stored(s.exprs[0]);
    Expr place{Op::Slab, value.type, s.index, s.value, {}};
    if (s.exprs.size() > 1)
      place.args.push_back(s.exprs[1]);
    std::memcpy(launch.memory.slab.data() + slabPlace(place, value.type, unsigned(s.value)),
                value.bits, value.type.bits() / 8);
    break;
  }
  case Kind::Output:
    mix(s.value, evaluate(s.exprs[0]));
    break;
  case Kind::Print:
    launch.memory.lines.push_back(std::to_string(s.value) + ":" + std::to_string(gid) + ":" +
                                  std::to_string(int32_t(integer(s.exprs[0]))));
    break;
  case Kind::If:
    return block(s.blocks[evaluate(s.exprs[0]).truth() ? 0 : 1]);
  case Kind::For:
  case Kind::While:
  case Kind::DoWhile:
    return loop(s);
  case Kind::Switch:
    return switchStatement(s);
  case Kind::Break:
    return jump(s, Next::Break);
  case Kind::Continue:
    return jump(s, Next::Continue);
  case Kind::Return:
    if (!evaluate(s.exprs[0]).truth())
      break;
    if (s.exprs.size() > 1)
      frame->result = stored(s.exprs[1]);
    return Next::Return;
  case Kind::Labelled: {
    Next next = block(s.blocks[0]);
    return next == Next::Goto && label == s.value ? Next::Statement : next;
  }
  case Kind::Goto:
    if (!evaluate(s.exprs[0]).truth())
      break;
    label = s.value;
    return Next::Goto;
  case Kind::Irreducible:
    return irreducible(s);
  case Kind::Barrier:
    wait();
    break;
  case Kind::Exchange:
  case Kind::Copy: {
    wait();
    const unsigned width = sharedType(s.index).width;
    Value value = s.kind == Kind::Exchange ? stored(s.exprs[0]) : Value();
    if (s.kind == Kind::Copy) {
      size_t from = size_t(integer(s.exprs[0]) & 63) + size_t(lid);
      value = makeValue(sharedType(s.index),
                        s.index ? std::bit_cast<uint32_t>(launch.input.floats[from])
                                : uint64_t(int64_t(launch.input.ints[from])));
    }
    std::copy_n(value.bits, width, group.shared[s.index].begin() + size_t(lid) * width);
    if (sharedIsGlobal(s.index))
      launch.memory.shared[size_t(group.linear) * MostItems + size_t(lid)] = int64_t(value.bits[0]);
    wait();
    return block(s.blocks[0]);
  }
  case Kind::Reduce: {
    wait();
    if (lid == 0)
      group.counters[s.index] = 21845;
    wait();
    Next next = block(s.blocks[0]);
    wait();
    assign(s.to, makeValue({Base::I32, 1}, uint64_t(int64_t(group.counters[s.index]))));
    return next;
  }
  case Kind::Atomic:
    atomic(s);
    break;
  case Kind::Bins:
    return bins(s);
  case Kind::BinAtomic:
    binAtomic(s);
    break;
  case Kind::Invoke: {
    const Value result = call(unsigned(s.value), s.to, s.exprs);
    const Function &callee = launch.program.helpers[unsigned(s.value)];
    if (!callee.gives_record && !callee.no_return)
      assign(s.index, result);
    break;
  }
  case Kind::Collective:
    collective(s);
    break;
  default:
    memoryStatement(s);
    break;
  }
  return Next::Statement;
}

void WorkItem::atomic(const Stmt &s) {
  const int32_t value = int32_t(integer(s.exprs[0]));
  int32_t &counter = group.counters[s.index];
  switch (s.value) {
  case 0:
    counter = int32_t(uint32_t(counter) + uint32_t(value));
    break;
  case 1:
    counter = std::min(counter, value);
    break;
  case 2:
    counter = std::max(counter, value);
    break;
  case 3:
    counter |= value;
    break;
  case 4:
    counter ^= value;
    break;
  default:
    counter &= value;
    break;
  }
}

WorkItem::Next WorkItem::bins(const Stmt &s) {
  const BinMemory &memory = binMemory(s.index);
  std::vector<uint64_t> &bins = group.bins[s.index];
  wait();
  if (lid == 0)
    bins.assign(memory.length, wrapped({memory.base, 1}, binStart(Counting(s.value))));
  wait();
  Next next = block(s.blocks[0]);
  wait();
  for (unsigned k = unsigned(lid); k < memory.length; k += group.items) {
    mix(1, makeValue({memory.base, 1}, bins[k]));
    if (memory.global)
      launch.memory.bins[size_t(group.linear) * MostBins + k] = uint32_t(bins[k]);
  }
  return next;
}

void WorkItem::binAtomic(const Stmt &s) {
  const BinMemory &memory = binMemory(s.index);
  const Type type{memory.base, 1};
  const uint64_t place = uint64_t(integer(s.exprs[0])) & (memory.length - 1);
  const uint64_t operand = wrapped(type, evaluate(s.exprs[1]).bits[0]);
  uint64_t &bin = group.bins[s.index][place];
  switch (Counting(s.value & 7)) {
  case Counting::Sum: {
    const uint64_t changes[] = {operand, 0 - operand, 1, ~uint64_t(0)};
    bin = wrapped(type, bin + changes[s.to >> 1 & 3]);
    break;
  }
  case Counting::Min:
    bin = integerOperator(Op::Min, type, bin, operand);
    break;
  case Counting::Max:
    bin = integerOperator(Op::Max, type, bin, operand);
    break;
  case Counting::And:
    bin &= operand;
    break;
  case Counting::Or:
    bin |= operand;
    break;
  case Counting::Xor:
    bin ^= operand;
    break;
  case Counting::Exchange:
    bin = place * 3 + 7;
    break;
  case Counting::CompareExchange:
    if (bin == 0)
      bin = place * 3 + 7;
    break;
  }
}

void WorkItem::collective(const Stmt &s) {
  const int32_t own = int32_t(integer(s.exprs[0]));
  wait();
  group.collected[size_t(lid)] = own;
  wait();
  uint32_t sum = 0;
  int32_t most = group.collected[0];
  bool any = false, all = true;
  for (unsigned i = 0; i < group.items; ++i) {
    const int32_t value = group.collected[i];
    sum += uint32_t(value);
    if (int(i) <= lid)
      most = std::max(most, value);
    any |= value != 0;
    all &= value != 0;
  }
  wait();
  const int32_t results[] = {own, int32_t(sum), int32_t(sum), most, any * 2 + all, most, most};
  assign(s.index, makeValue({Base::I32, 1}, uint64_t(int64_t(results[s.value]))));
}

} // namespace weft::fuzz

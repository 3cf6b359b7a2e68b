// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "interpreter_state.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace weft::fuzz {
namespace {

// InBorder's element, `at` of a row of `w`, for a work-item at `x`.
int64_t atBorder(unsigned kind, int64_t at, int64_t x, int64_t w) {
  const int64_t mirrored = 2 * w - 2 - at;
  const bool before = at < 0, behind = at >= w;
  switch (kind) {
  case 0:
  case 1:
    return std::clamp<int64_t>(at, 0, w - 1);
  case 2:
    return before ? -at : behind ? std::max<int64_t>(mirrored, 0) : at;
  case 3:
    return std::max<int64_t>(std::min(mirrored, std::max(at, -at)), 0);
  case 4:
    return before ? at + w : behind ? at - w : at;
  case 5:
  case 7:
    return before || behind ? 0 : at;
  case 6:
    return before || behind ? 3 : at;
  case 8:
    return before || behind ? w - 1 : at;
  default:
    return x == 0 ? 0 : std::min(x - 1, w - 1);
  }
}

} // namespace

int64_t WorkItem::query(bool item, unsigned index) const {
  const unsigned number = index - (item ? 2 : 3), d = number % 3;
  if (item)
    return int32_t(number / 3 == 0 ? local[d] : global[d]);
  switch (number / 3) {
  case 0:
    return int32_t(group.id[d]);
  case 1:
    return int32_t(group.size[d]);
  case 2:
    return int32_t(launch.group_counts[d]);
  case 3:
    return int32_t(launch.range.global[d]);
  case 4:
    return int32_t(launch.range.local[d]);
  default:
    return int32_t(launch.range.offset[d]);
  }
}

// The printer clamps what it does not know to be small.
Value WorkItem::factor(const Expr &e) {
  const bool small = e.op == Op::Const || e.op == Op::Var || e.op == Op::In || e.op == Op::Arg;
  return small ? evaluate(e) : clampFloats(evaluate(e));
}

Value WorkItem::stored(const Expr &e) {
  return e.op == Op::Const ? evaluate(e) : clampFloats(evaluate(e));
}

Storage &WorkItem::array(const Expr &index, unsigned one, size_t &at) {
  Storage &storage = *frame->arrays[one];
  at = size_t(integer(index)) & (frame->function.arrays[one].length - 1);
  return storage;
}

size_t WorkItem::elementPlace(const std::vector<Expr> &indices, size_t count, unsigned one) {
  unsigned places[3] = {};
  for (size_t i = 0; i < count; ++i)
    places[i] = unsigned(integer(indices[i]));
  return frame->function.arrays[one].place(places[0], places[1], places[2]);
}

Storage &WorkItem::array(const Expr &choice, const Expr &index, unsigned one, unsigned other,
                         size_t &at) {
  bool first = evaluate(choice).truth();
  return array(index, first ? one : other, at);
}

Value WorkItem::element(const Storage &storage, size_t at) {
  Value value;
  value.type = storage.type;
  std::copy_n(storage.bits.begin() + at * storage.type.width, storage.type.width, value.bits);
  return value;
}

unsigned WorkItem::slabPlace(const Expr &e, Type type, unsigned element) {
  if (isPackedSlab(e.index))
    return unsigned(gid) * launch.program.slab_bytes + element;
  unsigned size = type.bits() / 8, elements = launch.program.slab_bytes / size;
  unsigned at =
      e.args.empty() ? element : unsigned(integer(e.args[0])) & (std::bit_floor(elements) - 1);
  return unsigned(gid) * launch.program.slab_bytes + at * size;
}

Value WorkItem::call(unsigned helper, unsigned pointer, const std::vector<Expr> &args) {
  const Function &callee = launch.program.helpers[helper];
  Frame inner{callee, {}, {}, {}, {}, {}, 0};
  for (unsigned i = 0; i < callee.params; ++i)
    inner.vars.push_back(
        fitting(callee.vars[i], args[i].type.isFloat() ? factor(args[i]) : evaluate(args[i])));
  if (!callee.arrays.empty() && callee.arrays[0].parameter)
    inner.arrays.push_back(frame->arrays[pointer]);
  Frame *caller = frame;
  inner.record = recordPassed(caller->function, helper);
  enter(inner);
  if (block(callee.body) != Next::Return)
    inner.result = stored(callee.returned);
  if (callee.record == Function::Passed::ByPointer || callee.gives_record)
    for (unsigned number = 0; number < RecordFields; ++number)
      if (const Value *from = field(inner, 0, number))
        if (Value *to = field(*caller, inner.record, number))
          *to = *from;
  frame = caller;
  return callee.boolean_result ? makeValue(callee.result, inner.result.truth()) : inner.result;
}

Value WorkItem::elementwise(const Expr &e) {
  const bool floats = e.type.isFloat();
  const bool factors = floats && keepsSmall(e);
  Value a = factors ? factor(e.args[0]) : evaluate(e.args[0]);
  Value b = factors ? factor(e.args[1]) : evaluate(e.args[1]);
  Value result;
  result.type = e.type;
  // A shift's amount is a scalar.
  const bool shift = e.op == Op::Shl || e.op == Op::Shr || e.op == Op::Rotate;
  for (unsigned i = 0; i < e.type.width; ++i)
    if (floats)
      floatOperator(e.op, result, i, a.number(i), b.number(i));
    else
      result.bits[i] = integerOperator(e.op, e.type, a.bits[i], b.bits[shift ? 0 : i]);
  return result;
}

static bool less(const Value &a, const Value &b, unsigned i) {
  if (a.type.isFloat())
    return a.number(i) < b.number(i);
  return a.type.isSigned() ? int64_t(a.bits[i]) < int64_t(b.bits[i]) : a.bits[i] < b.bits[i];
}

Value WorkItem::evaluate(const Expr &e) {
  const Type t = e.type;
  Value result;
  result.type = t;
  auto integers = [&](uint64_t bits) { return makeValue(t, bits); };
  auto each = [&](auto make) {
    Value a = evaluate(e.args[0]);
    for (unsigned i = 0; i < t.width; ++i)
      make(a, i);
    return result;
  };
  switch (e.op) {
  case Op::Const:
    if (!t.isFloat())
      return integers(uint64_t(e.value));
    for (unsigned i = 0; i < t.width; ++i)
      result.setNumber(i, double(e.value) / 8);
    return result;
  case Op::Var:
    return frame->vars[e.index];
  case Op::Arg:
    switch (e.index) {
    case 0:
      return integers(uint64_t(int64_t(launch.input.n0)));
    case 1:
      return integers(uint64_t(int64_t(launch.input.n1)));
    case 2:
      return integers(launch.input.n2);
    default:
      result.setNumber(0, double(launch.input.f0));
      return result;
    }
  case Op::Item:
    if (t.base == Base::U64 && e.index >= 2)
      return integers(e.index < 5 ? local[e.index - 2] : global[e.index - 5]);
    return integers(uint64_t(e.index == 0 ? lid : e.index == 1 ? gid : query(true, e.index)));
  case Op::Group: {
    size_t groups = launch.range.groups();
    return integers(uint64_t(e.index == 0   ? int64_t(group.linear)
                             : e.index == 1 ? int64_t(group.items)
                             : e.index == 2 ? int64_t(groups)
                                            : query(false, e.index)));
  }
  case Op::In: {
    size_t at = size_t(integer(e.args[0])) & (InputElements - 1);
    if (t.isFloat())
      result.setNumber(0, double(launch.input.floats[at]));
    else
      result = integers(uint64_t(int64_t(launch.input.ints[at])));
    return result;
  }
  case Op::Table: {
    const ConstantTable &table = constantTable(e.index);
    const int64_t value = table.element(size_t(integer(e.args[0])) & (table.length - 1));
    if (!t.isFloat())
      return integers(uint64_t(value));
    result.setNumber(0, double(value) / 8);
    return result;
  }
  case Op::Pointed: {
    const ConstantTable &table = constantTable(e.index);
    const unsigned which = unsigned(integer(e.args[0])) & (TablePointers - 1);
    const size_t at =
        tablePointer(table, which) + (size_t(integer(e.args[1])) & (table.length / 2 - 1));
    const int64_t value = table.element(at);
    if (!t.isFloat())
      return integers(uint64_t(value));
    result.setNumber(0, double(value) / 8);
    return result;
  }
  case Op::Named: {
    const NamedConstant &named = namedConstant(unsigned(integer(e.args[0])) & (NamedConstants - 1));
    const size_t at = size_t(integer(e.args[1]));
    if (e.index == 1)
      return integers(uint64_t(int64_t(named.number)));
    if (e.index == 2)
      return integers(uint64_t(named.word[at & (NamedWordBytes - 1)]));
    const size_t place = at & (NamedTextBytes - 1);
    return integers(place < std::strlen(named.text) ? uint64_t(named.text[place]) : 0);
  }
  case Op::InItem: {
    size_t bytes = t.bits() / 8, at = (size_t(gid) * size_t(e.value & 255) + e.index) * bytes;
    uint64_t bits = 0;
    std::memcpy(&bits, reinterpret_cast<const char *>(launch.input.ints.data()) + at, bytes);
    return integers(bits);
  }
  case Op::InRow: {
    const size_t bytes = t.bits() / 8, of_two = size_t(1) << (launch.input.n2 & 3),
                 row = e.index == 3 || e.index == 4 ? size_t(launch.input.n0) + 1 : of_two;
    const size_t id = e.index == 5 ? size_t(gid) % (2 * row) : size_t(gid);
    const size_t apart = e.index == 4 ? 1 + size_t(launch.input.n1 & 3) : 2 * row;
    const size_t at = id / row * apart + id % row + (e.value & 1 ? row : 0);
    uint64_t bits = 0;
    std::memcpy(&bits, reinterpret_cast<const char *>(launch.input.ints.data()) + at * bytes,
                bytes);
    return integers(bits);
  }
  case Op::InBorder: {
    const int64_t row = 24 * (launch.input.n0 + 1) - 5, x = gid,
                  at = x + (e.value & 15) - int64_t(MostBorder);
    const size_t bytes = t.bits() / 8, place = size_t(atBorder(e.index, at, x, row));
    uint64_t bits = 0;
    std::memcpy(&bits, reinterpret_cast<const char *>(launch.input.ints.data()) + place * bytes,
                bytes);
    return integers(bits);
  }
  case Op::Slab: {
    uint64_t bits = 0;
    std::memcpy(&bits, launch.memory.slab.data() + slabPlace(e, t, unsigned(e.value)),
                t.bits() / 8);
    return integers(bits);
  }
  case Op::Element:
    return element(*frame->arrays[e.index], elementPlace(e.args, e.args.size(), e.index));
  case Op::ElementOf: {
    size_t at;
    Storage &storage = array(e.args[0], e.args[1], e.index, unsigned(e.value), at);
    return element(storage, at);
  }
  case Op::Shared: {
    size_t at = size_t(uint32_t(integer(e.args[0])) % group.items) * t.width;
    std::copy_n(group.shared[e.index].begin() + at, t.width, result.bits);
    return result;
  }
  case Op::Not:
    return each([&](const Value &a, unsigned i) { result.bits[i] = wrapped(t, ~a.bits[i]); });
  case Op::Neg:
    return each([&](const Value &a, unsigned i) {
      if (t.isFloat())
        result.setNumber(i, -a.number(i));
      else
        result.bits[i] = wrapped(t, 0 - a.bits[i]);
    });
  case Op::Abs:
    return each([&](const Value &a, unsigned i) {
      if (t.isFloat())
        result.setNumber(i, std::fabs(a.number(i)));
      else
        result.bits[i] =
            wrapped(t, t.isSigned() && int64_t(a.bits[i]) < 0 ? 0 - a.bits[i] : a.bits[i]);
    });
  case Op::Floor:
    return each([&](const Value &a, unsigned i) { result.setNumber(i, std::floor(a.number(i))); });
  case Op::Add:
  case Op::Sub:
  case Op::Mul:
  case Op::Div:
  case Op::And:
  case Op::Or:
  case Op::Xor:
  case Op::Shl:
  case Op::Shr:
  case Op::Min:
  case Op::Max:
  case Op::Rotate:
    return elementwise(e);
  case Op::Library: {
    Value args[3];
    for (size_t i = 0; i < e.args.size(); ++i)
      args[i] = evaluate(e.args[i]);
    return libraryCall(e.index, t, args);
  }
  case Op::Fma: {
    Value a = factor(e.args[0]), b = factor(e.args[1]);
    Value c = t.base == Base::F16 ? factor(e.args[2]) : evaluate(e.args[2]);
    for (unsigned i = 0; i < t.width; ++i)
      fusedMultiplyAdd(result, i, a.number(i), b.number(i), c.number(i));
    return result;
  }
  case Op::Less:
    return integers(less(evaluate(e.args[0]), evaluate(e.args[1]), 0));
  case Op::Equal:
    return integers(evaluate(e.args[0]).bits[0] == evaluate(e.args[1]).bits[0]);
  case Op::Both:
    return integers(evaluate(e.args[0]).truth() && evaluate(e.args[1]).truth());
  case Op::Either:
    return integers(evaluate(e.args[0]).truth() || evaluate(e.args[1]).truth());
  case Op::Truth:
    return integers(evaluate(e.args[0]).truth());
  case Op::Choose:
    return evaluate(e.args[evaluate(e.args[0]).truth() ? 1 : 2]);
  case Op::Select: {
    Value a = evaluate(e.args[0]), b = evaluate(e.args[1]);
    Value c = evaluate(e.args[2]), d = evaluate(e.args[3]);
    for (unsigned i = 0; i < t.width; ++i)
      result.bits[i] = less(c, d, i) ? b.bits[i] : a.bits[i];
    return result;
  }
  case Op::Cast: {
    const bool half = t.isFloat() && e.args[0].type.base == Base::F16;
    return convert(t, half ? clampFloats(evaluate(e.args[0])) : evaluate(e.args[0]));
  }
  case Op::Saturate:
    return each([&](const Value &a, unsigned i) {
      if (a.type.isFloat()) {
        result.bits[i] = saturated(t, a.number(i), e.index);
        return;
      }
      __int128 x = a.type.isSigned() ? __int128(int64_t(a.bits[i])) : __int128(a.bits[i]);
      __int128 most = (__int128(1) << (t.bits() - t.isSigned())) - 1;
      __int128 least = t.isSigned() ? -most - 1 : 0;
      result.bits[i] = wrapped(t, uint64_t(std::clamp(x, least, most)));
    });
  case Op::Bits:
    return integers(evaluate(e.args[0]).bits[0]);
  case Op::Make:
    for (unsigned i = 0; i < t.width; ++i)
      if (i == 0 || e.args.size() > 1)
        result.bits[i] = evaluate(e.args[i]).bits[0];
      else
        result.bits[i] = result.bits[0];
    return result;
  case Op::Component:
    return integers(evaluate(e.args[0]).bits[e.value]);
  case Op::Swizzle:
    return each(
        [&](const Value &a, unsigned i) { result.bits[i] = a.bits[(e.value >> (4 * i)) & 15]; });
  case Op::Load: {
    const unsigned places = InputElements / (t.width == 3 ? 4 : t.width) - 1, size = t.bits() / 8;
    const size_t at = (size_t(integer(e.args[0])) & places) * t.width + size_t(e.value);
    const void *from = t.isFloat() ? static_cast<const void *>(launch.input.floats.data())
                                   : launch.input.ints.data();
    for (unsigned i = 0; i < t.width; ++i) {
      uint64_t bits = 0;
      std::memcpy(&bits, static_cast<const char *>(from) + (at + i) * size, size);
      result.bits[i] = wrapped(t, bits);
    }
    return result;
  }
  case Op::Typed: {
    const Access &access = launch.program.accesses[e.index];
    return typedValue(access, typedPlace(access, e.args[0]));
  }
  case Op::Call:
    return call(e.index, unsigned(e.value), e.args);
  case Op::View:
  case Op::Through:
  case Op::Pack:
  case Op::Node:
  case Op::Pixel:
  case Op::OwnPixel:
    return memoryValue(e);
  default:
    return vectorValue(e);
  }
}

} // namespace weft::fuzz

// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory as bytes, and its elements of many types.
#include "interpreter_state.h"
#include "typed_memory.h"

#include <algorithm>
#include <cstring>

namespace weft::fuzz {

uint8_t *WorkItem::typedPlace(const Access &access, const Expr &index) {
  const Program &program = launch.program;
  int64_t at = integer(index);
  int64_t offset = access.offset;
  if (access.row >= 0) {
    const Row &row = program.rows[unsigned(access.row)];
    offset += row.start + at * row.stride;
  } else {
    if (const uint64_t mask = accessMask(program, frame->function, access, index))
      at = int64_t(uint64_t(at) & mask);
    offset += at * accessStride(access);
  }
  switch (access.area) {
  case Area::Global:
    return launch.memory.typed.data() + offset;
  case Area::Constant:
    return const_cast<uint8_t *>(launch.constants.data()) + offset;
  case Area::Local:
    return group.typed.data() + offset;
  case Area::Private:
    break;
  }
  return typed.data() + offset;
}

Value WorkItem::typedValue(const Access &access, const uint8_t *element) {
  const Type type = accessType(access);
  const unsigned size = type.bits() / 8;
  Value result;
  result.type = type;
  for (unsigned i = 0; i < type.width; ++i) {
    uint64_t bits = 0;
    std::memcpy(&bits, element + accessPlace(access) + i * size, size);
    result.bits[i] = wrapped(type, bits);
  }
  return result;
}

void WorkItem::setTyped(const Access &access, uint8_t *element, const Value &value) {
  const unsigned size = value.type.bits() / 8;
  for (unsigned i = 0; i < value.type.width; ++i)
    std::memcpy(element + accessPlace(access) + i * size, &value.bits[i], size);
}

void WorkItem::typedStatement(const Stmt &s) {
  Access access = launch.program.accesses[s.index];
  uint8_t *element = typedPlace(access, s.exprs[0]);
  if (s.kind == Kind::ReadStructure) {
    const unsigned fields = unsigned(structure(access.structure - 1).fields.size());
    std::vector<Value> values;
    for (access.field = 0; access.field < fields; ++access.field)
      values.push_back(typedValue(access, element));
    for (const Value &value : values)
      mix(s.value, value);
    return;
  }
  if (s.kind == Kind::SetTyped) {
    const bool whole = s.exprs.size() > 2;
    std::vector<Value> values;
    for (size_t i = 1; i < s.exprs.size(); ++i)
      values.push_back(evaluate(s.exprs[i]));
    for (size_t i = 0; i < values.size(); ++i) {
      if (whole)
        access.field = unsigned(i);
      setTyped(access, element, values[i]);
    }
    return;
  }
  const Value old = typedValue(access, element), operand = evaluate(s.exprs[1]);
  static const Op ops[TypedAtomics] = {Op::Add, Op::Sub, Op::Min, Op::Max,
                                       Op::And, Op::Or,  Op::Xor, Op::Const};
  Value next = operand;
  if (ops[s.value] != Op::Const)
    next.bits[0] = integerOperator(ops[s.value], old.type, old.bits[0], operand.bits[0]);
  setTyped(access, element, next);
  mix(s.to, old);
}

} // namespace weft::fuzz

// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "function_writer.h"

#include <algorithm>

namespace weft::fuzz {

static const Type intType{Base::I32, 1};

void FunctionWriter::writeBody(unsigned statements, unsigned most) {
  budget = statements;
  declare();
  bool uniform = helper ? function.barriers : true;
  frames.push_back({Frame::Function, 0, uniform});
  function.body = block(uniform, most ? most : 2 + random.below(5));
  frames.pop_back();
  if (!helper && random.chance(30)) {
    // Nothing uniform follows any more, so that work-items may return one by one.
    frames.push_back({Frame::Function, 0, false});
    for (Stmt &s : block(false, 1 + random.below(3)))
      function.body.push_back(std::move(s));
    frames.pop_back();
  }
  if (helper)
    function.returned = make.make(function.result, false, 3);
}

// A narrow value in one of a few elements that each work-item has.
Stmt FunctionWriter::stridedStore(Type type, unsigned stride) {
  Stmt s;
  s.kind = Kind::SetSlab;
  s.index = WrappingSlabStyles;
  s.value = random.chance(50) ? stride - 1 : random.below(stride);
  s.exprs.push_back(make.narrowed(type));
  return s;
}

void FunctionWriter::writePlainBody() {
  budget = 2;
  static const Base bases[] = {Base::U32, Base::I32, Base::U32, Base::U16, Base::I16, Base::U8};
  static const unsigned strides[] = {2, 3, 4, 4, 4, 5, 8};
  const Type type{random.of(bases), 1};
  const unsigned stride = random.of(strides);
  const bool strided = random.chance(45);
  // Before anything that reads the slab is made.
  if (strided)
    program.slab_bytes = stride * type.bits() / 8;
  declareVariable(intType, false);
  declareVariable(intType, true);
  // Little enough for rows of work-items that share what they load to run together.
  const bool only_sum = !strided && random.chance(20);
  const bool in_memory = !only_sum && random.chance(40);
  if (in_memory) {
    declareVariable({Base::U32, 1}, false);
    declareVariable(make.vectorType(), false);
  }
  make.visible_vars = ~size_t(0);
  if (in_memory)
    declareArrays();
  frames.push_back({Frame::Function, 0, true});
  if (strided)
    function.body.push_back(stridedStore(type, stride));
  for (unsigned statements = 1 + random.below(2) - function.body.size(); statements; --statements) {
    Stmt s;
    if (only_sum || random.chance(25) ? sumInMemory(s, only_sum) : in_memory && inMemory(true, s)) {
      function.body.push_back(std::move(s));
      continue;
    }
    s = Stmt();
    if (random.chance(50) || !setSlab(s))
      s = histogram(random.chance(50) ? 0 : random.below(BinMemories));
    function.body.push_back(std::move(s));
  }
  frames.pop_back();
}

void FunctionWriter::declareVariable(Type type, bool uniform) {
  declareVariable(type, uniform, type == Type{Base::U8, 1} && random.chance(60));
}

void FunctionWriter::declareVariable(Type type, bool uniform, bool boolean) {
  make.visible_vars = function.vars.size();
  Expr init = make.make(boolean ? make.scalarType() : type, uniform, 2);
  function.vars.push_back({type, uniform, false, std::move(init)});
  function.vars.back().boolean = boolean;
}

void FunctionWriter::declare() {
  unsigned count = 3 + random.below(5);
  for (unsigned i = 0; i < count; ++i) {
    declareVariable(i == 0 ? intType : make.scalarType(), false);
    if (i == 0)
      declareIndices();
  }
  for (unsigned i = random.below(3); i > 0; --i)
    declareVariable(make.vectorType(), false);
  if (!helper || function.barriers) {
    declareVariable(intType, true);
    for (unsigned i = random.below(3); i > 0; --i)
      declareVariable(random.chance(80) ? make.scalarType() : make.vectorType(), true);
  }
  const bool passes =
      function.passesRecord() ||
      (!helper && std::any_of(program.helpers.begin(), program.helpers.end(),
                              [](const auto &other) { return other.passesRecord(); }));
  function.records = passes || random.chance(25) ? 1 + random.below(2) : 0;
  for (unsigned record = 0; record < function.records; ++record)
    for (unsigned field = 0; field < RecordFields; ++field) {
      if (!(program.record_fields >> field & 1))
        continue;
      declareVariable(recordField(field).type, false, recordField(field).boolean);
      function.vars.back().record = int(record);
      function.vars.back().field = field;
    }
  make.visible_vars = ~size_t(0);
  declareArrays();
}

unsigned FunctionWriter::counter(bool uniform) {
  function.vars.push_back({intType, uniform, true, Expr{Op::Const, intType, 0, 0, {}}});
  return unsigned(function.vars.size() - 1);
}

Block FunctionWriter::block(bool uniform, unsigned most) {
  Block result;
  for (unsigned i = 0; i < most && budget > 0; ++i) {
    --budget;
    result.push_back(statement(uniform));
  }
  return result;
}

Block FunctionWriter::inner(bool uniform) {
  ++depth;
  Block result = block(uniform, 1 + random.below(4));
  --depth;
  return result;
}

Stmt FunctionWriter::statement(bool uniform) {
  if (options.calls && random.chance(helper ? 15 : 35)) {
    Stmt call;
    if (invoke(uniform, call))
      return call;
  }
  unsigned kind = random.below(100);
  if (depth < 4) {
    if (uniform && (kind < 30 || (options.large && depth == 0 && random.chance(60))))
      return together();
    if (kind < 40)
      return conditional(uniform);
    if (kind < 52)
      return loop(uniform);
    if (kind < 54)
      return machine(uniform);
    if (kind < 58)
      return switchStatement(uniform);
    if (kind < 61)
      return labelled(uniform);
    if (kind < 63)
      return irreducible(uniform);
  }
  if (kind < 72) {
    Stmt s;
    if (jump(uniform, s))
      return s;
  }
  return simple(uniform);
}

Stmt FunctionWriter::conditional(bool uniform) {
  Stmt s;
  s.kind = Kind::If;
  bool inside = uniform && random.chance(60);
  s.exprs.push_back(make.condition(inside));
  // A uniform condition under which control still counts as varying changes nothing.
  s.blocks.push_back(inner(inside));
  s.blocks.push_back(random.chance(50) ? inner(inside) : Block());
  return s;
}

Stmt FunctionWriter::loop(bool uniform) {
  static const Kind kinds[] = {Kind::For, Kind::For, Kind::While, Kind::DoWhile};
  Stmt s;
  s.kind = random.of(kinds);
  bool inside = uniform && random.chance(65);
  // Even a loop of uniform length may be left by some first.
  bool condition_uniform = inside || (uniform && random.chance(50));
  s.exprs.push_back(s.kind == Kind::For ? make.make(intType, condition_uniform, 2)
                                        : make.condition(condition_uniform));
  s.value = random.below(s.kind == Kind::For ? 2 : 3) + (s.kind == Kind::For ? 0 : 1);
  s.index = counter(inside);
  // A few are long, with little in them.
  if (loops == 0 && random.chance(8)) {
    s.value += 4 + random.below(30);
    budget = std::min(budget, 2u);
  }
  ++loops;
  frames.push_back({Frame::Loop, 0, inside});
  s.blocks.push_back(inner(inside));
  frames.pop_back();
  --loops;
  return s;
}

Stmt FunctionWriter::machine(bool uniform) {
  Stmt s = loop(uniform);
  const bool inside = function.vars[s.index].uniform;
  const unsigned state = pickVariable(
      [&](const Variable &v) { return v.type == intType && !v.counter && (inside || !v.uniform); });
  const bool together = function.vars[state].uniform;
  frames.push_back({Frame::Loop, 0, inside});
  Stmt choice = switchStatement(together, together);
  frames.pop_back();
  choice.exprs[0] = {Op::Var, intType, state, 0, {}};
  for (Block &step : choice.blocks) {
    Stmt next;
    next.index = state;
    next.exprs.push_back(random.chance(50)
                             ? Expr{Op::Const, intType, 0, int64_t(random.below(4)), {}}
                             : make.make(intType, function.vars[state].uniform, 2));
    step.push_back(std::move(next));
  }
  s.value += 3;
  s.blocks[0] = {std::move(choice)};
  return s;
}

Stmt FunctionWriter::switchStatement(bool uniform, bool selected) {
  Stmt s;
  s.kind = Kind::Switch;
  bool inside = uniform && (selected || random.chance(60));
  s.exprs.push_back(make.make(make.integerType(), inside, 2));
  frames.push_back({Frame::Switch, 0, inside});
  unsigned cases = 2 + random.below(3);
  for (unsigned i = 0; i < cases; ++i) {
    s.blocks.push_back(inner(inside));
    s.value |= int64_t(random.chance(25)) << i;
  }
  frames.pop_back();
  return s;
}

Stmt FunctionWriter::labelled(bool uniform) {
  Stmt s;
  s.kind = Kind::Labelled;
  s.value = ++labels;
  bool inside = uniform && random.chance(40);
  frames.push_back({Frame::Label, s.value, inside});
  s.blocks.push_back(inner(inside));
  // Otherwise the label is rarely used.
  Stmt go;
  go.kind = Kind::Goto;
  go.value = s.value;
  go.exprs.push_back(make.condition(inside));
  auto at = s.blocks[0].begin() + random.below(s.blocks[0].size() + 1);
  s.blocks[0].insert(at, std::move(go));
  frames.pop_back();
  return s;
}

Stmt FunctionWriter::irreducible(bool uniform) {
  Stmt s;
  s.kind = Kind::Irreducible;
  bool inside = uniform && random.chance(60);
  s.value = 1 + random.below(3);
  s.index = counter(inside);
  s.exprs = {make.condition(inside), make.condition(inside)};
  frames.push_back({Frame::Plain, 0, inside});
  s.blocks.push_back(inner(inside));
  s.blocks.push_back(inner(inside));
  frames.pop_back();
  return s;
}

bool FunctionWriter::jump(bool uniform, Stmt &s) {
  // From the inside out; a varying jump must not pass a frame that was made uniform.
  bool innermost_break = true, innermost_loop = true;
  std::vector<Stmt> choices;
  // How many statements of this function hold the rest uniform: a reduction may not be left.
  for (size_t i = frames.size(); i-- > reduce_floor;) {
    const Frame &f = frames[i];
    if (!uniform && f.uniform)
      break;
    Stmt c;
    if ((f.kind == Frame::Loop || f.kind == Frame::Switch) && innermost_break) {
      c.kind = Kind::Break;
      choices.push_back(c);
      innermost_break = false;
    }
    if (f.kind == Frame::Loop && innermost_loop) {
      c.kind = Kind::Continue;
      choices.push_back(c);
      innermost_loop = false;
    }
    if (f.kind == Frame::Label) {
      c.kind = Kind::Goto;
      c.value = f.label;
      choices.push_back(c);
    }
    if (f.kind == Frame::Function && random.chance(35)) {
      c.kind = Kind::Return;
      choices.push_back(c);
    }
  }
  if (choices.empty())
    return false;
  s = choices[random.below(choices.size())];
  s.exprs.push_back(make.condition(uniform));
  if (s.kind == Kind::Return && helper)
    s.exprs.push_back(make.make(function.result, false, 2));
  return true;
}

bool FunctionWriter::setSlab(Stmt &s) {
  const Type type = make.scalarType();
  if (!make.slabElement(type, s.index, s.value))
    return false;
  s.kind = Kind::SetSlab;
  s.exprs.push_back(!type.isFloat() && type.bits() < 64 && random.chance(60)
                        ? make.narrowed(type)
                        : make.make(type, false, 3));
  if (!isPackedSlab(s.index) && random.chance(30))
    s.exprs.push_back(make.make(intType, false, 2));
  return true;
}

// A loop that adds to one element that its work-item has, and reads other buffers beside it: what
// each work-item has there, or what those with the same x share.
bool FunctionWriter::sumInMemory(Stmt &s, bool of_rows) {
  Stmt step;
  const Type type = make.integerType();
  if (!make.slabElement(type, step.index, step.value) || isPackedSlab(step.index))
    return false;
  const bool uniform = of_rows || random.chance(50);
  s.kind = Kind::For;
  s.exprs.push_back(make.make(intType, uniform, of_rows ? 1 : 2));
  s.value = 1 + random.below(6);
  s.index = counter(uniform);
  Expr old{Op::Slab, type, step.index, step.value, {}};
  step.kind = Kind::SetSlab;
  Expr value = make.narrowed(type);
  if (of_rows || random.chance(50)) {
    const Type wide{Base::U32, 1};
    const unsigned x = random.chance(50) ? 2 : 5; // get_local_id(0), get_global_id(0)
    const Expr place{Op::Add,
                     intType,
                     0,
                     0,
                     {{Op::Item, intType, x, 0, {}}, {Op::Var, intType, s.index, 0, {}}}};
    const Expr shared{Op::Cast, wide, 0, 0, {{Op::In, intType, 0, 0, {place}}}};
    value = {Op::Cast, type, 0, 0, {{Op::Mul, wide, 0, 0, {shared, make.ownInput(wide)}}}};
  }
  step.exprs.push_back(
      Expr{random.chance(80) ? Op::Add : Op::Xor, type, 0, 0, {std::move(old), std::move(value)}});
  s.blocks.push_back({std::move(step)});
  return true;
}

Stmt FunctionWriter::simple(bool uniform) {
  Stmt s;
  unsigned kind = random.below(100);
  for (unsigned c = 0; c < CounterCount; ++c)
    if (reducing[c] >= 0 && random.chance(20))
      return atomic(c);
  for (unsigned memory = 0; memory < BinMemories; ++memory)
    if (counting[memory] >= 0 && random.chance(20))
      return binAtomic(memory);
  if (kind < 8 && invoke(uniform, s))
    return s;
  s = Stmt();
  if (!helper && program.areas && random.chance(20) && typedStatement(uniform, s))
    return s;
  s = Stmt();
  if (!helper && random.chance(12) && setSlab(s))
    return s;
  s = Stmt();
  if (!helper && random.chance(10) && alongRow(s))
    return s;
  s = Stmt();
  if (!helper && random.chance(12) && rowInPlace(s))
    return s;
  s = Stmt();
  if (random.chance(45) && inMemory(uniform, s))
    return s;
  s = Stmt();
  if (kind < 14 && function.records > 1) {
    s.kind = Kind::CopyRecord;
    s.index = random.below(function.records);
    s.value = random.below(function.records);
    return s;
  }
  if (kind < 30 && !function.arrays.empty()) {
    s.index = random.below(function.arrays.size());
    const Array &array = function.arrays[s.index];
    bool same = array.uniform;
    if (!same || uniform) {
      for (unsigned other = 0; other < s.index; ++other)
        if (!same && !function.arrays[other].uniform && array.mayStandFor(function.arrays[other]) &&
            random.chance(50)) {
          s.kind = Kind::SetElementOf;
          s.value = other;
          s.exprs = {make.condition(false), make.make(intType, false, 2),
                     make.make(array.type, false, 3)};
          return s;
        }
      s.kind = Kind::SetElement;
      s.exprs = make.indices(array, same, 2);
      s.exprs.push_back(make.make(array.boolean ? make.scalarType() : array.type, same, 3));
      return s;
    }
  }
  if (kind < 38 && !(helper && !function.barriers)) {
    s.kind = Kind::Output;
    s.value = 1 + random.below(OutputSlots - 1);
    s.exprs.push_back(
        make.make(random.chance(80) ? make.scalarType() : make.vectorType(), false, 3));
    return s;
  }
  if (kind < 39 && !helper && loops < 2 && random.chance(15)) {
    s.kind = Kind::Print;
    s.value = ++prints;
    s.exprs.push_back(make.make(intType, false, 2));
    return s;
  }
  s.index = pickVariable([&](const Variable &v) { return !v.counter && (uniform || !v.uniform); });
  const Variable &var = function.vars[s.index];
  // The fallback of pickVariable may not fit; the function's first variable always varies.
  if (var.type.isVector() && random.chance(40)) {
    s.kind = Kind::SetComponent;
    s.value = random.below(var.type.width);
    s.exprs.push_back(make.make(var.type.element(), var.uniform, 3));
    return s;
  }
  s.kind = Kind::Assign;
  s.exprs.push_back(make.make(var.boolean ? make.scalarType() : var.type, var.uniform, 4));
  return s;
}

} // namespace weft::fuzz

// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "generator.h"

#include "expressions.h"
#include "legality.h"
#include "ranges.h"

namespace weft::fuzz {
namespace {

const Type intType{Base::I32, 1};

// Writes one function. Where control is not uniform nothing that holds a barrier is made, and a
// jump leaves only frames that were made so.
class FunctionWriter {
public:
  FunctionWriter(Random &random, const GeneratorOptions &options, Program &program,
                 Function &function, bool helper)
      : random(random), options(options), program(program), function(function), helper(helper),
        make(random, program, function) {}

  void writeBody(unsigned statements) {
    budget = statements;
    declare();
    bool uniform = helper ? function.barriers : true;
    frames.push_back({Frame::Function, 0, uniform});
    function.body = block(uniform, 2 + random.below(5));
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

  // What a textbook's kernel does: little but one or two statements of these.
  void writePlainBody() {
    budget = 2;
    declareVariable(intType, false);
    declareVariable(intType, true);
    make.visible_vars = ~size_t(0);
    frames.push_back({Frame::Function, 0, true});
    for (unsigned statements = 1 + random.below(2); statements; --statements) {
      Stmt s;
      if (random.chance(50) || !setSlab(s))
        s = histogram(random.chance(50) ? 0 : random.below(BinMemories));
      function.body.push_back(std::move(s));
    }
    frames.pop_back();
  }

private:
  struct Frame {
    enum Kind { Function, Loop, Switch, Label, Plain } kind;
    int64_t label;
    bool uniform; // what it was made as
  };

  void declareVariable(Type type, bool uniform) {
    make.visible_vars = function.vars.size();
    Expr init = make.make(type, uniform, 2);
    function.vars.push_back({type, uniform, false, std::move(init)});
  }

  void declare() {
    unsigned count = 3 + random.below(5);
    for (unsigned i = 0; i < count; ++i)
      declareVariable(i == 0 ? intType : make.scalarType(), false);
    for (unsigned i = random.below(3); i > 0; --i)
      declareVariable(make.vectorType(), false);
    if (!helper || function.barriers) {
      declareVariable(intType, true);
      for (unsigned i = random.below(3); i > 0; --i)
        declareVariable(random.chance(80) ? make.scalarType() : make.vectorType(), true);
    }
    function.records = random.chance(25) ? 1 + random.below(2) : 0;
    for (unsigned record = 0; record < function.records; ++record)
      for (unsigned field = 0; field < RecordFields; ++field) {
        declareVariable(recordField(field).type, false);
        function.vars.back().record = int(record);
        function.vars.back().field = field;
      }
    make.visible_vars = ~size_t(0);
    unsigned arrays = random.chance(70) ? 1 + random.below(3) : 0;
    for (unsigned i = 0; i < arrays; ++i) {
      static const unsigned lengths[] = {2, 4, 8, 8, 16};
      Array array;
      array.type = i > 0 && random.chance(60) ? function.arrays.back().type
                   : random.chance(15)        ? Type{Base::I32, 4}
                                              : make.scalarType();
      array.length = i > 0 && random.chance(70)    ? function.arrays.back().length
                     : !helper && random.chance(2) ? 8192
                                                   : random.of(lengths);
      array.uniform = (!helper || function.barriers) && random.chance(20);
      function.arrays.push_back(array);
    }
  }

  unsigned counter(bool uniform) {
    function.vars.push_back({intType, uniform, true, Expr{Op::Const, intType, 0, 0, {}}});
    return unsigned(function.vars.size() - 1);
  }

  Block block(bool uniform, unsigned most) {
    Block result;
    for (unsigned i = 0; i < most && budget > 0; ++i) {
      --budget;
      result.push_back(statement(uniform));
    }
    return result;
  }

  Block inner(bool uniform) {
    ++depth;
    Block result = block(uniform, 1 + random.below(4));
    --depth;
    return result;
  }

  Stmt statement(bool uniform) {
    unsigned kind = random.below(100);
    if (depth < 4) {
      if (uniform && kind < 30)
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

  Stmt conditional(bool uniform) {
    Stmt s;
    s.kind = Kind::If;
    bool inside = uniform && random.chance(60);
    s.exprs.push_back(make.condition(inside));
    // A uniform condition under which control still counts as varying changes nothing.
    s.blocks.push_back(inner(inside));
    s.blocks.push_back(random.chance(50) ? inner(inside) : Block());
    return s;
  }

  Stmt loop(bool uniform) {
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
    ++loops;
    frames.push_back({Frame::Loop, 0, inside});
    s.blocks.push_back(inner(inside));
    frames.pop_back();
    --loops;
    return s;
  }

  // A loop in which a variable says what the next round does.
  Stmt machine(bool uniform) {
    Stmt s = loop(uniform);
    const bool inside = function.vars[s.index].uniform;
    const unsigned state = pickVariable([&](const Variable &v) {
      return v.type == intType && !v.counter && (inside || !v.uniform);
    });
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

  Stmt switchStatement(bool uniform, bool selected = false) {
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

  Stmt labelled(bool uniform) {
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

  Stmt irreducible(bool uniform) {
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

  bool jump(bool uniform, Stmt &s) {
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

  // Statements that all work-items of a group meet.
  Stmt together() {
    unsigned kind = random.below(100);
    Stmt s;
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
    if (options.sub_groups || options.group_functions) {
      s.kind = Kind::Collective;
      unsigned choice = random.below(5);
      if (!options.sub_groups && choice < 2)
        choice += 2;
      if (!options.group_functions && choice >= 2)
        choice %= 2;
      // Its counter belongs to the helpers.
      if (choice != 1 || !helper) {
        s.value = choice;
        bool uniform = choice == 1 || choice == 2 || choice == 4;
        s.index = pickVariable([&](const Variable &v) {
          return v.type == intType && !v.counter && (uniform || !v.uniform);
        });
        s.exprs.push_back(make.make(intType, false, 2));
        return s;
      }
    }
    return simple(true);
  }

  Stmt histogram(unsigned memory) {
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

  Stmt binAtomic(unsigned memory) {
    const BinMemory &bins = binMemory(memory);
    Stmt s;
    s.kind = Kind::BinAtomic;
    s.index = memory;
    s.value = counting[memory];
    s.to = random.below(8);
    s.exprs = {make.binPlace(bins.length), make.make({bins.base, 1}, false, 2)};
    return s;
  }

  Stmt atomic(unsigned c) {
    Stmt s;
    s.kind = Kind::Atomic;
    s.index = c;
    s.value = reducing[c];
    s.exprs.push_back(make.make(intType, false, 2));
    return s;
  }

  bool invoke(bool uniform, Stmt &s) {
    std::vector<unsigned> fits;
    for (unsigned i = 0; i < program.helpers.size(); ++i) {
      const weft::fuzz::Function &callee = program.helpers[i];
      bool nested = helper && callee.barriers; // they would share their memories
      if ((uniform || !callee.barriers) && !nested)
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
        if (function.arrays[i].type == callee.arrays[0].type &&
            function.arrays[i].length == callee.arrays[0].length && !function.arrays[i].uniform)
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

  bool setSlab(Stmt &s) {
    const Type type = make.scalarType();
    if (!make.slabElement(type, s.index, s.value))
      return false;
    s.kind = Kind::SetSlab;
    s.exprs.push_back(!type.isFloat() && type.bits() < 64 && random.chance(60)
                          ? make.narrowed(type)
                          : make.make(type, false, 3));
    if (s.index < PackedSlabStyle && random.chance(30))
      s.exprs.push_back(make.make(intType, false, 2));
    return true;
  }

  template <typename Predicate> unsigned pickVariable(Predicate fits) {
    std::vector<unsigned> list;
    for (unsigned i = 0; i < function.vars.size(); ++i)
      if (fits(function.vars[i]))
        list.push_back(i);
    return list.empty() ? 0 : list[random.below(list.size())];
  }

  Stmt simple(bool uniform) {
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
    if (!helper && random.chance(12) && setSlab(s))
      return s;
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
          if (!same && !function.arrays[other].uniform &&
              function.arrays[other].type == array.type &&
              function.arrays[other].length == array.length && random.chance(50)) {
            s.kind = Kind::SetElementOf;
            s.value = other;
            s.exprs = {make.condition(false), make.make(intType, false, 2),
                       make.make(array.type, false, 3)};
            return s;
          }
        s.kind = Kind::SetElement;
        s.exprs = {make.make(intType, same, 2), make.make(array.type, same, 3)};
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
    s.index =
        pickVariable([&](const Variable &v) { return !v.counter && (uniform || !v.uniform); });
    const Variable &var = function.vars[s.index];
    // The fallback of pickVariable may not fit; the function's first variable always varies.
    if (var.type.isVector() && random.chance(40)) {
      s.kind = Kind::SetComponent;
      s.value = random.below(var.type.width);
      s.exprs.push_back(make.make(var.type.element(), var.uniform, 3));
      return s;
    }
    s.kind = Kind::Assign;
    s.exprs.push_back(make.make(var.type, var.uniform, 4));
    return s;
  }

  Random &random;
  const GeneratorOptions &options;
  Program &program;
  weft::fuzz::Function &function;
  bool helper;
  ExpressionMaker make;
  std::vector<Frame> frames;
  size_t reduce_floor = 0;
  unsigned budget = 0, depth = 0, loops = 0;
  int64_t labels = 0, prints = 0;
  int reducing[CounterCount] = {-1, -1, -1};
  int counting[BinMemories] = {-1, -1, -1, -1, -1, -1};
};

} // namespace

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

// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "legality.h"

#include "typed_memory.h"

#include <algorithm>

namespace weft::fuzz {

bool isUniform(const Expr &expr, const Function &function) {
  switch (expr.op) {
  case Op::Item:
  case Op::InItem:
  case Op::InRow:
  case Op::InBorder:
  case Op::Slab:
  case Op::View:
  case Op::Through:
  case Op::OwnPixel:
  case Op::ElementOf:
  case Op::Call:
    return false;
  case Op::Var:
    return function.vars[expr.index].uniform;
  case Op::Element:
  case Op::Pack:
    if (!function.arrays[expr.index].uniform)
      return false;
    break;
  case Op::Typed:
    if (expr.value)
      return false;
    break;
  default:
    break;
  }
  return std::all_of(expr.args.begin(), expr.args.end(),
                     [&](const Expr &arg) { return isUniform(arg, function); });
}

namespace {

// What a jump may leave, by depth. Depth 0 is the function.
struct Frame {
  enum Kind { Function, Loop, Switch, Label, Plain } kind;
  int64_t label = 0;
};

// Depths of frames that some work-items of a group leave ahead of others.
using Left = uint64_t;

class Checker {
public:
  Checker(const Program &program, const Function &function)
      : program(program), function(function) {}

  std::string run(bool uniform) {
    for (const Variable &var : function.vars) {
      expression(var.init);
      if (var.uniform && !isUniform(var.init, function))
        fail("a uniform variable starts varying");
    }
    for (const Pointers &pointers : function.pointers)
      for (unsigned array : pointers.arrays)
        if (function.arrays[array].uniform)
          fail("a pointer starts at a uniform array");
    frames.push_back({Frame::Function});
    block(function.body, uniform);
    expression(function.returned);
    return problem;
  }

private:
  void fail(const char *text) {
    if (problem.empty())
      problem = text;
  }

  void expression(const Expr &e) {
    for (const Expr &arg : e.args)
      expression(arg);
    if (e.op == Op::Shared && !(readable >> e.index & 1))
      fail("shared memory is read outside of its exchange");
    if (mayOverflow(e, program, function))
      fail("plain arithmetic overflows");
    if (e.op == Op::Typed)
      place(e.index, e.args[0]);
    if (e.op == Op::Call && program.helpers[e.index].barriers)
      fail("a helper with barriers is called in an expression");
    if (e.op == Op::Call && program.helpers[e.index].no_return)
      fail("a result is used that is not there");
  }

  void place(unsigned access, const Expr &at) {
    const Access &a = program.accesses[access];
    if (a.row >= 0 && !isOwnPlace(program, function, a.area, at))
      fail("another work-item's bytes are accessed");
  }

  bool all(const Stmt &s) const {
    return std::all_of(s.exprs.begin(), s.exprs.end(),
                       [&](const Expr &e) { return isUniform(e, function); });
  }

  Left block(const Block &b, bool uniform) {
    Left left = 0;
    for (const Stmt &s : b)
      left |= statement(s, uniform && !left);
    return left;
  }

  // A frame of its own around the blocks; once left unevenly, a loop's next round is uneven too.
  Left framed(const Stmt &s, bool uniform, Frame frame, bool loops) {
    frames.push_back(frame);
    Left own = Left(1) << (frames.size() - 1);
    Left left = 0;
    for (const Block &b : s.blocks)
      left |= block(b, uniform && !left);
    if (loops && uniform && left)
      for (const Block &b : s.blocks)
        left |= block(b, false);
    frames.pop_back();
    return left & ~own;
  }

  Left jump(const Stmt &s, bool uniform, bool (*matches)(const Frame &, int64_t)) {
    for (size_t depth = frames.size(); depth-- > 0;)
      if (matches(frames[depth], s.value))
        return uniform && isUniform(s.exprs[0], function) ? 0 : Left(1) << depth;
    fail("a jump has no target");
    return 0;
  }

  void store(unsigned index, const Stmt &s, bool uniform, bool value_uniform) {
    if (function.vars[index].uniform && !(uniform && value_uniform))
      fail("a uniform variable gets a varying value");
    bool loop = s.kind == Kind::For || s.kind == Kind::While || s.kind == Kind::DoWhile ||
                s.kind == Kind::Irreducible;
    if (function.vars[index].counter && !loop)
      fail("a counter is written in its loop");
  }

  Left statement(const Stmt &s, bool uniform) {
    for (const Expr &e : s.exprs)
      expression(e);
    switch (s.kind) {
    case Kind::Assign:
    case Kind::SetComponent:
    case Kind::Update:
      store(s.index, s, uniform, all(s));
      return 0;
    case Kind::SetElement:
    case Kind::SetPack:
      if (function.arrays[s.index].uniform && !(uniform && all(s)))
        fail("a uniform array gets a varying value");
      return 0;
    case Kind::SetElementOf:
      if (function.arrays[s.index].uniform || function.arrays[unsigned(s.value)].uniform)
        fail("a uniform array is written through a choice");
      return 0;
    case Kind::AlongRow:
    case Kind::RowInPlace:
    case Kind::OwnAtomic:
      store(s.index, s, uniform, false);
      return 0;
    case Kind::SetPointer:
      if (function.arrays[unsigned(s.value)].uniform)
        fail("a pointer gets a uniform array");
      return 0;
    case Kind::SetTyped:
    case Kind::TypedAtomic:
    case Kind::ReadStructure:
      place(s.index, s.exprs[0]);
      return 0;
    case Kind::CopyRecord:
    case Kind::SetSlab:
    case Kind::SetSlabPack:
    case Kind::SetView:
    case Kind::CopyView:
    case Kind::SetThrough:
    case Kind::SetPixel:
    case Kind::Output:
    case Kind::Print:
      return 0;
    case Kind::If: {
      frames.push_back({Frame::Plain});
      bool inside = uniform && all(s);
      Left left = block(s.blocks[0], inside) | block(s.blocks[1], inside);
      frames.pop_back();
      return left;
    }
    case Kind::For:
    case Kind::While:
    case Kind::DoWhile: {
      bool inside = uniform && all(s);
      store(s.index, s, inside, true);
      return framed(s, inside, {Frame::Loop}, true);
    }
    case Kind::Switch:
      return framed(s, uniform && all(s), {Frame::Switch}, false);
    case Kind::Labelled:
      return framed(s, uniform, {Frame::Label, s.value}, false);
    case Kind::Irreducible: {
      bool inside = uniform && all(s);
      store(s.index, s, inside, true);
      return framed(s, inside, {Frame::Plain}, true);
    }
    case Kind::Break:
      return jump(s, uniform, [](const Frame &f, int64_t) {
        return f.kind == Frame::Loop || f.kind == Frame::Switch;
      });
    case Kind::Continue:
      return jump(s, uniform, [](const Frame &f, int64_t) { return f.kind == Frame::Loop; });
    case Kind::Return:
      return jump(s, uniform, [](const Frame &f, int64_t) { return f.kind == Frame::Function; });
    case Kind::Goto:
      return jump(s, uniform, [](const Frame &f, int64_t label) {
        return f.kind == Frame::Label && f.label == label;
      });
    case Kind::Barrier:
      together(uniform);
      return 0;
    case Kind::Exchange:
    case Kind::Copy: {
      together(uniform);
      if (readable >> s.index & 1)
        fail("an exchange writes what is being read");
      if (s.kind == Kind::Copy && !all(s))
        fail("a group copies from different places");
      readable |= 1u << s.index;
      Left left = block(s.blocks[0], uniform);
      readable &= ~(1u << s.index);
      return left;
    }
    case Kind::Reduce: {
      together(uniform);
      if (reducing[s.index] >= 0)
        fail("a counter is used twice");
      reducing[s.index] = s.value;
      // The counter is read behind the body.
      Left left = block(s.blocks[0], uniform);
      if (left)
        fail("work-items leave a reduction");
      reducing[s.index] = -1;
      store(s.to, s, uniform, true);
      return left;
    }
    case Kind::Bins: {
      together(uniform);
      if (counting[s.index] >= 0)
        fail("a histogram is used twice");
      counting[s.index] = s.value;
      Left left = block(s.blocks[0], uniform);
      if (left)
        fail("work-items leave a histogram");
      counting[s.index] = -1;
      return left;
    }
    case Kind::BinAtomic:
      if (counting[s.index] != s.value)
        fail("an atomic stands outside of its histogram");
      return 0;
    case Kind::Atomic:
      if (reducing[s.index] != s.value)
        fail("an atomic stands outside of its reduction");
      return 0;
    case Kind::Invoke: {
      const Function &callee = program.helpers[unsigned(s.value)];
      if (callee.barriers)
        together(uniform);
      for (unsigned i = 0; i < callee.params; ++i)
        if (callee.vars[i].uniform && !isUniform(s.exprs[i], function))
          fail("a uniform parameter gets a varying value");
      if (!callee.gives_record && !callee.no_return)
        store(s.index, s, uniform, false);
      return 0;
    }
    case Kind::Collective:
      together(uniform);
      store(s.index, s, uniform, s.value == 1 || s.value == 2 || s.value == 4);
      return 0;
    }
    return 0;
  }

  void together(bool uniform) {
    if (!uniform)
      fail("a barrier where control is not uniform");
  }

  const Program &program;
  const Function &function;
  std::vector<Frame> frames;
  unsigned readable = 0;
  int64_t reducing[CounterCount] = {-1, -1, -1};
  int64_t counting[BinMemories] = {-1, -1, -1, -1, -1, -1};
  std::string problem;
};

} // namespace

bool hasBarriers(const Program &program, const Block &block) {
  return std::any_of(block.begin(), block.end(), [&](const Stmt &s) {
    switch (s.kind) {
    case Kind::Barrier:
    case Kind::Exchange:
    case Kind::Copy:
    case Kind::Reduce:
    case Kind::Bins:
    case Kind::Collective:
      return true;
    case Kind::Invoke:
      if (program.helpers[unsigned(s.value)].barriers)
        return true;
      break;
    default:
      break;
    }
    return std::any_of(s.blocks.begin(), s.blocks.end(),
                       [&](const Block &inner) { return hasBarriers(program, inner); });
  });
}

std::string findIllegal(const Program &program) {
  // Local memory of many types is filled ahead of a barrier.
  if (!program.guards.empty() &&
      (program.has(Area::Local) || hasBarriers(program, program.kernel.body)))
    return "a guard stands before a barrier";
  for (const Function &helper : program.helpers)
    if (std::string problem = Checker(program, helper).run(helper.barriers); !problem.empty())
      return problem;
  return Checker(program, program.kernel).run(true);
}

} // namespace weft::fuzz

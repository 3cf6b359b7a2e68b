// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "reducer.h"

#include "legality.h"

#include <algorithm>

namespace weft::fuzz {
namespace {

template <typename Visit> void visitBlocks(Block &block, Visit &visit) {
  visit(block);
  for (Stmt &stmt : block)
    for (Block &inner : stmt.blocks)
      visitBlocks(inner, visit);
}

template <typename Visit> void visitExprs(Expr &expr, Visit &visit) {
  visit(expr);
  for (Expr &arg : expr.args)
    visitExprs(arg, visit);
}

template <typename Visit> void forEachFunction(Program &program, Visit visit) {
  visit(program.kernel);
  for (Function &helper : program.helpers)
    visit(helper);
}

template <typename Visit> void forEachBlock(Program &program, Visit visit) {
  forEachFunction(program, [&](Function &f) { visitBlocks(f.body, visit); });
}

template <typename Visit> void forEachExpr(Function &function, Visit visit) {
  for (Variable &var : function.vars)
    visitExprs(var.init, visit);
  visitExprs(function.returned, visit);
  auto in_block = [&](Block &block) {
    for (Stmt &stmt : block)
      for (Expr &expr : stmt.exprs)
        visitExprs(expr, visit);
  };
  visitBlocks(function.body, in_block);
}

bool writesVariable(const Stmt &s) {
  switch (s.kind) {
  case Kind::Assign:
  case Kind::SetComponent:
  case Kind::For:
  case Kind::While:
  case Kind::DoWhile:
  case Kind::Irreducible:
  case Kind::Invoke:
  case Kind::Collective:
  case Kind::Update:
  case Kind::AlongRow:
  case Kind::RowInPlace:
  case Kind::OwnAtomic:
    return true;
  default:
    return false;
  }
}

class Reducer {
public:
  Reducer(Program program, const std::function<bool(const Program &)> &fails, unsigned trials)
      : best(std::move(program)), fails(fails), trials(trials) {}

  Program run() {
    for (bool smaller = true; smaller && trials > 0;) {
      size_t before = countNodes(best);
      cutStatements();
      unwrapStatements();
      cutExpressions();
      cutVariables();
      cutArrays();
      cutMemory();
      cutGuards();
      cutAttributes();
      smaller = countNodes(best) < before;
    }
    return std::move(best);
  }

private:
  bool attempt(Program candidate) {
    if (trials == 0 || countNodes(candidate) >= countNodes(best) || !findIllegal(candidate).empty())
      return false;
    --trials;
    if (!fails(candidate))
      return false;
    best = std::move(candidate);
    return true;
  }

  // The n-th block of a program, or null.
  static Block *blockAt(Program &program, size_t n) {
    Block *found = nullptr;
    forEachBlock(program, [&](Block &block) {
      if (n-- == 0)
        found = &block;
    });
    return found;
  }

  // Whole halves first, then ever smaller pieces.
  void cutStatements() {
    for (size_t n = 0; Block *block = blockAt(best, n); ++n)
      for (size_t piece = block->size(); piece > 0; piece /= 2)
        for (size_t at = 0;;) {
          block = blockAt(best, n);
          if (!block || at >= block->size())
            break;
          Program candidate = best;
          Block *cut = blockAt(candidate, n);
          cut->erase(cut->begin() + at, cut->begin() + std::min(at + piece, cut->size()));
          if (!attempt(std::move(candidate)))
            at += piece;
        }
  }

  // A statement with blocks becomes what is in one of them, or in all.
  void unwrapStatements() {
    for (size_t n = 0; blockAt(best, n); ++n)
      for (size_t at = 0; at < blockAt(best, n)->size(); ++at) {
        size_t blocks = (*blockAt(best, n))[at].blocks.size();
        for (size_t which = 0; which < blocks; ++which) {
          Program candidate = best;
          Block &block = *blockAt(candidate, n);
          Block inner = std::move(block[at].blocks[which]);
          block.erase(block.begin() + at);
          block.insert(block.begin() + at, inner.begin(), inner.end());
          if (attempt(std::move(candidate)))
            break;
        }
      }
  }

  static Expr *exprAt(Program &program, size_t n) {
    Expr *found = nullptr;
    forEachFunction(program, [&](Function &f) {
      forEachExpr(f, [&](Expr &expr) {
        if (n-- == 0)
          found = &expr;
      });
    });
    return found;
  }

  void cutExpressions() {
    for (size_t n = 0; Expr *expr = exprAt(best, n);) {
      size_t count = expr->args.size();
      bool done = false;
      for (size_t i = 0; i <= count + 1 && !done && count > 0; ++i) {
        Program candidate = best;
        Expr &target = *exprAt(candidate, n);
        if (i < 2) {
          target =
              Expr{Op::Const, target.type, 0, int64_t(i) * (target.type.isFloat() ? 8 : 1), {}};
        } else {
          Expr arg = target.args[i - 2];
          if (!(arg.type == target.type))
            continue;
          target = std::move(arg);
        }
        done = attempt(std::move(candidate));
      }
      if (!done)
        ++n;
    }
  }

  Function *functionAt(Program &program, size_t n) {
    return n == 0                        ? &program.kernel
           : n <= program.helpers.size() ? &program.helpers[n - 1]
                                         : nullptr;
  }

  // Variables that nothing names any more.
  void cutVariables() {
    for (size_t f = 0; functionAt(best, f); ++f)
      for (unsigned var = functionAt(best, f)->params; var < functionAt(best, f)->vars.size();) {
        Program candidate = best;
        Function &function = *functionAt(candidate, f);
        if (!eraseVariable(function, var) || !attempt(std::move(candidate)))
          ++var;
      }
  }

  static bool eraseVariable(Function &function, unsigned var) {
    // A record may be passed on as a whole.
    bool used = function.vars[var].record >= 0;
    auto renumber = [&](unsigned &index) {
      used |= index == var;
      index -= index > var;
    };
    function.vars.erase(function.vars.begin() + var);
    forEachExpr(function, [&](Expr &e) {
      if (e.op == Op::Var)
        renumber(e.index);
    });
    auto in_block = [&](Block &block) {
      for (Stmt &s : block) {
        if (writesVariable(s))
          renumber(s.index);
        if (s.kind == Kind::Reduce)
          renumber(s.to);
      }
    };
    visitBlocks(function.body, in_block);
    return !used;
  }

  // The last array, if nothing names it.
  void cutArrays() {
    for (size_t f = 0; functionAt(best, f); ++f)
      for (;;) {
        Program candidate = best;
        Function &function = *functionAt(candidate, f);
        if (function.arrays.empty() || function.arrays.back().parameter)
          break;
        unsigned last = unsigned(function.arrays.size() - 1);
        if (namesArray(candidate, function, last))
          break;
        function.arrays.pop_back();
        if (!attempt(std::move(candidate)))
          break;
      }
  }

  void cutGuards() {
    for (size_t guard = 0; guard < best.guards.size();) {
      Program candidate = best;
      candidate.guards.erase(candidate.guards.begin() + guard);
      if (!attempt(std::move(candidate)))
        ++guard;
    }
  }

  // The last union and the last pointers of a function, if nothing names them.
  void cutMemory() {
    for (size_t f = 0; functionAt(best, f); ++f) {
      auto names = [&](Function &function, Op op, std::initializer_list<Kind> kinds,
                       unsigned last) {
        bool used = false;
        forEachExpr(function, [&](Expr &e) { used |= e.op == op && e.index == last; });
        auto in_block = [&](Block &block) {
          for (Stmt &s : block)
            for (Kind kind : kinds)
              used |= s.kind == kind &&
                      (s.index == last || (kind == Kind::CopyView && s.value == last));
        };
        visitBlocks(function.body, in_block);
        return used;
      };
      for (bool smaller = true; smaller;) {
        Program candidate = best;
        Function &function = *functionAt(candidate, f);
        smaller = function.views > 0 &&
                  !names(function, Op::View, {Kind::SetView, Kind::CopyView}, function.views - 1);
        if (smaller) {
          --function.views;
          smaller = attempt(std::move(candidate));
        }
      }
      for (bool smaller = true; smaller;) {
        Program candidate = best;
        Function &function = *functionAt(candidate, f);
        smaller = !function.pointers.empty() &&
                  !names(function, Op::Through, {Kind::SetPointer, Kind::SetThrough},
                         unsigned(function.pointers.size() - 1));
        if (smaller) {
          function.pointers.pop_back();
          smaller = attempt(std::move(candidate));
        }
      }
    }
  }

  // What the kernel and its launches need not have.
  void cutAttributes() {
    auto without = [&](auto change) {
      Program candidate = best;
      change(candidate);
      attempt(std::move(candidate));
    };
    without([](Program &p) { p.sub_group_size = 0; });
    without([](Program &p) { p.required_range = 0; });
    without([](Program &p) { p.restricted = 0; });
    without([](Program &p) { p.volatiles = 0; });
    without([](Program &p) {
      bool used = false;
      forEachFunction(p, [&](Function &f) {
        forEachExpr(f, [&](Expr &e) { used |= e.op == Op::Pixel || e.op == Op::OwnPixel; });
        auto in_block = [&](Block &block) {
          for (Stmt &s : block)
            used |= s.kind == Kind::SetPixel;
        };
        visitBlocks(f.body, in_block);
      });
      p.images &= used;
    });
    for (unsigned area = 0; area < Areas; ++area)
      if (best.areas >> area & 1 && !usesArea(best, Area(area)))
        without([&](Program &p) { p.areas &= ~(1u << area); });
    for (unsigned range = 0; range < 32; ++range)
      if (best.range_mask >> range & 1 && best.range_mask != 1u << range)
        without([&](Program &p) { p.range_mask &= ~(1u << range); });
  }

  static bool usesArea(Program &program, Area area) {
    bool used = false;
    forEachFunction(program, [&](Function &f) {
      forEachExpr(
          f, [&](Expr &e) { used |= e.op == Op::Typed && program.accesses[e.index].area == area; });
      auto in_block = [&](Block &block) {
        for (Stmt &s : block)
          used |= (s.kind == Kind::SetTyped || s.kind == Kind::TypedAtomic ||
                   s.kind == Kind::ReadStructure) &&
                  program.accesses[s.index].area == area;
      };
      visitBlocks(f.body, in_block);
    });
    return used;
  }

  static bool namesArray(Program &program, Function &function, unsigned array) {
    bool used = false;
    for (const Pointers &pointers : function.pointers)
      used |= std::count(pointers.arrays.begin(), pointers.arrays.end(), array) > 0;
    forEachExpr(function, [&](Expr &e) {
      used |= (e.op == Op::Element || e.op == Op::Pack) && e.index == array;
      used |= e.op == Op::ElementOf && (e.index == array || unsigned(e.value) == array);
    });
    auto in_block = [&](Block &block) {
      for (Stmt &s : block) {
        used |= (s.kind == Kind::SetElement || s.kind == Kind::SetPack) && s.index == array;
        used |= s.kind == Kind::SetPointer && unsigned(s.value) == array;
        used |= s.kind == Kind::SetElementOf && (s.index == array || unsigned(s.value) == array);
        used |= s.kind == Kind::Invoke && s.to == array;
      }
    };
    visitBlocks(function.body, in_block);
    return used;
  }

  Program best;
  const std::function<bool(const Program &)> &fails;
  unsigned trials;
};

} // namespace

Program reduce(Program program, const std::function<bool(const Program &)> &fails,
               unsigned most_trials) {
  return Reducer(std::move(program), fails, most_trials).run();
}

} // namespace weft::fuzz

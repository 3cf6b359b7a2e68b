// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/vectorize/line_report.h"

#include "passes/address_space.h"
#include "passes/analysis/float_work.h"
#include "passes/vectorize/access/access_plan.h"
#include "passes/vectorize/shared_functions.h"
#include "passes/vectorize/vector_functions.h"
#include "passes/vectorize/waits.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/Path.h"

#include <cmath>
#include <map>
#include <tuple>

using namespace llvm;

namespace weft {
namespace {

uint32_t numberOf(const DIFile *file, SourceFiles &files) {
  std::string name;
  if (file) {
    SmallString<128> path(file->getFilename());
    if (!file->getDirectory().empty() && sys::path::is_relative(path)) {
      path = file->getDirectory();
      sys::path::append(path, file->getFilename());
    }
    name = path.str().str();
  }
  const auto number = uint32_t(llvm::find(files, name) - files.begin());
  if (number == files.size())
    files.push_back(name);
  return number;
}

std::string nameOf(const Value *pointer) {
  const Value *object = getUnderlyingObject(pointer, /*MaxLookup=*/0);
  return object->hasName() && isa<Argument, AllocaInst, GlobalVariable>(object)
             ? object->getName().str()
             : std::string();
}

std::string with(StringRef what, StringRef preposition, const std::string &name) {
  return name.empty() ? what.str() : (what + " " + preposition + " " + name).str();
}

std::string calleeOf(const CallBase &call) {
  const Function *callee = call.getCalledFunction();
  if (!callee)
    return "call of a function pointer";
  StringRef name = callee->getName();
  if (auto *intrinsic = dyn_cast<IntrinsicInst>(&call))
    return Intrinsic::getBaseName(intrinsic->getIntrinsicID()).drop_front(5).split('.').first.str();
  name.consume_front(SharedFunctionPrefix);
  return StringRef(demangle(name)).split('(').first.str();
}

// In the words of who reads reports.
std::string describe(const Instruction &instruction) {
  if (isa<LoadInst>(instruction))
    return with("load", "of", nameOf(getLoadStorePointerOperand(&instruction)));
  if (isa<StoreInst>(instruction))
    return with("store", "to", nameOf(getLoadStorePointerOperand(&instruction)));
  if (isa<AtomicRMWInst, AtomicCmpXchgInst>(instruction))
    return with("atomic operation", "on", nameOf(instruction.getOperand(0)));
  if (auto *call = dyn_cast<CallBase>(&instruction))
    return calleeOf(*call);
  if (instruction.isTerminator())
    return "branch";
  if (instruction.isIntDivRem())
    return "integer division";
  if (instruction.getOpcode() == Instruction::FDiv || instruction.getOpcode() == Instruction::FRem)
    return "division";
  if (isa<CastInst>(instruction))
    return "conversion";
  if (isa<CmpInst, SelectInst, PHINode>(instruction))
    return "comparison, choice";
  return "arithmetic";
}

// Adds up what is alike, in the order of the source.
class Lines {
public:
  void add(const SourceLine &at, Fate fate, bool is_masked, const std::string &what, double cost) {
    OperationReport &line =
        known[std::make_tuple(at.file, at.line, unsigned(fate), is_masked, what)];
    line.at = at;
    line.fate = fate;
    line.masked = is_masked;
    line.what = what;
    line.cost += cost;
    ++line.count;
  }
  void moveTo(RegionReport &report) {
    for (auto &[key, line] : known) {
      report.cost += line.cost;
      report.operations.push_back(std::move(line));
    }
  }

private:
  std::map<std::tuple<uint32_t, uint32_t, unsigned, bool, std::string>, OperationReport> known;
};

} // namespace

SourceLine sourceLine(DebugLoc place, SourceFiles &files) {
  const DILocation *location = place;
  while (location && !location->getLine() && location->getInlinedAt())
    location = location->getInlinedAt();
  if (!location || !location->getLine())
    return {};
  return {numberOf(location->getFile(), files), location->getLine()};
}

SourceLine sourceLine(const DISubprogram *function, SourceFiles &files) {
  if (!function || !function->getLine())
    return {};
  return {numberOf(function->getFile(), files), function->getLine()};
}

LineReport::LineReport(const Function &function, const FlowLevels &levels, const ShapeInfo &shapes,
                       const AccessPlans &accesses, const LoopInfo &loops, const TargetInfo &target,
                       SourceFiles &files)
    : function(function), shapes(shapes), accesses(accesses), loops(loops), target(target),
      files(files) {
  findMasked(levels.top(), false);
}

// All lanes that come to a level's first block may be fewer than there are. Below it lanes are
// missing behind branches by which they part, until they meet again.
void LineReport::findMasked(const FlowLevel &level, bool is_masked) {
  std::vector<bool> partly(level.nodes.size());
  for (size_t n = 0; n < level.nodes.size(); ++n) {
    const FlowLevel::Node &node = level.nodes[n];
    if (n == 0)
      partly[n] = is_masked || (level.loop && shapes.isDivergent(level));
    else
      partly[n] = partly[node.idom] || (!node.like_idom && any_of(node.preds, [&](unsigned from) {
                    const FlowLevel::Node &pred = level.nodes[from];
                    return partly[from] || (!pred.inner && shapes.isDivergent(pred.block));
                  }));
    if (node.inner)
      findMasked(*node.inner, partly[n]);
    else if (partly[n])
      masked.insert(node.block);
  }
}

void LineReport::instruction(const Instruction &instruction, double scalar, double vector,
                             bool once) {
  if (scalar > 0 || vector > 0)
    operations.push_back({&instruction, scalar, vector, once});
}

void LineReport::level(const Level &level) {
  if (!level.level.loop && !level.waits)
    return; // its loops are what takes the time
  LevelCosts costs = {};
  costs.level = &level.level;
  costs.scalar = level.scalar;
  costs.vector = level.vector;
  LoopReport &report = costs.report;
  report.innermost = level.waits != nullptr;
  report.is_body = !level.level.loop;
  report.trips = level.trips;
  report.trips_known = level.trips_known;
  if (const Loop *loop = level.level.loop) {
    report.diverges = shapes.isDivergent(level.level);
    report.at = sourceLine(loop->getStartLoc(), files);
  } else {
    report.at = sourceLine(function.getSubprogram(), files);
  }
  if (report.innermost) {
    const double cycle = target.costs().cycle;
    if (level.scalar_iterations > 0)
      costs.issue_scalar = level.scalar / level.scalar_iterations / cycle;
    if (level.vector_iterations > 0)
      costs.issue_vector = level.vector / level.vector_iterations / cycle;
    costs.latency = level.least;
  }
  levels.push_back(costs);
}

Fate LineReport::fateOf(const Operation &operation) const {
  const Instruction &instruction = *operation.instruction;
  if (isa<LoadInst, StoreInst>(instruction))
    return accesses.of(instruction).strategy(Access::Tests::Open).fate();
  if (instruction.isTerminator() && shapes.isDivergent(instruction.getParent()))
    return Fate::Diverges;
  if (operation.once || instruction.isTerminator())
    return Fate::Uniform;
  if (isa<AtomicRMWInst, AtomicCmpXchgInst>(instruction))
    return shapes.shape(instruction.getOperand(0)).isUniform() ? Fate::Lanes : Fate::LaneByLane;
  if (isa<MemIntrinsic>(instruction))
    return Fate::LaneByLane;
  if (auto *call = dyn_cast<CallBase>(&instruction);
      call && !isa<IntrinsicInst>(call) && !isSharedCall(*call) && !subGroupOperation(*call)) {
    const Function *callee = call->getCalledFunction();
    if (!callee || vectorOverload(callee->getName(), std::min(shapes.width(), 16u)).empty())
      return Fate::LaneByLane;
  }
  return Fate::Lanes;
}

// Those that an iteration accesses and the one before did not, of memory that others see. What
// lies between lanes is fetched with it.
double LineReport::bytesOf(const FlowLevel &level, unsigned lanes) const {
  AddressForms forms(function.getDataLayout(), AddressForms::Terms(), &loops);
  struct Known {
    const AddressForm *form;
    bool is_store;
  };
  SmallVector<Known, 16> counted;
  double sum = 0;
  for (const FlowLevel::Node &node : level.nodes)
    for (const Instruction &instruction : *node.block) {
      const Value *pointer = getLoadStorePointerOperand(&instruction);
      if (!pointer)
        continue;
      const unsigned space = pointer->getType()->getPointerAddressSpace();
      if (space == AddressSpace::Private || space == AddressSpace::Local)
        continue;
      const bool is_store = isa<StoreInst>(instruction);
      const AddressForm &form = forms.of(pointer);
      if (any_of(counted, [&](const Known &other) {
            return other.is_store == is_store && differInConstant(*other.form, form);
          }))
        continue;
      counted.push_back({&form, is_store});
      const Access &access = accesses.of(instruction).access;
      const double size = double(access.bytes());
      const bool is_uniform = access.isUniform();
      const bool has_stride = !is_uniform && access.lies.has_value();
      const double apart =
          has_stride ? std::max(size, std::fabs(double(access.lies->stride))) : size;
      double bytes = is_uniform ? size : lanes * apart;
      if (level.loop) {
        const auto counter = find_if(form.terms, [&](const AddressForm::Term &one) {
          return one.term.kind == AddressTerm::Counter &&
                 one.term.phi->getParent() == level.loop->getHeader();
        });
        if (counter == form.terms.end() && (is_uniform || has_stride))
          bytes = 0; // the same each time
        else if (counter != form.terms.end() &&
                 counter->coefficient.kind == Coefficient::Constant && apart == size)
          bytes = std::min(bytes, std::fabs(double(counter->coefficient.by)));
      }
      sum += bytes;
    }
  return sum;
}

std::string LineReport::costliest() const {
  const RegionReport wide = report(true);
  const auto most = std::max_element(
      wide.operations.begin(), wide.operations.end(),
      [](const OperationReport &a, const OperationReport &b) { return a.cost < b.cost; });
  if (most == wide.operations.end())
    return {};
  static constexpr const char *Names[] = {
#define WEFT_FATE(id, name, grade, meaning, advice) name,
#include "weft/fates.def"
  };
  const std::string line = most->at.line ? " in line " + std::to_string(most->at.line) : "";
  return "mostly for '" + most->what + "'" + line + ": " + Names[unsigned(most->fate)];
}

RegionReport LineReport::report(bool is_widened) const {
  RegionReport result;
  const unsigned lanes = is_widened ? shapes.width() : 1;
  result.lanes = lanes;
  Lines lines;
  for (const Operation &operation : operations) {
    const SourceLine at = sourceLine(operation.instruction->getDebugLoc(), files);
    result.one_by_one += operation.scalar;
    if ((is_widened ? operation.vector : operation.scalar) <= 0)
      continue;
    if (is_widened)
      lines.add(at, fateOf(operation), masked.contains(operation.instruction->getParent()),
                describe(*operation.instruction), operation.vector / lanes);
    else
      lines.add(at, Fate::WorkItem, false, describe(*operation.instruction), operation.scalar);
  }
  lines.moveTo(result);
  for (const LevelCosts &costs : levels) {
    LoopReport loop = costs.report;
    loop.cost = is_widened ? costs.vector / lanes : costs.scalar;
    if (loop.innermost) {
      loop.issue = is_widened ? costs.issue_vector : costs.issue_scalar;
      loop.latency = is_widened ? costs.latency : 0;
      loop.bytes = bytesOf(*costs.level, lanes);
      loop.memory = loop.bytes / target.costs().streamed_bytes;
    }
    result.loops.push_back(loop);
  }
  return result;
}

RegionReport reportOneByOne(const Function &function, const Costs &costs, SourceFiles &files) {
  RegionReport result;
  Lines lines;
  const LoopInfo loops(DominatorTree(const_cast<Function &>(function)));
  for (const Instruction &instruction : instructions(function)) {
    const double times = std::pow(AssumedTrips, loops.getLoopDepth(instruction.getParent()));
    if (const double cost = scalarCost(instruction, costs); cost > 0)
      lines.add(sourceLine(instruction.getDebugLoc(), files), Fate::WorkItem, false,
                describe(instruction), times * cost);
  }
  lines.moveTo(result);
  result.one_by_one = result.cost;
  for (const Loop *loop : loops.getLoopsInPreorder()) {
    LoopReport report;
    report.at = sourceLine(loop->getStartLoc(), files);
    report.innermost = loop->isInnermost();
    report.trips = AssumedTrips;
    for (const BasicBlock *block : loop->blocks())
      for (const Instruction &instruction : *block)
        report.cost +=
            scalarCost(instruction, costs) * std::pow(AssumedTrips, loops.getLoopDepth(block));
    result.loops.push_back(report);
  }
  return result;
}

} // namespace weft

// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/steps.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

namespace weft {
namespace {

enum class Shows { Always, Build, Launch };

struct Description {
  llvm::StringLiteral name;
  Shows shows;
  llvm::StringLiteral reason;
};
constexpr Description descriptions[] = {
#define WEFT_ANY(id, name, shows, gain, reason) {name, Shows::shows, reason},
#include "passes/pipeline.def"
};

llvm::StringRef reasonOf(Step step) { return descriptions[size_t(step)].reason; }

bool mayBeLeftOut(const Description &step) { return step.shows != Shows::Always; }

template <typename SubjectT> std::string irOf(const SubjectT &subject) {
  std::string text;
  llvm::raw_string_ostream out(text);
  subject.print(out, nullptr);
  return text;
}

} // namespace

llvm::StringRef nameOf(Step step) { return descriptions[size_t(step)].name; }

std::optional<Step> findStep(llvm::StringRef name) {
  const auto *found =
      llvm::find_if(descriptions, [&](const Description &step) { return step.name == name; });
  if (found == std::end(descriptions))
    return std::nullopt;
  return Step(found - std::begin(descriptions));
}

bool LeftOut::contains(llvm::StringRef name) const {
  const std::optional<Step> step = findStep(name);
  return step ? contains(*step) : llvm::is_contained(others, name);
}

bool LeftOut::add(llvm::StringRef name) {
  const std::optional<Step> step = findStep(name);
  if (!step || !mayBeLeftOut(descriptions[size_t(*step)]))
    return false;
  steps.set(size_t(*step));
  return true;
}

std::string LeftOut::names() {
  std::string all;
  for (const Description &step : descriptions)
    if (mayBeLeftOut(step))
      all += (all.empty() ? "" : ", ") + step.name.str();
  return all;
}

void StepLog::ran(Step step, llvm::StringRef subject,
                  llvm::ArrayRef<const llvm::Function *> functions) {
  std::string ir;
  if (shown == nameOf(step))
    for (const llvm::Function *function : functions)
      ir += irOf(*function);
  entries.push_back({nameOf(step), reasonOf(step), subject.str(), std::move(ir)});
}

void StepLog::ran(Step step, const llvm::Module &program) {
  ran(nameOf(step), reasonOf(step), program);
}

void StepLog::ran(llvm::StringRef name, llvm::StringRef reason, const llvm::Module &program) {
  entries.push_back(
      {name, reason, program.getName().str(), shown == name ? irOf(program) : std::string()});
}

void StepLog::passes(Step step, std::string pipeline) {
  if (llvm::none_of(pipelines, [&](const auto &known) { return known.first == nameOf(step); }))
    pipelines.emplace_back(nameOf(step), std::move(pipeline));
}

std::string StepLog::text() const {
  std::string result;
  llvm::raw_string_ostream out(result);
  llvm::StringSet<> explained;
  for (const Entry &entry : entries) {
    if (!shown.empty()) {
      if (shown == entry.name)
        out << "; " << entry.name << " of " << entry.subject << "\n" << entry.ir << "\n";
      continue;
    }
    out << llvm::left_justify(entry.name, 32) << entry.subject << "\n";
    if (!explained.insert(entry.name).second)
      continue;
    out << "    " << entry.reason << "\n";
    for (const auto &[of, pipeline] : pipelines)
      if (of == entry.name)
        out << "    = " << pipeline << "\n";
  }
  return result;
}

} // namespace weft

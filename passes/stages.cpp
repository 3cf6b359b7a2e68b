// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/stages.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

namespace weft {
namespace {

struct Description {
  llvm::StringLiteral name, reason;
};
constexpr Description descriptions[] = {
#define WEFT_STAGE(id, name, reason) {name, reason},
#include "passes/stages.def"
};

const Description &describe(Stage stage) { return descriptions[unsigned(stage)]; }

} // namespace

void StageLog::ran(Stage stage, llvm::StringRef subject) {
  entries.push_back({stage, subject.str()});
}

void StageLog::passes(Stage stage, std::string pipeline) {
  if (llvm::none_of(pipelines, [&](const auto &known) { return known.first == stage; }))
    pipelines.emplace_back(stage, std::move(pipeline));
}

std::string StageLog::disorder() const {
  llvm::StringMap<Stage> last;
  for (const Entry &entry : entries) {
    auto [known, fresh] = last.try_emplace(entry.subject, entry.stage);
    if (!fresh && entry.stage < known->second)
      return (llvm::Twine(describe(entry.stage).name) + " of " + entry.subject + " came after " +
              describe(known->second).name)
          .str();
    known->second = entry.stage;
  }
  return {};
}

std::string StageLog::text() const {
  std::string result;
  llvm::raw_string_ostream out(result);
  std::vector<bool> explained(std::size(descriptions), false);
  for (const Entry &entry : entries) {
    const Description &stage = describe(entry.stage);
    out << llvm::left_justify(stage.name, 32) << entry.subject << "\n";
    if (explained[unsigned(entry.stage)])
      continue;
    explained[unsigned(entry.stage)] = true;
    out << "    " << stage.reason << "\n";
    for (const auto &[of, pipeline] : pipelines)
      if (of == entry.stage)
        out << "    = " << pipeline << "\n";
  }
  if (std::string found = disorder(); !found.empty())
    out << "out of order: " << found << "\n";
  return result;
}

} // namespace weft

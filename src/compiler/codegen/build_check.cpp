// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/codegen/build_check.h"

#include "compiler/program/library_pack.h"
#include "compiler/program/program_ir.h"
#include "passes/check/build_checks.h"
#include "passes/check/findings.h"
#include "passes/lowering/lower_kernels.h"
#include "passes/lowering/steps.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/Transforms/Utils/Cloning.h"

#include <set>
#include <string>
#include <tuple>

namespace weft {
namespace {

std::string placeOf(const llvm::DILocation &location) {
  return location.getFilename().str() + ":" + std::to_string(location.getLine()) + ":" +
         std::to_string(location.getColumn());
}

class Warnings {
public:
  Warnings(llvm::StringRef program, bool as_errors, Log &log)
      : program(program), level(as_errors ? "error: " : "warning: "), as_errors(as_errors),
        log(log) {
    llvm::SmallVector<llvm::StringRef> lines;
    llvm::StringRef(log.str()).split(lines, '\n');
    for (llvm::StringRef line : lines)
      for (llvm::StringRef kind : {"[-Warray-bounds", "[-Wdivision-by-zero", "[-Wuninitialized",
                                   "[-Wnull-dereference", "[arith]"})
        if (line.contains(kind))
          said_by_clang.insert(lineOf(line));
  }

  void add(const Mistake &mistake) {
    const std::string place =
        mistake.place ? placeOf(*mistake.place) : "kernel '" + mistake.kernel + "'";
    if (said_by_clang.contains(lineOf(place)) ||
        !said.insert({place, mistake.kind, mistake.message}).second)
      return;
    log.line(place + ": " + level + mistake.message + " [" + mistake.kind + "]");
    show(mistake.place);
    for (const std::string &note : mistake.notes) {
      const bool is_last = &note == &mistake.notes.back();
      log.line("  " + note + (is_last && mistake.other ? " at " + placeOf(*mistake.other) : ""));
    }
    show(mistake.other);
    if (as_errors)
      log.setFailed();
  }

private:
  // "file:line"
  static llvm::StringRef lineOf(llvm::StringRef place) {
    auto [file, rest] = place.split(':');
    return place.take_front(file.size() + 1 + rest.take_while(llvm::isDigit).size());
  }

  void show(const llvm::DILocation *place) {
    if (!place || !place->getLine())
      return;
    const llvm::StringRef text = textOfLine(*place->getFile(), place->getLine(), program);
    if (text.empty())
      return;
    const std::string number = std::to_string(place->getLine());
    log.line("  " + number + " | " + text);
    if (!place->getColumn())
      return;
    // Under a tab stands a tab, so that the caret is below its column.
    std::string caret;
    for (char c : text.take_front(place->getColumn() - 1))
      caret += c == '\t' ? '\t' : ' ';
    log.line("  " + std::string(number.size(), ' ') + " | " + caret + "^");
  }

  const llvm::StringRef program;
  const char *const level;
  const bool as_errors;
  Log &log;
  llvm::StringSet<> said_by_clang;
  std::set<std::tuple<std::string, std::string, std::string>> said;
};

} // namespace

void checkAtBuild(const llvm::Module &original, const MachineKind &kind, bool as_errors, Log &log) {
  std::unique_ptr<llvm::Module> program = llvm::CloneModule(original);
  Warnings warnings(program->getModuleIdentifier(), as_errors, log);
  for (const Mistake &mistake : findUnwrittenVariables(
           *program, [](const llvm::Function &function) { return !function.isDeclaration(); }))
    warnings.add(mistake);
  // What does not work here does not work in the build, which says so.
  Log unused;
  std::string error;
  LentTargetMachine machine(kind, error);
  if (!machine || !linkLibrary(*program, unused))
    return;
  internalizeProgram(*program);
  program->setTargetTriple((*machine).getTargetTriple());
  program->setDataLayout((*machine).createDataLayout());
  LeftOut left_out;
  for (const char *step : {"lanes-along-y", "free-grouping", "row-tiles"})
    left_out.add(step);
  std::vector<std::string> errors;
  std::vector<LoweredKernel> kernels =
      lowerKernels(*program, errors, {.left_out = left_out, .checks = ChecksAtBuild});
  for (LoweredKernel &kernel : kernels)
    for (const Mistake &mistake : findMistakes(kernel))
      warnings.add(mistake);
}

} // namespace weft

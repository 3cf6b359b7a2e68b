// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/frontend/spirv/debug_lines.h"

#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/Support/Path.h"

#include <spirv/unified1/NonSemanticShaderDebugInfo100.h>

namespace weft::spirv {

// Beyond these DWARF's line table, or LLVM's, has another number there.
static constexpr uint32_t MaxLine = 0xffffff, MaxColumn = 0xffff;

llvm::DIFile *DebugLines::fileOf(uint32_t string) {
  llvm::DIFile *&known = files[string];
  if (!known) {
    const llvm::StringRef path = declarations.string(string);
    known = debug->createFile(path.empty() ? "program.spv" : llvm::sys::path::filename(path),
                              llvm::sys::path::parent_path(path));
  }
  return known;
}

void DebugLines::begin() {
  if (!options.debug && !options.wantsLines())
    return;
  debug = std::make_unique<llvm::DIBuilder>(made);
  uint32_t source = 0;
  for (const Instruction &in : module.instructions)
    if (in.op() == spv::Op::OpSource && in.operands.size() > 2)
      source = in.operands[2];
    else if (in.op() == spv::Op::OpLine && !source)
      source = in.operands[0];
  debug->createCompileUnit(llvm::DISourceLanguageName(llvm::dwarf::DW_LANG_OpenCL), fileOf(source),
                           "SPIR-V", /*isOptimized=*/!options.debug_variables, "", 0, "",
                           // Lines for what is said of kernels are not in the code.
                           !options.debug            ? llvm::DICompileUnit::NoDebug
                           : options.debug_variables ? llvm::DICompileUnit::FullDebug
                                                     : llvm::DICompileUnit::LineTablesOnly);
  made.addModuleFlag(llvm::Module::Warning, "Debug Info Version", llvm::DEBUG_METADATA_VERSION);
  made.addModuleFlag(llvm::Module::Max, "Dwarf Version", 5);
}

void DebugLines::beginFunction(llvm::Function &function, llvm::StringRef name, size_t first,
                               size_t end) {
  if (!debug)
    return;
  uint32_t file = 0, line = 0;
  for (size_t i = first; i < end && !line; ++i) {
    const Instruction &in = module.instructions[i];
    if (in.op() == spv::Op::OpLine) {
      file = in.operands[0];
      line = in.operands[1];
    } else if (uint32_t source = 0; isDebugLine(in)) {
      read(in, source, line);
      file = source;
    }
  }
  llvm::DIFile *in_file = fileOf(file);
  program =
      debug->createFunction(in_file, name, llvm::StringRef(), in_file, std::min(line, MaxLine),
                            debug->createSubroutineType(debug->getOrCreateTypeArray({})),
                            std::min(line, MaxLine), llvm::DINode::FlagPrototyped,
                            llvm::DISubprogram::SPFlagDefinition |
                                (options.debug_variables ? llvm::DISubprogram::SPFlagZero
                                                         : llvm::DISubprogram::SPFlagOptimized));
  function.setSubprogram(program);
  scopes.clear();
  scopes[file] = program;
  goTo(file, line, 0);
}

// A line of another file than the function's is in a scope of that file.
void DebugLines::goTo(uint32_t file, uint32_t line, uint32_t column) {
  if (!program)
    return;
  llvm::DIScope *&scope = scopes[file];
  if (!scope)
    scope = debug->createLexicalBlockFile(program, fileOf(file));
  builder.SetCurrentDebugLocation(llvm::DILocation::get(context, std::min(line, MaxLine),
                                                        column > MaxColumn ? 0 : column, scope));
}

bool DebugLines::isDebugLine(const Instruction &in) const {
  return in.op() == spv::Op::OpExtInst && declarations.isDebugSet(in.operands[0]) &&
         in.operands[1] == NonSemanticShaderDebugInfo100DebugLine && in.operands.size() == 7;
}

bool DebugLines::isDebugNoLine(const Instruction &in) const {
  return in.op() == spv::Op::OpExtInst && declarations.isDebugSet(in.operands[0]) &&
         in.operands[1] == NonSemanticShaderDebugInfo100DebugNoLine;
}

// Of DebugLine: the file's string, the first line, and the column.
uint32_t DebugLines::read(const Instruction &in, uint32_t &file, uint32_t &line) const {
  auto number = [&](size_t i) {
    const Instruction *constant = module.definition(in.operands[i]);
    return constant && constant->op() == spv::Op::OpConstant ? constant->operands[0] : 0;
  };
  const Instruction *source = module.definition(in.operands[2]);
  file = source && source->op() == spv::Op::OpExtInst && source->operands.size() > 2 &&
                 source->operands[1] == NonSemanticShaderDebugInfo100DebugSource
             ? source->operands[2]
             : 0;
  line = number(3);
  return number(5);
}

bool DebugLines::saysLine(const Instruction &in) const {
  return in.op() == spv::Op::OpLine || in.op() == spv::Op::OpNoLine || isDebugLine(in) ||
         isDebugNoLine(in);
}

void DebugLines::take(const Instruction &in) {
  if (!debug)
    return;
  if (in.op() == spv::Op::OpLine) {
    goTo(in.operands[0], in.operands[1], in.operands[2]);
  } else if (isDebugLine(in)) {
    uint32_t file = 0, line = 0;
    const uint32_t column = read(in, file, line);
    goTo(file, line, column);
  } else if (program && (in.op() == spv::Op::OpNoLine || isDebugNoLine(in))) {
    builder.SetCurrentDebugLocation(llvm::DILocation::get(context, 0, 0, program));
  }
}

void DebugLines::endFunction() {
  program = nullptr;
  builder.SetCurrentDebugLocation({});
}

void DebugLines::end() {
  if (debug)
    debug->finalize();
}

} // namespace weft::spirv

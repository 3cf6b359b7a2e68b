// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lines of the source that a module was made from, as debuggers and profilers show them: of OpLine
// (which OpenCL.DebugInfo.100 goes with) and of NonSemantic.Shader.DebugInfo.100's DebugLine. What
// the latter two say of variables and types is not read.
#include "compiler/frontend/spirv/reader.h"

#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/Support/Path.h"

#include <spirv/unified1/NonSemanticShaderDebugInfo100.h>

namespace weft::spirv {

// Beyond these DWARF's line table, or LLVM's, has another number there.
static constexpr uint32_t MaxLine = 0xffffff, MaxColumn = 0xffff;

llvm::DIFile *Reader::debugFile(uint32_t string) {
  llvm::DIFile *&file = debug_files[string];
  if (!file) {
    const llvm::StringRef path = strings.lookup(string);
    file = debug->createFile(path.empty() ? "program.spv" : llvm::sys::path::filename(path),
                             llvm::sys::path::parent_path(path));
  }
  return file;
}

void Reader::beginDebug() {
  if (!options.debug && !options.explain)
    return;
  debug = std::make_unique<llvm::DIBuilder>(*made);
  uint32_t source = 0;
  for (const Instruction &in : module.instructions)
    if (in.op() == spv::Op::OpSource && in.operands.size() > 2)
      source = in.operands[2];
    else if (in.op() == spv::Op::OpLine && !source)
      source = in.operands[0];
  debug->createCompileUnit(llvm::DISourceLanguageName(llvm::dwarf::DW_LANG_OpenCL),
                           debugFile(source), "SPIR-V", /*isOptimized=*/!options.debug_variables,
                           "", 0, "",
                           // Lines for what is said of kernels are not in the code.
                           !options.debug            ? llvm::DICompileUnit::NoDebug
                           : options.debug_variables ? llvm::DICompileUnit::FullDebug
                                                     : llvm::DICompileUnit::LineTablesOnly);
  made->addModuleFlag(llvm::Module::Warning, "Debug Info Version", llvm::DEBUG_METADATA_VERSION);
  made->addModuleFlag(llvm::Module::Max, "Dwarf Version", 5);
}

// The function begins where its first line is: instructions of `first` to `end` are its own.
void Reader::beginFunctionDebug(llvm::Function &of, llvm::StringRef name, size_t first,
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
      debugLineOf(in, source, line);
      file = source;
    }
  }
  llvm::DIFile *in_file = debugFile(file);
  llvm::DISubprogram *program =
      debug->createFunction(in_file, name, llvm::StringRef(), in_file, std::min(line, MaxLine),
                            debug->createSubroutineType(debug->getOrCreateTypeArray({})),
                            std::min(line, MaxLine), llvm::DINode::FlagPrototyped,
                            llvm::DISubprogram::SPFlagDefinition |
                                (options.debug_variables ? llvm::DISubprogram::SPFlagZero
                                                         : llvm::DISubprogram::SPFlagOptimized));
  of.setSubprogram(program);
  debug_scopes.clear();
  debug_scopes[file] = program;
  debugAt(file, line, 0);
}

// A line of another file than the function's is in a scope of that file.
void Reader::debugAt(uint32_t file, uint32_t line, uint32_t column) {
  llvm::DISubprogram *program = function ? function->getSubprogram() : nullptr;
  if (!program)
    return;
  llvm::DIScope *&scope = debug_scopes[file];
  if (!scope)
    scope = debug->createLexicalBlockFile(program, debugFile(file));
  builder.SetCurrentDebugLocation(llvm::DILocation::get(context, std::min(line, MaxLine),
                                                        column > MaxColumn ? 0 : column, scope));
}

bool Reader::isDebugLine(const Instruction &in) const {
  return in.op() == spv::Op::OpExtInst && debug_sets.contains(in.operands[0]) &&
         in.operands[1] == NonSemanticShaderDebugInfo100DebugLine && in.operands.size() == 7;
}

bool Reader::isDebugNoLine(const Instruction &in) const {
  return in.op() == spv::Op::OpExtInst && debug_sets.contains(in.operands[0]) &&
         in.operands[1] == NonSemanticShaderDebugInfo100DebugNoLine;
}

// Of DebugLine: the file's string, the first line, and the column.
uint32_t Reader::debugLineOf(const Instruction &in, uint32_t &file, uint32_t &line) const {
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

bool Reader::saysLine(const Instruction &in) const {
  return in.op() == spv::Op::OpLine || in.op() == spv::Op::OpNoLine || isDebugLine(in) ||
         isDebugNoLine(in);
}

void Reader::debugLine() {
  if (!debug)
    return;
  if (at->op() == spv::Op::OpLine) {
    debugAt(operand(0), operand(1), operand(2));
  } else if (isDebugLine(*at)) {
    uint32_t file = 0, line = 0;
    const uint32_t column = debugLineOf(*at, file, line);
    debugAt(file, line, column);
  } else if (at->op() == spv::Op::OpNoLine || isDebugNoLine(*at)) {
    if (llvm::DISubprogram *program = function ? function->getSubprogram() : nullptr)
      builder.SetCurrentDebugLocation(llvm::DILocation::get(context, 0, 0, program));
  }
}

} // namespace weft::spirv

// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What checks share: how a work-item reports (include/weft/check_abi.h), and the constants in which
// a kernel's code says where and about what.
#ifndef WEFT_PASSES_CHECK_FINDINGS_H
#define WEFT_PASSES_CHECK_FINDINGS_H

#include "weft/check_abi.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"

#include <map>
#include <string>

namespace weft {

// A name as the source has it: without what the passes and the inliner have put around it.
llvm::StringRef plainVariableName(llvm::StringRef name);

// The same of a function of the OpenCL C library that is called, followed by its mangled
// parameters; empty if it has none.
llvm::StringRef plainFunctionName(const llvm::CallBase &call);

// The line of the file's text, if the front end has kept it. A `#line` gives what follows another
// number and name; `program` is the main file's.
llvm::StringRef textOfLine(const llvm::DIFile &file, unsigned line, llvm::StringRef program);

class Findings {
public:
  // Of a work-item function; `kernel` as the source has it.
  Findings(llvm::Function &item, llvm::StringRef kernel) : item(item), kernel(kernel) {}

  struct Site {
    weft_check_event event;
    weft_check_access access = WEFT_ACCESS_NONE;
    uint64_t bytes = 0;
    uint64_t align = 1;
  };
  llvm::Constant *site(const Site &what, const llvm::DebugLoc &where);
  llvm::Constant *object(weft_check_object_kind kind, unsigned index, llvm::StringRef name);

  // What a report says beside its site; values of the work-item.
  struct Details {
    llvm::Value *object = nullptr;  // null: none
    llvm::Value *offset = nullptr;  // i64
    llvm::Value *size = nullptr;    // i64
    llvm::Value *address = nullptr; // a pointer of any address space
    llvm::Value *site = nullptr;
  };
  void report(llvm::IRBuilderBase &builder, const Details &details);
  // The same, if `bad` holds, ahead of `before`. What only the report needs is made in `details`.
  void reportIf(llvm::Value *bad, llvm::Instruction &before,
                llvm::function_ref<Details(llvm::IRBuilderBase &)> details);

  // The launch's weft_check_launch, loaded where the function begins.
  llvm::Value *launch();

private:
  llvm::Constant *constant(llvm::Constant *head, llvm::ArrayRef<llvm::StringRef> texts,
                           const char *name);

  llvm::Function &item;
  std::string kernel;
  llvm::Value *launch_record = nullptr;
  std::map<std::string, llvm::Constant *> known; // by content
};

// AnyLaneName (passes/analysis/any_lane.h), with its body.
llvm::FunctionCallee declareAnyLane(llvm::Module &program);

} // namespace weft
#endif

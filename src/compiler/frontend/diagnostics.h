// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The build log: everything a request has to say to the program's author, in order.
#ifndef WEFT_COMPILER_FRONTEND_DIAGNOSTICS_H
#define WEFT_COMPILER_FRONTEND_DIAGNOSTICS_H

#include "llvm/ADT/Twine.h"
#include "llvm/IR/LLVMContext.h"

#include <string>

namespace weft {

class Log {
public:
  void error(const llvm::Twine &message) {
    line("error: " + message);
    failed = true;
  }
  void warning(const llvm::Twine &message) { line("warning: " + message); }
  void line(const llvm::Twine &message);
  // Text already formatted, such as Clang's diagnostics.
  void append(llvm::StringRef formatted) { text += formatted; }

  bool hasErrors() const { return failed; }
  void setFailed() { failed = true; }
  const std::string &str() const { return text; }

private:
  std::string text;
  bool failed = false;
};

// Sends what LLVM reports against `context` to `log` (errors, and warnings if asked), instead of
// to stderr or exit(). `log` must outlive the context.
void captureDiagnostics(llvm::LLVMContext &context, Log &log);

} // namespace weft
#endif

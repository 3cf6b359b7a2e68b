// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/frontend/diagnostics.h"

#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/Support/raw_ostream.h"

namespace weft {

void Log::line(const llvm::Twine &message) {
  text += message.str();
  if (text.empty() || text.back() != '\n')
    text += '\n';
}

namespace {

class LogHandler final : public llvm::DiagnosticHandler {
public:
  explicit LogHandler(Log &log) : log(log) {}

  bool handleDiagnostics(const llvm::DiagnosticInfo &info) override {
    // Remarks and notes are about the optimiser, and the linker's warnings about triples; neither
    // is the program author's business.
    if (info.getSeverity() != llvm::DS_Error)
      return true;
    std::string message;
    llvm::raw_string_ostream stream(message);
    llvm::DiagnosticPrinterRawOStream printer(stream);
    info.print(printer);
    log.error(message);
    return true;
  }

private:
  Log &log;
};

} // namespace

void captureDiagnostics(llvm::LLVMContext &context, Log &log) {
  context.setDiagnosticHandler(std::make_unique<LogHandler>(log));
}

} // namespace weft

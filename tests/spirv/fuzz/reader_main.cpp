// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// weft-spirv-fuzz-sanitized (run.h): the reader alone, under AddressSanitizer and UBSan. LLVM's
// libraries are not instrumented: what they do with memory is not seen, and what they say of it is
// not to be believed.
#include "run.h"

#include "compiler/frontend/spirv/spirv_front_end.h"

#include "llvm/IR/LLVMContext.h"

extern "C" const char *__asan_default_options() {
  return "allow_user_poisoning=0:detect_container_overflow=0:detect_leaks=0";
}

namespace weft::spirv_test {

static Verdict compile(const Words &words, bool whole, std::string &log) {
  Options options;
  options.debug = true;
  Log messages;
  llvm::LLVMContext context;
  const llvm::StringRef bytes(reinterpret_cast<const char *>(words.data()),
                              words.size() * sizeof(uint32_t));
  const bool taken = readSpirv(bytes, {}, options, context, messages) != nullptr;
  log = messages.str();
  if (log.find("the module is not valid") != std::string::npos)
    return Verdict::Broken;
  return taken ? Verdict::Taken : Verdict::Refused;
}

} // namespace weft::spirv_test

int main(int argc, char **argv) {
  return weft::spirv_test::runFuzzer(argc, argv, weft::spirv_test::compile);
}

// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Other copies of LLVM in the process, and another driver: symbols, options and global state of the
// one must not meet those of the other.
#include "host.h"

#include <cstdlib>
#include <dlfcn.h>
#include <fstream>
#include <sys/stat.h>
#include <unistd.h>

namespace manners {
namespace {

// The C interface of a libLLVM, for global symbols to be at hand as in a program linked to it.
class Llvm {
public:
  explicit Llvm(const char *name) : library(dlopen(name, RTLD_NOW | RTLD_GLOBAL)) {
    if (!library)
      skip(std::string(name) + " is not installed");
  }

  // Parses a function, and registers targets and options: state that is one per copy of LLVM.
  void use() const {
    call<void()>("LLVMInitializeX86TargetInfo")();
    call<void()>("LLVMInitializeX86Target")();
    call<void()>("LLVMInitializeX86TargetMC")();
    void *context = call<void *()>("LLVMContextCreate")();
    void *module =
        call<void *(const char *, void *)>("LLVMModuleCreateWithNameInContext")("m", context);
    const char *const arguments[] = {"host", "-inline-threshold=7"};
    if (!parsed)
      call<void(int, const char *const *, const char *)>("LLVMParseCommandLineOptions")(
          2, arguments, "");
    parsed = true;
    char *text = call<char *(void *)>("LLVMPrintModuleToString")(module);
    check(std::string(text).find("ModuleID = 'm'") != std::string::npos, "the host's own LLVM");
    call<void(char *)>("LLVMDisposeMessage")(text);
    call<void(void *)>("LLVMDisposeModule")(module);
    call<void(void *)>("LLVMContextDispose")(context);
  }

private:
  template <typename F> F *call(const char *name) const {
    auto *function = reinterpret_cast<F *>(dlsym(library, name));
    check(function, name);
    return function;
  }
  void *library;
  mutable bool parsed = false;
};

void besideLlvm(const char *name) {
  const Llvm other(name);
  other.use();
  const Host host = openHost();
  host.work(1);
  other.use();
  host.work(2);
}

// PoCL needs its own folder for its cache; the loader takes a folder of .icd files.
void besidePocl(bool pocl_first) {
  std::ifstream pocl_file("/etc/OpenCL/vendors/pocl.icd");
  std::ifstream weft_file(WEFT_ICD);
  std::string pocl, weft;
  if (!std::getline(pocl_file, pocl))
    skip("PoCL is not installed");
  check(bool(std::getline(weft_file, weft)), WEFT_ICD);
  char folder[] = "manners-vendors-XXXXXX";
  check(mkdtemp(folder), "mkdtemp");
  const std::string root = std::string(realpath(folder, nullptr));
  std::ofstream(root + "/a.icd") << (pocl_first ? pocl : weft) << '\n';
  std::ofstream(root + "/b.icd") << (pocl_first ? weft : pocl) << '\n';
  setenv("OCL_ICD_VENDORS", root.c_str(), 1);
  setenv("POCL_CACHE_DIR", (root + "/cache").c_str(), 1);
  {
    const char *names[] = {pocl_first ? "Portable" : "Weft", pocl_first ? "Weft" : "Portable"};
    const Host first = openHost(names[0]);
    first.work(1);
    const Host second = openHost(names[1]);
    second.work(1);
    first.work(2);
    second.work(2);
    // At the same time.
    cl_kernel kernels[2];
    cl_mem buffers[2];
    const Host *hosts[] = {&first, &second};
    for (int i = 0; i < 2; ++i) {
      kernels[i] = hosts[i]->kernel("__kernel void f(__global int *x) {"
                                    "  x[get_global_id(0)] += get_local_id(0); }",
                                    "f");
      buffers[i] = hosts[i]->buffer(1 << 20);
      setArg(kernels[i], 0, sizeof(cl_mem), &buffers[i]);
    }
    for (int round = 0; round < 20; ++round)
      for (int i = 0; i < 2; ++i)
        hosts[i]->launch(kernels[i], 1 << 18, 64);
    for (const Host *host : hosts)
      ok(clFinish(host->queue), "clFinish");
  }
  check(std::system(("rm -r '" + root + "'").c_str()) == 0, "rm");
}

} // namespace

const std::vector<Scenario> neighbour_scenarios = {
    {"beside-llvm-22", [] { besideLlvm("libLLVM.so.22.1"); }},
    {"beside-llvm-19", [] { besideLlvm("libLLVM.so.19.1"); }},
    {"beside-pocl", [] { besidePocl(false); }},
    {"beside-pocl-first", [] { besidePocl(true); }},
};

} // namespace manners

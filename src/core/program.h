// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Programs: from source, or from the artifacts that an earlier build saved, to loaded code. What a
// build yields is an immutable value shared with the kernels made from it.
#ifndef WEFT_CORE_PROGRAM_H
#define WEFT_CORE_PROGRAM_H

#include "core/context.h"
#include "core/device.h"
#include "core/object.h"
#include "support/spirv_module.h"

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace weft {

using ProgramNotify = void(CL_CALLBACK *)(cl_program, void *);

// clSetProgramReleaseCallback: whoever may still run destructors of the program's variables holds
// one of these, so that the functions are called after them.
class ReleaseCallbacks {
public:
  ReleaseCallbacks(Ref<Device> device, cl_program program)
      : device(std::move(device)), program(program) {}
  // "The registered callback functions are called in the reverse order in which they were
  // registered."
  ~ReleaseCallbacks();
  void add(ProgramNotify function, void *user_data);

private:
  const Ref<Device> device;
  const cl_program program; // for reference: it is not valid any more
  std::mutex mutex;         // guards functions
  std::vector<std::pair<ProgramNotify, void *>> functions;
};

// What a successful build holds; constant from then on.
struct ProgramImage {
  std::shared_ptr<ReleaseCallbacks> released; // goes last; null of what was not built
  Artifact artifact;
  std::shared_ptr<LoadedCode> code; // null unless artifact.kind is Executable
  // By the number of the kernel; see Device::variantsOf.
  std::vector<std::unique_ptr<KernelVariants>> variants;
  const StopFlag *stop = nullptr; // of the context, if that can be terminated

  const KernelInfo *find(std::string_view name) const;
  const NamedVariable *findVariable(std::string_view name) const;
  const NamedFunction *findFunction(std::string_view name) const;
  // Those that the application may have: without those of blocks.
  std::vector<const KernelInfo *> kernels() const;
};

class Program : public ApiObject<_cl_program, Kind::Program, CL_INVALID_PROGRAM> {
public:
  // The state of the program on one of its devices.
  struct Build {
    Ref<Device> device;
    cl_build_status status = CL_BUILD_NONE;
    std::string options;
    std::string log;
    std::shared_ptr<const ProgramImage> image; // null: nothing compiled, linked or loaded
  };
  enum class Origin { Source, IL, Binary, Link };

  // With source.
  Program(Ref<Context> context, std::string source);
  // With a SPIR-V module, of which `constants` can be given values.
  Program(Ref<Context> context, std::string module, std::vector<SpirvConstant> constants);
  // With binaries, one per device, already read by deserialize(). Origin Link: filled by linking.
  Program(Ref<Context> context, Origin origin, std::vector<Ref<Device>> devices,
          std::vector<Artifact> binaries);
  ~Program() override;

  Context &context() const { return *ctx; }
  Ref<Context> contextRef() const { return ctx; }
  // Empty unless made from source, and from a module.
  const std::string &source() const { return from == Origin::Source ? text : nothing; }
  const std::string &module() const { return from == Origin::IL ? text : nothing; }
  // "This specialization value will be used by subsequent calls to clBuildProgram". Throws
  // CL_INVALID_SPEC_ID and CL_INVALID_VALUE.
  void setConstant(uint32_t spec_id, size_t size, const void *value);
  Origin origin() const { return from; }
  std::vector<Ref<Device>> devices() const;
  bool hasDevice(const Device &device) const;
  bool hasOneDevice() const { return builds.size() == 1; }

  // A copy of the state on `device`; throws CL_INVALID_DEVICE if it is none of the program's. "If a
  // program binary has not been built for a sub-device, the program binary associated with the
  // parent device will be used": then it is the parent's state.
  Build build(const Device &device) const;
  // Returns when no build is in progress on any device; the calling thread works for the device
  // meanwhile.
  void waitForBuilds() const;
  // The executable on the first device that has one when no build is in progress, or null. Programs
  // that give a callback and do not wait for it, as other drivers call it from clBuildProgram, find
  // what they are building.
  std::shared_ptr<const ProgramImage> executable() const;
  // The executable on `device`, or null; a sub-device has its parent's if none of its own.
  std::shared_ptr<const ProgramImage> executableOn(const Device &device) const;

  // The three ways to make code. begin() claims the devices (CL_INVALID_OPERATION while another
  // build runs or kernels are attached) and returns the work, which yields the code that a
  // synchronous call returns. Running it takes no lock of the caller's.
  using Work = std::function<cl_int()>;
  Work beginBuild(std::vector<Ref<Device>> devices, std::string options);
  Work beginCompile(std::vector<Ref<Device>> devices, std::string options,
                    std::vector<std::pair<std::string, Ref<Program>>> headers);
  Work beginLink(std::vector<Ref<Device>> devices, std::string options,
                 std::vector<Ref<Program>> inputs);

  // Whether the code of some device has such entry points: SPIR-V's Initializer and Finalizer.
  bool hasConstructors() const;
  bool hasDestructors() const;
  void addReleaseCallback(ProgramNotify function, void *user_data) {
    released->add(function, user_data);
  }

  // Kernels that the application holds keep the program from being rebuilt.
  void attachKernel() { kernels.fetch_add(1, std::memory_order_relaxed); }
  void detachKernel() { kernels.fetch_sub(1, std::memory_order_relaxed); }

private:
  Work begin(std::vector<Ref<Device>> devices, std::string options, cl_int failure,
             std::function<Device::CompileResult(Device &, const Build &)> compile);
  // `options` with what the context asks of the compiler.
  std::string compilerOptions(std::string options) const;
  void requireCompiler(Device &device, cl_int code);
  bool hasText() const { return from == Origin::Source || from == Origin::IL; }
  Device::CompileRequest request(weft_action action, std::string options) const;
  cl_int finish(Device &device, Device::CompileResult result, cl_int failure);
  Build &entry(const Device &device);
  const Build &entry(const Device &device) const;
  const Build &effective(const Device &device) const;

  Ref<Context> ctx;
  const std::shared_ptr<ReleaseCallbacks> released =
      std::make_shared<ReleaseCallbacks>(Ref<Device>(&ctx->device()), handle());
  static const std::string nothing;
  const std::string text; // source or module
  const Origin from;
  const std::vector<SpirvConstant> spec_constants;
  std::atomic<uint32_t> kernels{0};
  // Guards builds (not the list of devices in it, which is constant) and spec_values.
  mutable std::mutex mutex;
  std::vector<Build> builds;
  std::map<uint32_t, std::string> spec_values; // by SpecId
};

} // namespace weft
#endif

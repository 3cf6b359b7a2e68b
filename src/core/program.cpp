// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Programs and their three ways to make code.
#include "core/program.h"

#include "support/config.h"
#include "support/log.h"
#include "support/trace.h"

#include <algorithm>

namespace weft {

template <typename T> static const T *named(const std::vector<T> &all, std::string_view name) {
  const auto found = std::ranges::find(all, name, &T::name);
  return found == all.end() ? nullptr : &*found;
}

const KernelInfo *ProgramImage::find(std::string_view name) const {
  return named(artifact.kernels, name);
}

const NamedVariable *ProgramImage::findVariable(std::string_view name) const {
  return named(artifact.variables, name);
}

const NamedFunction *ProgramImage::findFunction(std::string_view name) const {
  return named(artifact.functions, name);
}

std::vector<const KernelInfo *> ProgramImage::kernels() const {
  std::vector<const KernelInfo *> all;
  for (const KernelInfo &kernel : artifact.kernels)
    if (!kernel.is_block)
      all.push_back(&kernel);
  return all;
}

ReleaseCallbacks::~ReleaseCallbacks() {
  if (!functions.empty())
    device->mayBlock();
  for (auto it = functions.rbegin(); it != functions.rend(); ++it)
    it->first(program, it->second);
}

void ReleaseCallbacks::add(ProgramNotify function, void *user_data) {
  std::lock_guard lock(mutex);
  functions.emplace_back(function, user_data);
}

static std::shared_ptr<const ProgramImage> unloaded(Artifact artifact) {
  auto image = std::make_shared<ProgramImage>();
  image->artifact = std::move(artifact);
  return image;
}

Program::Program(Ref<Context> context, std::string source)
    : ctx(std::move(context)), text(std::move(source)), from(Origin::Source) {
  for (const Ref<Device> &device : ctx->devices())
    builds.push_back({device, CL_BUILD_NONE, {}, {}, nullptr});
}

Program::Program(Ref<Context> context, std::string module, std::vector<SpirvConstant> constants)
    : ctx(std::move(context)), text(std::move(module)), from(Origin::IL),
      spec_constants(std::move(constants)) {
  for (const Ref<Device> &device : ctx->devices())
    builds.push_back({device, CL_BUILD_NONE, {}, {}, nullptr});
}

Program::Program(Ref<Context> context, Origin origin, std::vector<Ref<Device>> devices,
                 std::vector<Artifact> binaries)
    : ctx(std::move(context)), from(origin) {
  for (size_t i = 0; i < devices.size(); ++i)
    builds.push_back({devices[i],
                      CL_BUILD_NONE,
                      {},
                      {},
                      i < binaries.size() ? unloaded(std::move(binaries[i])) : nullptr});
}

Program::~Program() = default;

const std::string Program::nothing;

void Program::setConstant(uint32_t spec_id, size_t size, const void *value) {
  bool known = false;
  for (const SpirvConstant &constant : spec_constants) {
    if (constant.spec_id != spec_id)
      continue;
    known = true;
    require(constant.size == size, CL_INVALID_VALUE, "the constant has another size");
  }
  require(known, CL_INVALID_SPEC_ID, "the module has no such specialisation constant");
  require(value, CL_INVALID_VALUE, "no value");
  std::string bytes(static_cast<const char *>(value), size);
  std::lock_guard lock(mutex);
  spec_values[spec_id] = std::move(bytes);
}

// With the values that the specialisation constants have now.
Device::CompileRequest Program::request(weft_action action, std::string options) const {
  Device::CompileRequest made = {action, text, {}, {}, compilerOptions(std::move(options))};
  made.is_spirv = from == Origin::IL;
  std::lock_guard lock(mutex);
  made.spec_constants.assign(spec_values.begin(), spec_values.end());
  return made;
}

std::vector<Ref<Device>> Program::devices() const {
  std::vector<Ref<Device>> list;
  for (const Build &build : builds)
    list.push_back(build.device);
  return list;
}

bool Program::hasDevice(const Device &device) const {
  return std::any_of(builds.begin(), builds.end(),
                     [&](const Build &build) { return build.device.get() == &device; });
}

const Program::Build &Program::entry(const Device &device) const {
  for (const Build &build : builds)
    if (build.device.get() == &device)
      return build;
  throw Error{CL_INVALID_DEVICE, "not a device of the program"};
}

Program::Build &Program::entry(const Device &device) {
  return const_cast<Build &>(std::as_const(*this).entry(device));
}

const Program::Build &Program::effective(const Device &device) const {
  const Build &own = entry(device);
  if (own.status != CL_BUILD_NONE || own.image)
    return own;
  for (const Device *above = device.parent.get(); above; above = above->parent.get())
    for (const Build &build : builds)
      if (build.device.get() == above && (build.status != CL_BUILD_NONE || build.image))
        return build;
  return own;
}

Program::Build Program::build(const Device &device) const {
  std::lock_guard lock(mutex);
  return effective(device);
}

std::shared_ptr<const ProgramImage> Program::executable() const {
  waitForBuilds();
  std::lock_guard lock(mutex);
  for (const Build &build : builds)
    if (build.status == CL_BUILD_SUCCESS && build.image && build.image->code)
      return build.image;
  return nullptr;
}

std::shared_ptr<const ProgramImage> Program::executableOn(const Device &device) const {
  std::lock_guard lock(mutex);
  // The nearest of the device and those above it that the program was built for.
  for (const Device *above = &device; above; above = above->parent.get())
    for (const Build &build : builds)
      if (build.device.get() == above && (build.status != CL_BUILD_NONE || build.image)) {
        const bool usable = build.status == CL_BUILD_SUCCESS && build.image && build.image->code;
        return usable ? build.image : nullptr;
      }
  return nullptr;
}

void Program::waitForBuilds() const {
  auto done = [this] {
    std::lock_guard lock(mutex);
    return std::none_of(builds.begin(), builds.end(),
                        [](const Build &build) { return build.status == CL_BUILD_IN_PROGRESS; });
  };
  if (!done())
    ctx->device().helpUntil(done);
}

bool Program::hasConstructors() const {
  std::lock_guard lock(mutex);
  return std::ranges::any_of(builds, [](const Build &build) {
    return build.image && !build.image->artifact.constructors.empty();
  });
}

bool Program::hasDestructors() const {
  std::lock_guard lock(mutex);
  return std::ranges::any_of(builds, [](const Build &build) {
    return build.image && !build.image->artifact.destructors.empty();
  });
}

// The code for options that the compiler did not understand.
static cl_int invalidOptions(cl_int failure) {
  switch (failure) {
  case CL_COMPILE_PROGRAM_FAILURE:
    return CL_INVALID_COMPILER_OPTIONS;
  case CL_LINK_PROGRAM_FAILURE:
    return CL_INVALID_LINKER_OPTIONS;
  default:
    return CL_INVALID_BUILD_OPTIONS;
  }
}

cl_int Program::finish(Device &device, Device::CompileResult result, cl_int failure) {
  cl_int code = failure;
  std::string log = std::move(result.artifact.log);
  result.artifact.log.clear();
  std::shared_ptr<ProgramImage> image;
  switch (result.status) {
  case WEFT_OK:
    code = CL_SUCCESS;
    break;
  case WEFT_INVALID_OPTIONS:
    code = invalidOptions(failure);
    break;
  case WEFT_OUT_OF_MEMORY:
    code = CL_OUT_OF_HOST_MEMORY;
    break;
  case WEFT_BUILD_FAILED:
  case WEFT_INTERNAL_ERROR:
    break;
  }
  if (code == CL_SUCCESS) {
    image = std::make_shared<ProgramImage>();
    image->released = released;
    image->artifact = std::move(result.artifact);
    if (image->artifact.kind == ArtifactKind::Executable) {
      std::string error;
      const trace::ThreadSpan span("load");
      image->code = device.load(image->artifact, error);
      if (image->code) {
        image->stop = ctx->stopFlag();
        if (image->stop)
          image->code->stopBy(*image->stop);
        image->variants = device.variantsOf(image);
      } else {
        log += "weft: cannot load the program's code: " + error + "\n";
        code = failure;
        image.reset();
      }
    }
  }
  if (logEnabled(LogGroup::Build))
    weft::log(LogGroup::Build, "program %p: %s%s%s", static_cast<void *>(this),
              code == CL_SUCCESS ? "built" : "failed", log.empty() ? "" : ", log:\n", log.c_str());
  {
    std::lock_guard lock(mutex);
    Build &build = entry(device);
    build.status = code == CL_SUCCESS ? CL_BUILD_SUCCESS : CL_BUILD_ERROR;
    build.log = std::move(log);
    // A failed build takes away what an earlier one made, but not the binary it started from.
    if (image || from != Origin::Binary)
      build.image = std::move(image);
  }
  device.wakeHelpers();
  return code;
}

Program::Work
Program::begin(std::vector<Ref<Device>> devices, std::string options, cl_int failure,
               std::function<Device::CompileResult(Device &, const Build &)> compile) {
  {
    std::lock_guard lock(mutex);
    // "CL_INVALID_OPERATION if there are kernel objects attached to program."
    require(!kernels.load(), CL_INVALID_OPERATION, "kernels are attached to the program");
    // "CL_INVALID_OPERATION if the build [...] for any of the devices listed in device_list by a
    // previous call [...] for program has not completed."
    for (const Ref<Device> &device : devices)
      require(entry(*device).status != CL_BUILD_IN_PROGRESS, CL_INVALID_OPERATION,
              "the program is being built");
    for (const Ref<Device> &device : devices) {
      Build &build = entry(*device);
      build.status = CL_BUILD_IN_PROGRESS;
      build.options = options;
      build.log.clear();
    }
  }
  return [self = Ref<Program>(this), devices = std::move(devices), failure,
          compile = std::move(compile)]() -> cl_int {
    cl_int code = CL_SUCCESS;
    for (const Ref<Device> &device : devices) {
      Device::CompileResult result = {WEFT_INTERNAL_ERROR, {}};
      try {
        const trace::ThreadSpan span("build");
        result = compile(*device, self->build(*device));
      } catch (const std::bad_alloc &) {
        result.status = WEFT_OUT_OF_MEMORY;
      } catch (const std::exception &exception) {
        result.artifact.log = std::string("weft: ") + exception.what() + "\n";
      }
      cl_int device_code = self->finish(*device, std::move(result), failure);
      if (code == CL_SUCCESS)
        code = device_code;
    }
    if (code != CL_SUCCESS)
      self->context().notify("weft: a program failed to build; its build log says why");
    return code;
  };
}

// For a missing compiler the code is the specification's; the log says where it was looked for.
void Program::requireCompiler(Device &device, cl_int code) {
  if (device.compilerAvailable())
    return;
  // To ask regardless gives the reason.
  std::string reason = device.compile({WEFT_ACTION_BUILD, {}, {}, {}, {}}).artifact.log;
  {
    std::lock_guard lock(mutex);
    entry(device).log = reason;
  }
  throw Error{code, std::move(reason)};
}

// What the context asks of the compiler.
static std::vector<std::string> wishesOf(const Context &context) {
  std::vector<std::string> wishes;
  if (context.clearsPrivateMemory())
    wishes.push_back("-weft-clear-private");
  if (context.stopFlag())
    wishes.push_back("-weft-stoppable");
  return wishes;
}

std::string Program::compilerOptions(std::string options) const {
  for (const std::string &wish : wishesOf(*ctx))
    if (options.find(wish) == std::string::npos)
      options.append(" ").append(wish);
  return options;
}

// A checksum says that a binary is whole, not who made it. The word of safety is not lost by a
// mistake in writing it.
static bool trustsNativeCode() { return config::binaries() == "native"; }

Program::Work Program::beginBuild(std::vector<Ref<Device>> devices, std::string options) {
  // "CL_INVALID_OPERATION if program was not created with clCreateProgramWithSource,
  // clCreateProgramWithIL or clCreateProgramWithBinary."
  require(from != Origin::Link, CL_INVALID_OPERATION, "the program was made by linking");
  for (const Ref<Device> &device : devices) {
    if (hasText())
      requireCompiler(*device, CL_COMPILER_NOT_AVAILABLE);
    else
      require(build(*device).image != nullptr, CL_INVALID_BINARY, "no binary for the device");
  }
  if (hasText())
    return begin(std::move(devices), options, CL_BUILD_PROGRAM_FAILURE,
                 [request = request(WEFT_ACTION_BUILD, options)](Device &device, const Build &) {
                   return device.compile(request);
                 });
  return begin(std::move(devices), options, CL_BUILD_PROGRAM_FAILURE,
               [self = this](Device &device, const Build &build) -> Device::CompileResult {
                 const Artifact &binary = build.image->artifact;
                 const std::string options = self->compilerOptions(binary.options);
                 const bool fits = options == binary.options;
                 if (fits && trustsNativeCode() && binary.kind == ArtifactKind::Executable &&
                     !binary.code.empty() && binary.target == device.target())
                   return {WEFT_OK, binary};
                 // Made for another machine, not linked yet, or by nobody knows whom: the IR serves
                 // every machine, and the kernel table is made anew from it.
                 Device::CompileResult result = device.compile(
                     {WEFT_ACTION_LINK, {}, {}, {binary.ir}, self->compilerOptions("")});
                 result.artifact.options = options; // which variants are made with, too
                 result.artifact.has_arg_info = binary.has_arg_info;
                 return result;
               });
}

Program::Work Program::beginCompile(std::vector<Ref<Device>> devices, std::string options,
                                    std::vector<std::pair<std::string, Ref<Program>>> headers) {
  // "CL_INVALID_OPERATION if program has no source or IL available, i.e. it has not been created
  // with clCreateProgramWithSource or clCreateProgramWithIL."
  require(hasText(), CL_INVALID_OPERATION, "the program has neither source nor IL");
  Device::CompileRequest wanted = request(WEFT_ACTION_COMPILE, options);
  for (const auto &[name, program] : headers) {
    require(program->from == Origin::Source, CL_INVALID_OPERATION, "a header has no source");
    wanted.headers.emplace_back(name, program->text);
  }
  for (const Ref<Device> &device : devices)
    requireCompiler(*device, CL_COMPILER_NOT_AVAILABLE);
  return begin(std::move(devices), options, CL_COMPILE_PROGRAM_FAILURE,
               [wanted = std::move(wanted)](Device &device, const Build &) {
                 return device.compile(wanted);
               });
}

Program::Work Program::beginLink(std::vector<Ref<Device>> devices, std::string options,
                                 std::vector<Ref<Program>> inputs) {
  // Images are taken now: what is linked does not change when an input is compiled again.
  std::vector<std::vector<std::shared_ptr<const ProgramImage>>> images(devices.size());
  for (size_t i = 0; i < devices.size(); ++i) {
    requireCompiler(*devices[i], CL_LINKER_NOT_AVAILABLE);
    for (const Ref<Program> &input : inputs) {
      // "CL_INVALID_OPERATION if the rules for devices containing compiled binaries or libraries as
      // described in input_programs argument above are not followed."
      require(input->hasDevice(*devices[i]), CL_INVALID_OPERATION,
              "an input program is not for the device");
      auto image = input->build(*devices[i]).image;
      require(image && (image->artifact.kind == ArtifactKind::CompiledObject ||
                        image->artifact.kind == ArtifactKind::Library),
              CL_INVALID_OPERATION, "an input program is neither compiled object nor library");
      images[i].push_back(std::move(image));
    }
  }
  return begin(devices, options, CL_LINK_PROGRAM_FAILURE,
               [devices, options = compilerOptions(options),
                images = std::move(images)](Device &device, const Build &) {
                 Device::CompileRequest request = {WEFT_ACTION_LINK, {}, {}, {}, options};
                 bool arg_info = true;
                 for (size_t i = 0; i < devices.size(); ++i)
                   if (devices[i].get() == &device)
                     for (const auto &image : images[i]) {
                       request.inputs.push_back(image->artifact.ir);
                       arg_info &= image->artifact.has_arg_info;
                     }
                 Device::CompileResult result = device.compile(request);
                 result.artifact.has_arg_info &= arg_info;
                 return result;
               });
}

} // namespace weft

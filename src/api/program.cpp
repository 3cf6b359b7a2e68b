// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Programs: creation and queries. Building is in build.cpp.
#include "core/program.h"
#include "api/khr_entry_points.h"
#include "api/validate.h"

#include <cstring>

namespace weft::api {

cl_program clCreateProgramWithSource(cl_context context, cl_uint count, const char **strings,
                                     const size_t *lengths, cl_int *errcode_ret) {
  return apiCreate(errcode_ret, [&] {
    Context &owner = activeContext(context);
    // "CL_INVALID_VALUE if count is zero or if strings or any entry in strings is NULL."
    require(count && strings, CL_INVALID_VALUE, "no source");
    std::string source;
    for (cl_uint i = 0; i < count; ++i) {
      require(strings[i], CL_INVALID_VALUE, "a source string is null");
      // "If an element in lengths is zero, its accompanying string is null-terminated."
      source.append(strings[i], lengths && lengths[i] ? lengths[i] : std::strlen(strings[i]));
    }
    return make<Program>(Ref<Context>(&owner), std::move(source));
  });
}

// One binary for one device: what serialize() wrote, for this device or with IR to relink.
static cl_int readBinary(Device &device, const unsigned char *bytes, size_t size, Artifact &out) {
  if (!bytes || !size)
    return CL_INVALID_VALUE;
  std::optional<Artifact> artifact = deserialize({reinterpret_cast<const char *>(bytes), size});
  if (!artifact || artifact->kind == ArtifactKind::LogOnly)
    return CL_INVALID_BINARY;
  const bool runs_here = artifact->kind == ArtifactKind::Executable && !artifact->code.empty() &&
                         artifact->target == device.target();
  if (!runs_here && artifact->ir.empty())
    return CL_INVALID_BINARY;
  out = std::move(*artifact);
  return CL_SUCCESS;
}

cl_program clCreateProgramWithBinary(cl_context context, cl_uint num_devices,
                                     const cl_device_id *device_list, const size_t *lengths,
                                     const unsigned char **binaries, cl_int *binary_status,
                                     cl_int *errcode_ret) {
  return apiCreate(errcode_ret, [&] {
    Context &owner = activeContext(context);
    // "CL_INVALID_VALUE if device_list is NULL or num_devices is zero", or "if lengths or binaries
    // is NULL or if any entry in lengths[i] is zero or binaries[i] is NULL."
    require(device_list && num_devices, CL_INVALID_VALUE, "no devices");
    require(lengths && binaries, CL_INVALID_VALUE, "no binaries");
    std::vector<Ref<Device>> devices = getDevices(num_devices, device_list);
    require(devices.size() == num_devices, CL_INVALID_DEVICE, "a device is given twice");
    for (const Ref<Device> &device : devices)
      require(owner.hasDevice(*device), CL_INVALID_DEVICE, "not a device of the context");
    std::vector<Artifact> artifacts(num_devices);
    cl_int code = CL_SUCCESS;
    for (cl_uint i = 0; i < num_devices; ++i) {
      cl_int status = readBinary(*devices[i], binaries[i], lengths[i], artifacts[i]);
      if (binary_status)
        binary_status[i] = status;
      if (code == CL_SUCCESS)
        code = status;
    }
    require(code == CL_SUCCESS, code, "a binary is missing or not one of this driver's");
    return make<Program>(Ref<Context>(&owner), Program::Origin::Binary, std::move(devices),
                         std::move(artifacts));
  });
}

cl_program clCreateProgramWithIL(cl_context context, const void *il, size_t length,
                                 cl_int *errcode_ret) {
  return apiCreate(errcode_ret, [&] {
    Context &owner = activeContext(context);
    // "CL_INVALID_VALUE if il is NULL or if length is zero", or if it "does not contain well-formed
    // intermediate language input that can be consumed by the OpenCL runtime". What is only found
    // out when the module is read is in the build log.
    require(il && length, CL_INVALID_VALUE, "no module");
    std::string module(static_cast<const char *>(il), length);
    auto constants = readSpirvConstants(module);
    require(constants.has_value(), CL_INVALID_VALUE,
            "not SPIR-V of a supported version, or not whole");
    return make<Program>(Ref<Context>(&owner), std::move(module), std::move(*constants));
  });
}

cl_program clCreateProgramWithILKHR(cl_context context, const void *il, size_t length,
                                    cl_int *errcode_ret) {
  return weft::api::clCreateProgramWithIL(context, il, length, errcode_ret);
}

cl_program clCreateProgramWithBuiltInKernels(cl_context context, cl_uint num_devices,
                                             const cl_device_id *device_list,
                                             const char *kernel_names, cl_int *errcode_ret) {
  return apiCreate(errcode_ret, [&]() -> Ref<Program> {
    Context &owner = activeContext(context);
    require(device_list && num_devices, CL_INVALID_VALUE, "no devices");
    for (const Ref<Device> &device : getDevices(num_devices, device_list))
      require(owner.hasDevice(*device), CL_INVALID_DEVICE, "not a device of the context");
    // "CL_INVALID_VALUE if [...] kernel_names is NULL or kernel_names contains a kernel name that
    // is not supported by any of the devices in device_list."
    throw Error{CL_INVALID_VALUE, "there are no built-in kernels"};
  });
}

cl_int clRetainProgram(cl_program program) {
  return apiCall([&] { get<Program>(program).apiRetain(); });
}

cl_int clReleaseProgram(cl_program program) {
  return apiCall([&] { get<Program>(program).apiRelease(); });
}

// The bytes of CL_PROGRAM_BINARIES for one device; empty if there is nothing to save.
static std::string binaryOf(const Program &program, const Device &device) {
  program.waitForBuilds();
  const Program::Build build = program.build(device);
  if (!build.image || build.status == CL_BUILD_ERROR || build.status == CL_BUILD_IN_PROGRESS)
    return {};
  return serialize(build.image->artifact);
}

static void writeBinaries(const Program &program, InfoWriter &out) {
  const std::vector<Ref<Device>> devices = program.devices();
  // "param_value points to an array of n pointers allocated by the caller"; a null one asks for
  // nothing.
  const size_t bytes = devices.size() * sizeof(unsigned char *);
  require(!out.value || out.capacity >= bytes, CL_INVALID_VALUE, "param_value_size is too small");
  if (out.value)
    for (size_t i = 0; i < devices.size(); ++i)
      if (unsigned char *to = static_cast<unsigned char **>(out.value)[i]) {
        const std::string binary = binaryOf(program, *devices[i]);
        std::memcpy(to, binary.data(), binary.size());
      }
  if (out.size_ret)
    *out.size_ret = bytes;
}

static std::shared_ptr<const ProgramImage> requireExecutable(const Program &program) {
  auto image = program.executable();
  // "CL_INVALID_PROGRAM_EXECUTABLE if param_name is CL_PROGRAM_NUM_KERNELS [...] or
  // CL_PROGRAM_KERNEL_NAMES and a successful program executable has not been built."
  require(image != nullptr, CL_INVALID_PROGRAM_EXECUTABLE, "the program is not built");
  return image;
}

cl_int clGetProgramInfo(cl_program program, cl_program_info param_name, size_t param_value_size,
                        void *param_value, size_t *param_value_size_ret) {
  return apiCall([&] {
    Program &object = get<Program>(program);
    InfoWriter out(param_value_size, param_value, param_value_size_ret);
    switch (param_name) {
    case CL_PROGRAM_REFERENCE_COUNT:
      return out.write<cl_uint>(object.apiRefs());
    case CL_PROGRAM_CONTEXT:
      return out.write<cl_context>(object.context().handle());
    case CL_PROGRAM_NUM_DEVICES:
      return out.write<cl_uint>(cl_uint(object.devices().size()));
    case CL_PROGRAM_DEVICES: {
      std::vector<cl_device_id> handles;
      for (const Ref<Device> &device : object.devices())
        handles.push_back(device->handle());
      return out.array(handles);
    }
    case CL_PROGRAM_SOURCE:
      return out.string(object.source());
    case CL_PROGRAM_IL:
      return out.bytes(object.module().data(), object.module().size());
    case CL_PROGRAM_BINARY_SIZES: {
      std::vector<size_t> sizes;
      for (const Ref<Device> &device : object.devices())
        sizes.push_back(binaryOf(object, *device).size());
      return out.array(sizes);
    }
    case CL_PROGRAM_BINARIES:
      return writeBinaries(object, out);
    case CL_PROGRAM_NUM_KERNELS:
      return out.write<size_t>(requireExecutable(object)->kernels().size());
    case CL_PROGRAM_KERNEL_NAMES: {
      std::string names;
      auto image = requireExecutable(object);
      for (const KernelInfo *kernel : image->kernels())
        names += (names.empty() ? "" : ";") + kernel->name;
      return out.string(names);
    }
    case CL_PROGRAM_SCOPE_GLOBAL_CTORS_PRESENT:
      return out.boolean(object.hasConstructors());
    case CL_PROGRAM_SCOPE_GLOBAL_DTORS_PRESENT:
      return out.boolean(object.hasDestructors());
    default:
      throw Error{CL_INVALID_VALUE, "unknown program query"};
    }
  });
}

static cl_program_binary_type binaryType(const Program::Build &build) {
  if (!build.image || build.status == CL_BUILD_ERROR || build.status == CL_BUILD_IN_PROGRESS)
    return CL_PROGRAM_BINARY_TYPE_NONE;
  switch (build.image->artifact.kind) {
  case ArtifactKind::LogOnly:
    return CL_PROGRAM_BINARY_TYPE_NONE;
  case ArtifactKind::CompiledObject:
    return CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT;
  case ArtifactKind::Library:
    return CL_PROGRAM_BINARY_TYPE_LIBRARY;
  case ArtifactKind::Executable:
    return CL_PROGRAM_BINARY_TYPE_EXECUTABLE;
  }
  return CL_PROGRAM_BINARY_TYPE_NONE;
}

cl_int clGetProgramBuildInfo(cl_program program, cl_device_id device,
                             cl_program_build_info param_name, size_t param_value_size,
                             void *param_value, size_t *param_value_size_ret) {
  return apiCall([&] {
    Program &object = get<Program>(program);
    const Program::Build build = object.build(get<Device>(device));
    InfoWriter out(param_value_size, param_value, param_value_size_ret);
    switch (param_name) {
    case CL_PROGRAM_BUILD_STATUS:
      return out.write<cl_build_status>(build.status);
    case CL_PROGRAM_BUILD_OPTIONS:
      return out.string(build.options);
    case CL_PROGRAM_BUILD_LOG:
      return out.string(build.log);
    case CL_PROGRAM_BINARY_TYPE:
      return out.write<cl_program_binary_type>(binaryType(build));
    case CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE:
      return out.write<size_t>(build.image ? build.image->artifact.global_variable_bytes : 0);
    default:
      throw Error{CL_INVALID_VALUE, "unknown build query"};
    }
  });
}

// "clSetProgramReleaseCallback may unconditionally return an error if no devices in the context
// associated with program support destructors for program scope global variables": there are some
// in SPIR-V alone, as entry points. The conformance suite wants the error for other programs.
cl_int clSetProgramReleaseCallback(cl_program program,
                                   void(CL_CALLBACK *pfn_notify)(cl_program, void *),
                                   void *user_data) {
  return apiCall([&] {
    Program &object = get<Program>(program);
    require(pfn_notify, CL_INVALID_VALUE, "no callback");
    require(object.hasDestructors(), CL_INVALID_OPERATION, "the program has no destructors");
    object.addReleaseCallback(pfn_notify, user_data);
  });
}

cl_int clSetProgramSpecializationConstant(cl_program program, cl_uint spec_id, size_t spec_size,
                                          const void *spec_value) {
  return apiCall([&] {
    Program &object = get<Program>(program);
    // "CL_INVALID_PROGRAM if program is not a valid program object created from an intermediate
    // language".
    require(object.origin() == Program::Origin::IL, CL_INVALID_PROGRAM,
            "the program was not made from IL");
    for (const Ref<Device> &device : object.devices())
      require(device->compilerAvailable(), CL_COMPILER_NOT_AVAILABLE, "there is no compiler");
    object.setConstant(spec_id, spec_size, spec_value);
  });
}

} // namespace weft::api

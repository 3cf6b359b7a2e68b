// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Building, compiling and linking programs; in the background where a callback is given.
#include "api/validate.h"
#include "check/callbacks.h"
#include "core/program.h"

#include <memory>

namespace weft::api {

namespace {

class BuildTask : public HostTask {
public:
  BuildTask(Ref<Program> program, Program::Work work, ProgramNotify notify, void *user_data)
      : program(std::move(program)), work(std::move(work)), notify(notify), user_data(user_data) {
    check::functions_running.fetch_add(1, std::memory_order_relaxed);
  }
  ~BuildTask() override { check::functions_running.fetch_sub(1, std::memory_order_relaxed); }
  void run() override {
    work(); // the result is CL_PROGRAM_BUILD_STATUS
    notify(program->handle(), user_data);
  }

private:
  Ref<Program> program;
  Program::Work work;
  ProgramNotify notify;
  void *user_data;
};

} // namespace

static cl_int perform(Program &program, Program::Work work, ProgramNotify notify, void *user_data) {
  if (!notify) {
    if (check::enabled(check::Kind::Api)) [[unlikely]]
      check::noteNotForCallbacks("a blocking call");
    return work();
  }
  Device &device = program.context().device();
  device.start();
  device.submit(
      std::make_unique<BuildTask>(Ref<Program>(&program), std::move(work), notify, user_data));
  return CL_SUCCESS;
}

// The devices of `program` that the call names; all of them if it names none.
static std::vector<Ref<Device>> buildDevices(const Program &program, cl_uint num_devices,
                                             const cl_device_id *device_list) {
  std::vector<Ref<Device>> devices = getDevices(num_devices, device_list, /*optional=*/true);
  if (devices.empty())
    return program.devices();
  for (const Ref<Device> &device : devices)
    require(program.hasDevice(*device), CL_INVALID_DEVICE, "not a device of the program");
  return devices;
}

cl_int clBuildProgram(cl_program program, cl_uint num_devices, const cl_device_id *device_list,
                      const char *options, ProgramNotify pfn_notify, void *user_data) {
  return apiCall([&] {
    Program &object = get<Program>(program);
    require(pfn_notify || !user_data, CL_INVALID_VALUE, "user_data without a callback");
    return perform(
        object,
        object.beginBuild(buildDevices(object, num_devices, device_list), options ? options : ""),
        pfn_notify, user_data);
  });
}

cl_int clCompileProgram(cl_program program, cl_uint num_devices, const cl_device_id *device_list,
                        const char *options, cl_uint num_input_headers,
                        const cl_program *input_headers, const char **header_include_names,
                        ProgramNotify pfn_notify, void *user_data) {
  return apiCall([&] {
    Program &object = get<Program>(program);
    require(pfn_notify || !user_data, CL_INVALID_VALUE, "user_data without a callback");
    // "CL_INVALID_VALUE if num_input_headers is zero and header_include_names or input_headers are
    // not NULL or if num_input_headers is not zero and header_include_names or input_headers are
    // NULL."
    // "If program was created using clCreateProgramWithIL, then num_input_headers, input_headers,
    // and header_include_names are ignored."
    if (object.origin() == Program::Origin::IL)
      num_input_headers = 0;
    else
      require((num_input_headers != 0) == (input_headers != nullptr) &&
                  (num_input_headers != 0) == (header_include_names != nullptr),
              CL_INVALID_VALUE, "headers without names or names without headers");
    std::vector<std::pair<std::string, Ref<Program>>> headers;
    for (cl_uint i = 0; i < num_input_headers; ++i) {
      require(header_include_names[i], CL_INVALID_VALUE, "a header without a name");
      Program &header = get<Program>(input_headers[i]);
      // "CL_INVALID_CONTEXT if the context associated with program and programs in input_headers
      // are not the same."
      require(&header.context() == &object.context(), CL_INVALID_CONTEXT,
              "a header of another context");
      headers.emplace_back(header_include_names[i], Ref<Program>(&header));
    }
    return perform(object,
                   object.beginCompile(buildDevices(object, num_devices, device_list),
                                       options ? options : "", std::move(headers)),
                   pfn_notify, user_data);
  });
}

cl_program clLinkProgram(cl_context context, cl_uint num_devices, const cl_device_id *device_list,
                         const char *options, cl_uint num_input_programs,
                         const cl_program *input_programs, ProgramNotify pfn_notify,
                         void *user_data, cl_int *errcode_ret) {
  // A failed link yields both a program, for its log, and an error.
  cl_int link_code = CL_SUCCESS;
  cl_int code = CL_SUCCESS;
  cl_program handle = apiCreate(&code, [&]() -> Ref<Program> {
    Context &owner = activeContext(context);
    std::vector<Ref<Device>> devices = getDevices(num_devices, device_list, /*optional=*/true);
    if (devices.empty())
      devices = owner.devices();
    for (const Ref<Device> &device : devices)
      require(owner.hasDevice(*device), CL_INVALID_DEVICE, "not a device of the context");
    // "CL_INVALID_VALUE if num_input_programs is zero and input_programs is NULL or if
    // num_input_programs is zero and input_programs is not NULL or if num_input_programs is not
    // zero and input_programs is NULL."
    require(num_input_programs && input_programs, CL_INVALID_VALUE, "no programs to link");
    require(pfn_notify || !user_data, CL_INVALID_VALUE, "user_data without a callback");
    std::vector<Ref<Program>> inputs;
    for (cl_uint i = 0; i < num_input_programs; ++i) {
      Program &input = get<Program>(input_programs[i]);
      // "CL_INVALID_CONTEXT if the context associated with programs in input_programs is not the
      // same as context."
      require(&input.context() == &owner, CL_INVALID_CONTEXT, "a program of another context");
      inputs.emplace_back(&input);
    }
    auto program = make<Program>(Ref<Context>(&owner), Program::Origin::Link, devices,
                                 std::vector<Artifact>());
    link_code = perform(
        *program, program->beginLink(std::move(devices), options ? options : "", std::move(inputs)),
        pfn_notify, user_data);
    require(link_code != CL_INVALID_LINKER_OPTIONS, link_code, "unknown linker options");
    return program;
  });
  if (errcode_ret)
    *errcode_ret = code != CL_SUCCESS ? code : link_code;
  return handle;
}

} // namespace weft::api

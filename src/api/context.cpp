// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Contexts.
#include "api/entry_names.h"
#include "api/khr_entry_points.h"
#include "api/validate.h"
#include "check/callbacks.h"
#include "check/host_stack.h"
#include "core/newer_queries.h"
#include "core/platform.h"

#include <algorithm>

namespace weft::api {

// Reads a list of (name, value) pairs, keeping it for CL_CONTEXT_PROPERTIES.
static std::vector<cl_context_properties> parse(const cl_context_properties *properties) {
  std::vector<cl_context_properties> kept;
  if (!properties)
    return kept;
  for (const cl_context_properties *p = properties; *p; p += 2) {
    // "CL_INVALID_PROPERTY if context property name in properties is not a supported property name,
    // if the value [...] is not valid, or if the same property name is specified more than once."
    for (size_t i = 0; i < kept.size(); i += 2)
      require(kept[i] != p[0], CL_INVALID_PROPERTY, "a property is given twice");
    switch (p[0]) {
    case CL_CONTEXT_PLATFORM:
      get<Platform>(reinterpret_cast<cl_platform_id>(p[1]));
      break;
    case CL_CONTEXT_INTEROP_USER_SYNC:
    case CL_CONTEXT_TERMINATE_KHR:
    case ContextTerminateOf12:
      require(p[1] == CL_TRUE || p[1] == CL_FALSE, CL_INVALID_PROPERTY, "not a cl_bool");
      break;
    case CL_CONTEXT_MEMORY_INITIALIZE_KHR:
      require(!(p[1] & ~cl_context_properties(CL_CONTEXT_MEMORY_INITIALIZE_LOCAL_KHR |
                                              CL_CONTEXT_MEMORY_INITIALIZE_PRIVATE_KHR)),
              CL_INVALID_PROPERTY, "unknown kinds of memory to initialize");
      break;
    default:
      throw Error{CL_INVALID_PROPERTY, "unknown context property"};
    }
    kept.insert(kept.end(), p, p + 2);
  }
  kept.push_back(0);
  return kept;
}

using Notify = ContextNotify;

static Ref<Context> create(std::vector<Ref<Device>> devices,
                           std::vector<cl_context_properties> properties, Notify notify,
                           void *user_data) {
  check::entry_name_at.store(entryNameAt, std::memory_order_relaxed);
  if (check::enabled(check::Kind::Api)) [[unlikely]]
    check::noteNotForCallbacks("a context is created");
  return make<Context>(std::move(devices), std::move(properties), notify, user_data);
}

cl_context clCreateContext(const cl_context_properties *properties, cl_uint num_devices,
                           const cl_device_id *devices, Notify pfn_notify, void *user_data,
                           cl_int *errcode_ret) {
  return apiCreate(errcode_ret, [&] {
    std::vector<cl_context_properties> kept = parse(properties);
    require(devices && num_devices, CL_INVALID_VALUE, "no devices");
    require(pfn_notify || !user_data, CL_INVALID_VALUE, "user_data without a callback");
    return create(getDevices(num_devices, devices), std::move(kept), pfn_notify, user_data);
  });
}

cl_context clCreateContextFromType(const cl_context_properties *properties,
                                   cl_device_type device_type, Notify pfn_notify, void *user_data,
                                   cl_int *errcode_ret) {
  return apiCreate(errcode_ret, [&] {
    std::vector<cl_context_properties> kept = parse(properties);
    require(pfn_notify || !user_data, CL_INVALID_VALUE, "user_data without a callback");
    cl_device_id device = nullptr;
    cl_int code =
        api::clGetDeviceIDs(Platform::instance().handle(), device_type, 1, &device, nullptr);
    require(code == CL_SUCCESS, code, "no device of this type");
    return create({Ref<Device>(&get<Device>(device))}, std::move(kept), pfn_notify, user_data);
  });
}

cl_int clRetainContext(cl_context context) {
  return apiCall([&] { get<Context>(context).apiRetain(); });
}

cl_int clReleaseContext(cl_context context) {
  return apiCall([&] { get<Context>(context).apiRelease(); });
}

cl_int clGetContextInfo(cl_context context, cl_context_info param_name, size_t param_value_size,
                        void *param_value, size_t *param_value_size_ret) {
  return apiCall([&] {
    Context &object = get<Context>(context);
    InfoWriter out(param_value_size, param_value, param_value_size_ret);
    switch (param_name) {
    case CL_CONTEXT_REFERENCE_COUNT:
      return out.write<cl_uint>(object.apiRefs());
    case CL_CONTEXT_NUM_DEVICES:
      return out.write<cl_uint>(cl_uint(object.devices().size()));
    case CL_CONTEXT_DEVICES: {
      std::vector<cl_device_id> handles;
      for (const Ref<Device> &device : object.devices())
        handles.push_back(device->handle());
      return out.array(handles);
    }
    case CL_CONTEXT_PROPERTIES:
      return out.array(object.properties());
    default:
      throw Error{CL_INVALID_VALUE, "unknown context query"};
    }
  });
}

cl_int clTerminateContextKHR(cl_context context) {
  return apiCall([&] { get<Context>(context).terminate(); });
}

cl_int clSetContextDestructorCallback(cl_context context,
                                      void(CL_CALLBACK *pfn_notify)(cl_context, void *),
                                      void *user_data) {
  return apiCall([&] {
    Context &object = activeContext(context);
    require(pfn_notify, CL_INVALID_VALUE, "no callback");
    object.addDestructorCallback(pfn_notify, user_data);
  });
}

} // namespace weft::api

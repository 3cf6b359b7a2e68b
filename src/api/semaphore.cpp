// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Semaphores: creation, references, queries, signals and waits.
#include "core/semaphore.h"
#include "api/enqueue.h"
#include "api/khr_entry_points.h"

#include <algorithm>
#include <set>

namespace weft::api {

namespace {

struct SemaphoreProperties {
  bool has_type = false;
  bool has_devices = false;
  std::vector<Ref<Device>> devices;
  std::vector<cl_external_semaphore_handle_type_khr> exports;
  cl_external_semaphore_handle_type_khr import_type = 0; // 0: none
  int import_file = -1;
  std::vector<cl_semaphore_properties_khr> list; // as given, with the terminating 0
};

} // namespace

// One property with its value, which may be a list, from `at` on; what follows it.
static const cl_semaphore_properties_khr *parseOne(const Context &context,
                                                   const cl_semaphore_properties_khr *at,
                                                   SemaphoreProperties &result) {
  switch (at[0]) {
  case CL_SEMAPHORE_TYPE_KHR:
    // "CL_INVALID_PROPERTY [...] if the value specified for a supported property name is not valid"
    require(at[1] == CL_SEMAPHORE_TYPE_BINARY_KHR, CL_INVALID_PROPERTY, "not a type of semaphores");
    result.has_type = true;
    return at + 2;
  case CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR: {
    result.has_devices = true;
    for (++at; *at != CL_SEMAPHORE_DEVICE_HANDLE_LIST_END_KHR; ++at) {
      Device &device = get<Device>(reinterpret_cast<cl_device_id>(*at));
      require(context.hasDevice(device), CL_INVALID_DEVICE, "a device of another context");
      result.devices.emplace_back(&device);
    }
    // "CL_INVALID_DEVICE if CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR is specified [...] but it does not
    // identify exactly one valid device"
    require(result.devices.size() == 1, CL_INVALID_DEVICE, "not one device");
    return at + 1;
  }
  case CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR:
    for (++at; *at != CL_SEMAPHORE_EXPORT_HANDLE_TYPES_LIST_END_KHR; ++at) {
      require(std::ranges::find(semaphoreHandleTypes(), cl_external_semaphore_handle_type_khr(
                                                            *at)) != semaphoreHandleTypes().end(),
              CL_INVALID_PROPERTY, "not a type of files for semaphores");
      result.exports.push_back(cl_external_semaphore_handle_type_khr(*at));
    }
    // "CL_INVALID_VALUE if more than one semaphore handle type is specified"
    require(result.exports.size() <= 1, CL_INVALID_VALUE, "several types to export");
    return at + 1;
  case CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR:
  case CL_SEMAPHORE_HANDLE_SYNC_FD_KHR:
    // "CL_INVALID_PROPERTY if sema_props includes more than one external semaphore handle."
    require(!result.import_type, CL_INVALID_PROPERTY, "several files");
    result.import_type = cl_external_semaphore_handle_type_khr(at[0]);
    result.import_file = int(at[1]);
    return at + 2;
  default:
    throw Error{CL_INVALID_PROPERTY, "unknown property of a semaphore"};
  }
}

static SemaphoreProperties parse(const Context &context,
                                 const cl_semaphore_properties_khr *properties) {
  // "CL_INVALID_VALUE if sema_props is NULL"
  require(properties, CL_INVALID_VALUE, "no properties");
  SemaphoreProperties result;
  std::set<cl_semaphore_properties_khr> seen;
  const cl_semaphore_properties_khr *at = properties;
  while (*at) {
    require(seen.insert(*at).second, CL_INVALID_PROPERTY, "a property is given twice");
    at = parseOne(context, at, result);
  }
  result.list.assign(properties, at + 1);
  // "CL_INVALID_VALUE [...] if sema_props do not specify <property, value> pairs for minimum set of
  // properties (i.e. CL_SEMAPHORE_TYPE_KHR)"
  require(result.has_type, CL_INVALID_VALUE, "no type");
  // "CL_INVALID_PROPERTY [...] if context is a multiple device context and sema_props does not
  // specify CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR"
  require(result.has_devices || context.devices().size() == 1, CL_INVALID_PROPERTY,
          "no device in a context of several");
  // "CL_INVALID_OPERATION If props_list specifies a cl_external_semaphore_handle_type_khr followed
  // by a handle as well as CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR."
  require(!result.import_type || result.exports.empty(), CL_INVALID_OPERATION,
          "a semaphore of another is not exported");
  if (!result.has_devices)
    result.devices = context.devices();
  return result;
}

cl_semaphore_khr clCreateSemaphoreWithPropertiesKHR(cl_context context,
                                                    const cl_semaphore_properties_khr *sema_props,
                                                    cl_int *errcode_ret) {
  return apiCreate(errcode_ret, [&] {
    Context &owner = activeContext(context);
    SemaphoreProperties properties = parse(owner, sema_props);
    auto semaphore = make<Semaphore>(Ref<Context>(&owner), std::move(properties.devices),
                                     std::move(properties.list));
    for (cl_external_semaphore_handle_type_khr type : properties.exports)
      semaphore->makeExportable(type);
    if (properties.import_type)
      semaphore->import(properties.import_type, properties.import_file);
    return semaphore;
  });
}

cl_int clRetainSemaphoreKHR(cl_semaphore_khr sema_object) {
  return apiCall([&] { get<Semaphore>(sema_object).apiRetain(); });
}

cl_int clReleaseSemaphoreKHR(cl_semaphore_khr sema_object) {
  return apiCall([&] { get<Semaphore>(sema_object).apiRelease(); });
}

cl_int clGetSemaphoreInfoKHR(cl_semaphore_khr sema_object, cl_semaphore_info_khr param_name,
                             size_t param_value_size, void *param_value,
                             size_t *param_value_size_ret) {
  return apiCall([&] {
    InfoWriter out(param_value_size, param_value, param_value_size_ret);
    get<Semaphore>(sema_object).writeInfo(param_name, out);
  });
}

cl_int clGetSemaphoreHandleForTypeKHR(cl_semaphore_khr sema_object, cl_device_id device,
                                      cl_external_semaphore_handle_type_khr handle_type,
                                      size_t handle_size, void *handle_ptr,
                                      size_t *handle_size_ret) {
  return apiCall([&] {
    Semaphore &semaphore = get<Semaphore>(sema_object);
    // "CL_INVALID_DEVICE [...] if sema_object belongs to a context that is not associated with
    // device, or if sema_object can not be shared with device."
    require(semaphore.hasDevice(get<Device>(device)), CL_INVALID_DEVICE,
            "a device that the semaphore is not of");
    semaphore.requireExportable(handle_type);
    // "CL_INVALID_VALUE if the size in bytes specified by handle_size is less than size of the
    // requested handle and handle_ptr is not NULL."
    require(!handle_ptr || handle_size >= sizeof(int), CL_INVALID_VALUE, "no room for the file");
    if (handle_ptr)
      *static_cast<int *>(handle_ptr) = semaphore.exportFile(handle_type);
    if (handle_size_ret)
      *handle_size_ret = sizeof(int);
  });
}

cl_int clReImportSemaphoreSyncFdKHR(cl_semaphore_khr sema_object,
                                    cl_semaphore_reimport_properties_khr *reimport_props, int fd) {
  return apiCall([&] {
    Semaphore &semaphore = get<Semaphore>(sema_object);
    // "This extension does not define any optional properties."
    require(!reimport_props || !*reimport_props, CL_INVALID_VALUE, "unknown property");
    semaphore.importAgain(fd);
  });
}

static Semaphores getSemaphores(const Queue &queue, cl_uint count, const cl_semaphore_khr *list) {
  // "CL_INVALID_VALUE if num_sema_objects is 0."
  require(count, CL_INVALID_VALUE, "no semaphores");
  // "CL_INVALID_SEMAPHORE_KHR if any of the semaphore objects specified by sema_objects is not
  // valid."
  require(list, CL_INVALID_SEMAPHORE_KHR, "sema_objects is null");
  Semaphores semaphores;
  for (cl_uint i = 0; i < count; ++i)
    semaphores.emplace_back(&get<Semaphore>(list[i]));
  for (const Ref<Semaphore> &semaphore : semaphores) {
    // "CL_INVALID_CONTEXT if the context associated with command_queue and any of the semaphore
    // objects in sema_objects are not the same"
    require(&semaphore->context() == &queue.context(), CL_INVALID_CONTEXT,
            "a semaphore of another context");
    // "CL_INVALID_COMMAND_QUEUE [...] if the device associated with command_queue is not same as
    // one of the devices specified by CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR". Binary semaphores
    // require no payload.
    require(semaphore->hasDevice(queue.device()), CL_INVALID_COMMAND_QUEUE,
            "a semaphore of another device");
  }
  return semaphores;
}

cl_int clEnqueueSignalSemaphoresKHR(cl_command_queue command_queue, cl_uint num_sema_objects,
                                    const cl_semaphore_khr *sema_objects,
                                    const cl_semaphore_payload_khr *sema_payload_list,
                                    cl_uint num_events_in_wait_list,
                                    const cl_event *event_wait_list, cl_event *event) {
  return apiCall([&] {
    Queue &queue = get<Queue>(command_queue);
    Semaphores semaphores = getSemaphores(queue, num_sema_objects, sema_objects);
    auto wait_list = getWaitList(num_events_in_wait_list, event_wait_list, queue.context());
    requireNoneFailed(wait_list);
    enqueue(queue, makeSemaphoreSignal(queue, std::move(semaphores)), wait_list, event);
  });
}

cl_int clEnqueueWaitSemaphoresKHR(cl_command_queue command_queue, cl_uint num_sema_objects,
                                  const cl_semaphore_khr *sema_objects,
                                  const cl_semaphore_payload_khr *sema_payload_list,
                                  cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                  cl_event *event) {
  return apiCall([&] {
    Queue &queue = get<Queue>(command_queue);
    Semaphores semaphores = getSemaphores(queue, num_sema_objects, sema_objects);
    auto wait_list = getWaitList(num_events_in_wait_list, event_wait_list, queue.context());
    requireNoneFailed(wait_list);
    enqueue(queue, makeSemaphoreWait(queue, std::move(semaphores)), wait_list, event);
  });
}

} // namespace weft::api

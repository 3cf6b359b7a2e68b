// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernel queries.
#include "api/validate.h"
#include "core/kernel.h"
#include "core/newer_queries.h"
#include "core/sub_groups.h"

#include <algorithm>
#include <array>

namespace weft::api {

cl_int clGetKernelInfo(cl_kernel kernel, cl_kernel_info param_name, size_t param_value_size,
                       void *param_value, size_t *param_value_size_ret) {
  return apiCall([&] {
    Kernel &object = get<Kernel>(kernel);
    InfoWriter out(param_value_size, param_value, param_value_size_ret);
    switch (param_name) {
    case CL_KERNEL_FUNCTION_NAME:
      return out.string(object.info().name);
    case CL_KERNEL_NUM_ARGS:
      return out.write<cl_uint>(cl_uint(object.info().args.size()));
    case CL_KERNEL_REFERENCE_COUNT:
      return out.write<cl_uint>(object.apiRefs());
    case CL_KERNEL_CONTEXT:
      return out.write<cl_context>(object.context().handle());
    case CL_KERNEL_PROGRAM:
      return out.write<cl_program>(object.program().handle());
    case CL_KERNEL_ATTRIBUTES:
      return out.string(object.info().attributes);
    default:
      throw Error{CL_INVALID_VALUE, "unknown kernel query"};
    }
  });
}

static cl_kernel_arg_address_qualifier addressQualifier(const ArgInfo &arg) {
  switch (arg.kind) {
  case ArgKind::GlobalPointer:
  case ArgKind::Image:
  case ArgKind::Pipe:
    return CL_KERNEL_ARG_ADDRESS_GLOBAL;
  case ArgKind::ConstantPointer:
    return CL_KERNEL_ARG_ADDRESS_CONSTANT;
  case ArgKind::LocalPointer:
    return CL_KERNEL_ARG_ADDRESS_LOCAL;
  case ArgKind::Value:
  case ArgKind::Sampler:
  case ArgKind::Queue:
    break;
  }
  return CL_KERNEL_ARG_ADDRESS_PRIVATE;
}

static cl_kernel_arg_access_qualifier accessQualifier(const ArgInfo &arg) {
  switch (arg.access) {
  case AccessQualifier::ReadOnly:
    return CL_KERNEL_ARG_ACCESS_READ_ONLY;
  case AccessQualifier::WriteOnly:
    return CL_KERNEL_ARG_ACCESS_WRITE_ONLY;
  case AccessQualifier::ReadWrite:
    return CL_KERNEL_ARG_ACCESS_READ_WRITE;
  case AccessQualifier::None:
    break;
  }
  return CL_KERNEL_ARG_ACCESS_NONE;
}

static cl_kernel_arg_type_qualifier typeQualifier(const ArgInfo &arg) {
  cl_kernel_arg_type_qualifier bits = CL_KERNEL_ARG_TYPE_NONE;
  if (arg.type_qualifiers & TypeQualifierConst)
    bits |= CL_KERNEL_ARG_TYPE_CONST;
  if (arg.type_qualifiers & TypeQualifierRestrict)
    bits |= CL_KERNEL_ARG_TYPE_RESTRICT;
  if (arg.type_qualifiers & TypeQualifierVolatile)
    bits |= CL_KERNEL_ARG_TYPE_VOLATILE;
  if (arg.type_qualifiers & TypeQualifierPipe)
    bits |= CL_KERNEL_ARG_TYPE_PIPE;
  return bits;
}

cl_int clGetKernelArgInfo(cl_kernel kernel, cl_uint arg_index, cl_kernel_arg_info param_name,
                          size_t param_value_size, void *param_value,
                          size_t *param_value_size_ret) {
  return apiCall([&] {
    Kernel &object = get<Kernel>(kernel);
    require(arg_index < object.info().args.size(), CL_INVALID_ARG_INDEX,
            "the kernel has no such argument");
    const ArgInfo &arg = object.info().args[arg_index];
    require(param_name >= CL_KERNEL_ARG_ADDRESS_QUALIFIER && param_name <= CL_KERNEL_ARG_NAME,
            CL_INVALID_VALUE, "unknown argument query");
    // "CL_KERNEL_ARG_INFO_NOT_AVAILABLE if the argument information is not available for kernel."
    require(object.artifact().has_arg_info, CL_KERNEL_ARG_INFO_NOT_AVAILABLE,
            "the program was saved without -cl-kernel-arg-info");
    InfoWriter out(param_value_size, param_value, param_value_size_ret);
    switch (param_name) {
    case CL_KERNEL_ARG_ADDRESS_QUALIFIER:
      return out.write<cl_kernel_arg_address_qualifier>(addressQualifier(arg));
    case CL_KERNEL_ARG_ACCESS_QUALIFIER:
      return out.write<cl_kernel_arg_access_qualifier>(accessQualifier(arg));
    case CL_KERNEL_ARG_TYPE_NAME:
      return out.string(arg.type_name);
    case CL_KERNEL_ARG_TYPE_QUALIFIER:
      return out.write<cl_kernel_arg_type_qualifier>(typeQualifier(arg));
    default:
      return out.string(arg.name);
    }
  });
}

cl_int clGetKernelWorkGroupInfo(cl_kernel kernel, cl_device_id device,
                                cl_kernel_work_group_info param_name, size_t param_value_size,
                                void *param_value, size_t *param_value_size_ret) {
  return apiCall([&] {
    Kernel &object = get<Kernel>(kernel);
    // "CL_INVALID_DEVICE if device is not in the list of devices associated with kernel or if
    // device is NULL but there is more than one device associated with kernel."
    require(device || object.program().devices().size() == 1, CL_INVALID_DEVICE,
            "the kernel is for several devices");
    Device &target = device ? get<Device>(device) : *object.program().devices().front();
    require(object.program().hasDevice(target), CL_INVALID_DEVICE, "not a device of the kernel");
    const KernelInfo &info = object.info();
    InfoWriter out(param_value_size, param_value, param_value_size_ret);
    switch (param_name) {
    case CL_KERNEL_WORK_GROUP_SIZE:
      return out.write<size_t>(target.properties().max_work_group_size);
    case CL_KERNEL_COMPILE_WORK_GROUP_SIZE: {
      const size_t size[3] = {info.reqd_work_group_size[0], info.reqd_work_group_size[1],
                              info.reqd_work_group_size[2]};
      return out.array(std::span<const size_t>(size));
    }
    case CL_KERNEL_LOCAL_MEM_SIZE:
      return out.write<cl_ulong>(info.local_bytes + object.args().dynamicLocalBytes());
    case CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE:
      return out.write<size_t>(preferredMultiple(info, target.properties()));
    case CL_KERNEL_PRIVATE_MEM_SIZE:
      return out.write<cl_ulong>(info.private_bytes);
    case CL_KERNEL_SPILL_MEM_SIZE_INTEL:
      return out.write<cl_ulong>(info.spill_bytes);
    case CL_KERNEL_GLOBAL_WORK_SIZE:
      // "CL_INVALID_VALUE if param_name is CL_KERNEL_GLOBAL_WORK_SIZE and device is not a custom
      // device and kernel is not a built-in kernel."
      throw Error{CL_INVALID_VALUE, "only for built-in kernels"};
    default:
      throw Error{CL_INVALID_VALUE, "unknown work-group query"};
    }
  });
}

// "The number of dimensions in the ND-range will be inferred from the value specified for
// input_value_size."
static std::array<uint64_t, 3> localSizeInput(size_t bytes, const void *value) {
  require(value, CL_INVALID_VALUE, "the query wants a local size");
  const size_t dimensions = bytes / sizeof(size_t);
  require(bytes % sizeof(size_t) == 0 && dimensions >= 1 && dimensions <= 3, CL_INVALID_VALUE,
          "a local size has one to three dimensions");
  std::array<uint64_t, 3> size = {1, 1, 1};
  for (size_t d = 0; d < dimensions; ++d) {
    size[d] = static_cast<const size_t *>(value)[d];
    require(size[d] > 0, CL_INVALID_VALUE, "a local size of 0");
  }
  return size;
}

cl_int clGetKernelSubGroupInfo(cl_kernel kernel, cl_device_id device,
                               cl_kernel_sub_group_info param_name, size_t input_value_size,
                               const void *input_value, size_t param_value_size, void *param_value,
                               size_t *param_value_size_ret) {
  return apiCall([&] {
    Kernel &object = get<Kernel>(kernel);
    require(device || object.program().devices().size() == 1, CL_INVALID_DEVICE,
            "the kernel is for several devices");
    Device &target = device ? get<Device>(device) : *object.program().devices().front();
    require(object.program().hasDevice(target), CL_INVALID_DEVICE, "not a device of the kernel");
    const KernelInfo &info = object.info();
    const DeviceProperties &properties = target.properties();
    InfoWriter out(param_value_size, param_value, param_value_size_ret);
    switch (param_name) {
    case CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE:
      localSizeInput(input_value_size, input_value); // must be one, but is of no consequence
      return out.write<size_t>(subGroupSize(info));
    case CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE:
      return out.write<size_t>(subGroupCount(info, localSizeInput(input_value_size, input_value)));
    case CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT: {
      require(input_value && input_value_size == sizeof(size_t), CL_INVALID_VALUE,
              "the query wants a number of sub-groups");
      const size_t size = localSizeOf(*static_cast<const size_t *>(input_value), info, properties);
      const size_t sizes[3] = {size, size ? 1u : 0u, size ? 1u : 0u};
      // "Other dimensions inferred from the value specified for param_value_size will be filled
      // with the value 1."
      const size_t wanted = param_value ? param_value_size / sizeof(size_t) : 3;
      return out.array(std::span<const size_t>(sizes, std::clamp<size_t>(wanted, 1, 3)));
    }
    case CL_KERNEL_MAX_NUM_SUB_GROUPS:
      return out.write<size_t>(maxNumSubGroups(info, properties));
    case CL_KERNEL_COMPILE_SUB_GROUP_SIZE_INTEL:
      return out.write<size_t>(info.reqd_sub_group_size);
    case CL_KERNEL_COMPILE_NUM_SUB_GROUPS:
      return out.write<size_t>(info.reqd_num_sub_groups); // SPIR-V's SubgroupsPerWorkgroup
    default:
      throw Error{CL_INVALID_VALUE, "unknown sub-group query"};
    }
  });
}

cl_int clGetKernelSubGroupInfoKHR(cl_kernel kernel, cl_device_id device,
                                  cl_kernel_sub_group_info param_name, size_t input_value_size,
                                  const void *input_value, size_t param_value_size,
                                  void *param_value, size_t *param_value_size_ret) {
  return api::clGetKernelSubGroupInfo(kernel, device, param_name, input_value_size, input_value,
                                      param_value_size, param_value, param_value_size_ret);
}

} // namespace weft::api

// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels: creation and arguments. Queries are in kernel_info.cpp.
#include "core/kernel.h"
#include "api/khr_entry_points.h"
#include "api/validate.h"

namespace weft::api {

static std::shared_ptr<const ProgramImage> requireExecutable(const Program &program) {
  auto image = program.executable();
  require(image != nullptr, CL_INVALID_PROGRAM_EXECUTABLE, "the program is not built");
  return image;
}

cl_kernel clCreateKernel(cl_program program, const char *kernel_name, cl_int *errcode_ret) {
  return apiCreate(errcode_ret, [&] {
    Program &object = get<Program>(program);
    object.context().requireActive();
    auto image = requireExecutable(object);
    require(kernel_name, CL_INVALID_VALUE, "no name");
    const KernelInfo *info = image->find(kernel_name);
    if (!info || info->is_block)
      throw Error{CL_INVALID_KERNEL_NAME,
                  "the program has no kernel '" + std::string(kernel_name) + "'"};
    return make<Kernel>(Ref<Program>(&object), std::move(image), *info);
  });
}

cl_int clCreateKernelsInProgram(cl_program program, cl_uint num_kernels, cl_kernel *kernels,
                                cl_uint *num_kernels_ret) {
  return apiCall([&] {
    Program &object = get<Program>(program);
    object.context().requireActive();
    auto image = requireExecutable(object);
    const std::vector<const KernelInfo *> infos = image->kernels();
    // "CL_INVALID_VALUE if kernels is not NULL and num_kernels is less than the number of kernels
    // in program."
    require(!kernels || num_kernels >= infos.size(), CL_INVALID_VALUE, "room for too few kernels");
    if (kernels) {
      // All or none.
      std::vector<Ref<Kernel>> made;
      for (const KernelInfo *info : infos)
        made.push_back(make<Kernel>(Ref<Program>(&object), image, *info));
      for (size_t i = 0; i < made.size(); ++i)
        kernels[i] = given(*made[i].leak()).handle();
    }
    if (num_kernels_ret)
      *num_kernels_ret = cl_uint(infos.size());
  });
}

cl_kernel clCloneKernel(cl_kernel source_kernel, cl_int *errcode_ret) {
  return apiCreate(errcode_ret, [&] {
    Kernel &object = get<Kernel>(source_kernel);
    object.context().requireActive();
    return make<Kernel>(object);
  });
}

cl_int clRetainKernel(cl_kernel kernel) {
  return apiCall([&] { get<Kernel>(kernel).apiRetain(); });
}

cl_int clReleaseKernel(cl_kernel kernel) {
  return apiCall([&] { get<Kernel>(kernel).apiRelease(); });
}

cl_int clSetKernelArg(cl_kernel kernel, cl_uint arg_index, size_t arg_size, const void *arg_value) {
  return apiCall([&] { get<Kernel>(kernel).setArg(arg_index, arg_size, arg_value); });
}

cl_int clSetKernelArgDevicePointerEXT(cl_kernel kernel, cl_uint arg_index,
                                      cl_mem_device_address_ext arg_value) {
  return apiCall([&] { get<Kernel>(kernel).setArgDevicePointer(arg_index, arg_value); });
}

} // namespace weft::api

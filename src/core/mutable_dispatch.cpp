// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What an update may change, and queries.
#include "core/mutable_dispatch.h"

#include "core/command_buffer.h"
#include "core/info_writer.h"

#include <algorithm>

namespace weft {

static void copySizes(std::array<size_t, 3> &to, const size_t *from, cl_uint count) {
  if (from)
    std::copy_n(from, std::min<cl_uint>(count, 3), to.begin());
}

MutableDispatch::Settings::Settings(KernelArgs args, const NdRangeRequest &request)
    : args(std::move(args)), work_dim(request.work_dim), has_global(request.global_size),
      has_local(request.local_size) {
  copySizes(offset, request.global_offset, work_dim);
  copySizes(global, request.global_size, work_dim);
  copySizes(local, request.local_size, work_dim);
}

NdRangeRequest MutableDispatch::Settings::request() const {
  return {work_dim, offset.data(), has_global ? global.data() : nullptr,
          has_local ? local.data() : nullptr};
}

bool MutableDispatch::Settings::isUniform() const {
  for (cl_uint d = 0; has_local && d < work_dim; ++d)
    if (local[d] && global[d] % local[d])
      return false;
  return true;
}

void MutableDispatch::apply(const MutableDispatchConfig &update, Settings &changed) const {
  const auto requireField = [&](cl_mutable_dispatch_fields_khr field, bool wanted) {
    // "CL_INVALID_OPERATION if the CL_MUTABLE_DISPATCH_[...] property was not set on command
    // recording and [what it stands for is given]"
    require(!wanted || properties.fields & field, CL_INVALID_OPERATION,
            "what was not to be changed when the command was recorded");
  };
  // "CL_INVALID_OPERATION if work_dim is not zero and different from the work_dim set on command
  // recording."
  require(!update.work_dim || update.work_dim == changed.work_dim, CL_INVALID_OPERATION,
          "another number of dimensions");
  requireField(CL_MUTABLE_DISPATCH_GLOBAL_OFFSET_KHR, update.global_work_offset);
  requireField(CL_MUTABLE_DISPATCH_GLOBAL_SIZE_KHR, update.global_work_size);
  requireField(CL_MUTABLE_DISPATCH_LOCAL_SIZE_KHR, update.local_work_size);
  requireField(CL_MUTABLE_DISPATCH_ARGUMENTS_KHR, update.num_args || update.num_svm_args);
  requireField(CL_MUTABLE_DISPATCH_EXEC_INFO_KHR, update.num_exec_infos);
  // "CL_INVALID_VALUE if arg_list is NULL and num_args > 0, or arg_list is not NULL and num_args is
  // 0", and so of the others.
  require((update.num_args == 0) == (update.arg_list == nullptr) &&
              (update.num_svm_args == 0) == (update.arg_svm_list == nullptr) &&
              (update.num_exec_infos == 0) == (update.exec_info_list == nullptr),
          CL_INVALID_VALUE, "a list without a count or a count without a list");

  for (cl_uint i = 0; i < update.num_args; ++i) {
    const MutableDispatchArg &arg = update.arg_list[i];
    changed.args.set(owner.context(), arg.arg_index, arg.arg_size, arg.arg_value);
  }
  for (cl_uint i = 0; i < update.num_svm_args; ++i)
    changed.args.setPointer(update.arg_svm_list[i].arg_index, update.arg_svm_list[i].arg_value);
  for (cl_uint i = 0; i < update.num_exec_infos; ++i) {
    const MutableDispatchExecInfo &exec_info = update.exec_info_list[i];
    changed.args.setExecInfo(exec_info.param_name, exec_info.param_value_size,
                             exec_info.param_value);
  }
  const bool was_uniform = changed.isUniform();
  copySizes(changed.offset, update.global_work_offset, changed.work_dim);
  copySizes(changed.global, update.global_work_size, changed.work_dim);
  copySizes(changed.local, update.local_work_size, changed.work_dim);
  changed.has_global |= update.global_work_size != nullptr;
  changed.has_local |= update.local_work_size != nullptr;
  // "CL_INVALID_OPERATION if the values of local_work_size and/or global_work_size result in a
  // change to work-group uniformity."
  require(changed.isUniform() == was_uniform, CL_INVALID_OPERATION,
          "groups become alike or cease to be");
}

void MutableDispatch::writeInfo(cl_mutable_command_info_khr param, InfoWriter &out) const {
  const auto sizes = [&](const std::array<size_t, 3> &all) {
    out.array(std::span<const size_t>(all.data(), settings.work_dim));
  };
  switch (param) {
  case CL_MUTABLE_COMMAND_COMMAND_QUEUE_KHR:
    return out.write<cl_command_queue>(owner.queues()[queue]->handle());
  case CL_MUTABLE_COMMAND_COMMAND_BUFFER_KHR:
    return out.write<cl_command_buffer_khr>(owner.handle());
  case CL_MUTABLE_COMMAND_COMMAND_TYPE_KHR:
    return out.write<cl_command_type>(CL_COMMAND_NDRANGE_KERNEL);
  case CL_MUTABLE_COMMAND_PROPERTIES_ARRAY_KHR:
    return out.array(properties.list);
  case CL_MUTABLE_DISPATCH_KERNEL_KHR:
    return out.write<cl_kernel>(kernel_ref->handle());
  case CL_MUTABLE_DISPATCH_DIMENSIONS_KHR:
    return out.write<cl_uint>(settings.work_dim);
  case CL_MUTABLE_DISPATCH_GLOBAL_WORK_OFFSET_KHR:
    return sizes(settings.offset);
  case CL_MUTABLE_DISPATCH_GLOBAL_WORK_SIZE_KHR:
    return sizes(settings.global);
  case CL_MUTABLE_DISPATCH_LOCAL_WORK_SIZE_KHR:
    return sizes(settings.local);
  default:
    // "CL_INVALID_VALUE if param_name is not one of the supported values"
    throw Error{CL_INVALID_VALUE, "unknown query of a command"};
  }
}

} // namespace weft

// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Changing recorded kernels, and queries of them.
#include "core/mutable_dispatch.h"
#include "api/khr_command_buffer.h"
#include "api/validate.h"
#include "core/command_buffer.h"

namespace weft::api {

cl_int clUpdateMutableCommandsKHR(cl_command_buffer_khr command_buffer, cl_uint num_configs,
                                  const cl_command_buffer_update_type_khr *config_types,
                                  const void **configs) {
  return apiCall([&] {
    CommandBuffer &buffer = get<CommandBuffer>(command_buffer);
    // "CL_INVALID_VALUE if config_types is NULL and num_configs > 0, or config_types is not NULL
    // and num_configs is 0", and so of configs
    require((num_configs == 0) == (config_types == nullptr) &&
                (num_configs == 0) == (configs == nullptr),
            CL_INVALID_VALUE, "updates without a count or a count without updates");
    std::vector<const MutableDispatchConfig *> updates;
    for (cl_uint i = 0; i < num_configs; ++i) {
      // "CL_INVALID_VALUE if any element of config_types is not a valid
      // cl_command_buffer_update_type_khr enum"; "if any element of configs is NULL"
      require(config_types[i] == MutableDispatchConfigType, CL_INVALID_VALUE,
              "unknown type of update");
      require(configs[i], CL_INVALID_VALUE, "no update");
      updates.push_back(static_cast<const MutableDispatchConfig *>(configs[i]));
    }
    buffer.update(updates);
  });
}

cl_int clGetMutableCommandInfoKHR(cl_mutable_command_khr command,
                                  cl_mutable_command_info_khr param_name, size_t param_value_size,
                                  void *param_value, size_t *param_value_size_ret) {
  return apiCall([&] {
    InfoWriter out(param_value_size, param_value, param_value_size_ret);
    const auto &dispatch = get<MutableDispatch>(command);
    dispatch.buffer().writeInfo(dispatch, param_name, out);
  });
}

} // namespace weft::api

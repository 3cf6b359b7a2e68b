// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One name for each CL_COMMAND_*.
#include "core/command_name.h"

#include "core/khr_command_buffer.h"

#include <CL/cl_ext.h>

namespace weft {

std::string_view commandName(cl_command_type type) {
  switch (type) {
  case CL_COMMAND_NDRANGE_KERNEL:
    return "kernel";
  case CL_COMMAND_TASK:
    return "task";
  case CL_COMMAND_NATIVE_KERNEL:
    return "native kernel";
  case CL_COMMAND_READ_BUFFER:
    return "read buffer";
  case CL_COMMAND_WRITE_BUFFER:
    return "write buffer";
  case CL_COMMAND_COPY_BUFFER:
    return "copy buffer";
  case CL_COMMAND_READ_IMAGE:
    return "read image";
  case CL_COMMAND_WRITE_IMAGE:
    return "write image";
  case CL_COMMAND_COPY_IMAGE:
    return "copy image";
  case CL_COMMAND_COPY_IMAGE_TO_BUFFER:
    return "copy image to buffer";
  case CL_COMMAND_COPY_BUFFER_TO_IMAGE:
    return "copy buffer to image";
  case CL_COMMAND_MAP_BUFFER:
    return "map buffer";
  case CL_COMMAND_MAP_IMAGE:
    return "map image";
  case CL_COMMAND_UNMAP_MEM_OBJECT:
    return "unmap memory";
  case CL_COMMAND_MARKER:
    return "marker";
  case CL_COMMAND_READ_BUFFER_RECT:
    return "read buffer rect";
  case CL_COMMAND_WRITE_BUFFER_RECT:
    return "write buffer rect";
  case CL_COMMAND_COPY_BUFFER_RECT:
    return "copy buffer rect";
  case CL_COMMAND_USER:
    return "user";
  case CL_COMMAND_BARRIER:
    return "barrier";
  case CL_COMMAND_MIGRATE_MEM_OBJECTS:
    return "migrate memory";
  case CL_COMMAND_FILL_BUFFER:
    return "fill buffer";
  case CL_COMMAND_FILL_IMAGE:
    return "fill image";
  case CL_COMMAND_SVM_FREE:
    return "free SVM";
  case CL_COMMAND_SVM_MEMCPY:
    return "copy SVM";
  case CL_COMMAND_SVM_MEMFILL:
    return "fill SVM";
  case CL_COMMAND_SVM_MAP:
    return "map SVM";
  case CL_COMMAND_SVM_UNMAP:
    return "unmap SVM";
  case CL_COMMAND_SVM_MIGRATE_MEM:
    return "migrate SVM";
  case CL_COMMAND_ACQUIRE_EXTERNAL_MEM_OBJECTS_KHR:
    return "acquire memory";
  case CL_COMMAND_RELEASE_EXTERNAL_MEM_OBJECTS_KHR:
    return "release memory";
  case CL_COMMAND_SEMAPHORE_SIGNAL_KHR:
    return "signal semaphores";
  case CL_COMMAND_SEMAPHORE_WAIT_KHR:
    return "wait for semaphores";
  case CL_COMMAND_COMMAND_BUFFER_KHR:
    return "command buffer";
  case CL_COMMAND_MEMFILL_INTEL:
    return "fill USM";
  case CL_COMMAND_MEMCPY_INTEL:
    return "copy USM";
  case CL_COMMAND_MIGRATEMEM_INTEL:
    return "migrate USM";
  case CL_COMMAND_MEMADVISE_INTEL:
    return "advise USM";
  default:
    return "command";
  }
}

} // namespace weft

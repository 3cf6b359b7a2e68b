// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Device queries, in the order of the specification's table.
#include "core/device_info.h"

#include "core/command_buffer.h"
#include "core/device_queue.h"
#include "core/external_memory.h"
#include "core/image.h"
#include "core/newer_queries.h"
#include "core/partition.h"
#include "core/pipe.h"
#include "core/platform.h"
#include "core/semaphore.h"
#include "support/config.h"
#include "support/opencl_version.h"

#include <CL/cl_ext.h>
#include <algorithm>
#include <array>
#include <spirv/unified1/spirv.hpp11>
#include <string_view>

namespace weft {

// Of a work-group. They are in its local memory, which alone limits them.
static constexpr cl_uint MaxNamedBarriers = 64;

static constexpr cl_name_version known_extensions[] = {
#define WEFT_API_EXTENSION(name, major, minor, micro) {CL_MAKE_VERSION(major, minor, micro), #name},
// Not by way of the other macro: the OpenCL headers define some of the names.
#define WEFT_LANGUAGE_EXTENSION(name, major, minor, micro, since)                                  \
  {CL_MAKE_VERSION(major, minor, micro), #name},
#include "support/language.def"
};

static constexpr cl_name_version language_versions[] = {
    {CL_MAKE_VERSION(1, 0, 0), "OpenCL C"}, {CL_MAKE_VERSION(1, 1, 0), "OpenCL C"},
    {CL_MAKE_VERSION(1, 2, 0), "OpenCL C"}, {CL_MAKE_VERSION(2, 0, 0), "OpenCL C"},
    {CL_MAKE_VERSION(3, 0, 0), "OpenCL C"}, {CL_MAKE_VERSION(3, 1, 0), "OpenCL C"},
};

static constexpr cl_name_version language_features[] = {
#define WEFT_LANGUAGE_FEATURE(name) {CL_MAKE_VERSION(3, 0, 0), #name},
#include "support/language.def"
};

// What clGetDeviceInfo tells apart from the list of features follows from it.
static constexpr bool hasFeature(std::string_view name) {
  return std::ranges::any_of(language_features,
                             [&](const cl_name_version &feature) { return name == feature.name; });
}

// Of loads, stores and read-modify-write operations.
static constexpr cl_device_atomic_capabilities atomicCapabilities() {
  cl_device_atomic_capabilities all =
      CL_DEVICE_ATOMIC_ORDER_RELAXED | CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP;
  if (hasFeature("__opencl_c_atomic_order_acq_rel"))
    all |= CL_DEVICE_ATOMIC_ORDER_ACQ_REL;
  if (hasFeature("__opencl_c_atomic_order_seq_cst"))
    all |= CL_DEVICE_ATOMIC_ORDER_SEQ_CST;
  if (hasFeature("__opencl_c_atomic_scope_device"))
    all |= CL_DEVICE_ATOMIC_SCOPE_DEVICE;
  if (hasFeature("__opencl_c_atomic_scope_all_devices"))
    all |= CL_DEVICE_ATOMIC_SCOPE_ALL_DEVICES;
  return all;
}

// cl_ext_float_atomics; `type` is "fp16", "fp32" or "fp64".
static cl_bitfield floatAtomics(std::string_view type) {
  cl_bitfield all = 0;
  auto add = [&](const char *where_and_what, cl_bitfield bit) {
    if (hasFeature("__opencl_c_ext_" + std::string(type) + where_and_what))
      all |= bit;
  };
  add("_global_atomic_load_store", CL_DEVICE_GLOBAL_FP_ATOMIC_LOAD_STORE_EXT);
  add("_global_atomic_add", CL_DEVICE_GLOBAL_FP_ATOMIC_ADD_EXT);
  add("_global_atomic_min_max", CL_DEVICE_GLOBAL_FP_ATOMIC_MIN_MAX_EXT);
  add("_local_atomic_load_store", CL_DEVICE_LOCAL_FP_ATOMIC_LOAD_STORE_EXT);
  add("_local_atomic_add", CL_DEVICE_LOCAL_FP_ATOMIC_ADD_EXT);
  add("_local_atomic_min_max", CL_DEVICE_LOCAL_FP_ATOMIC_MIN_MAX_EXT);
  // "Built-in functions to atomically load, store, or exchange 32-bit and 64-bit floating-point
  // values are already in OpenCL C 2.0 and newer."
  if (type != "fp16")
    all |= CL_DEVICE_GLOBAL_FP_ATOMIC_LOAD_STORE_EXT | CL_DEVICE_LOCAL_FP_ATOMIC_LOAD_STORE_EXT;
  return all;
}

static cl_bitfield kernelClocks() {
  cl_bitfield all = 0;
  if (hasFeature("__opencl_c_kernel_clock_scope_device"))
    all |= CL_DEVICE_KERNEL_CLOCK_SCOPE_DEVICE_KHR;
  if (hasFeature("__opencl_c_kernel_clock_scope_work_group"))
    all |= CL_DEVICE_KERNEL_CLOCK_SCOPE_WORK_GROUP_KHR;
  if (hasFeature("__opencl_c_kernel_clock_scope_sub_group"))
    all |= CL_DEVICE_KERNEL_CLOCK_SCOPE_SUB_GROUP_KHR;
  return all;
}

static cl_bitfield integerDotProducts() {
  cl_bitfield all = 0;
  if (hasFeature("__opencl_c_integer_dot_product_input_4x8bit"))
    all |= CL_DEVICE_INTEGER_DOT_PRODUCT_INPUT_4x8BIT_KHR;
  if (hasFeature("__opencl_c_integer_dot_product_input_4x8bit_packed"))
    all |= CL_DEVICE_INTEGER_DOT_PRODUCT_INPUT_4x8BIT_PACKED_KHR;
  return all;
}

#define WEFT_TEXT(number) #number
#define WEFT_TEXT_OF(number) WEFT_TEXT(number)
const char *deviceVersion() {
  return "OpenCL " WEFT_TEXT_OF(WEFT_OPENCL_MAJOR) "." WEFT_TEXT_OF(
      WEFT_OPENCL_MINOR) " weft " WEFT_VERSION;
}
cl_version deviceNumericVersion() { return CL_MAKE_VERSION(OpenCLMajor, OpenCLMinor, 0); }

std::span<const cl_name_version> extensions() { return known_extensions; }

std::string nameList(std::span<const cl_name_version> names) {
  std::string list;
  for (const cl_name_version &item : names)
    list += (list.empty() ? "" : " ") + std::string(item.name);
  return list;
}

// A UUID made from a name (RFC 9562, version 8): the same in all processes and after a restart.
static std::array<cl_uchar, CL_UUID_SIZE_KHR> uuidOf(std::string_view name) {
  std::array<cl_uchar, CL_UUID_SIZE_KHR> uuid = {};
  uint64_t hash = 0xcbf29ce484222325; // FNV-1a
  for (size_t i = 0; i < uuid.size(); ++i) {
    for (char c : name)
      hash = (hash ^ cl_uchar(c)) * 0x100000001b3;
    uuid[i] = cl_uchar(hash >> 32);
  }
  uuid[6] = (uuid[6] & 0x0f) | 0x80;
  uuid[8] = (uuid[8] & 0x3f) | 0x80;
  return uuid;
}

// Whether `what` was answered: cl_khr_device_uuid.
static bool uuidInfo(Device &device, cl_device_info what, InfoWriter &out) {
  const DeviceProperties &p = device.properties();
  switch (what) {
  case CL_DEVICE_UUID_KHR:
    return out.array(std::span<const cl_uchar>(uuidOf(p.vendor + "|" + p.name))), true;
  case CL_DRIVER_UUID_KHR:
    return out.array(std::span<const cl_uchar>(uuidOf("weft " WEFT_VERSION))), true;
  case CL_DEVICE_LUID_VALID_KHR:
    return out.boolean(false), true;
  case CL_DEVICE_LUID_KHR:
    return out.array(std::span<const cl_uchar>(std::array<cl_uchar, CL_LUID_SIZE_KHR>{})), true;
  case CL_DEVICE_NODE_MASK_KHR:
    return out.write<cl_uint>(0), true;
  default:
    return false;
  }
}

cl_device_type deviceType() {
  const std::string &listed = config::deviceType();
  if (listed == "gpu")
    return CL_DEVICE_TYPE_GPU;
  return listed == "accelerator" ? CL_DEVICE_TYPE_ACCELERATOR : CL_DEVICE_TYPE_CPU;
}

// How many elements of so many bytes a register holds, as far as OpenCL C has a vector of so many.
static cl_uint vectorWidth(const DeviceProperties &p, cl_uint element_bytes) {
  return std::min<cl_uint>(16, p.preferred_vector_bytes / element_bytes);
}

// Whether `what` was answered: identity, compute units, memories.
static bool hardwareInfo(Device &device, cl_device_info what, InfoWriter &out) {
  const DeviceProperties &p = device.properties();
  switch (what) {
  case CL_DEVICE_TYPE:
    return out.write<cl_device_type>(deviceType()), true;
  case CL_DEVICE_VENDOR_ID:
    return out.write<cl_uint>(config::deviceVendorId() ? config::deviceVendorId() : p.vendor_id),
           true;
  case CL_DEVICE_MAX_COMPUTE_UNITS:
    return out.write<cl_uint>(p.compute_units), true;
  case CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS:
    return out.write<cl_uint>(3), true;
  case CL_DEVICE_MAX_WORK_ITEM_SIZES: {
    const size_t sizes[3] = {p.max_work_group_size, p.max_work_group_size, p.max_work_group_size};
    return out.array(std::span<const size_t>(sizes)), true;
  }
  case CL_DEVICE_MAX_WORK_GROUP_SIZE:
    return out.write<size_t>(p.max_work_group_size), true;
  case CL_DEVICE_PREFERRED_VECTOR_WIDTH_CHAR:
  case CL_DEVICE_NATIVE_VECTOR_WIDTH_CHAR:
    return out.write<cl_uint>(vectorWidth(p, 1)), true;
  case CL_DEVICE_PREFERRED_VECTOR_WIDTH_SHORT:
  case CL_DEVICE_NATIVE_VECTOR_WIDTH_SHORT:
    return out.write<cl_uint>(vectorWidth(p, 2)), true;
  case CL_DEVICE_PREFERRED_VECTOR_WIDTH_INT:
  case CL_DEVICE_NATIVE_VECTOR_WIDTH_INT:
  case CL_DEVICE_PREFERRED_VECTOR_WIDTH_FLOAT:
  case CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT:
    return out.write<cl_uint>(vectorWidth(p, 4)), true;
  case CL_DEVICE_PREFERRED_VECTOR_WIDTH_LONG:
  case CL_DEVICE_NATIVE_VECTOR_WIDTH_LONG:
  case CL_DEVICE_PREFERRED_VECTOR_WIDTH_DOUBLE:
  case CL_DEVICE_NATIVE_VECTOR_WIDTH_DOUBLE:
    return out.write<cl_uint>(vectorWidth(p, 8)), true;
  case CL_DEVICE_PREFERRED_VECTOR_WIDTH_HALF:
  case CL_DEVICE_NATIVE_VECTOR_WIDTH_HALF:
    // Without instructions for them computed with as floats.
    return out.write<cl_uint>(vectorWidth(p, p.native_half ? 2 : 4)), true;
  case CL_DEVICE_MAX_CLOCK_FREQUENCY:
    return out.write<cl_uint>(p.max_clock_mhz), true;
  case CL_DEVICE_ADDRESS_BITS:
    return out.write<cl_uint>(8 * sizeof(void *)), true;
  case CL_DEVICE_MAX_MEM_ALLOC_SIZE:
    return out.write<cl_ulong>(p.max_allocation), true;
  case CL_DEVICE_MAX_PARAMETER_SIZE:
    return out.write<size_t>(p.max_parameter_size), true;
  case CL_DEVICE_MEM_BASE_ADDR_ALIGN:
    return out.write<cl_uint>(8 * WEFT_ABI_ALIGNMENT), true; // bits
  case CL_DEVICE_MIN_DATA_TYPE_ALIGN_SIZE:
    return out.write<cl_uint>(WEFT_ABI_ALIGNMENT), true;
  case CL_DEVICE_GLOBAL_MEM_CACHE_TYPE:
    return out.write<cl_device_mem_cache_type>(p.cache_bytes ? CL_READ_WRITE_CACHE : CL_NONE), true;
  case CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE:
    return out.write<cl_uint>(p.cache_line), true;
  case CL_DEVICE_GLOBAL_MEM_CACHE_SIZE:
    return out.write<cl_ulong>(p.cache_bytes), true;
  case CL_DEVICE_GLOBAL_MEM_SIZE:
    return out.write<cl_ulong>(p.global_memory), true;
  case CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE:
    return out.write<cl_ulong>(p.max_constant), true;
  case CL_DEVICE_MAX_CONSTANT_ARGS:
    // Constant memory is ordinary memory; what limits the count is the argument buffer.
    return out.write<cl_uint>(cl_uint(p.max_parameter_size / sizeof(void *))), true;
  case CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE:
    return out.write<size_t>(hasFeature("__opencl_c_program_scope_global_variables")
                                 ? std::min(MaxGlobalVariableBytes, p.max_allocation)
                                 : 0),
           true;
  case CL_DEVICE_GLOBAL_VARIABLE_PREFERRED_TOTAL_SIZE:
    return out.write<size_t>(hasFeature("__opencl_c_program_scope_global_variables")
                                 ? std::min(MaxGlobalVariablesBytes, p.global_memory)
                                 : 0),
           true;
  case CL_DEVICE_LOCAL_MEM_TYPE:
    return out.write<cl_device_local_mem_type>(CL_GLOBAL), true;
  case CL_DEVICE_LOCAL_MEM_SIZE:
    return out.write<cl_ulong>(p.local_memory), true;
  case CL_DEVICE_MAX_NUM_SUB_GROUPS: // of one work-item each
    return out.write<cl_uint>(cl_uint(p.max_work_group_size)), true;
  case CL_DEVICE_MAX_NAMED_BARRIER_COUNT_KHR:
    return out.write<cl_uint>(MaxNamedBarriers), true;
  case CL_DEVICE_SUB_GROUP_SIZES_INTEL: {
    const size_t sizes[] = {1, 2, 4, 8, 16, 32, 64};
    return out.array(std::span<const size_t>(sizes)), true;
  }
  case CL_DEVICE_ERROR_CORRECTION_SUPPORT:
    return out.boolean(false), true;
  case CL_DEVICE_HOST_UNIFIED_MEMORY:
    return out.boolean(true), true;
  case CL_DEVICE_TERMINATE_CAPABILITY_KHR:
  case TerminateCapabilityOf12:
    return out.write<cl_device_terminate_capability_khr>(
               CL_DEVICE_TERMINATE_CAPABILITY_CONTEXT_KHR),
           true;
  case CL_DEVICE_ENDIAN_LITTLE:
    return out.boolean(true), true;
  case CL_DEVICE_AVAILABLE:
    return out.boolean(true), true;
  case CL_DEVICE_NAME:
    return out.string(config::deviceName().empty() ? p.name : config::deviceName()), true;
  case CL_DEVICE_VENDOR:
    return out.string(p.vendor), true;
  case CL_DEVICE_PRINTF_BUFFER_SIZE:
    return out.write<size_t>(p.printf_buffer), true;
  default:
    return false;
  }
}

static constexpr cl_name_version il_versions[] = {
#define WEFT_SPIRV_VERSION(major, minor) {CL_MAKE_VERSION(major, minor, 0), "SPIR-V"},
#include "support/spirv.def"
};

// "<IL_Prefix>_<Major_Version>.<Minor_Version>", each.
static constexpr char il_texts[] =
#define WEFT_SPIRV_VERSION(major, minor) " SPIR-V_" #major "." #minor
#include "support/spirv.def"
    ;

// Whether `what` was answered: intermediate language.
static bool ilInfo(cl_device_info what, InfoWriter &out) {
  static const char *const Sets[] = {
#define WEFT_SPIRV_INSTRUCTION_SET(name) #name,
#include "support/spirv.def"
  };
  static const char *const Extensions[] = {
#define WEFT_SPIRV_EXTENSION(name) #name,
#include "support/spirv.def"
  };
  static constexpr cl_uint Capabilities[] = {
#define WEFT_SPIRV_CAPABILITY(name) cl_uint(spv::Capability::name),
#define WEFT_SPIRV_NEWER_CAPABILITY(name, value) value,
#include "support/spirv.def"
  };
  switch (what) {
  case CL_DEVICE_IL_VERSION:
    return out.string(il_texts + 1), true;
  case CL_DEVICE_ILS_WITH_VERSION:
    return out.array(std::span<const cl_name_version>(il_versions)), true;
  case CL_DEVICE_SPIRV_EXTENDED_INSTRUCTION_SETS_KHR:
    return out.array(std::span<const char *const>(Sets)), true;
  case CL_DEVICE_SPIRV_EXTENSIONS_KHR:
    return out.array(std::span<const char *const>(Extensions)), true;
  case CL_DEVICE_SPIRV_CAPABILITIES_KHR:
    return out.array(std::span<const cl_uint>(Capabilities)), true;
  default:
    return false;
  }
}

// Whether `what` was answered: the language, versions, numbers, atomics.
static bool languageInfo(Device &device, cl_device_info what, InfoWriter &out) {
  const bool compiler = device.compilerAvailable();
  constexpr cl_device_fp_config Full = CL_FP_DENORM | CL_FP_INF_NAN | CL_FP_ROUND_TO_NEAREST |
                                       CL_FP_ROUND_TO_ZERO | CL_FP_ROUND_TO_INF | CL_FP_FMA;
  switch (what) {
  case CL_DEVICE_SINGLE_FP_CONFIG:
    return out.write<cl_device_fp_config>(Full | CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT), true;
  case CL_DEVICE_DOUBLE_FP_CONFIG:
    return out.write<cl_device_fp_config>(Full), true;
  case CL_DEVICE_HALF_FP_CONFIG:
    return out.write<cl_device_fp_config>(CL_FP_DENORM | CL_FP_INF_NAN | CL_FP_ROUND_TO_NEAREST |
                                          CL_FP_FMA),
           true;
  case CL_DEVICE_COMPILER_AVAILABLE:
  case CL_DEVICE_LINKER_AVAILABLE:
    return out.boolean(compiler), true;
  case CL_DEVICE_BUILT_IN_KERNELS:
    return out.string(""), true;
  case CL_DEVICE_BUILT_IN_KERNELS_WITH_VERSION:
    return out.bytes(nullptr, 0), true;
  case CL_DRIVER_VERSION:
    return out.string(config::driverVersion().empty() ? WEFT_VERSION : config::driverVersion()),
           true;
  case CL_DEVICE_PROFILE:
    return out.string("FULL_PROFILE"), true;
  case CL_DEVICE_VERSION:
    return out.string(deviceVersion()), true;
  case CL_DEVICE_NUMERIC_VERSION:
    return out.write<cl_version>(deviceNumericVersion()), true;
  case CL_DEVICE_OPENCL_C_VERSION:
    // The newest that programs built without -cl-std get.
    return out.string("OpenCL C 1.2 weft"), true;
  case CL_DEVICE_OPENCL_C_NUMERIC_VERSION_KHR:
    return out.write<cl_version>(CL_MAKE_VERSION(1, 2, 0)), true;
  case CL_DEVICE_OPENCL_C_ALL_VERSIONS:
    return out.array(std::span<const cl_name_version>(language_versions)), true;
  case CL_DEVICE_CXX_FOR_OPENCL_NUMERIC_VERSION_EXT:
    // What -cl-std=CLC++ means; CLC++2021 is taken, too.
    return out.write<cl_version>(CL_MAKE_VERSION(1, 0, 0)), true;
  case CL_DEVICE_OPENCL_C_FEATURES:
    return out.array(std::span<const cl_name_version>(language_features)), true;
  case CL_DEVICE_EXTENSIONS:
    return out.string(nameList(extensions())), true;
  case CL_DEVICE_EXTENSIONS_WITH_VERSION:
    return out.array(extensions()), true;
  case CL_DEVICE_LATEST_CONFORMANCE_VERSION_PASSED:
    // In the form of a version, for those who parse it, but of no suite that was: Weft has not been
    // through the official process.
    return out.string("v0000-01-01-00"), true;
  case CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES:
    return out.write<cl_device_atomic_capabilities>(atomicCapabilities()), true;
  case CL_DEVICE_ATOMIC_FENCE_CAPABILITIES:
    // A fence of the scope of a work-item alone is one that need not be there.
    return out.write<cl_device_atomic_capabilities>(atomicCapabilities() |
                                                    CL_DEVICE_ATOMIC_ORDER_ACQ_REL |
                                                    CL_DEVICE_ATOMIC_SCOPE_WORK_ITEM),
           true;
  case CL_DEVICE_INTEGER_DOT_PRODUCT_CAPABILITIES_KHR:
    return out.write<cl_bitfield>(integerDotProducts()), true;
  case CL_DEVICE_INTEGER_DOT_PRODUCT_ACCELERATION_PROPERTIES_8BIT_KHR:
  case CL_DEVICE_INTEGER_DOT_PRODUCT_ACCELERATION_PROPERTIES_4x8BIT_PACKED_KHR:
    // No instruction of their own.
    return out.write<cl_device_integer_dot_product_acceleration_properties_khr>({}), true;
  case CL_DEVICE_KERNEL_CLOCK_CAPABILITIES_KHR:
    return out.write<cl_bitfield>(kernelClocks()), true;
  case CL_DEVICE_SINGLE_FP_ATOMIC_CAPABILITIES_EXT:
    return out.write<cl_bitfield>(floatAtomics("fp32")), true;
  case CL_DEVICE_DOUBLE_FP_ATOMIC_CAPABILITIES_EXT:
    return out.write<cl_bitfield>(floatAtomics("fp64")), true;
  case CL_DEVICE_HALF_FP_ATOMIC_CAPABILITIES_EXT:
    return out.write<cl_bitfield>(floatAtomics("fp16")), true;
  case CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT:
    return out.boolean(hasFeature("__opencl_c_generic_address_space")), true;
  case CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT:
    return out.boolean(hasFeature("__opencl_c_work_group_collective_functions")), true;
  case CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS:
  case CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT:
    return out.boolean(true), true;
  case CL_DEVICE_PREFERRED_WORK_GROUP_SIZE_MULTIPLE:
    return out.write<size_t>(device.properties().preferredWorkGroupSizeMultiple()), true;
  default:
    return false;
  }
}

// Whether `what` was answered: images and samplers.
static bool imageInfo(const Device &device, cl_device_info what, InfoWriter &out) {
  auto size = [&](size_t value) { return out.write<size_t>(value), true; };
  auto number = [&](cl_uint value) { return out.write<cl_uint>(value), true; };
  switch (what) {
  case CL_DEVICE_IMAGE_SUPPORT:
    return out.boolean(true), true;
  case CL_DEVICE_IMAGE2D_MAX_WIDTH:
  case CL_DEVICE_IMAGE2D_MAX_HEIGHT:
    return size(ImageLimits::Side2D);
  case CL_DEVICE_IMAGE3D_MAX_WIDTH:
  case CL_DEVICE_IMAGE3D_MAX_HEIGHT:
  case CL_DEVICE_IMAGE3D_MAX_DEPTH:
    return size(ImageLimits::Side3D);
  case CL_DEVICE_IMAGE_MAX_BUFFER_SIZE:
    return size(device.properties().max_image_buffer);
  case CL_DEVICE_IMAGE_MAX_ARRAY_SIZE:
    return size(ImageLimits::ArraySize);
  case CL_DEVICE_MAX_READ_IMAGE_ARGS:
    return number(ImageLimits::ReadArgs);
  case CL_DEVICE_MAX_WRITE_IMAGE_ARGS:
    return number(ImageLimits::WriteArgs);
  case CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS:
    return number(ImageLimits::ReadWriteArgs);
  case CL_DEVICE_MAX_SAMPLERS:
    return number(ImageLimits::Samplers);
  case CL_DEVICE_IMAGE_PITCH_ALIGNMENT:
    return number(ImageLimits::PitchAlignment);
  case CL_DEVICE_IMAGE_BASE_ADDRESS_ALIGNMENT:
    return number(ImageLimits::AddressAlignment);
  default:
    return false;
  }
}

// Whether `what` was answered: pipes.
static bool pipeInfo(cl_device_info what, InfoWriter &out) {
  constexpr bool Pipes = hasFeature("__opencl_c_pipes");
  switch (what) {
  case CL_DEVICE_PIPE_SUPPORT:
    return out.boolean(Pipes), true;
  case CL_DEVICE_MAX_PIPE_ARGS:
    return out.write<cl_uint>(Pipes ? PipeLimits::Args : 0), true;
  case CL_DEVICE_PIPE_MAX_ACTIVE_RESERVATIONS:
    return out.write<cl_uint>(Pipes ? PipeLimits::Reservations : 0), true;
  case CL_DEVICE_PIPE_MAX_PACKET_SIZE:
    return out.write<cl_uint>(Pipes ? PipeLimits::PacketBytes : 0), true;
  default:
    return false;
  }
}

// Whether `what` was answered: device-side enqueue.
static bool deviceQueueInfo(cl_device_info what, InfoWriter &out) {
  constexpr bool Queues = hasFeature("__opencl_c_device_enqueue");
  auto number = [&](cl_uint value) { return out.write<cl_uint>(Queues ? value : 0), true; };
  switch (what) {
  case CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES:
    return out.write<cl_device_device_enqueue_capabilities>(
               Queues ? CL_DEVICE_QUEUE_SUPPORTED | CL_DEVICE_QUEUE_REPLACEABLE_DEFAULT : 0),
           true;
  case CL_DEVICE_QUEUE_ON_DEVICE_PROPERTIES:
    return out.write<cl_command_queue_properties>(Queues ? DeviceQueueLimits::Properties : 0), true;
  case CL_DEVICE_QUEUE_ON_DEVICE_PREFERRED_SIZE:
    return number(DeviceQueueLimits::PreferredBytes);
  case CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE:
    return number(DeviceQueueLimits::MostBytes);
  case CL_DEVICE_MAX_ON_DEVICE_QUEUES:
    return number(DeviceQueueLimits::Queues);
  case CL_DEVICE_MAX_ON_DEVICE_EVENTS:
    return number(DeviceQueueLimits::Events);
  default:
    return false;
  }
}

// Whether `what` was answered: what is shared with other processes and drivers.
static bool sharingInfo(cl_device_info what, InfoWriter &out) {
  switch (what) {
  case CL_DEVICE_SEMAPHORE_TYPES_KHR:
    return out.array(semaphoreTypes()), true;
  case CL_DEVICE_SEMAPHORE_IMPORT_HANDLE_TYPES_KHR:
  case CL_DEVICE_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR:
    return out.array(semaphoreHandleTypes()), true;
  // Images lie in external memory as in any other: rows and slices a pitch apart.
  case CL_DEVICE_EXTERNAL_MEMORY_IMPORT_HANDLE_TYPES_KHR:
  case CL_DEVICE_EXTERNAL_MEMORY_IMPORT_ASSUME_LINEAR_IMAGES_HANDLE_TYPES_KHR:
    return out.array(externalMemoryTypes()), true;
  default:
    return false;
  }
}

// Whether `what` was answered: memory that is used by its address.
static bool pointerInfo(cl_device_info what, InfoWriter &out) {
  switch (what) {
  case CL_DEVICE_SVM_CAPABILITIES:
    return out.write<cl_device_svm_capabilities>(
               CL_DEVICE_SVM_COARSE_GRAIN_BUFFER | CL_DEVICE_SVM_FINE_GRAIN_BUFFER |
               CL_DEVICE_SVM_FINE_GRAIN_SYSTEM | CL_DEVICE_SVM_ATOMICS),
           true;
  // All of it is the host's memory, and kernels' atomics are the host's own instructions.
  case CL_DEVICE_HOST_MEM_CAPABILITIES_INTEL:
  case CL_DEVICE_DEVICE_MEM_CAPABILITIES_INTEL:
  case CL_DEVICE_SINGLE_DEVICE_SHARED_MEM_CAPABILITIES_INTEL:
  case CL_DEVICE_CROSS_DEVICE_SHARED_MEM_CAPABILITIES_INTEL:
  case CL_DEVICE_SHARED_SYSTEM_MEM_CAPABILITIES_INTEL:
    return out.write<cl_device_unified_shared_memory_capabilities_intel>(
               CL_UNIFIED_SHARED_MEMORY_ACCESS_INTEL |
               CL_UNIFIED_SHARED_MEMORY_ATOMIC_ACCESS_INTEL |
               CL_UNIFIED_SHARED_MEMORY_CONCURRENT_ACCESS_INTEL |
               CL_UNIFIED_SHARED_MEMORY_CONCURRENT_ATOMIC_ACCESS_INTEL),
           true;
  default:
    return false;
  }
}

// Whether `what` was answered: command buffers.
static bool commandBufferInfo(cl_device_info what, InfoWriter &out) {
  switch (what) {
  case CL_DEVICE_COMMAND_BUFFER_CAPABILITIES_KHR:
    return out.write<cl_device_command_buffer_capabilities_khr>(CommandBuffer::Capabilities), true;
  case CL_DEVICE_COMMAND_BUFFER_SUPPORTED_QUEUE_PROPERTIES_KHR:
    return out.write<cl_command_queue_properties>(CommandBuffer::QueueProperties), true;
  case CL_DEVICE_MUTABLE_DISPATCH_CAPABILITIES_KHR:
    return out.write<cl_mutable_dispatch_fields_khr>(MutableDispatch::Fields), true;
  case CL_DEVICE_COMMAND_BUFFER_REQUIRED_QUEUE_PROPERTIES_KHR:
    return out.write<cl_command_queue_properties>(0), true;
  default:
    return false;
  }
}

// Whether `what` was answered: features that Weft does not have.
static bool absentInfo(cl_device_info what, InfoWriter &out) {
  switch (what) {
  case CL_DEVICE_PREFERRED_INTEROP_USER_SYNC:
    return out.boolean(true), true;
  // "0: the natural alignment of the type."
  case CL_DEVICE_PREFERRED_PLATFORM_ATOMIC_ALIGNMENT:
  case CL_DEVICE_PREFERRED_GLOBAL_ATOMIC_ALIGNMENT:
  case CL_DEVICE_PREFERRED_LOCAL_ATOMIC_ALIGNMENT:
    return out.write<cl_uint>(0), true;
  default:
    return false;
  }
}

void deviceInfo(Device &device, cl_device_info what, InfoWriter &out) {
  switch (what) {
  case CL_DEVICE_QUEUE_ON_HOST_PROPERTIES: // CL_DEVICE_QUEUE_PROPERTIES before 2.0
    return out.write<cl_command_queue_properties>(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE |
                                                  CL_QUEUE_PROFILING_ENABLE);
  case CL_DEVICE_EXECUTION_CAPABILITIES:
    return out.write<cl_device_exec_capabilities>(CL_EXEC_KERNEL | CL_EXEC_NATIVE_KERNEL);
  case CL_DEVICE_PROFILING_TIMER_RESOLUTION:
    return out.write<size_t>(1); // ns
  case CL_DEVICE_PLATFORM:
    return out.write<cl_platform_id>(device.platform ? device.platform->handle() : nullptr);
  case CL_DEVICE_PARENT_DEVICE:
    return out.write<cl_device_id>(device.parent ? device.parent->handle() : nullptr);
  case CL_DEVICE_REFERENCE_COUNT:
    return out.write<cl_uint>(device.parent ? device.apiRefs() : 1); // root devices: not counted
  case CL_DEVICE_PARTITION_TYPE:
    return out.array(device.partition_type);
  case CL_DEVICE_PARTITION_AFFINITY_DOMAIN:
    return out.write<cl_device_affinity_domain>(affinityDomains(device));
  case CL_DEVICE_PARTITION_MAX_SUB_DEVICES:
    return out.write<cl_uint>(partitionSchemes(device).empty() ? 0
                                                               : device.properties().compute_units);
  case CL_DEVICE_PARTITION_PROPERTIES: {
    std::vector<cl_device_partition_property> schemes = partitionSchemes(device);
    if (schemes.empty())
      schemes.push_back(0);
    return out.array(schemes);
  }
  default:
    if (hardwareInfo(device, what, out) || uuidInfo(device, what, out) ||
        languageInfo(device, what, out) || ilInfo(what, out) || imageInfo(device, what, out) ||
        pipeInfo(what, out) || deviceQueueInfo(what, out) || commandBufferInfo(what, out) ||
        sharingInfo(what, out) || pointerInfo(what, out) || absentInfo(what, out))
      return;
    throw Error{CL_INVALID_VALUE, "unknown device query"};
  }
}

} // namespace weft

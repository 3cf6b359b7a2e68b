// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clGetDeviceInfo: every query answers in its type, and the answers agree with each other. Whether
// they are true is the subject of device_limits.cpp and device_language.cpp.
#include "fixture.h"

#include <CL/cl_ext.h>
#include <cstdlib>
#include <regex>
#include <set>
#include <sstream>

namespace weft::test {

class ClGetDeviceInfo : public ApiTest {
protected:
  static Query of(cl_device_id id) {
    return [id](cl_uint param, size_t size, void *value, size_t *size_ret) {
      return clGetDeviceInfo(id, param, size, value, size_ret);
    };
  }
  Query query = of(device());
};

TEST_F(ClGetDeviceInfo, AnswersEveryQueryInItsType) {
  const struct {
    size_t size;
    std::vector<cl_device_info> params;
  } tables[] = {
      {sizeof(cl_uint),
       {CL_DEVICE_VENDOR_ID,
        CL_DEVICE_MAX_COMPUTE_UNITS,
        CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS,
        CL_DEVICE_PREFERRED_VECTOR_WIDTH_CHAR,
        CL_DEVICE_PREFERRED_VECTOR_WIDTH_SHORT,
        CL_DEVICE_PREFERRED_VECTOR_WIDTH_INT,
        CL_DEVICE_PREFERRED_VECTOR_WIDTH_LONG,
        CL_DEVICE_PREFERRED_VECTOR_WIDTH_FLOAT,
        CL_DEVICE_PREFERRED_VECTOR_WIDTH_DOUBLE,
        CL_DEVICE_PREFERRED_VECTOR_WIDTH_HALF,
        CL_DEVICE_NATIVE_VECTOR_WIDTH_CHAR,
        CL_DEVICE_NATIVE_VECTOR_WIDTH_SHORT,
        CL_DEVICE_NATIVE_VECTOR_WIDTH_INT,
        CL_DEVICE_NATIVE_VECTOR_WIDTH_LONG,
        CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT,
        CL_DEVICE_NATIVE_VECTOR_WIDTH_DOUBLE,
        CL_DEVICE_NATIVE_VECTOR_WIDTH_HALF,
        CL_DEVICE_MAX_CLOCK_FREQUENCY,
        CL_DEVICE_ADDRESS_BITS,
        CL_DEVICE_MAX_READ_IMAGE_ARGS,
        CL_DEVICE_MAX_WRITE_IMAGE_ARGS,
        CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS,
        CL_DEVICE_MAX_SAMPLERS,
        CL_DEVICE_IMAGE_PITCH_ALIGNMENT,
        CL_DEVICE_IMAGE_BASE_ADDRESS_ALIGNMENT,
        CL_DEVICE_MAX_PIPE_ARGS,
        CL_DEVICE_PIPE_MAX_ACTIVE_RESERVATIONS,
        CL_DEVICE_PIPE_MAX_PACKET_SIZE,
        CL_DEVICE_MEM_BASE_ADDR_ALIGN,
        CL_DEVICE_MIN_DATA_TYPE_ALIGN_SIZE,
        CL_DEVICE_GLOBAL_MEM_CACHE_TYPE,
        CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE,
        CL_DEVICE_MAX_CONSTANT_ARGS,
        CL_DEVICE_LOCAL_MEM_TYPE,
        CL_DEVICE_QUEUE_ON_DEVICE_PREFERRED_SIZE,
        CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE,
        CL_DEVICE_MAX_ON_DEVICE_QUEUES,
        CL_DEVICE_MAX_ON_DEVICE_EVENTS,
        CL_DEVICE_PARTITION_MAX_SUB_DEVICES,
        CL_DEVICE_REFERENCE_COUNT,
        CL_DEVICE_PREFERRED_PLATFORM_ATOMIC_ALIGNMENT,
        CL_DEVICE_PREFERRED_GLOBAL_ATOMIC_ALIGNMENT,
        CL_DEVICE_PREFERRED_LOCAL_ATOMIC_ALIGNMENT,
        CL_DEVICE_MAX_NUM_SUB_GROUPS,
        CL_DEVICE_NUMERIC_VERSION}},
      {sizeof(cl_ulong),
       {CL_DEVICE_TYPE, CL_DEVICE_MAX_MEM_ALLOC_SIZE, CL_DEVICE_SINGLE_FP_CONFIG,
        CL_DEVICE_DOUBLE_FP_CONFIG, CL_DEVICE_HALF_FP_CONFIG, CL_DEVICE_GLOBAL_MEM_CACHE_SIZE,
        CL_DEVICE_GLOBAL_MEM_SIZE, CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE, CL_DEVICE_LOCAL_MEM_SIZE,
        CL_DEVICE_EXECUTION_CAPABILITIES, CL_DEVICE_QUEUE_ON_HOST_PROPERTIES,
        CL_DEVICE_QUEUE_ON_DEVICE_PROPERTIES, CL_DEVICE_PARTITION_AFFINITY_DOMAIN,
        CL_DEVICE_SVM_CAPABILITIES, CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES,
        CL_DEVICE_ATOMIC_FENCE_CAPABILITIES, CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES}},
      {sizeof(size_t),
       {CL_DEVICE_MAX_WORK_GROUP_SIZE, CL_DEVICE_IMAGE2D_MAX_WIDTH, CL_DEVICE_IMAGE2D_MAX_HEIGHT,
        CL_DEVICE_IMAGE3D_MAX_WIDTH, CL_DEVICE_IMAGE3D_MAX_HEIGHT, CL_DEVICE_IMAGE3D_MAX_DEPTH,
        CL_DEVICE_IMAGE_MAX_BUFFER_SIZE, CL_DEVICE_IMAGE_MAX_ARRAY_SIZE,
        CL_DEVICE_MAX_PARAMETER_SIZE, CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE,
        CL_DEVICE_GLOBAL_VARIABLE_PREFERRED_TOTAL_SIZE, CL_DEVICE_PROFILING_TIMER_RESOLUTION,
        CL_DEVICE_PRINTF_BUFFER_SIZE, CL_DEVICE_PREFERRED_WORK_GROUP_SIZE_MULTIPLE}},
      {sizeof(void *), {CL_DEVICE_PLATFORM, CL_DEVICE_PARENT_DEVICE}},
      {3 * sizeof(size_t), {CL_DEVICE_MAX_WORK_ITEM_SIZES}},
  };
  for (const auto &table : tables)
    for (cl_device_info param : table.params)
      EXPECT_EQ(queryBytes(query, param).size(), table.size) << std::hex << param;
}

TEST_F(ClGetDeviceInfo, VectorWidthsAreWidthsOfOpenCL) {
  for (cl_device_info param :
       {CL_DEVICE_PREFERRED_VECTOR_WIDTH_CHAR, CL_DEVICE_PREFERRED_VECTOR_WIDTH_SHORT,
        CL_DEVICE_PREFERRED_VECTOR_WIDTH_INT, CL_DEVICE_PREFERRED_VECTOR_WIDTH_LONG,
        CL_DEVICE_PREFERRED_VECTOR_WIDTH_FLOAT, CL_DEVICE_PREFERRED_VECTOR_WIDTH_DOUBLE,
        CL_DEVICE_PREFERRED_VECTOR_WIDTH_HALF, CL_DEVICE_NATIVE_VECTOR_WIDTH_CHAR,
        CL_DEVICE_NATIVE_VECTOR_WIDTH_SHORT, CL_DEVICE_NATIVE_VECTOR_WIDTH_INT,
        CL_DEVICE_NATIVE_VECTOR_WIDTH_LONG, CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT,
        CL_DEVICE_NATIVE_VECTOR_WIDTH_DOUBLE, CL_DEVICE_NATIVE_VECTOR_WIDTH_HALF}) {
    const cl_uint width = queryValue<cl_uint>(query, param);
    EXPECT_TRUE(width == 2 || width == 4 || width == 8 || width == 16)
        << std::hex << param << ": " << std::dec << width;
  }
}

TEST_F(ClGetDeviceInfo, NumbersOfEachTypeAreFusedAndKeepSubnormals) {
  for (cl_device_info param :
       {CL_DEVICE_SINGLE_FP_CONFIG, CL_DEVICE_DOUBLE_FP_CONFIG, CL_DEVICE_HALF_FP_CONFIG}) {
    constexpr cl_device_fp_config All =
        CL_FP_FMA | CL_FP_DENORM | CL_FP_INF_NAN | CL_FP_ROUND_TO_NEAREST;
    EXPECT_EQ(queryValue<cl_device_fp_config>(query, param) & All, All) << std::hex << param;
  }
}

// A product that is rounded before the sum would lose what is left, in each of the types.
TEST_F(ClGetDeviceInfo, FusedMultiplyAddRoundsOnce) {
  Program made = buildProgram("#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n"
                              "__kernel void k(__global int *o, int one) {\n"
                              "  half h = 1.0h + one * 0x1p-10h; float f = 1.0f + one * 0x1p-23f;\n"
                              "  double d = 1.0 + one * 0x1p-52;\n"
                              "  o[0] = fma(h, h, -(1.0h + 0x1p-9h)) == 0x1p-20h;\n"
                              "  o[1] = fma(f, f, -(1.0f + 0x1p-22f)) == 0x1p-46f;\n"
                              "  o[2] = fma(d, d, -(1.0 + 0x1p-51)) == 0x1p-104;\n"
                              "}");
  cl_int code = 4711;
  Kernel kernel(clCreateKernel(made, "k", &code));
  ASSERT_EQ(code, CL_SUCCESS);
  Memory out = makeBuffer(CL_MEM_READ_WRITE, {0, 0, 0});
  const cl_mem argument = out;
  const int one = 1;
  ASSERT_EQ(clSetKernelArg(kernel, 0, sizeof argument, &argument), CL_SUCCESS);
  ASSERT_EQ(clSetKernelArg(kernel, 1, sizeof one, &one), CL_SUCCESS);
  ASSERT_EQ(clEnqueueTask(queue, kernel, 0, nullptr, nullptr), CL_SUCCESS);
  const std::vector<int> got = read(out);
  EXPECT_EQ(std::vector<int>(got.begin(), got.begin() + 3), (std::vector<int>{1, 1, 1}));
}

TEST_F(ClGetDeviceInfo, AnswersBooleans) {
  for (cl_device_info param :
       {CL_DEVICE_IMAGE_SUPPORT, CL_DEVICE_ERROR_CORRECTION_SUPPORT, CL_DEVICE_HOST_UNIFIED_MEMORY,
        CL_DEVICE_ENDIAN_LITTLE, CL_DEVICE_AVAILABLE, CL_DEVICE_COMPILER_AVAILABLE,
        CL_DEVICE_LINKER_AVAILABLE, CL_DEVICE_PREFERRED_INTEROP_USER_SYNC,
        CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS, CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT,
        CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT, CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT,
        CL_DEVICE_PIPE_SUPPORT}) {
    const cl_bool value = queryValue<cl_bool>(query, param);
    EXPECT_TRUE(value == CL_TRUE || value == CL_FALSE) << std::hex << param;
  }
}

TEST_F(ClGetDeviceInfo, AnswersTexts) {
  for (cl_device_info param :
       {CL_DEVICE_NAME, CL_DEVICE_VENDOR, CL_DRIVER_VERSION, CL_DEVICE_PROFILE, CL_DEVICE_VERSION,
        CL_DEVICE_OPENCL_C_VERSION, CL_DEVICE_EXTENSIONS})
    EXPECT_FALSE(queryText(query, param).empty()) << std::hex << param;
  for (cl_device_info param : {CL_DEVICE_BUILT_IN_KERNELS, CL_DEVICE_IL_VERSION})
    queryText(query, param);
}

TEST_F(ClGetDeviceInfo, TheConformanceVersionHasTheFormOfOne) {
  const std::string version = queryText(query, CL_DEVICE_LATEST_CONFORMANCE_VERSION_PASSED);
  const std::regex form("v[0-9]{4}-[01][0-9]-[0-3][0-9]-[0-9]{2}");
  EXPECT_TRUE(std::regex_match(version, form)) << version;
}

TEST_F(ClGetDeviceInfo, TheSpecificationsMinimaAreMet) {
  EXPECT_GE(queryValue<cl_uint>(query, CL_DEVICE_MAX_COMPUTE_UNITS), 1u);
  EXPECT_GE(queryValue<cl_uint>(query, CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS), 3u);
  EXPECT_GE(queryValue<size_t>(query, CL_DEVICE_MAX_PARAMETER_SIZE), 1024u);
  EXPECT_GE(queryValue<cl_ulong>(query, CL_DEVICE_LOCAL_MEM_SIZE), 32u << 10);
  EXPECT_GE(queryValue<cl_ulong>(query, CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE), 64u << 10);
  EXPECT_GE(queryValue<cl_uint>(query, CL_DEVICE_MAX_CONSTANT_ARGS), 8u);
  EXPECT_GE(queryValue<size_t>(query, CL_DEVICE_PRINTF_BUFFER_SIZE), 1u << 20);
  const cl_ulong global = queryValue<cl_ulong>(query, CL_DEVICE_GLOBAL_MEM_SIZE);
  const cl_ulong quarter = std::min<cl_ulong>(1u << 30, global / 4);
  EXPECT_GE(queryValue<cl_ulong>(query, CL_DEVICE_MAX_MEM_ALLOC_SIZE),
            std::max<cl_ulong>(quarter, 32u << 20));
  EXPECT_LE(queryValue<cl_ulong>(query, CL_DEVICE_MAX_MEM_ALLOC_SIZE), global);
  EXPECT_TRUE(queryValue<cl_ulong>(query, CL_DEVICE_EXECUTION_CAPABILITIES) & CL_EXEC_KERNEL);
  EXPECT_TRUE(queryValue<cl_ulong>(query, CL_DEVICE_QUEUE_ON_HOST_PROPERTIES) &
              CL_QUEUE_PROFILING_ENABLE);
  const cl_ulong least = CL_FP_ROUND_TO_NEAREST | CL_FP_INF_NAN;
  EXPECT_EQ(queryValue<cl_ulong>(query, CL_DEVICE_SINGLE_FP_CONFIG) & least, least);
  // "The size [...] of the largest OpenCL built-in data type": long16.
  EXPECT_GE(queryValue<cl_uint>(query, CL_DEVICE_MEM_BASE_ADDR_ALIGN), 8 * sizeof(cl_long16));
  EXPECT_GE(queryValue<cl_uint>(query, CL_DEVICE_MIN_DATA_TYPE_ALIGN_SIZE), sizeof(cl_long16));
  const cl_ulong atomics = CL_DEVICE_ATOMIC_ORDER_RELAXED | CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP;
  EXPECT_EQ(queryValue<cl_ulong>(query, CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES) & atomics, atomics);
  const cl_ulong fences = atomics | CL_DEVICE_ATOMIC_ORDER_ACQ_REL;
  EXPECT_EQ(queryValue<cl_ulong>(query, CL_DEVICE_ATOMIC_FENCE_CAPABILITIES) & fences, fences);
}

TEST_F(ClGetDeviceInfo, IsARootDeviceOfThePlatform) {
  EXPECT_EQ(queryValue<cl_platform_id>(query, CL_DEVICE_PLATFORM), platform());
  EXPECT_EQ(queryValue<cl_device_id>(query, CL_DEVICE_PARENT_DEVICE), nullptr);
  EXPECT_EQ(queryValue<cl_uint>(query, CL_DEVICE_REFERENCE_COUNT), 1u);
  EXPECT_EQ(queryBytes(query, CL_DEVICE_PARTITION_TYPE).size() % sizeof(intptr_t), 0u);
  EXPECT_TRUE(queryValue<cl_ulong>(query, CL_DEVICE_TYPE) & CL_DEVICE_TYPE_CPU);
}

TEST_F(ClGetDeviceInfo, VersionsAreNumbersAndTexts) {
  EXPECT_EQ(queryText(query, CL_DEVICE_VERSION).rfind(openclVersionText() + " ", 0), 0u);
  EXPECT_EQ(queryValue<cl_version>(query, CL_DEVICE_NUMERIC_VERSION),
            cl_version(CL_MAKE_VERSION(OpenCLMajor, OpenCLMinor, 0)));
  const std::string language = queryText(query, CL_DEVICE_OPENCL_C_VERSION);
  EXPECT_EQ(language.substr(0, 9), "OpenCL C ");
  // cl_khr_extended_versioning; what is a query of OpenCL 3.0, too, has the same numbers.
  const auto version = queryValue<cl_version>(query, CL_DEVICE_OPENCL_C_NUMERIC_VERSION_KHR);
  EXPECT_EQ(language.rfind("OpenCL C " + std::to_string(CL_VERSION_MAJOR(version)) + "." +
                               std::to_string(CL_VERSION_MINOR(version)) + " ",
                           0),
            0u);
}

// WEFT_PLATFORM_NAME, WEFT_DEVICE_NAME and the like; a test of ctest sets them.
TEST_F(ClGetDeviceInfo, NamesAreThoseOfTheEnvironment) {
  const auto given = [](const char *variable) {
    const char *value = std::getenv(variable);
    return std::string(value ? value : "");
  };
  const std::string name = given("WEFT_DEVICE_NAME"), version = given("WEFT_DRIVER_VERSION"),
                    vendor = given("WEFT_DEVICE_VENDOR_ID"),
                    platform_name = given("WEFT_PLATFORM_NAME");
  if (name.empty() && version.empty() && vendor.empty())
    GTEST_SKIP() << "no names are given";
  EXPECT_EQ(queryText(query, CL_DEVICE_NAME), name);
  EXPECT_EQ(queryText(query, CL_DRIVER_VERSION), version);
  size_t size = 0;
  ASSERT_EQ(clGetPlatformInfo(platform(), CL_PLATFORM_NAME, 0, nullptr, &size), CL_SUCCESS);
  std::string reported(size, ' ');
  ASSERT_EQ(clGetPlatformInfo(platform(), CL_PLATFORM_NAME, size, reported.data(), nullptr),
            CL_SUCCESS);
  EXPECT_EQ(reported.c_str(), platform_name);
  EXPECT_EQ(std::to_string(queryValue<cl_uint>(query, CL_DEVICE_VENDOR_ID)), vendor);
}

TEST_F(ClGetDeviceInfo, ExtensionsAreTheSameInBothForms) {
  std::multiset<std::string> names, versioned;
  std::istringstream text(queryText(query, CL_DEVICE_EXTENSIONS));
  for (std::string name; text >> name;)
    names.insert(name);
  for (const auto &entry : queryArray<cl_name_version>(query, CL_DEVICE_EXTENSIONS_WITH_VERSION)) {
    versioned.insert(entry.name);
    EXPECT_GT(entry.version, 0u) << entry.name;
  }
  EXPECT_EQ(names, versioned);
  EXPECT_EQ(std::set<std::string>(names.begin(), names.end()).size(), names.size()) << "doubles";
}

TEST_F(ClGetDeviceInfo, UuidsNameDeviceAndDriver) {
  const auto id = queryArray<cl_uchar>(query, CL_DEVICE_UUID_KHR);
  const auto driver = queryArray<cl_uchar>(query, CL_DRIVER_UUID_KHR);
  EXPECT_EQ(id.size(), size_t(CL_UUID_SIZE_KHR));
  EXPECT_EQ(driver.size(), size_t(CL_UUID_SIZE_KHR));
  EXPECT_NE(id, driver);
  EXPECT_EQ(id, queryArray<cl_uchar>(query, CL_DEVICE_UUID_KHR));
  EXPECT_EQ(queryArray<cl_uchar>(query, CL_DEVICE_LUID_KHR).size(), size_t(CL_LUID_SIZE_KHR));
  EXPECT_EQ(queryValue<cl_bool>(query, CL_DEVICE_LUID_VALID_KHR), cl_bool(CL_FALSE));
  queryValue<cl_uint>(query, CL_DEVICE_NODE_MASK_KHR);
}

TEST_F(ClGetDeviceInfo, ListsAgreeWithTheirTexts) {
  EXPECT_EQ(queryText(query, CL_DEVICE_BUILT_IN_KERNELS).empty(),
            queryBytes(query, CL_DEVICE_BUILT_IN_KERNELS_WITH_VERSION).empty());
  EXPECT_EQ(queryText(query, CL_DEVICE_IL_VERSION).empty(),
            queryBytes(query, CL_DEVICE_ILS_WITH_VERSION).empty());
}

TEST_F(ClGetDeviceInfo, TakesSpirvOfAllVersions) {
  std::istringstream text(queryText(query, CL_DEVICE_IL_VERSION));
  const auto versions = queryArray<cl_name_version>(query, CL_DEVICE_ILS_WITH_VERSION);
  EXPECT_EQ(versions.size(), 7u);
  for (const cl_name_version &entry : versions) {
    EXPECT_STREQ(entry.name, "SPIR-V");
    std::string name;
    text >> name;
    EXPECT_EQ(name, "SPIR-V_" + std::to_string(CL_VERSION_MAJOR(entry.version)) + "." +
                        std::to_string(CL_VERSION_MINOR(entry.version)));
  }
  std::string more;
  EXPECT_FALSE(text >> more) << more;
}

// cl_khr_spirv_queries, by its values: headers may not have the names.
TEST_F(ClGetDeviceInfo, TellsWhatModulesMayDeclare) {
  std::set<std::string> sets, extensions;
  for (const char *name : queryArray<const char *>(query, 0x12B9))
    sets.insert(name);
  EXPECT_TRUE(sets.count("OpenCL.std"));
  for (const char *name : queryArray<const char *>(query, 0x12BA))
    extensions.insert(name);
  EXPECT_TRUE(extensions.count("SPV_KHR_expect_assume"));
  std::set<cl_uint> capabilities;
  for (cl_uint value : queryArray<cl_uint>(query, 0x12BB))
    EXPECT_TRUE(capabilities.insert(value).second) << value << " is there twice";
  for (cl_uint needed : {4u /* Addresses */, 5u /* Linkage */, 6u /* Kernel */, 7u /* Vector16 */,
                         11u /* Int64 */, 22u /* Int16 */, 39u /* Int8 */})
    EXPECT_TRUE(capabilities.count(needed)) << needed;
  EXPECT_FALSE(capabilities.count(1)) << "Shader";
}

TEST_F(ClGetDeviceInfo, OptionalFeaturesAreAbsentAltogether) {
  auto zero = [&](cl_device_info param) {
    for (unsigned char byte : queryBytes(query, param))
      EXPECT_EQ(byte, 0) << std::hex << param;
  };
  if (!queryValue<cl_bool>(query, CL_DEVICE_PIPE_SUPPORT))
    for (cl_device_info param : {CL_DEVICE_MAX_PIPE_ARGS, CL_DEVICE_PIPE_MAX_ACTIVE_RESERVATIONS,
                                 CL_DEVICE_PIPE_MAX_PACKET_SIZE})
      zero(param);
  if (!queryValue<cl_ulong>(query, CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES))
    for (cl_device_info param :
         {CL_DEVICE_QUEUE_ON_DEVICE_PROPERTIES, CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE,
          CL_DEVICE_MAX_ON_DEVICE_QUEUES, CL_DEVICE_MAX_ON_DEVICE_EVENTS})
      zero(param);
  if (!queryValue<cl_uint>(query, CL_DEVICE_MAX_NUM_SUB_GROUPS))
    zero(CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS);
  if (!queryValue<cl_uint>(query, CL_DEVICE_PARTITION_MAX_SUB_DEVICES)) {
    zero(CL_DEVICE_PARTITION_PROPERTIES);
    zero(CL_DEVICE_PARTITION_AFFINITY_DOMAIN);
  }
}

TEST_F(ClGetDeviceInfo, RefusesUnknownParameters) { refusesUnknownParameter(query); }

TEST_F(ClGetDeviceInfo, RefusesNull) {
  cl_uint value = 4711;
  EXPECT_EQ(clGetDeviceInfo(nullptr, CL_DEVICE_VENDOR_ID, sizeof value, &value, nullptr),
            CL_INVALID_DEVICE);
  EXPECT_EQ(value, 4711u);
}

TEST_F(ClGetDeviceInfo, RefusesHandlesOfOtherKinds) {
  cl_uint value = 4711;
  EXPECT_EQ(clGetDeviceInfo(as<cl_device_id>(cl_context(context)), CL_DEVICE_VENDOR_ID,
                            sizeof value, &value, nullptr),
            CL_INVALID_DEVICE);
  EXPECT_EQ(value, 4711u);
}

// A CPU is on no bus: cl_khr_pci_bus_info is not reported, nor is its query answered.
TEST_F(ClGetDeviceInfo, HasNoPlaceOnAPciBus) {
  constexpr cl_device_info PciBusInfo = 0x410F; // CL_DEVICE_PCI_BUS_INFO_KHR
  cl_uint place[4] = {4711, 4711, 4711, 4711};
  EXPECT_EQ(deviceText(CL_DEVICE_EXTENSIONS).find("cl_khr_pci_bus_info"), std::string::npos);
  EXPECT_EQ(clGetDeviceInfo(device(), PciBusInfo, sizeof place, place, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(place[0], 4711u);
}

} // namespace weft::test

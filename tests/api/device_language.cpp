// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The language versions, features and extensions that the device reports are those that programs
// get, and no others.
#include "device_language.h"

#include <algorithm>
#include <set>
#include <sstream>

namespace weft::test {

static const char *const known_features[] = {
    "__opencl_c_3d_image_writes",
    "__opencl_c_atomic_order_acq_rel",
    "__opencl_c_atomic_order_seq_cst",
    "__opencl_c_atomic_scope_device",
    "__opencl_c_atomic_scope_all_devices",
    "__opencl_c_device_enqueue",
    "__opencl_c_generic_address_space",
    "__opencl_c_fp64",
    "__opencl_c_images",
    "__opencl_c_int64",
    "__opencl_c_pipes",
    "__opencl_c_program_scope_global_variables",
    "__opencl_c_read_write_images",
    "__opencl_c_subgroups",
    "__opencl_c_work_group_collective_functions",
    "__opencl_c_integer_dot_product_input_4x8bit",
    "__opencl_c_integer_dot_product_input_4x8bit_packed",
    "__opencl_c_kernel_clock_scope_device",
    "__opencl_c_kernel_clock_scope_work_group",
    "__opencl_c_kernel_clock_scope_sub_group",
    "__opencl_c_ext_fp32_global_atomic_add",
    "__opencl_c_ext_fp64_global_atomic_add",
    "__opencl_c_ext_fp16_global_atomic_add",
    "__opencl_c_ext_fp32_local_atomic_min_max",
    "__opencl_c_ext_image_raw10_raw12",
    "__opencl_c_ext_fp16_local_atomic_load_store",
    "__opencl_c_ext_fp64_local_atomic_min_max",
    "__opencl_c_ext_image_unorm_int_2_101010",
    "__opencl_c_ext_image_unsigned_10x6_12x4_14x2",
};

static const char *const known_extensions[] = {
    "cl_khr_3d_image_writes",
    "cl_khr_async_work_group_copy_fence",
    "cl_khr_byte_addressable_store",
    "cl_khr_depth_images",
    "cl_khr_expect_assume",
    "cl_khr_extended_async_copies",
    "cl_khr_extended_bit_ops",
    "cl_khr_fp16",
    "cl_khr_fp64",
    "cl_khr_gl_msaa_sharing",
    "cl_khr_global_int32_base_atomics",
    "cl_khr_global_int32_extended_atomics",
    "cl_khr_int64_base_atomics",
    "cl_khr_int64_extended_atomics",
    "cl_khr_integer_dot_product",
    "cl_khr_kernel_clock",
    "cl_khr_local_int32_base_atomics",
    "cl_khr_local_int32_extended_atomics",
    "cl_khr_mipmap_image",
    "cl_khr_mipmap_image_writes",
    "cl_khr_select_fprounding_mode",
    "cl_khr_srgb_image_writes",
    "cl_khr_subgroup_ballot",
    "cl_khr_subgroup_clustered_reduce",
    "cl_khr_subgroup_extended_types",
    "cl_khr_subgroup_named_barrier",
    "cl_khr_subgroup_non_uniform_arithmetic",
    "cl_khr_subgroup_non_uniform_vote",
    "cl_khr_subgroup_rotate",
    "cl_khr_subgroup_shuffle",
    "cl_khr_subgroup_shuffle_relative",
    "cl_khr_subgroups",
    "cl_khr_work_group_uniform_arithmetic",
    "cl_ext_float_atomics",
    "cl_intel_bfloat16_conversions",
    "cl_intel_required_subgroup_size",
    "cl_intel_split_work_group_barrier",
    "cl_intel_subgroup_local_block_io",
    "cl_intel_subgroups",
    "cl_intel_subgroups_char",
    "cl_intel_subgroups_long",
    "cl_intel_subgroups_short",
};

// Extensions to the API alone have no macro.
static bool ofTheApiOnly(const std::string &name) {
  static const std::set<std::string> known = {
      "cl_khr_icd",
      "cl_khr_create_command_queue",
      "cl_khr_suggested_local_work_size",
      "cl_khr_device_uuid",
      "cl_khr_pci_bus_info",
      "cl_khr_priority_hints",
      "cl_khr_il_program",
      "cl_khr_extended_versioning",
      "cl_khr_throttle_hints",
      "cl_khr_terminate_context",
      "cl_khr_spirv_queries",
      "cl_khr_image2d_from_buffer",
      "cl_khr_initialize_memory",
      "cl_khr_command_buffer",
      "cl_khr_command_buffer_mutable_dispatch",
      "cl_khr_external_memory",
      "cl_khr_external_memory_opaque_fd",
      "cl_khr_external_semaphore",
      "cl_khr_external_semaphore_opaque_fd",
      "cl_khr_external_semaphore_sync_fd",
      "cl_khr_semaphore",
      "cl_intel_unified_shared_memory",
      // A function that compilers of SYCL call.
      "cl_intel_devicelib_assert",
      "cl_intel_create_buffer_with_properties",
      "cl_intel_global_variable_access",
      "cl_ext_buffer_device_address",
      "cl_ext_immutable_memory_objects",
      // A language of its own, and types of pixels: "dedicated preprocessor macros".
      "cl_ext_cxx_for_opencl",
      "cl_ext_image_from_buffer",
      "cl_ext_image_requirements_info",
      "cl_ext_image_unorm_int_2_101010",
      "cl_ext_image_raw10_raw12",
      "cl_ext_image_unsigned_10x6_12x4_14x2",
      "cl_khr_spirv_extended_debug_info",
      "cl_intel_spirv_subgroups",
      "cl_khr_spirv_linkonce_odr",
      "cl_khr_spirv_no_integer_wrap_decoration",
  };
  return known.count(name) != 0;
}

// Those that need what OpenCL C 2.0 came with: atomic types, and images of a later kind.
static bool ofOpenCLC2(const std::string &name) {
  return name == "cl_ext_float_atomics" || name == "cl_khr_srgb_image_writes" ||
         name == "cl_khr_work_group_uniform_arithmetic" || name == "cl_khr_mipmap_image" ||
         name == "cl_khr_mipmap_image_writes" || name == "cl_khr_subgroups" ||
         name == "cl_khr_subgroup_named_barrier";
}

static std::string standard(cl_version version) {
  return "-cl-std=CL" + std::to_string(CL_VERSION_MAJOR(version)) + "." +
         std::to_string(CL_VERSION_MINOR(version));
}

// "Support for at least OpenCL C 3.1, OpenCL C 3.0, OpenCL C 1.2, OpenCL C 1.1, and OpenCL C 1.0 is
// required for an OpenCL 3.1 device." 2.0 has no optional features: all of them are there.
TEST_F(DeviceLanguage, ListedVersionsBuild) {
  std::set<cl_version> listed;
  for (const cl_name_version &entry : list(CL_DEVICE_OPENCL_C_ALL_VERSIONS)) {
    EXPECT_STREQ(entry.name, "OpenCL C");
    listed.insert(entry.version);
  }
  EXPECT_EQ(listed, (std::set<cl_version>{CL_MAKE_VERSION(1, 0, 0), CL_MAKE_VERSION(1, 1, 0),
                                          CL_MAKE_VERSION(1, 2, 0), CL_MAKE_VERSION(2, 0, 0),
                                          CL_MAKE_VERSION(3, 0, 0), CL_MAKE_VERSION(3, 1, 0)}));
  const char *source = "__kernel void k(__global int *o) { o[0] = 1; }";
  for (auto [major, minor] : {std::pair{1, 0}, {1, 1}, {1, 2}, {2, 0}, {3, 0}, {3, 1}})
    EXPECT_TRUE(builds(source, standard(CL_MAKE_VERSION(major, minor, 0))))
        << major << "." << minor << "\n"
        << last_log;
  EXPECT_FALSE(builds(source, "-cl-std=CL2.1"));
}

TEST_F(DeviceLanguage, VersionMacrosFollowTheStandard) {
  for (const cl_name_version &entry : list(CL_DEVICE_OPENCL_C_ALL_VERSIONS)) {
    // CL1.0 is no value that -cl-std must take; where it is, the compiler may count it as 1.0.
    const unsigned number =
        CL_VERSION_MAJOR(entry.version) * 100 + CL_VERSION_MINOR(entry.version) * 10;
    const std::string source = "#if __OPENCL_C_VERSION__ != " + std::to_string(number) +
                               " || __OPENCL_VERSION__ != " + std::to_string(OpenCLVersion) +
                               "\n#error version\n#endif\n"
                               "#if CL_VERSION_1_0 != 100 || CL_VERSION_1_1 != 110 || "
                               "CL_VERSION_3_0 != 300 || CL_VERSION_3_1 != 310\n"
                               "#error numbers\n#endif\n__kernel void k() {}";
    EXPECT_TRUE(builds(source, standard(entry.version))) << last_log;
  }
}

// "If the -cl-std build option is not specified, the highest OpenCL C 1.x language version
// supported by each device is used."
TEST_F(DeviceLanguage, TheDefaultIsTheNewestOfOpenCLC1) {
  EXPECT_TRUE(
      builds("#if __OPENCL_C_VERSION__ != 120\n#error version\n#endif\n__kernel void k() {}"))
      << last_log;
  EXPECT_EQ(deviceText(CL_DEVICE_OPENCL_C_VERSION).substr(0, 12), "OpenCL C 1.2");
}

TEST_F(DeviceLanguage, FeatureMacrosAreThoseReported) {
  const std::set<std::string> reported = names(CL_DEVICE_OPENCL_C_FEATURES);
  for (const std::string &feature : reported)
    EXPECT_TRUE(defines(feature, "-cl-std=CL3.0")) << feature;
  for (const char *feature : known_features)
    if (!reported.count(feature))
      EXPECT_FALSE(defines(feature, "-cl-std=CL3.0")) << feature;
}

// A kernel of each language sees the macros of what the queries say, and no others.
TEST_F(DeviceLanguage, EachLanguageHasTheMacrosOfTheQueries) {
  const std::set<std::string> features = names(CL_DEVICE_OPENCL_C_FEATURES);
  const std::set<std::string> extensions = names(CL_DEVICE_EXTENSIONS_WITH_VERSION);
  std::set<std::string> macros(std::begin(known_features), std::end(known_features));
  macros.insert(std::begin(known_extensions), std::end(known_extensions));
  macros.insert(features.begin(), features.end());
  macros.insert(extensions.begin(), extensions.end());
  for (const cl_name_version &language : list(CL_DEVICE_OPENCL_C_ALL_VERSIONS)) {
    const bool newest = CL_VERSION_MAJOR(language.version) >= 3;
    const bool second = CL_VERSION_MAJOR(language.version) == 2;
    std::string body;
    for (const std::string &macro : macros)
      body += "\n#if defined(" + macro + ") && " + macro + " == 1\n*out++ = 1;\n#elif defined(" +
              macro + ")\n*out++ = 2;\n#else\n*out++ = 0;\n#endif\n";
    const std::vector<int> seen =
        compute<int>(body, {0}, macros.size(), "int", standard(language.version).c_str());
    size_t i = 0;
    for (const std::string &macro : macros) {
      const bool wanted = features.count(macro)      ? newest
                          : !extensions.count(macro) ? false
                          : ofTheApiOnly(macro)      ? false
                          : ofOpenCLC2(macro)        ? newest || second
                          // Written against OpenCL 1.2.
                          : macro == "cl_khr_depth_images"
                              ? language.version >= CL_MAKE_VERSION(1, 2, 0)
                              : true;
      const int got = seen[i++];
      // OpenCL C 2.0 does not know the macros of features, which Clang's header defines for itself.
      if (!second || !features.count(macro))
        EXPECT_EQ(got, int(wanted)) << macro << " " << standard(language.version);
    }
  }
}

TEST_F(DeviceLanguage, FeaturesAgreeWithTheQueries) {
  const std::set<std::string> features = names(CL_DEVICE_OPENCL_C_FEATURES);
  auto has = [&](const char *name) { return features.count(name) != 0; };
  EXPECT_EQ(has("__opencl_c_images"), deviceInfo<cl_bool>(CL_DEVICE_IMAGE_SUPPORT) != 0);
  EXPECT_EQ(has("__opencl_c_pipes"), deviceInfo<cl_bool>(CL_DEVICE_PIPE_SUPPORT) != 0);
  EXPECT_EQ(has("__opencl_c_generic_address_space"),
            deviceInfo<cl_bool>(CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT) != 0);
  EXPECT_EQ(has("__opencl_c_work_group_collective_functions"),
            deviceInfo<cl_bool>(CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT) != 0);
  EXPECT_EQ(has("__opencl_c_subgroups"), deviceInfo<cl_uint>(CL_DEVICE_MAX_NUM_SUB_GROUPS) != 0);
  EXPECT_EQ(has("__opencl_c_fp64"), deviceInfo<cl_ulong>(CL_DEVICE_DOUBLE_FP_CONFIG) != 0);
  EXPECT_EQ(has("__opencl_c_program_scope_global_variables"),
            deviceInfo<size_t>(CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE) != 0);
  EXPECT_EQ(has("__opencl_c_device_enqueue"),
            deviceInfo<cl_ulong>(CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES) != 0);
  const auto atomics =
      deviceInfo<cl_device_atomic_capabilities>(CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES);
  EXPECT_EQ(has("__opencl_c_atomic_order_acq_rel"),
            (atomics & CL_DEVICE_ATOMIC_ORDER_ACQ_REL) != 0);
  EXPECT_EQ(has("__opencl_c_atomic_order_seq_cst"),
            (atomics & CL_DEVICE_ATOMIC_ORDER_SEQ_CST) != 0);
  EXPECT_EQ(has("__opencl_c_atomic_scope_device"), (atomics & CL_DEVICE_ATOMIC_SCOPE_DEVICE) != 0);
  EXPECT_EQ(has("__opencl_c_atomic_scope_all_devices"),
            (atomics & CL_DEVICE_ATOMIC_SCOPE_ALL_DEVICES) != 0);
  EXPECT_TRUE(has("__opencl_c_int64")) << "required of the full profile";
  const std::set<std::string> extensions = names(CL_DEVICE_EXTENSIONS_WITH_VERSION);
  if (extensions.count("cl_khr_integer_dot_product")) {
    // CL_DEVICE_INTEGER_DOT_PRODUCT_CAPABILITIES_KHR. "8-bit support is mandatory" since version 2.
    EXPECT_EQ(deviceInfo<cl_bitfield>(0x1073), 3u);
    EXPECT_TRUE(has("__opencl_c_integer_dot_product_input_4x8bit"));
    EXPECT_TRUE(has("__opencl_c_integer_dot_product_input_4x8bit_packed"));
    for (cl_device_info query : {0x1074, 0x1075})
      for (cl_bool accelerated : queryArray<cl_bool>(
               [](cl_uint param, size_t size, void *value, size_t *size_ret) {
                 return clGetDeviceInfo(device(), param, size, value, size_ret);
               },
               query))
        EXPECT_LE(accelerated, cl_bool(CL_TRUE));
  }
  if (extensions.count("cl_khr_kernel_clock")) {
    const auto clocks = deviceInfo<cl_bitfield>(0x1076); // CL_DEVICE_KERNEL_CLOCK_CAPABILITIES_KHR
    EXPECT_EQ(has("__opencl_c_kernel_clock_scope_device"), (clocks & 1) != 0);
    EXPECT_EQ(has("__opencl_c_kernel_clock_scope_work_group"), (clocks & 2) != 0);
    EXPECT_EQ(has("__opencl_c_kernel_clock_scope_sub_group"), (clocks & 4) != 0);
  }
  if (extensions.count("cl_ext_float_atomics"))
    for (auto [type, query] : {std::pair{"fp32", 0x4231}, {"fp64", 0x4232}, {"fp16", 0x4233}}) {
      const auto bits = deviceInfo<cl_bitfield>(cl_device_info(query));
      const struct {
        const char *feature;
        unsigned bit;
      } all[] = {{"_global_atomic_load_store", 0}, {"_global_atomic_add", 1},
                 {"_global_atomic_min_max", 2},    {"_local_atomic_load_store", 16},
                 {"_local_atomic_add", 17},        {"_local_atomic_min_max", 18}};
      for (auto [feature, bit] : all) {
        // There is no macro for what OpenCL C 2.0 has anyway.
        const bool core = bit % 16 == 0 && std::string(type) != "fp16";
        EXPECT_EQ((bits >> bit & 1) != 0,
                  core || has(("__opencl_c_ext_" + std::string(type) + feature).c_str()))
            << type << feature;
      }
    }
}

TEST_F(DeviceLanguage, ExtensionMacrosAreThoseReported) {
  const std::set<std::string> reported = names(CL_DEVICE_EXTENSIONS_WITH_VERSION);
  for (const char *options : {"", "-cl-std=CL3.0"}) {
    for (const std::string &name : reported)
      if (!ofTheApiOnly(name))
        EXPECT_EQ(defines(name, options), *options || !ofOpenCLC2(name)) << name << " " << options;
    for (const char *name : known_extensions)
      if (!reported.count(name))
        EXPECT_FALSE(defines(name, options)) << name << " " << options;
  }
}

TEST_F(DeviceLanguage, ReportedExtensionsCanBeUsed) {
  const std::set<std::string> reported = names(CL_DEVICE_EXTENSIONS_WITH_VERSION);
  const struct {
    const char *extension, *body;
  } uses[] = {
      {"cl_khr_byte_addressable_store", "((__global char *)g)[1] = 1;"},
      {"cl_khr_fp64", "double d = g[0]; g[1] = (int)(d * 0.5);"},
      {"cl_khr_fp16", "half h = (half)g[0]; g[1] = (int)(h * (half)2.0f);"},
      {"cl_khr_global_int32_base_atomics", "atom_add(g, 1); atom_xchg(g, 2); atom_cmpxchg(g, 1, 2);"
                                           "atom_inc(g); atom_dec(g); atom_sub(g, 3);"},
      {"cl_khr_global_int32_extended_atomics",
       "atom_min(g, 1); atom_max(g, 2); atom_and(g, 1); atom_or(g, 2); atom_xor(g, 3);"},
      {"cl_khr_local_int32_base_atomics",
       "__local int l; l = 0; atom_add(&l, 1); atom_xchg(&l, 2); atom_inc(&l); g[0] = l;"},
      {"cl_khr_local_int32_extended_atomics",
       "__local int l; l = 0; atom_min(&l, 1); atom_max(&l, 2); atom_xor(&l, 3); g[0] = l;"},
      {"cl_khr_int64_base_atomics",
       "__global long *w = (__global long *)g; atom_add(w, 1L); atom_xchg(w, 2L); atom_inc(w);"
       "__local ulong l; l = 0; atom_sub(&l, 1UL); atom_cmpxchg(&l, 1UL, 2UL); g[0] = (int)l;"},
      {"cl_khr_int64_extended_atomics",
       "__global long *w = (__global long *)g; atom_min(w, 1L); atom_max(w, 2L); atom_or(w, 4L);"},
      {"cl_ext_float_atomics", "atomic_fetch_add((__global atomic_float *)g, 1.0f);"},
      {"cl_khr_integer_dot_product",
       "g[0] = dot((char4)(1), (uchar4)(2)) + dot_acc_sat_4x8packed_ss_int(g[1], g[2], g[3]);"},
      {"cl_khr_kernel_clock",
       "g[0] = (int)(clock_read_device() - clock_read_work_group() + clock_read_sub_group()) +\n"
       "(int)clock_read_hilo_device().lo;"},
      {"cl_intel_bfloat16_conversions",
       "g[0] = intel_convert_bfloat16_as_ushort(intel_convert_as_bfloat16_float((ushort)g[1]));"},
      {"cl_intel_split_work_group_barrier",
       "intel_work_group_barrier_arrive(CLK_GLOBAL_MEM_FENCE);\n"
       "intel_work_group_barrier_wait(CLK_GLOBAL_MEM_FENCE);"},
      {"cl_intel_subgroups", "g[0] = intel_sub_group_shuffle_xor(sub_group_reduce_add(g[0]), 1u);"},
      {"cl_intel_subgroups_short",
       "__global ushort *s = (__global ushort *)g;\n"
       "intel_sub_group_block_write_us2(s, intel_sub_group_block_read_us2(s));"},
      {"cl_intel_subgroups_char",
       "__global uchar *c = (__global uchar *)g;\n"
       "intel_sub_group_block_write_uc4(c, intel_sub_group_block_read_uc4(c));"},
      {"cl_intel_subgroups_long",
       "__global ulong *l = (__global ulong *)g;\n"
       "intel_sub_group_block_write_ul2(l, intel_sub_group_block_read_ul2(l));"},
      {"cl_intel_subgroup_local_block_io",
       "__local uint l[256];\n"
       "intel_sub_group_block_write2(l, (uint2)(1)); g[0] = (int)intel_sub_group_block_read(l);"},
      {"cl_khr_subgroups",
       "sub_group_barrier(CLK_GLOBAL_MEM_FENCE); g[0] = sub_group_scan_inclusive_add(g[1]);"},
      {"cl_khr_work_group_uniform_arithmetic",
       "g[0] = work_group_reduce_mul(g[1]) + work_group_scan_exclusive_logical_xor(g[2]);"},
      {"cl_khr_extended_async_copies",
       "__local int l[64]; event_t e = async_work_group_copy_2D2D(\n"
       "l, (size_t)0, g, (size_t)0, sizeof(int), (size_t)8, (size_t)8, (size_t)8, (size_t)8,\n"
       "(event_t)0); wait_group_events(1, &e); g[0] = l[1];"},
      {"cl_khr_async_work_group_copy_fence",
       "__local int l[8]; event_t e = async_work_group_copy(l, g, (size_t)8, (event_t)0);\n"
       "async_work_group_copy_fence(CLK_LOCAL_MEM_FENCE); wait_group_events(1, &e); g[0] = l[1];"},
      {"cl_khr_mipmap_image",
       "} __kernel void w(__read_only image2d_t i, sampler_t s, __global int *g) {\n"
       "g[0] = read_imagei(i, s, (float2)(0.5f), 1.0f).x + get_image_num_mip_levels(i);"},
      {"cl_khr_mipmap_image_writes",
       "} __kernel void w(__write_only image2d_t i) { write_imagei(i, (int2)(0), 1, (int4)(1));"},
      {"cl_intel_required_subgroup_size", "} __attribute__((intel_reqd_sub_group_size(8))) "
                                          "__kernel void w(__global int *g) { g[0] = 1;"},
      {"cl_khr_3d_image_writes",
       "} __kernel void w(__write_only image3d_t i) { write_imagei(i, (int4)(0), (int4)(1));"},
      {"cl_khr_depth_images",
       "} __kernel void w(__write_only image2d_depth_t i) { write_imagef(i, (int2)(0), 1.0f);"},
      {"cl_khr_srgb_image_writes",
       "} __kernel void w(__write_only image2d_t i) { write_imagef(i, (int2)(0), (float4)(1.0f)); "
       "if (get_image_channel_order(i) == CLK_sRGBA) return;"},
      {"cl_khr_subgroup_ballot",
       "uint4 b = sub_group_ballot(g[0]); g[1] = (int)sub_group_ballot_bit_count(b) +\n"
       "sub_group_broadcast_first(g[2]) + sub_group_non_uniform_broadcast(g[3], 0u);"},
      {"cl_khr_subgroup_clustered_reduce", "g[0] = sub_group_clustered_reduce_add(g[1], 2u);"},
      {"cl_khr_subgroup_extended_types",
       "g[0] = sub_group_broadcast((char)g[1], 0u) + sub_group_reduce_add((short)g[2]);"},
      // Its functions are SPIR-V's.
      {"cl_khr_subgroup_named_barrier", "g[0] = cl_khr_subgroup_named_barrier;"},
      {"cl_khr_subgroup_non_uniform_arithmetic",
       "if (g[0]) g[1] = sub_group_non_uniform_reduce_add(g[2]);"},
      {"cl_khr_subgroup_non_uniform_vote", "if (sub_group_elect()) g[1] = 1;"},
      {"cl_khr_subgroup_rotate", "g[0] = sub_group_rotate(g[1], 1);"},
      {"cl_khr_subgroup_shuffle", "g[0] = sub_group_shuffle_xor(g[1], 1u);"},
      {"cl_khr_subgroup_shuffle_relative", "g[0] = sub_group_shuffle_up(g[1], 1u);"},
      {"cl_khr_expect_assume",
       "if (__builtin_expect(g[0], 1)) g[1] = 2; __builtin_assume(g[0] > 0);"},
      {"cl_khr_extended_bit_ops", "g[0] = bitfield_insert(g[0], 1, 2, 3) + bit_reverse(g[1]);"},
  };
  for (const std::string &name : reported)
    EXPECT_TRUE(ofTheApiOnly(name) ||
                std::ranges::any_of(uses, [&](const auto &use) { return name == use.extension; }))
        << name << " is not tried";
  for (const auto &use : uses) {
    const std::string name = use.extension;
    if (!reported.count(name))
      continue;
    const std::string pragma = "#pragma OPENCL EXTENSION " + name + " : enable\n";
    const std::string kernel = "__kernel void k(__global int *g) { " + std::string(use.body) + " }";
    const std::string named = "#ifndef " + name + "\n#error not named\n#endif\n";
    for (const char *options :
         {"", "-cl-std=CL1.2", "-cl-std=CL2.0", "-cl-std=CL3.0", "-cl-std=CL1.2 -Werror"}) {
      const bool early = !*options || std::strstr(options, "CL1");
      if (early && ofOpenCLC2(name))
        continue;
      EXPECT_TRUE(builds(pragma + named + kernel, options)) << name << options << last_log;
      // "half" and, before OpenCL C 1.2, "double" are types only where they are enabled.
      if (name != "cl_khr_fp16")
        EXPECT_TRUE(builds(kernel, options)) << name << " " << options << last_log;
    }
  }
}

// Declared is one thing; what is called has to be there for each version.
TEST_F(DeviceLanguage, ExtensionsComputeTheSameInEachVersion) {
  const char *body =
      "uint lane = get_sub_group_local_id();\n"
      "uint4 odd = sub_group_ballot(lane & 1);\n"
      "out[0] = (int)sub_group_ballot_bit_count(odd) - (int)(get_sub_group_size() / 2);\n"
      "out[1] = sub_group_shuffle_xor(7, 1u);\n"
      "out[2] = sub_group_non_uniform_reduce_add(1) - (int)get_sub_group_size();\n"
      "out[3] = dot((char4)(1, -2, 3, 4), (char4)(5, 6, 7, 8));\n"
      "out[4] = dot_4x8packed_ss_int(0x01020304u, 0x01010101u);\n"
      "out[5] = clock_read_device() <= clock_read_device();\n"
      "out[6] = (int)dot((float4)(1, 2, 3, 4), (float4)(1, 1, 1, 1)) +\n"
      "         (int)dot((double2)(1, 2), (double2)(3, 4));\n";
  for (const char *options : {"", "-cl-std=CL1.2", "-cl-std=CL2.0", "-cl-std=CL3.0"})
    EXPECT_EQ(compute<int>(body, {0}, 7, "int", options),
              (std::vector<int>{0, 7, 0, 46, 10, 1, 21}))
        << options;
}

// A program's own function of the name of one that an extension could have.
TEST_F(DeviceLanguage, FunctionsOfProgramsMayHaveTheNamesOfExtensions) {
  EXPECT_TRUE(builds("int dot(char4 a, char4 b) { return a.x * b.x; }\n"
                     "__kernel void k(__global int *g) { g[0] = dot((char4)(1), (char4)(2)); }"))
      << last_log;
}

TEST_F(DeviceLanguage, HasImageTypes) {
  for (const char *options : {"", "-cl-std=CL3.0"}) {
    EXPECT_TRUE(defines("__IMAGE_SUPPORT__", options));
    EXPECT_TRUE(builds("__kernel void k(__read_only image2d_t i, __global int *o) {\n"
                       "  o[0] = get_image_width(i); }",
                       options));
  }
}

TEST_F(DeviceLanguage, FunctionsOfAbsentFeaturesDoNotBuild) {
  const std::set<std::string> features = names(CL_DEVICE_OPENCL_C_FEATURES);
  const struct {
    const char *feature, *source;
  } uses[] = {
      {"__opencl_c_generic_address_space",
       "__kernel void k(__global int *o) { int *p = o; *p = 1; }"},
      {"__opencl_c_program_scope_global_variables",
       "__global int v; __kernel void k(__global int *o) { o[0] = v; }"},
      {"__opencl_c_work_group_collective_functions",
       "__kernel void k(__global int *o) { o[0] = work_group_reduce_add(o[1]); }"},
      {"__opencl_c_subgroups", "__kernel void k(__global int *o) { o[0] = get_sub_group_size(); }"},
      {"__opencl_c_atomic_order_seq_cst",
       "__kernel void k(__global atomic_int *o) {\n"
       "  atomic_fetch_add_explicit(o, 1, memory_order_seq_cst, memory_scope_work_group); }"},
      {"__opencl_c_pipes", "__kernel void k(read_only pipe int p) {}"},
  };
  for (const auto &use : uses)
    EXPECT_EQ(builds(use.source, "-cl-std=CL3.0"), features.count(use.feature) != 0)
        << use.feature << "\n"
        << last_log;
}

// CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES: relaxed order and work-group scope are there for all.
TEST_F(DeviceLanguage, TheLeastAtomicsOfOpenCLC3Work) {
  Program made = buildProgram(
      "__kernel void k(__global atomic_int *o, __local atomic_int *l) {\n"
      "  if (get_local_id(0) == 0) atomic_init(l, 0);\n"
      "  barrier(CLK_LOCAL_MEM_FENCE);\n"
      "  atomic_fetch_add_explicit(l, 2, memory_order_relaxed, memory_scope_work_group);\n"
      "  atomic_work_item_fence(CLK_LOCAL_MEM_FENCE, memory_order_acq_rel,\n"
      "                         memory_scope_work_group);\n"
      "  barrier(CLK_LOCAL_MEM_FENCE);\n"
      "  if (get_local_id(0) == 0)\n"
      "    atomic_store_explicit(o, atomic_load_explicit(l, memory_order_relaxed,\n"
      "      memory_scope_work_group), memory_order_relaxed, memory_scope_work_group);\n}",
      "-cl-std=CL3.0");
  cl_int code = 4711;
  Kernel kernel(clCreateKernel(made, "k", &code));
  ASSERT_EQ(code, CL_SUCCESS);
  Memory out = makeBuffer(CL_MEM_READ_WRITE, {0});
  const cl_mem argument = out;
  const size_t items = 64;
  ASSERT_EQ(clSetKernelArg(kernel, 0, sizeof argument, &argument), CL_SUCCESS);
  ASSERT_EQ(clSetKernelArg(kernel, 1, sizeof(cl_int), nullptr), CL_SUCCESS);
  ASSERT_EQ(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &items, &items, 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(read(out)[0], 128);
}

} // namespace weft::test

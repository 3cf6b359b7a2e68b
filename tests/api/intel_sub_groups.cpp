// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cl_intel_subgroups for images, and the queries of cl_intel_required_subgroup_size. What both do
// in buffers and work-items is in tests/kernels/intel_sub_groups.
#include "image_fixture.h"

#include <algorithm>

#ifndef CL_DEVICE_SUB_GROUP_SIZES_INTEL
#define CL_DEVICE_SUB_GROUP_SIZES_INTEL 0x4108
#define CL_KERNEL_SPILL_MEM_SIZE_INTEL 0x4109
#define CL_KERNEL_COMPILE_SUB_GROUP_SIZE_INTEL 0x410A
#endif

namespace weft::test {

class IntelSubGroups : public ImageTest {
protected:
  static constexpr int Width = 24, Height = 7; // of images, pixels
  using Bytes = std::vector<unsigned char>;

  static std::vector<size_t> sizes() {
    return queryArray<size_t>(
        [](cl_uint param, size_t size, void *value, size_t *size_ret) {
          return clGetDeviceInfo(device(), param, size, value, size_ret);
        },
        CL_DEVICE_SUB_GROUP_SIZES_INTEL);
  }

  Memory image(const cl_image_format &format, Bytes &contents, cl_mem_flags flags) {
    cl_image_desc desc = {};
    desc.image_type = CL_MEM_OBJECT_IMAGE2D;
    desc.image_width = Width;
    desc.image_height = Height;
    return create(desc, format, flags | CL_MEM_COPY_HOST_PTR, contents.data());
  }

  Bytes readBack(cl_mem image, size_t pixel) {
    Bytes got(Width * Height * pixel);
    const size_t origin[3] = {}, region[3] = {Width, Height, 1};
    EXPECT_EQ(clEnqueueReadImage(queue, image, CL_TRUE, origin, region, 0, 0, got.data(), 0,
                                 nullptr, nullptr),
              CL_SUCCESS);
    return got;
  }

  Kernel kernelOf(const std::string &source, const char *options = "-cl-std=CL3.0") {
    Program made = buildProgram(source.c_str(), options);
    cl_int code = 4711;
    Kernel kernel(clCreateKernel(made, "k", &code));
    EXPECT_EQ(code, CL_SUCCESS);
    return kernel;
  }

  // As one group; its arguments are `memory` and then where the block is.
  void run(cl_kernel kernel, size_t items, const std::vector<cl_mem> &memory, int x, int y) {
    cl_uint arg = 0;
    for (cl_mem each : memory)
      ASSERT_EQ(clSetKernelArg(kernel, arg++, sizeof each, &each), CL_SUCCESS);
    const cl_int2 at = {{x, y}};
    ASSERT_EQ(clSetKernelArg(kernel, arg, sizeof at, &at), CL_SUCCESS);
    ASSERT_EQ(
        clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &items, &items, 0, nullptr, nullptr),
        CL_SUCCESS);
    ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  }
};

static const struct Element {
  const char *suffix, *type;
  int bytes, most; // of a block: elements of a work-item
} elements[] = {{"", "uint", 4, 8},
                {"_ui", "uint", 4, 8},
                {"_us", "ushort", 2, 16},
                {"_uc", "uchar", 1, 16},
                {"_ul", "ulong", 8, 8}};

static std::string vectorOf(const std::string &name, int width) {
  return width == 1 ? name : name + std::to_string(width);
}

// Where blocks begin, bytes: inside, across each edge, far outside.
static const std::pair<int, int> corners[] = {{0, 0},  {16, 2}, {8, -3},     {-8, 1},  {80, 4},
                                              {92, 6}, {4, 5},  {-400, -50}, {400, 50}};

// "the image will be correctly bounds-checked. In this case, out-of-bounds reads will return the
// edge image element". Of pixels of four bytes: that of one has the image's width in bytes.
TEST_F(IntelSubGroups, ReadBlocksOfImages) {
  Bytes contents(Width * Height * 4);
  for (size_t i = 0; i < contents.size(); ++i)
    contents[i] = (unsigned char)(i * 7 + i / 96 * 13);
  Memory source = image(Rgba8, contents, CL_MEM_READ_WRITE);
  for (const Element &e : elements)
    for (int width = 1; width <= e.most; width *= 2)
      for (int size : {1, 8}) {
        const std::string suffix = vectorOf(e.suffix, width);
        const std::string kernel = "__attribute__((intel_reqd_sub_group_size(" +
                                   std::to_string(size) + ")))\nkernel void k(" +
                                   (width == 2 ? "read_write" : "read_only") +
                                   " image2d_t i, global uchar *o, int2 at) {\n"
                                   "  store(o, intel_sub_group_block_read" +
                                   suffix + "(i, at));\n}";
        // Bytes of a work-item's elements, one after the other.
        const std::string vector = vectorOf(e.type, width);
        const std::string store = "void store(global uchar *o, " + vector + " v) {\n  *((global " +
                                  vector + " *)o + get_global_id(0)) = v;\n}\n";
        Kernel made = kernelOf(store + kernel);
        for (auto [x, y] : corners) {
          Memory out = makeBuffer(CL_MEM_READ_WRITE, std::vector<int>(size_t(size) * 32));
          run(made, size_t(size), {source, out}, x, y);
          const std::vector<int> ints = read(out);
          const auto *got = reinterpret_cast<const unsigned char *>(ints.data());
          for (int lane = 0; lane < size; ++lane)
            for (int i = 0; i < width; ++i)
              for (int byte = 0; byte < e.bytes; ++byte) {
                const int at = x + lane * e.bytes + byte; // in words of 32 bits
                const int word = std::clamp((at & ~3) / 4, 0, Width - 1);
                const int row = std::clamp(y + i, 0, Height - 1);
                ASSERT_EQ(got[(lane * width + i) * e.bytes + byte],
                          contents[size_t((row * Width + word) * 4 + (at & 3))])
                    << suffix << " by " << size << " at " << x << ", " << y << ", lane " << lane
                    << ", row " << i << ", byte " << byte;
              }
        }
      }
}

// "out-of-bounds writes will be ignored."
TEST_F(IntelSubGroups, WriteBlocksOfImages) {
  for (const Element &e : elements)
    for (int width = 1; width <= e.most; width *= 2)
      for (int size : {1, 8}) {
        const std::string value = vectorOf(e.type, width);
        const std::string source = "__attribute__((intel_reqd_sub_group_size(" +
                                   std::to_string(size) + ")))\nkernel void k(" +
                                   (width == 2 ? "read_write" : "write_only") +
                                   " image2d_t i, int2 at) {\n"
                                   "  union { " +
                                   value + " v; uchar b[" + std::to_string(e.bytes * width) +
                                   "]; } u;\n"
                                   "  for (int j = 0; j < " +
                                   std::to_string(e.bytes * width) +
                                   "; ++j) u.b[j] = get_global_id(0) * 16 + j + 100;\n"
                                   "  intel_sub_group_block_write" +
                                   vectorOf(e.suffix, width) + "(i, at, u.v);\n}";
        Kernel made = kernelOf(source);
        for (auto [x, y] : corners) {
          Bytes contents(Width * Height * 4, 5);
          Memory target = image(Rgba8, contents, CL_MEM_READ_WRITE);
          run(made, size_t(size), {target}, x, y);
          for (int lane = 0; lane < size; ++lane)
            for (int i = 0; i < width; ++i)
              for (int byte = 0; byte < e.bytes; ++byte) {
                const int at = x + lane * e.bytes + byte, row = y + i;
                if (at >= 0 && at < Width * 4 && row >= 0 && row < Height)
                  contents[size_t(row * Width * 4 + at)] =
                      (unsigned char)(lane * 16 + i * e.bytes + byte + 100);
              }
          ASSERT_EQ(readBack(target, 4), contents)
              << e.suffix << width << " by " << size << " at " << x << ", " << y;
        }
      }
}

// "the entire image is addressable", by words and by bytes, where pixels are smaller than words.
TEST_F(IntelSubGroups, BlocksOfSmallPixels) {
  Bytes contents(Width * Height);
  for (size_t i = 0; i < contents.size(); ++i)
    contents[i] = (unsigned char)i;
  const cl_image_format r8 = {CL_R, CL_UNSIGNED_INT8};
  Memory from = image(r8, contents, CL_MEM_READ_ONLY);
  Bytes nothing(contents.size());
  Memory to = image(r8, nothing, CL_MEM_READ_WRITE);
  const std::string head =
      "__attribute__((intel_reqd_sub_group_size(4)))\n"
      "kernel void k(read_only image2d_t i, write_only image2d_t o, int2 at) {";
  for (const char *body :
       {"intel_sub_group_block_write4(o, at, intel_sub_group_block_read4(i, at)); }",
        "intel_sub_group_block_write_uc4(o, at, intel_sub_group_block_read_uc4(i, at)); }"}) {
    const int step = std::string(body).find("_uc") == std::string::npos ? 16 : 4;
    Kernel made = kernelOf(head + body, "-cl-std=CL1.2");
    for (int y = 0; y < Height; y += 4)
      for (int x = 0; x + step <= Width; x += step)
        run(made, 4, {from, to}, x, y);
    Bytes got = readBack(to, 1);
    for (int i = 0; i < Width * Height; ++i)
      if (i % Width < Width / step * step)
        ASSERT_EQ(got[size_t(i)], contents[size_t(i)]) << body << " " << i;
  }
}

TEST_F(IntelSubGroups, EachSizeOfTheDeviceCanBeDemanded) {
  ASSERT_FALSE(sizes().empty());
  for (size_t size : sizes()) {
    const std::string source = "__attribute__((intel_reqd_sub_group_size(" + std::to_string(size) +
                               "))) kernel void k(global uint *o, int2 unused) {\n"
                               "  o[get_global_id(0)] = get_max_sub_group_size(); }";
    Memory out = makeBuffer(CL_MEM_READ_WRITE);
    run(kernelOf(source), 64, {out}, 0, 0);
    EXPECT_EQ(read(out)[5], int(size));
  }
}

TEST_F(IntelSubGroups, KernelsTellTheSizeThatTheyDemand) {
  Program made = buildProgram("__attribute__((intel_reqd_sub_group_size(8)))\n"
                              "kernel void demands(global int *o) { o[0] = 1; }\n"
                              "kernel void takes(global int *o) { o[0] = 1; }\n");
  auto ask = [&](const char *name, cl_kernel_sub_group_info what, size_t input) {
    Kernel kernel(clCreateKernel(made, name, nullptr));
    size_t value = 4711, bytes = 0;
    EXPECT_EQ(clGetKernelSubGroupInfo(kernel, device(), what, sizeof input, &input, sizeof value,
                                      &value, &bytes),
              CL_SUCCESS);
    EXPECT_EQ(bytes, sizeof value);
    return value;
  };
  EXPECT_EQ(ask("demands", CL_KERNEL_COMPILE_SUB_GROUP_SIZE_INTEL, 0), 8u);
  EXPECT_EQ(ask("takes", CL_KERNEL_COMPILE_SUB_GROUP_SIZE_INTEL, 0), 0u);
  // Whatever it does with them.
  EXPECT_EQ(ask("demands", CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, 64), 8u);
  EXPECT_EQ(ask("demands", CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, 60), 8u);
}

TEST_F(IntelSubGroups, SpilledRegistersAreCounted) {
  // Values that no register file holds, all needed at the end.
  std::string many = "kernel void many(global double *o, int2 unused) {\n"
                     "  size_t i = get_global_id(0);\n";
  for (int v = 0; v < 80; ++v)
    many += "  double v" + std::to_string(v) + " = o[i * 80 + " + std::to_string(v) + "];\n";
  for (int v = 0; v < 80; ++v)
    many += "  o[i * 80 + " + std::to_string(v) + "] = v" + std::to_string(v) + " / v" +
            std::to_string(79 - v) + " + v" + std::to_string((v * 7 + 3) % 80) + ";\n";
  many += "}\nkernel void few(global int *o) { o[get_global_id(0)] = 1; }";
  Program made = buildProgram(many.c_str());
  auto spilled = [&](const char *name) {
    Kernel kernel(clCreateKernel(made, name, nullptr));
    return queryValue<cl_ulong>(
        [&](cl_uint param, size_t size, void *value, size_t *size_ret) {
          return clGetKernelWorkGroupInfo(kernel, device(), param, size, value, size_ret);
        },
        CL_KERNEL_SPILL_MEM_SIZE_INTEL);
  };
  // One lane has 32 registers at most. The loop over groups may spill, too.
  EXPECT_GE(spilled("many"), spilled("few") + (80 - 32) * sizeof(double));
}

} // namespace weft::test

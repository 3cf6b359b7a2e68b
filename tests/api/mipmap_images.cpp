// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cl_khr_mipmap_image and cl_khr_mipmap_image_writes.
#include "image_fixture.h"

#include <cmath>

namespace weft::test {

class MipmapImages : public ImageTest {
protected:
  static constexpr cl_image_format Real = {CL_R, CL_FLOAT};
  static constexpr cl_uint Levels = 3;
  static constexpr cl_mem_object_type MippedTypes[] = {
      CL_MEM_OBJECT_IMAGE1D, CL_MEM_OBJECT_IMAGE1D_ARRAY, CL_MEM_OBJECT_IMAGE2D,
      CL_MEM_OBJECT_IMAGE2D_ARRAY, CL_MEM_OBJECT_IMAGE3D};

  static cl_image_desc mipped(cl_mem_object_type type, cl_uint levels = Levels) {
    cl_image_desc desc = describe(type);
    desc.num_mip_levels = levels;
    return desc;
  }
  // 8, 4, 2; 6, 3, 1; of 3D images 4, 2, 1. Layers stay.
  static Triple levelExtent(cl_mem_object_type type, size_t level) {
    Triple size = extent(type);
    const size_t halved = type == CL_MEM_OBJECT_IMAGE1D || type == CL_MEM_OBJECT_IMAGE1D_ARRAY ? 1
                          : type == CL_MEM_OBJECT_IMAGE3D                                      ? 3
                                                                                               : 2;
    for (size_t axis = 0; axis < halved; ++axis)
      size[axis] = std::max<size_t>(size[axis] >> level, 1);
    return size;
  }
  // The level stands behind the coordinates.
  static std::array<size_t, 4> originOf(cl_mem_object_type type, size_t level) {
    std::array<size_t, 4> origin = {};
    origin[type == CL_MEM_OBJECT_IMAGE1D                                          ? 1
           : type == CL_MEM_OBJECT_IMAGE1D_ARRAY || type == CL_MEM_OBJECT_IMAGE2D ? 2
                                                                                  : 3] = level;
    return origin;
  }
  static std::vector<float> pixels(cl_mem_object_type type, size_t level) {
    const Triple size = levelExtent(type, level);
    std::vector<float> all(size[0] * size[1] * size[2]);
    for (size_t i = 0; i < all.size(); ++i)
      all[i] = float(1000 * level + i);
    return all;
  }
  Memory makeMipped(cl_mem_object_type type) {
    Memory image = create(mipped(type), Real);
    for (size_t level = 0; level < Levels; ++level)
      EXPECT_EQ(clEnqueueWriteImage(queue, image, CL_TRUE, originOf(type, level).data(),
                                    levelExtent(type, level).data(), 0, 0,
                                    pixels(type, level).data(), 0, nullptr, nullptr),
                CL_SUCCESS);
    return image;
  }
  std::vector<float> readLevel(cl_mem image, cl_mem_object_type type, size_t level) {
    std::vector<float> got(pixels(type, level).size());
    EXPECT_EQ(clEnqueueReadImage(queue, image, CL_TRUE, originOf(type, level).data(),
                                 levelExtent(type, level).data(), 0, 0, got.data(), 0, nullptr,
                                 nullptr),
              CL_SUCCESS);
    return got;
  }
  // The floats that kernel `k` of `source` leaves with these arguments behind its buffer.
  std::vector<float> run(const char *source, cl_mem image, cl_sampler sampler, size_t count) {
    return run(buildProgram(source, "-cl-std=CL3.0"), image, sampler, count);
  }
  std::vector<float> run(const Program &made, cl_mem image, cl_sampler sampler, size_t count) {
    Kernel kernel(clCreateKernel(made, "k", nullptr));
    Memory out(clCreateBuffer(context, 0, count * sizeof(float), nullptr, nullptr));
    const cl_mem argument = out;
    EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof argument, &argument), CL_SUCCESS);
    EXPECT_EQ(clSetKernelArg(kernel, 1, sizeof image, &image), CL_SUCCESS);
    if (sampler)
      EXPECT_EQ(clSetKernelArg(kernel, 2, sizeof sampler, &sampler), CL_SUCCESS);
    EXPECT_EQ(
        clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &count, nullptr, 0, nullptr, nullptr),
        CL_SUCCESS);
    std::vector<float> got(count);
    EXPECT_EQ(clEnqueueReadBuffer(queue, out, CL_TRUE, 0, count * sizeof(float), got.data(), 0,
                                  nullptr, nullptr),
              CL_SUCCESS);
    return got;
  }
  Sampler sampler(cl_filter_mode mip_filter, float least = 0, float most = 100) {
    auto bits = [](float value) {
      cl_uint word;
      std::memcpy(&word, &value, sizeof word);
      return cl_sampler_properties(word);
    };
    const cl_sampler_properties properties[] = {CL_SAMPLER_NORMALIZED_COORDS,
                                                CL_TRUE,
                                                CL_SAMPLER_ADDRESSING_MODE,
                                                CL_ADDRESS_CLAMP_TO_EDGE,
                                                CL_SAMPLER_MIP_FILTER_MODE,
                                                mip_filter,
                                                CL_SAMPLER_LOD_MIN,
                                                bits(least),
                                                CL_SAMPLER_LOD_MAX,
                                                bits(most),
                                                0};
    cl_int code = 4711;
    Sampler made(clCreateSamplerWithProperties(context, properties, &code));
    EXPECT_EQ(code, CL_SUCCESS);
    return made;
  }
};

TEST_F(MipmapImages, LevelsAreImagesOfTheirOwn) {
  for (cl_mem_object_type type : MippedTypes) {
    Memory image = makeMipped(type);
    size_t bytes = 0, expected = 0;
    for (size_t level = 0; level < Levels; ++level) {
      EXPECT_EQ(readLevel(image, type, level), pixels(type, level)) << type << " " << level;
      expected += pixels(type, level).size() * sizeof(float);
    }
    EXPECT_EQ(clGetMemObjectInfo(image, CL_MEM_SIZE, sizeof bytes, &bytes, nullptr), CL_SUCCESS);
    EXPECT_EQ(bytes, expected);
    cl_uint levels = 0;
    EXPECT_EQ(clGetImageInfo(image, CL_IMAGE_NUM_MIP_LEVELS, sizeof levels, &levels, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(levels, Levels);
  }
}

TEST_F(MipmapImages, LevelsAreCopiedFilledAndMapped) {
  for (cl_mem_object_type type : MippedTypes) {
    Memory image = makeMipped(type);
    // The first pixels of level 1 to level 0, of the same image.
    const Triple region = levelExtent(type, 1);
    ASSERT_EQ(clEnqueueCopyImage(queue, image, image, originOf(type, 1).data(),
                                 originOf(type, 0).data(), region.data(), 0, nullptr, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(readLevel(image, type, 0)[1], 1001);
    const float color[4] = {-5, 0, 0, 0};
    ASSERT_EQ(clEnqueueFillImage(queue, image, color, originOf(type, 2).data(),
                                 levelExtent(type, 2).data(), 0, nullptr, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(readLevel(image, type, 2), std::vector<float>(pixels(type, 2).size(), -5));
    EXPECT_EQ(readLevel(image, type, 1), pixels(type, 1));
    size_t row = 0, slice = 0;
    auto *mapped = static_cast<float *>(
        clEnqueueMapImage(queue, image, CL_TRUE, CL_MAP_READ, originOf(type, 1).data(),
                          region.data(), &row, &slice, 0, nullptr, nullptr, nullptr));
    ASSERT_NE(mapped, nullptr);
    EXPECT_EQ(mapped[0], 1000);
    EXPECT_EQ(row, 4 * sizeof(float));
    EXPECT_EQ(clEnqueueUnmapMemObject(queue, image, mapped, 0, nullptr, nullptr), CL_SUCCESS);
    EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  }
}

// Pixel (1, 1) of a 2D image, which is pixel 9 of level 0, 5 of level 1, and 1 of level 2.
static const char *const AtLevels = R"(
kernel void k(global float *out, read_only image2d_t image, sampler_t s) {
  const float lods[] = {0.0f, 0.4f, 0.6f, 1.0f, 1.5f, 2.0f, 7.0f, -3.0f};
  int i = get_global_id(0);
  int level = clamp((int)rint(lods[i]), 0, 2);
  float2 size = (float2)(8 >> level, max(6 >> level, 1));
  out[i] = read_imagef(image, s, (float2)(1.5f, 1.5f) / size, lods[i]).x;
})";

TEST_F(MipmapImages, ReadsTheNearestLevelOrTheAverageOfTwo) {
  Memory image = makeMipped(CL_MEM_OBJECT_IMAGE2D);
  EXPECT_EQ(run(AtLevels, image, sampler(CL_FILTER_NEAREST), 8),
            std::vector<float>({9, 9, 1005, 1005, 2001, 2001, 2001, 9}));
  EXPECT_EQ(run(AtLevels, image, sampler(CL_FILTER_NEAREST, 1, 1), 4),
            // Levels that the sampler does not allow: elsewhere on level 1.
            std::vector<float>({1000, 1000, 1005, 1005}));
  const char *between = R"(
kernel void k(global float *out, read_only image2d_t image, sampler_t s) {
  int i = get_global_id(0);
  out[i] = read_imagef(image, s, (float2)(0.0f, 0.0f), 0.25f * i).x;
})";
  EXPECT_EQ(run(between, image, sampler(CL_FILTER_LINEAR), 10),
            std::vector<float>({0, 250, 500, 750, 1000, 1250, 1500, 1750, 2000, 2000}));
}

TEST_F(MipmapImages, GradientsChooseTheLevel) {
  Memory image = makeMipped(CL_MEM_OBJECT_IMAGE2D);
  // Steps of so many pixels of level 0 along x, and fewer along y.
  const char *source = R"(
kernel void k(global float *out, read_only image2d_t image, sampler_t s) {
  const float steps[] = {0.5f, 1.0f, 2.0f, 4.0f, 100.0f};
  int i = get_global_id(0);
  out[i] = read_imagef(image, s, (float2)(0.0f, 0.0f), (float2)(steps[i] / 8, 0.0f),
                       (float2)(0.0f, 0.25f * steps[i] / 6)).x;
})";
  EXPECT_EQ(run(source, image, sampler(CL_FILTER_NEAREST), 5),
            std::vector<float>({0, 0, 1000, 2000, 2000}));
}

TEST_F(MipmapImages, ModulesNameLevelsAndGradients) {
  Memory image = makeMipped(CL_MEM_OBJECT_IMAGE2D);
  const std::string bytes = moduleBytes("mipmap");
  Program made(clCreateProgramWithIL(context, bytes.data(), bytes.size(), nullptr));
  ASSERT_EQ(clBuildProgram(made, 0, nullptr, "", nullptr, nullptr), CL_SUCCESS) << buildLog(made);
  // Of three levels, the second four pixels wide. Pixel 28 is in the middle of the first.
  const float all = 403000 + 28;
  EXPECT_EQ(run(made, image, sampler(CL_FILTER_NEAREST), 4),
            std::vector<float>({all + 28, all + 1006, all + 2001, all + 2001}));
}

TEST_F(MipmapImages, KernelsWithoutALevelReadTheFirst) {
  Memory image = makeMipped(CL_MEM_OBJECT_IMAGE2D);
  const char *source = R"(
kernel void k(global float *out, read_only image2d_t image) {
  int i = get_global_id(0);
  out[i] = read_imagef(image, (int2)(i % 8, i / 8)).x + 10000 * get_image_num_mip_levels(image);
})";
  std::vector<float> expected = pixels(CL_MEM_OBJECT_IMAGE2D, 0);
  for (float &x : expected)
    x += 30000;
  EXPECT_EQ(run(source, image, nullptr, expected.size()), expected);
}

TEST_F(MipmapImages, KernelsWriteLevels) {
  Memory image = makeMipped(CL_MEM_OBJECT_IMAGE2D_ARRAY);
  const char *source = R"(
kernel void k(global float *out, write_only image2d_array_t image) {
  int i = get_global_id(0);
  write_imagef(image, (int4)(i % 4, i / 4 % 3, i / 12, 0), 1, (float4)(-i));
  write_imagef(image, (int4)(0, 0, 0, 0), 7, (float4)(77)); // there is none
  out[i] = 0;
})";
  run(source, image, nullptr, 48);
  std::vector<float> expected(48);
  for (size_t i = 0; i < expected.size(); ++i)
    expected[i] = -float(i);
  EXPECT_EQ(readLevel(image, CL_MEM_OBJECT_IMAGE2D_ARRAY, 1), expected);
  EXPECT_EQ(readLevel(image, CL_MEM_OBJECT_IMAGE2D_ARRAY, 0),
            pixels(CL_MEM_OBJECT_IMAGE2D_ARRAY, 0));
  EXPECT_EQ(readLevel(image, CL_MEM_OBJECT_IMAGE2D_ARRAY, 2),
            pixels(CL_MEM_OBJECT_IMAGE2D_ARRAY, 2));
}

TEST_F(MipmapImages, OneLevelIsAnOrdinaryImage) {
  for (cl_uint levels : {0u, 1u}) {
    Memory image = create(mipped(CL_MEM_OBJECT_IMAGE2D, levels), Real);
    cl_uint got = 4711;
    EXPECT_EQ(clGetImageInfo(image, CL_IMAGE_NUM_MIP_LEVELS, sizeof got, &got, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(got, levels);
    float pixel = 0;
    const size_t origin[4] = {0, 0, 1, 0}, one[3] = {1, 1, 1};
    EXPECT_EQ(
        clEnqueueReadImage(queue, image, CL_TRUE, origin, one, 0, 0, &pixel, 0, nullptr, nullptr),
        CL_INVALID_VALUE);
  }
}

TEST_F(MipmapImages, RefusesLevelsThatAreNotThere) {
  for (cl_mem_object_type type : MippedTypes) {
    Memory image = makeMipped(type);
    float pixel = 0;
    const size_t one[3] = {1, 1, 1};
    EXPECT_EQ(clEnqueueReadImage(queue, image, CL_TRUE, originOf(type, Levels).data(), one, 0, 0,
                                 &pixel, 0, nullptr, nullptr),
              CL_INVALID_MIP_LEVEL);
    // A region of the first level that the second one has not.
    const Triple whole = levelExtent(type, 0);
    std::vector<float> all(pixels(type, 0).size());
    EXPECT_EQ(clEnqueueReadImage(queue, image, CL_TRUE, originOf(type, 1).data(), whole.data(), 0,
                                 0, all.data(), 0, nullptr, nullptr),
              CL_INVALID_VALUE);
  }
}

TEST_F(MipmapImages, RefusesImagesThatHaveNoLevels) {
  auto refuses = [&](const cl_image_desc &desc, const cl_image_format &format, cl_mem_flags flags,
                     void *host_ptr, cl_int code) {
    cl_int got = 4711;
    EXPECT_EQ(clCreateImage(context, flags, &format, &desc, host_ptr, &got), nullptr);
    EXPECT_EQ(got, code);
  };
  Memory buffer = makeBuffer();
  cl_image_desc line = mipped(CL_MEM_OBJECT_IMAGE1D_BUFFER);
  line.mem_object = buffer;
  refuses(line, Real, 0, nullptr, CL_INVALID_IMAGE_DESCRIPTOR);
  cl_image_desc flat = mipped(CL_MEM_OBJECT_IMAGE2D);
  flat.mem_object = buffer;
  refuses(flat, Real, 0, nullptr, CL_INVALID_IMAGE_DESCRIPTOR);
  flat.mem_object = nullptr;
  refuses(flat, {CL_R, 0x10E3}, CL_MEM_READ_ONLY, nullptr, // CL_UNSIGNED_INT_RAW10_EXT
          CL_INVALID_IMAGE_DESCRIPTOR);
  std::vector<float> memory(200);
  refuses(flat, Real, CL_MEM_COPY_HOST_PTR, memory.data(), CL_INVALID_HOST_PTR);
  // Eight pixels are one after three halvings.
  EXPECT_TRUE(create(mipped(CL_MEM_OBJECT_IMAGE2D, 4), Real));
  refuses(mipped(CL_MEM_OBJECT_IMAGE2D, 5), Real, 0, nullptr, CL_INVALID_IMAGE_DESCRIPTOR);
}

TEST_F(MipmapImages, SamplersTellOfTheirLevels) {
  Sampler made = sampler(CL_FILTER_LINEAR, 0.5f, 3);
  auto query = [&](cl_uint param, size_t size, void *value, size_t *size_ret) {
    return clGetSamplerInfo(made, param, size, value, size_ret);
  };
  EXPECT_EQ(queryValue<cl_filter_mode>(query, CL_SAMPLER_MIP_FILTER_MODE),
            cl_filter_mode(CL_FILTER_LINEAR));
  EXPECT_EQ(queryValue<cl_float>(query, CL_SAMPLER_LOD_MIN), 0.5f);
  EXPECT_EQ(queryValue<cl_float>(query, CL_SAMPLER_LOD_MAX), 3.0f);
  const cl_sampler_properties wrong[] = {CL_SAMPLER_MIP_FILTER_MODE, 17, 0};
  cl_int code = 4711;
  EXPECT_EQ(clCreateSamplerWithProperties(context, wrong, &code), nullptr);
  EXPECT_EQ(code, CL_INVALID_VALUE);
}

} // namespace weft::test

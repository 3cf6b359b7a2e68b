// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// starpu_product [--opencl-worker]: a product of matrices as tasks of StarPU, which decides who
// computes which tile. As it is, the CPU workers of StarPU each drive a sub-device: tiles stay
// where StarPU has them, as OpenCL works on any memory of the process (system SVM). With
// --opencl-worker the whole device is one of StarPU's own OpenCL workers, which copies tiles to
// buffers and back.
#include <CL/cl.h>
#include <starpu.h>
#include <starpu_opencl.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace {

constexpr unsigned Size = 1024, Tiles = 8, Tile = Size / Tiles;

// Offsets are in bytes, lines in elements: both are how StarPU tells of a part of a matrix.
const char Source[] = R"CL(
kernel void tile(global const float *a, ulong a_offset, int a_line,
                 global const float *b, ulong b_offset, int b_line,
                 global float *c, ulong c_offset, int c_line, int depth) {
  a += a_offset / 4, b += b_offset / 4, c += c_offset / 4;
  int x = get_global_id(0), y = get_global_id(1);
  float sum = 0;
  for (int k = 0; k < depth; ++k)
    sum += a[y * a_line + k] * b[k * b_line + x];
  c[y * c_line + x] = sum;
}
)CL";

void check(cl_int code, const char *call) {
  if (code == CL_SUCCESS)
    return;
  std::fprintf(stderr, "starpu_product: %s failed with %d\n", call, code);
  std::exit(1);
}

// Arguments 3 * which and the two after it: a tile that `set` gives the memory of.
template <typename Set> void setTiles(cl_kernel kernel, void **tiles, Set set) {
  for (cl_uint which = 0; which < 3; ++which) {
    const cl_ulong offset = set(which, tiles[which]);
    const cl_int line = STARPU_MATRIX_GET_LD(tiles[which]);
    check(clSetKernelArg(kernel, 3 * which + 1, sizeof offset, &offset), "clSetKernelArg");
    check(clSetKernelArg(kernel, 3 * which + 2, sizeof line, &line), "clSetKernelArg");
  }
  const cl_int depth = STARPU_MATRIX_GET_NX(tiles[0]);
  check(clSetKernelArg(kernel, 9, sizeof depth, &depth), "clSetKernelArg");
}

void launch(cl_command_queue queue, cl_kernel kernel) {
  const size_t items[] = {Tile, Tile};
  check(clEnqueueNDRangeKernel(queue, kernel, 2, nullptr, items, nullptr, 0, nullptr, nullptr),
        "clEnqueueNDRangeKernel");
  check(clFinish(queue), "clFinish");
}

// A sub-device and what a worker of StarPU needs to use it.
struct Part {
  cl_command_queue queue;
  cl_kernel kernel;
  unsigned units, tiles_done = 0;
};
std::vector<Part> parts;

void tileOnPart(void *tiles[], void *) {
  Part &part = parts[starpu_worker_get_id()];
  setTiles(part.kernel, tiles, [&](cl_uint which, void *tile) {
    check(clSetKernelArgSVMPointer(part.kernel, 3 * which, (void *)STARPU_MATRIX_GET_PTR(tile)),
          "clSetKernelArgSVMPointer");
    return cl_ulong(0);
  });
  launch(part.queue, part.kernel);
  ++part.tiles_done;
}

starpu_opencl_program opencl_program;

void tileOnWorker(void *tiles[], void *) {
  cl_kernel kernel;
  cl_command_queue queue;
  check(starpu_opencl_load_kernel(&kernel, &queue, &opencl_program, "tile",
                                  starpu_worker_get_devid(starpu_worker_get_id())),
        "starpu_opencl_load_kernel");
  setTiles(kernel, tiles, [&](cl_uint which, void *tile) {
    const cl_mem memory = (cl_mem)STARPU_MATRIX_GET_DEV_HANDLE(tile);
    check(clSetKernelArg(kernel, 3 * which, sizeof memory, &memory), "clSetKernelArg");
    return cl_ulong(STARPU_MATRIX_GET_OFFSET(tile));
  });
  launch(queue, kernel);
  starpu_opencl_release_kernel(kernel);
}

// Two sub-devices of as many compute units each; before StarPU binds its threads.
void makeParts() {
  cl_platform_id platform;
  cl_device_id device;
  check(clGetPlatformIDs(1, &platform, nullptr), "clGetPlatformIDs");
  check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr), "clGetDeviceIDs");
  cl_uint units = 0;
  check(clGetDeviceInfo(device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, nullptr),
        "clGetDeviceInfo");
  std::vector<cl_device_id> devices(2, device);
  if (units >= 2) {
    const cl_device_partition_property by[] = {CL_DEVICE_PARTITION_EQUALLY,
                                               cl_device_partition_property(units / 2), 0};
    check(clCreateSubDevices(device, by, 2, devices.data(), nullptr), "clCreateSubDevices");
  } else {
    devices.pop_back();
  }
  cl_int code;
  cl_context context =
      clCreateContext(nullptr, cl_uint(devices.size()), devices.data(), nullptr, nullptr, &code);
  check(code, "clCreateContext");
  const char *source = Source;
  cl_program program = clCreateProgramWithSource(context, 1, &source, nullptr, &code);
  check(code, "clCreateProgramWithSource");
  check(clBuildProgram(program, 0, nullptr, "", nullptr, nullptr), "clBuildProgram");
  for (cl_device_id part : devices) {
    Part made = {};
    made.queue = clCreateCommandQueueWithProperties(context, part, nullptr, &code);
    check(code, "clCreateCommandQueueWithProperties");
    made.kernel = clCreateKernel(program, "tile", &code);
    check(code, "clCreateKernel");
    made.units = std::max(1u, units / 2);
    parts.push_back(made);
  }
}

double multiply(std::vector<float> *matrices) {
  starpu_data_handle_t handles[3];
  for (int i = 0; i < 3; ++i)
    starpu_matrix_data_register(&handles[i], STARPU_MAIN_RAM, uintptr_t(matrices[i].data()), Size,
                                Size, Size, sizeof(float));
  starpu_data_filter rows = {}, columns = {};
  rows.filter_func = starpu_matrix_filter_vertical_block;
  columns.filter_func = starpu_matrix_filter_block;
  rows.nchildren = columns.nchildren = Tiles;
  starpu_data_partition(handles[0], &rows);
  starpu_data_partition(handles[1], &columns);
  starpu_data_map_filters(handles[2], 2, &columns, &rows);

  starpu_codelet codelet;
  starpu_codelet_init(&codelet);
  codelet.cpu_funcs[0] = tileOnPart;
  codelet.opencl_funcs[0] = tileOnWorker;
  codelet.nbuffers = 3;
  codelet.modes[0] = codelet.modes[1] = STARPU_R;
  codelet.modes[2] = STARPU_W;
  const double begin = starpu_timing_now();
  for (unsigned y = 0; y < Tiles; ++y)
    for (unsigned x = 0; x < Tiles; ++x) {
      starpu_task *task = starpu_task_create();
      task->cl = &codelet;
      task->handles[0] = starpu_data_get_sub_data(handles[0], 1, y);
      task->handles[1] = starpu_data_get_sub_data(handles[1], 1, x);
      task->handles[2] = starpu_data_get_sub_data(handles[2], 2, x, y);
      check(starpu_task_submit(task), "starpu_task_submit");
    }
  starpu_task_wait_for_all();
  const double seconds = (starpu_timing_now() - begin) * 1e-6;
  for (starpu_data_handle_t handle : handles) {
    starpu_data_unpartition(handle, STARPU_MAIN_RAM);
    starpu_data_unregister(handle);
  }
  return seconds;
}

// A sample of the elements.
bool correct(const std::vector<float> *matrices) {
  for (unsigned i = 0; i < 500; ++i) {
    const size_t x = i * 379 % Size, y = i * 733 % Size;
    double sum = 0;
    for (size_t k = 0; k < Size; ++k)
      sum += double(matrices[0][y * Size + k]) * matrices[1][k * Size + x];
    if (std::abs(sum - matrices[2][y * Size + x]) > 1e-3 * Size)
      return false;
  }
  return true;
}

} // namespace

int main(int argc, char **argv) {
  const bool as_worker = argc > 1 && std::strcmp(argv[1], "--opencl-worker") == 0;
  starpu_conf conf;
  starpu_conf_init(&conf);
  conf.ncuda = 0;
  if (as_worker) {
    // StarPU takes GPUs only unless it is told to.
    setenv("STARPU_OPENCL_ONLY_ON_CPUS", "1", 0);
    conf.ncpus = 0;
    conf.nopencl = 1;
  } else {
    makeParts();
    conf.ncpus = int(parts.size());
    conf.nopencl = 0;
  }
  if (starpu_init(&conf) != 0) {
    std::fputs("starpu_product: StarPU finds no such workers\n", stderr);
    return 1;
  }
  if (as_worker)
    check(starpu_opencl_load_opencl_from_string(Source, &opencl_program, nullptr),
          "starpu_opencl_load_opencl_from_string");

  std::vector<float> matrices[3];
  for (std::vector<float> &matrix : matrices)
    matrix.resize(size_t(Size) * Size);
  for (size_t i = 0; i < matrices[0].size(); ++i) {
    matrices[0][i] = float(i * 7 % 101) / 101;
    matrices[1][i] = float(i * 13 % 89) / 89;
  }
  multiply(matrices); // pages, threads
  for (Part &part : parts)
    part.tiles_done = 0;
  const double seconds = multiply(matrices);
  std::printf("%u tiles, %.1f GFLOP/s\n", Tiles * Tiles, 2e-9 * Size * Size * Size / seconds);
  for (size_t i = 0; i < parts.size(); ++i)
    std::printf("sub-device %zu, %u compute units: %u tiles\n", i, parts[i].units,
                parts[i].tiles_done);
  const bool good = correct(matrices);
  std::puts(good ? "the product is right" : "WRONG: the product is not right");
  if (as_worker)
    starpu_opencl_unload_opencl(&opencl_program);
  starpu_shutdown();
  return good ? 0 : 1;
}

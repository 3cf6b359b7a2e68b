// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "launch.h"

#include "device_objects.h"
#include "producers.h"
#include "program.h"
#include "typed_memory.h"

#include <algorithm>
#include <bit>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sstream>
#include <sys/mman.h>
#include <unistd.h>

namespace weft::fuzz {

namespace {

// Takes what is printed: the standard output of this process goes to a file without a name.
class Printed {
public:
  static Printed &get() {
    static Printed printed;
    return printed;
  }
  std::vector<std::string> take() {
    std::fflush(stdout);
    std::string text(size_t(std::max<off_t>(lseek(1, 0, SEEK_CUR), 0)), 0);
    if (pread(1, text.data(), text.size(), 0) != ssize_t(text.size()) || ftruncate(1, 0) != 0)
      throw std::runtime_error("cannot read what was printed");
    lseek(1, 0, SEEK_SET);
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);)
      lines.push_back(line);
    // Work-items print in any order.
    std::sort(lines.begin(), lines.end());
    return lines;
  }

private:
  Printed() {
    int file = memfd_create("printed", 0);
    if (file < 0 || dup2(file, 1) < 0)
      throw std::runtime_error("cannot capture the standard output");
    close(file);
  }
};

// What a printed program says of itself, so that it runs again without its tree.
struct Wanted {
  unsigned slab_bytes = 16, ranges = ~0u, images = 0, sampler = 0, typed_bytes = 0;
  bool unfilled = false; // there are integers behind the input that nobody writes
};

// The integers of the input, which a mistake may read beyond.
cl_mem intBuffer(const std::vector<int32_t> &ints, bool unfilled, cl_int &error) {
  if (!unfilled)
    return buffer(ints, error);
  const size_t bytes = ints.size() * sizeof(ints[0]);
  cl_mem made = clCreateBuffer(Device::get().context, CL_MEM_READ_WRITE,
                               bytes + MostItems * sizeof(ints[0]), nullptr, &error);
  if (error == CL_SUCCESS)
    error = clEnqueueWriteBuffer(Device::get().queue, made, CL_TRUE, 0, bytes, ints.data(), 0,
                                 nullptr, nullptr);
  return made;
}

Memory run(cl_kernel kernel, const Range &range, uint64_t seed, const Wanted &wanted) {
  cl_command_queue queue = Device::get().queue;
  Input input = makeInput(seed);
  Memory memory = makeMemory(range, wanted.slab_bytes, wanted.images, wanted.typed_bytes, seed);
  cl_int error;
  OwnedBuffer ints(intBuffer(input.ints, wanted.unfilled, error), error, "clCreateBuffer");
  OwnedBuffer floats(buffer(input.floats, error), error, "clCreateBuffer");
  OwnedBuffer output(buffer(memory.output, error), error, "clCreateBuffer");
  OwnedBuffer shared(buffer(memory.shared, error), error, "clCreateBuffer");
  // Kernels find it by pointers in memory, too.
  SharedBlock slab_bytes(memory.slab.size());
  slab_bytes.fill(memory.slab.data(), memory.slab.size());
  OwnedBuffer slab(clCreateBuffer(Device::get().context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR,
                                  memory.slab.size(), slab_bytes.data, &error),
                   error, "clCreateBuffer");
  SharedBlock values(input.values.size() * sizeof(cl_int));
  values.fill(input.values.data(), input.values.size() * sizeof(cl_int));
  SharedBlock nodes(Nodes * NodeBytes);
  fillNodes(nodes, values, slab_bytes, input, wanted.slab_bytes);
  std::vector<std::unique_ptr<OwnedBuffer>> images;
  if (wanted.images)
    images = makeImages(seed, memory);
  OwnedSampler argument(makeSampler(wanted.sampler, error), error, "clCreateSampler");
  OwnedBuffer bins(buffer(memory.bins, error), error, "clCreateBuffer");
  std::unique_ptr<OwnedBuffer> typed, constant;
  if (wanted.typed_bytes) {
    typed = std::make_unique<OwnedBuffer>(buffer(memory.typed, error), error, "clCreateBuffer");
    std::vector<uint8_t> bytes = globalBytes(seed, areaKind(Area::Constant).read_bytes);
    constant = std::make_unique<OwnedBuffer>(buffer(bytes, error), error, "clCreateBuffer");
  }
  struct Arg {
    size_t size;
    const void *value;
  } args[] = {{sizeof(cl_mem), &ints.handle},
              {sizeof(cl_mem), &floats.handle},
              {sizeof(cl_mem), &output.handle},
              {sizeof(cl_mem), &shared.handle},
              {MostItems * sizeof(cl_uint), nullptr},
              {MostItems * sizeof(cl_int4), nullptr},
              {sizeof(cl_int), &input.n0},
              {sizeof(cl_int), &input.n1},
              {sizeof(cl_uint), &input.n2},
              {sizeof(cl_float), &input.f0},
              {sizeof(cl_mem), &slab.handle},
              {sizeof(cl_mem), &bins.handle},
              {0, nodes.data}};
  // A program may leave out the last ones.
  cl_uint parameters = 0;
  check(clGetKernelInfo(kernel, CL_KERNEL_NUM_ARGS, sizeof parameters, &parameters, nullptr),
        "clGetKernelInfo");
  cl_uint number = 0;
  for (; number < std::min<size_t>(std::size(args), parameters); ++number)
    if (args[number].size)
      check(clSetKernelArg(kernel, number, args[number].size, args[number].value),
            "clSetKernelArg");
    else
      check(clSetKernelArgSVMPointer(kernel, number, args[number].value),
            "clSetKernelArgSVMPointer");
  if (number == std::size(args)) {
    const void *pointers[] = {values.data, slab_bytes.data};
    check(clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof pointers, pointers),
          "clSetKernelExecInfo");
  }
  if (wanted.images) {
    check(clSetKernelArg(kernel, number++, sizeof(cl_sampler), &argument.handle), "clSetKernelArg");
    for (const auto &image : images)
      check(clSetKernelArg(kernel, number++, sizeof(cl_mem), &image->handle), "clSetKernelArg");
  }
  if (wanted.typed_bytes) {
    check(clSetKernelArg(kernel, number++, sizeof(cl_mem), &typed->handle), "clSetKernelArg");
    check(clSetKernelArg(kernel, number++, sizeof(cl_mem), &constant->handle), "clSetKernelArg");
  }
  check(clEnqueueNDRangeKernel(queue, kernel, range.dims, range.offset, range.global, range.local,
                               0, nullptr, nullptr),
        "clEnqueueNDRangeKernel");
  check(clFinish(queue), "clFinish");
  auto read = [&](cl_mem from, auto &to) {
    check(clEnqueueReadBuffer(queue, from, CL_TRUE, 0, to.size() * sizeof(to[0]), to.data(), 0,
                              nullptr, nullptr),
          "clEnqueueReadBuffer");
  };
  read(output.handle, memory.output);
  read(shared.handle, memory.shared);
  read(slab.handle, memory.slab);
  read(bins.handle, memory.bins);
  if (typed)
    read(typed->handle, memory.typed);
  for (size_t i = ReadImages, at = 0; i < images.size(); ++i) {
    const ImageShape &shape = imageShape(unsigned(i));
    const size_t origin[3] = {}, region[3] = {shape.size[0], shape.size[1], shape.size[2]};
    check(clEnqueueReadImage(queue, images[i]->handle, CL_TRUE, origin, region, 0, 0,
                             memory.images.data() + at, 0, nullptr, nullptr),
          "clEnqueueReadImage");
    at += texelCount(shape) * texelBytes(shape);
  }
  memory.lines = Printed::get().take();
  return memory;
}

unsigned definition(const std::string &source, const std::string &name, unsigned otherwise) {
  const std::string text = "#define " + name + " ";
  size_t at = source.find(text);
  return at == std::string::npos ? otherwise
                                 : unsigned(std::strtoul(&source[at + text.size()], nullptr, 10));
}

// Where each launch is built for, two launches have to do.
unsigned rangeMask(const std::string &source, uint64_t seed) {
  unsigned mask = definition(source, "RANGES", ~0u) & ((1u << ranges().size()) - 1);
  const char *specialize = std::getenv("WEFT_SPECIALIZE");
  if (!specialize || std::strcmp(specialize, "always") != 0)
    return mask;
  for (unsigned number = unsigned(seed); std::popcount(mask) > 2; ++number)
    mask &= ~(1u << number % ranges().size());
  return mask;
}

Wanted wanted(const std::string &source, uint64_t seed) {
  Wanted result;
  const unsigned bytes = definition(source, "SLAB", 0);
  result.slab_bytes = bytes >= 1 && bytes <= MostSlabBytes ? bytes : 16;
  result.ranges = rangeMask(source, seed);
  result.images = definition(source, "IMAGES", 0);
  result.sampler = definition(source, "SAMPLER", 0) % Samplers;
  result.unfilled = definition(source, "UNFILLED", 0);
  result.typed_bytes = std::min(definition(source, "TYPED", 0), 1u << 20);
  return result;
}

// In the mode `columns`: the same program with x and y exchanged in all that it asks for and in its
// launches, so that memory lies along y. Not of programs that see the order of linear ids.
bool hasColumns(const std::string &source) {
  if (!std::getenv("WEFT_TEST_COLUMNS"))
    return false;
  const char *const ordered[] = {"sub_group_", "work_group_reduce", "work_group_scan",
                                 "work_group_broadcast"};
  return std::none_of(std::begin(ordered), std::end(ordered),
                      [&](const char *name) { return source.find(name) != std::string::npos; });
}

std::string withColumns(const std::string &source) {
  std::string head = "#define OTHER(d) ((d) == 0 ? 1 : (d) == 1 ? 0 : (d))\n"
                     "#define reqd_work_group_size(x, y, z) reqd_work_group_size(y, x, z)\n";
  for (const char *name :
       {"get_global_id", "get_local_id", "get_group_id", "get_global_size", "get_local_size",
        "get_enqueued_local_size", "get_num_groups", "get_global_offset"})
    head += std::string("#define ") + name + "(d) " + name + "(OTHER(d))\n";
  return head + source;
}

Range withColumns(Range range) {
  for (size_t *sizes : {range.global, range.local, range.offset})
    std::swap(sizes[0], sizes[1]);
  range.dims = std::max(range.dims, 2u);
  return range;
}

// By way of SPIR-V in the modes of a road to it.
cl_program createProgram(cl_context context, const std::string &source, const std::string &options,
                         cl_int *error) {
  if (const char *road = std::getenv("WEFT_TEST_ROAD")) {
    const std::string module = spirv_test::spirvOf(road, source, options);
    return clCreateProgramWithIL(context, module.data(), module.size(), error);
  }
  const char *text = source.c_str();
  return clCreateProgramWithSource(context, 1, &text, nullptr, error);
}

} // namespace

Outcome launch(const std::string &source, const std::string &options, uint64_t seed) {
  Outcome outcome;
  Reports::get().take();
  try {
    Printed::get();
    Device &device = Device::get();
    cl_int error;
    const bool columns = hasColumns(source);
    Owned<cl_program, clReleaseProgram> program(
        createProgram(device.context, columns ? withColumns(source) : source, options, &error),
        error, "creating the program");
    error = clBuildProgram(program.handle, 1, &device.id, options.c_str(), nullptr, nullptr);
    if (error != CL_SUCCESS) {
      size_t size = 0;
      clGetProgramBuildInfo(program.handle, device.id, CL_PROGRAM_BUILD_LOG, 0, nullptr, &size);
      outcome.detail.resize(size);
      clGetProgramBuildInfo(program.handle, device.id, CL_PROGRAM_BUILD_LOG, size,
                            outcome.detail.data(), nullptr);
      outcome.detail.resize(std::strlen(outcome.detail.c_str()));
      outcome.status = Status::BuildFailed;
      return outcome;
    }
    Owned<cl_kernel, clReleaseKernel> kernel(clCreateKernel(program.handle, "fuzz", &error), error,
                                             "clCreateKernel");
    const Wanted described = wanted(source, seed);
    size_t required[3] = {};
    check(clGetKernelWorkGroupInfo(kernel.handle, device.id, CL_KERNEL_COMPILE_WORK_GROUP_SIZE,
                                   sizeof required, required, nullptr),
          "clGetKernelWorkGroupInfo");
    for (size_t number = 0; number < ranges().size(); ++number) {
      const Range range = columns ? withColumns(ranges()[number]) : ranges()[number];
      const bool runs = (described.ranges >> number & 1) &&
                        (range.divides() || device.remainders) && range.allows(required);
      outcome.results.push_back(runs ? run(kernel.handle, range, seed, described) : Memory());
    }
    if (std::getenv("WEFT_CHECK"))
      outcome.reports = Reports::get().take();
  } catch (const spirv_test::BeyondRoad &failure) {
    outcome.status = Status::BeyondRoad;
    outcome.detail = failure.what();
  } catch (const std::exception &failure) {
    outcome.status = Status::CallFailed;
    outcome.detail = failure.what();
  }
  return outcome;
}

} // namespace weft::fuzz

// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "launch.h"

#include "producers.h"
#include "program.h"

#include <CL/cl.h>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <sys/mman.h>
#include <unistd.h>

namespace weft::fuzz {

namespace {

void check(cl_int error, const char *call) {
  if (error != CL_SUCCESS)
    throw std::runtime_error(std::string(call) + ": " + std::to_string(error));
}

template <typename T, cl_int (*Drop)(T)> struct Owned {
  T handle = nullptr;
  Owned(T handle, cl_int error, const char *call) : handle(handle) { check(error, call); }
  Owned(const Owned &) = delete;
  ~Owned() { Drop(handle); }
};

struct Device {
  cl_device_id id = nullptr;
  cl_context context = nullptr;
  cl_command_queue queue = nullptr;
  cl_bool remainders = CL_FALSE; // groups at the edge may be smaller

  // Lives as long as the process: the driver may be gone before static destructors run.
  static Device &get() {
    static Device *device = new Device;
    return *device;
  }
  Device() {
    cl_platform_id platform;
    check(clGetPlatformIDs(1, &platform, nullptr), "clGetPlatformIDs");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &id, nullptr), "clGetDeviceIDs");
    clGetDeviceInfo(id, CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT, sizeof remainders, &remainders,
                    nullptr);
    cl_int error;
    context = clCreateContext(nullptr, 1, &id, nullptr, nullptr, &error);
    check(error, "clCreateContext");
    queue = clCreateCommandQueueWithProperties(context, id, nullptr, &error);
    check(error, "clCreateCommandQueueWithProperties");
  }
};

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

template <typename T> cl_mem buffer(const std::vector<T> &data, cl_int &error) {
  return clCreateBuffer(Device::get().context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                        data.size() * sizeof(T), const_cast<T *>(data.data()), &error);
}

using OwnedBuffer = Owned<cl_mem, clReleaseMemObject>;

Memory run(cl_kernel kernel, const Range &range, uint64_t seed, unsigned slab_bytes) {
  cl_command_queue queue = Device::get().queue;
  Input input = makeInput(seed);
  Memory memory = makeMemory(range, slab_bytes);
  cl_int error;
  OwnedBuffer ints(buffer(input.ints, error), error, "clCreateBuffer");
  OwnedBuffer floats(buffer(input.floats, error), error, "clCreateBuffer");
  OwnedBuffer output(buffer(memory.output, error), error, "clCreateBuffer");
  OwnedBuffer shared(buffer(memory.shared, error), error, "clCreateBuffer");
  OwnedBuffer slab(buffer(memory.slab, error), error, "clCreateBuffer");
  OwnedBuffer bins(buffer(memory.bins, error), error, "clCreateBuffer");
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
              {sizeof(cl_mem), &bins.handle}};
  // A program may leave out the last two.
  cl_uint parameters = 0;
  check(clGetKernelInfo(kernel, CL_KERNEL_NUM_ARGS, sizeof parameters, &parameters, nullptr),
        "clGetKernelInfo");
  for (cl_uint i = 0; i < std::min<size_t>(std::size(args), parameters); ++i)
    check(clSetKernelArg(kernel, i, args[i].size, args[i].value), "clSetKernelArg");
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
  memory.lines = Printed::get().take();
  return memory;
}

// A printed program says it, so that it runs again without its tree.
unsigned slabBytes(const std::string &source) {
  static const std::string name = "#define SLAB ";
  size_t at = source.find(name);
  unsigned bytes = at == std::string::npos ? 0 : unsigned(std::atoi(&source[at + name.size()]));
  return bytes >= 1 && bytes <= MostSlabBytes ? bytes : 16;
}

// By way of SPIR-V in the mode of that name.
cl_program createProgram(cl_context context, const std::string &source, const std::string &options,
                         cl_int *error) {
  if (const char *clang = std::getenv("WEFT_TEST_SPIRV_CLANG")) {
    std::string failure;
    const std::string module = spirv_test::compileToSpirv(clang, source, options, failure);
    if (module.empty())
      throw std::runtime_error(failure);
    return clCreateProgramWithIL(context, module.data(), module.size(), error);
  }
  const char *text = source.c_str();
  return clCreateProgramWithSource(context, 1, &text, nullptr, error);
}

} // namespace

Outcome launch(const std::string &source, const std::string &options, uint64_t seed) {
  Outcome outcome;
  try {
    Printed::get();
    Device &device = Device::get();
    cl_int error;
    Owned<cl_program, clReleaseProgram> program(
        createProgram(device.context, source, options, &error), error, "creating the program");
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
    const unsigned slab_bytes = slabBytes(source);
    size_t required[3] = {};
    check(clGetKernelWorkGroupInfo(kernel.handle, device.id, CL_KERNEL_COMPILE_WORK_GROUP_SIZE,
                                   sizeof required, required, nullptr),
          "clGetKernelWorkGroupInfo");
    for (const Range &range : ranges())
      outcome.results.push_back((range.divides() || device.remainders) && range.allows(required)
                                    ? run(kernel.handle, range, seed, slab_bytes)
                                    : Memory());
  } catch (const std::exception &failure) {
    outcome.status = Status::CallFailed;
    outcome.detail = failure.what();
  }
  return outcome;
}

namespace {

void put(std::string &bytes, const void *data, size_t size) {
  bytes.append(static_cast<const char *>(data), size);
}
void putCount(std::string &bytes, uint64_t count) { put(bytes, &count, sizeof count); }
void putText(std::string &bytes, const std::string &text) {
  putCount(bytes, text.size());
  bytes += text;
}

struct Reader {
  const std::string &bytes;
  size_t at = 0;
  bool good = true;

  void get(void *data, size_t size) {
    good = good && size <= bytes.size() - at;
    if (!good)
      return;
    std::memcpy(data, bytes.data() + at, size);
    at += size;
  }
  // How many follow, each of at least `size` bytes.
  size_t count(size_t size) {
    uint64_t value = 0;
    get(&value, sizeof value);
    good = good && value <= (bytes.size() - at) / size;
    return good ? size_t(value) : 0;
  }
  std::string text() {
    std::string result(count(1), 0);
    get(result.data(), result.size());
    return result;
  }
};

} // namespace

std::string serialize(const Outcome &outcome) {
  std::string bytes;
  put(bytes, &outcome.status, sizeof outcome.status);
  putText(bytes, outcome.detail);
  putCount(bytes, outcome.results.size());
  for (const Memory &memory : outcome.results) {
    putCount(bytes, memory.output.size());
    put(bytes, memory.output.data(), memory.output.size() * sizeof(uint32_t));
    putCount(bytes, memory.shared.size());
    put(bytes, memory.shared.data(), memory.shared.size() * sizeof(int64_t));
    putCount(bytes, memory.slab.size());
    put(bytes, memory.slab.data(), memory.slab.size());
    putCount(bytes, memory.bins.size());
    put(bytes, memory.bins.data(), memory.bins.size() * sizeof(uint32_t));
    putCount(bytes, memory.lines.size());
    for (const std::string &line : memory.lines)
      putText(bytes, line);
  }
  return bytes;
}

bool deserialize(const std::string &bytes, Outcome &outcome) {
  Reader reader{bytes};
  reader.get(&outcome.status, sizeof outcome.status);
  outcome.detail = reader.text();
  outcome.results.resize(reader.count(1));
  for (Memory &memory : outcome.results) {
    memory.output.resize(reader.count(sizeof(uint32_t)));
    reader.get(memory.output.data(), memory.output.size() * sizeof(uint32_t));
    memory.shared.resize(reader.count(sizeof(int64_t)));
    reader.get(memory.shared.data(), memory.shared.size() * sizeof(int64_t));
    memory.slab.resize(reader.count(1));
    reader.get(memory.slab.data(), memory.slab.size());
    memory.bins.resize(reader.count(sizeof(uint32_t)));
    reader.get(memory.bins.data(), memory.bins.size() * sizeof(uint32_t));
    memory.lines.resize(reader.count(1));
    for (std::string &line : memory.lines)
      line = reader.text();
  }
  return reader.good;
}

} // namespace weft::fuzz

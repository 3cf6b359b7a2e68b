// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs kernels that are wrong, with WEFT_CHECK, and compares what is reported with what their
// sources say has to be. A kernel is a file; directives are comments at its top:
//
//   // range: 64 local 16            global sizes, and local sizes if any
//   // buffer 256 [read-only|write-only]   an argument: bytes, all zero
//   // unfilled 256                 a buffer of so many bytes, without contents
//   // data 1 2 -3                   a buffer of int with these elements
//   // image 8 4                  an image of these sizes (1 to 3), of CL_R CL_SIGNED_INT32
//   // sub 128 64                    64 bytes from byte 128 on of a buffer of 256
//   // svm 64 | null | local 64 | int 5 | float 1.5 | pointers-to 64 (a buffer with the address of
//   //                               an SVM allocation of 64 bytes in its first element)
//   // options: -cl-std=CL2.0
//   // each: T int4 BYTES 1024       one case for each such line, in which these names stand for
//   these
//                                    words: as macros in the kernel, and in directives
//   // expect LINE: words            a report at that line whose message has these words
//   // may LINE: words               one that depends on which work-items run side by side
//   // expect host: words            a report about the host
//   // result ARG: 1 2 3             the ints that the buffer of argument ARG begins with at last
//
// All reports are expected, and all that is expected is reported, with the line of the source.
#include <CL/cl.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <mutex>
#include <sstream>
#include <string>
#include <vector>

namespace {

struct Argument {
  std::string kind;
  std::vector<std::string> words;
  cl_mem memory = nullptr, parent = nullptr;
  void *svm = nullptr;
};

struct Expected {
  std::string line, words;
  bool seen = false; // or need not be
};

struct Case {
  std::string name, source, options = "-cl-std=CL2.0";
  std::vector<size_t> global = {1}, local;
  std::vector<Argument> arguments;
  std::vector<Expected> expected;
  std::vector<std::pair<size_t, std::vector<int>>> results;
};

std::mutex mutex;
std::vector<std::string> heard;

void CL_CALLBACK hear(const char *message, const void *, size_t, void *) {
  std::lock_guard lock(mutex);
  heard.push_back(message);
}

std::vector<std::string> split(const std::string &text) {
  std::istringstream stream(text);
  std::vector<std::string> words;
  for (std::string word; stream >> word;)
    words.push_back(word);
  return words;
}

// What the names of an `each` line stand for.
using Meanings = std::map<std::string, std::string>;

Case read(const std::string &name, const std::string &source, const Meanings &meanings) {
  Case result;
  result.name = name;
  result.source = source;
  for (const auto &[macro, meaning] : meanings)
    result.options += " -D" + macro + "=" + meaning;
  std::istringstream lines(source);
  for (std::string line; std::getline(lines, line) && line.starts_with("// ");) {
    line.erase(0, 3);
    std::vector<std::string> words = split(line);
    if (words.empty())
      continue;
    const std::string kind = words.front();
    words.erase(words.begin());
    for (std::string &word : words)
      if (const auto known = meanings.find(word); known != meanings.end())
        word = known->second;
    if (kind == "range:") {
      std::vector<size_t> *sizes = &result.global;
      sizes->clear();
      for (const std::string &word : words)
        if (word == "local")
          sizes = &result.local;
        else
          sizes->push_back(std::stoul(word));
    } else if (kind == "options:") {
      result.options = line.substr(line.find(':') + 1);
    } else if (kind == "expect" || kind == "may") {
      const size_t colon = line.find(": "), first = kind.size() + 1;
      result.expected.push_back(
          {line.substr(first, colon - first), line.substr(colon + 2), kind == "may"});
    } else if (kind == "result") {
      std::vector<int> numbers;
      for (size_t i = 1; i < words.size(); ++i)
        numbers.push_back(std::stoi(words[i]));
      result.results.push_back({std::stoul(words[0]), numbers});
    } else if (kind == "Part" || kind == "SPDX-License-Identifier:" || kind == "each:") {
      continue;
    } else {
      result.arguments.push_back({kind, words});
    }
  }
  return result;
}

// The cases of a file: one, or one for each of its `each` lines.
std::vector<Case> read(const std::filesystem::path &path) {
  std::ifstream file(path);
  std::stringstream all;
  all << file.rdbuf();
  std::vector<Case> cases;
  for (std::string line; std::getline(all, line);) {
    if (!line.starts_with("// each: "))
      continue;
    const std::vector<std::string> words = split(line.substr(9));
    Meanings meanings;
    for (size_t i = 0; i + 1 < words.size(); i += 2)
      meanings[words[i]] = words[i + 1];
    cases.push_back(
        read(path.filename().string() + " with " + line.substr(9), all.str(), meanings));
  }
  if (cases.empty())
    cases.push_back(read(path.filename().string(), all.str(), {}));
  return cases;
}

class Run {
public:
  Run(cl_context context, cl_device_id device, cl_command_queue queue, Case &test)
      : context(context), device(device), queue(queue), test(test) {}

  // Empty if all is well.
  std::string run() {
    // By its own name: reports of equal places are one.
    const std::string named = "#line 1 \"" + test.name + "\"\n" + test.source;
    const char *source = named.c_str();
    cl_int error;
    cl_program program = clCreateProgramWithSource(context, 1, &source, nullptr, &error);
    if (clBuildProgram(program, 1, &device, test.options.c_str(), nullptr, nullptr) != CL_SUCCESS) {
      char log[4000] = {};
      clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log, log, nullptr);
      return std::string("does not build:\n") + log;
    }
    cl_kernel kernel;
    cl_uint count;
    if (clCreateKernelsInProgram(program, 1, &kernel, &count) != CL_SUCCESS || count != 1)
      return "is not one kernel";
    for (cl_uint i = 0; i < test.arguments.size(); ++i)
      if (!set(kernel, i, test.arguments[i]))
        return "argument " + std::to_string(i) + " cannot be set";
    error = clEnqueueNDRangeKernel(
        queue, kernel, cl_uint(test.global.size()), nullptr, test.global.data(),
        test.local.empty() ? nullptr : test.local.data(), 0, nullptr, nullptr);
    if (error != CL_SUCCESS || clFinish(queue) != CL_SUCCESS)
      return "does not run: " + std::to_string(error);
    std::string wrong = compare();
    clReleaseKernel(kernel);
    clReleaseProgram(program);
    for (Argument &argument : test.arguments) {
      if (argument.memory)
        clReleaseMemObject(argument.memory);
      if (argument.parent)
        clReleaseMemObject(argument.parent);
      if (argument.svm)
        clSVMFree(context, argument.svm);
    }
    return wrong;
  }

private:
  cl_mem buffer(cl_mem_flags flags, size_t bytes, const void *content = nullptr) {
    std::vector<char> zeros(bytes);
    return clCreateBuffer(context, flags | CL_MEM_COPY_HOST_PTR, bytes,
                          const_cast<void *>(content ? content : zeros.data()), nullptr);
  }

  bool set(cl_kernel kernel, cl_uint index, Argument &argument) {
    const auto number = [&](size_t i) { return std::stol(argument.words.at(i)); };
    const std::string &kind = argument.kind;
    if (kind == "int") {
      const cl_int value = cl_int(number(0));
      return clSetKernelArg(kernel, index, sizeof value, &value) == CL_SUCCESS;
    }
    if (kind == "float") {
      const cl_float value = std::stof(argument.words.at(0));
      return clSetKernelArg(kernel, index, sizeof value, &value) == CL_SUCCESS;
    }
    if (kind == "local")
      return clSetKernelArg(kernel, index, size_t(number(0)), nullptr) == CL_SUCCESS;
    if (kind == "null")
      return clSetKernelArg(kernel, index, sizeof(cl_mem), nullptr) == CL_SUCCESS;
    if (kind == "svm") {
      argument.svm = clSVMAlloc(context, CL_MEM_READ_WRITE, size_t(number(0)), 0);
      return clSetKernelArgSVMPointer(kernel, index, argument.svm) == CL_SUCCESS;
    }
    if (kind == "buffer") {
      const std::string flags = argument.words.size() > 1 ? argument.words[1] : "";
      argument.memory = buffer(flags == "read-only"    ? CL_MEM_READ_ONLY
                               : flags == "write-only" ? CL_MEM_WRITE_ONLY
                                                       : CL_MEM_READ_WRITE,
                               size_t(number(0)));
    } else if (kind == "unfilled") {
      argument.memory =
          clCreateBuffer(context, CL_MEM_READ_WRITE, size_t(number(0)), nullptr, nullptr);
    } else if (kind == "data") {
      std::vector<cl_int> elements;
      for (size_t i = 0; i < argument.words.size(); ++i)
        elements.push_back(cl_int(number(i)));
      argument.memory =
          buffer(CL_MEM_READ_WRITE, elements.size() * sizeof(cl_int), elements.data());
    } else if (kind == "image") {
      const cl_image_format format = {CL_R, CL_SIGNED_INT32};
      const size_t dimensions = argument.words.size();
      cl_image_desc shape = {};
      shape.image_type = dimensions == 1   ? CL_MEM_OBJECT_IMAGE1D
                         : dimensions == 2 ? CL_MEM_OBJECT_IMAGE2D
                                           : CL_MEM_OBJECT_IMAGE3D;
      shape.image_width = size_t(number(0));
      shape.image_height = dimensions > 1 ? size_t(number(1)) : 0;
      shape.image_depth = dimensions > 2 ? size_t(number(2)) : 0;
      argument.memory =
          clCreateImage(context, CL_MEM_READ_WRITE, &format, &shape, nullptr, nullptr);
    } else if (kind == "sub") {
      argument.parent = buffer(CL_MEM_READ_WRITE, 1024);
      const cl_buffer_region region = {size_t(number(0)), size_t(number(1))};
      argument.memory = clCreateSubBuffer(argument.parent, CL_MEM_READ_WRITE,
                                          CL_BUFFER_CREATE_TYPE_REGION, &region, nullptr);
    } else if (kind == "pointers-to") {
      argument.svm = clSVMAlloc(context, CL_MEM_READ_WRITE, size_t(number(0)), 0);
      std::memset(argument.svm, 0, size_t(number(0)));
      argument.memory = buffer(CL_MEM_READ_WRITE, sizeof(void *), &argument.svm);
    } else {
      return false;
    }
    return clSetKernelArg(kernel, index, sizeof(cl_mem), &argument.memory) == CL_SUCCESS;
  }

  std::string lineOfSource(size_t number) const {
    std::istringstream lines(test.source);
    std::string line;
    for (size_t i = 0; i < number; ++i)
      std::getline(lines, line);
    return line;
  }

  std::string compare() {
    std::string wrong;
    for (const auto &[index, numbers] : test.results) {
      std::vector<cl_int> found(numbers.size());
      clEnqueueReadBuffer(queue, test.arguments[index].memory, CL_TRUE, 0, found.size() * 4,
                          found.data(), 0, nullptr, nullptr);
      for (size_t i = 0; i < found.size(); ++i)
        if (found[i] != numbers[i])
          wrong += "  argument " + std::to_string(index) + "[" + std::to_string(i) + "] is " +
                   std::to_string(found[i]) + ", not " + std::to_string(numbers[i]) + "\n";
    }
    std::lock_guard lock(mutex);
    for (const std::string &message : heard) {
      const std::string first = message.substr(0, message.find('\n'));
      bool is_expected = false;
      for (Expected &expected : test.expected)
        if ((expected.line == "host" ||
             first.find(":" + expected.line + ":") != std::string::npos) &&
            first.find(expected.words) != std::string::npos) {
          is_expected = expected.seen = true;
          if (expected.line != "host" &&
              message.find("| " + lineOfSource(std::stoul(expected.line)) + "\n") ==
                  std::string::npos)
            wrong += "  another line is shown: " + message + "\n";
        }
      if (!is_expected)
        wrong += "  not expected: " + message + "\n";
    }
    for (const Expected &expected : test.expected)
      if (!expected.seen)
        wrong += "  missing: " + expected.line + ": " + expected.words + "\n";
    return wrong;
  }

  cl_context context;
  cl_device_id device;
  cl_command_queue queue;
  Case &test;
};

} // namespace

int main(int argc, char **argv) {
  cl_platform_id platform;
  cl_device_id device;
  if (clGetPlatformIDs(1, &platform, nullptr) != CL_SUCCESS ||
      clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr) != CL_SUCCESS) {
    std::puts("no device");
    return 1;
  }
  const std::string wanted = argc > 2 ? argv[2] : "";
  std::vector<std::filesystem::path> files;
  for (const auto &entry : std::filesystem::recursive_directory_iterator(argv[1]))
    if (entry.path().extension() == ".cl" &&
        entry.path().string().find(wanted) != std::string::npos)
      files.push_back(entry.path());
  std::ranges::sort(files);
  size_t count = 0, failed = 0;
  for (const std::filesystem::path &file : files)
    for (Case &test : read(file)) {
      // Each with a context of its own: what a kernel did wrong is not its successor's fault.
      cl_context context = clCreateContext(nullptr, 1, &device, hear, nullptr, nullptr);
      cl_command_queue queue = clCreateCommandQueue(context, device, 0, nullptr);
      heard.clear();
      const std::string wrong = Run(context, device, queue, test).run();
      ++count;
      if (!wrong.empty()) {
        ++failed;
        std::printf("%s (%s):\n%s\n", file.c_str(), test.name.c_str(), wrong.c_str());
      }
      clReleaseCommandQueue(queue);
      clReleaseContext(context);
    }
  std::printf("%zu kernels, %zu failed\n", count, failed);
  return !count || failed ? 1 : 0;
}

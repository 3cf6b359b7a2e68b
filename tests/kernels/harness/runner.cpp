// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
#include "harness/runner.h"

#include <algorithm>
#include <cstdio>
#include <memory>
#include <unistd.h>
#include <utility>

namespace weft::kernels {

namespace {

// Bytes after each buffer that no kernel may write: catches stores of lanes past the end.
constexpr size_t GuardBytes = 256;
constexpr unsigned char GuardByte = 0xa5;

// Standard output in a file for as long as it lives.
class OutputCapture {
public:
  OutputCapture() : File(std::tmpfile()) {
    std::fflush(stdout);
    Saved = dup(STDOUT_FILENO);
    dup2(fileno(File), STDOUT_FILENO);
  }
  ~OutputCapture() {
    restore();
    std::fclose(File);
  }
  std::vector<std::string> lines() {
    restore();
    std::rewind(File);
    std::vector<std::string> lines;
    std::string line;
    for (int c; (c = std::fgetc(File)) != EOF;)
      if (c == '\n')
        lines.push_back(std::exchange(line, {}));
      else
        line += char(c);
    if (!line.empty())
      lines.push_back(line + " (without a newline)");
    return lines;
  }

private:
  void restore() {
    if (Saved < 0)
      return;
    std::fflush(stdout);
    dup2(Saved, STDOUT_FILENO);
    close(Saved);
    Saved = -1;
  }
  std::FILE *File;
  int Saved;
};

struct Memory {
  cl_mem handle = nullptr;
  Memory() = default;
  Memory(const Memory &) = delete;
  ~Memory() {
    if (handle)
      clReleaseMemObject(handle);
  }
};

std::string failed(const char *call, cl_int error) {
  return std::string(call) + ": " + std::to_string(error);
}

std::string compareLines(std::vector<std::string> actual, std::vector<std::string> expected) {
  std::sort(actual.begin(), actual.end());
  std::sort(expected.begin(), expected.end());
  for (size_t i = 0; i < std::max(actual.size(), expected.size()); ++i) {
    std::string a = i < actual.size() ? "\"" + actual[i] + "\"" : "(none)";
    std::string e = i < expected.size() ? "\"" + expected[i] + "\"" : "(none)";
    if (a != e)
      return "sorted line " + std::to_string(i) + " is " + a + ", expected " + e;
  }
  return {};
}

} // namespace

std::string runAndCompare(Session &session, cl_kernel kernel, const Job &job) {
  const auto &arguments = job.arguments();
  std::vector<Memory> memory(arguments.size());
  cl_int error;
  for (cl_uint i = 0; i < arguments.size(); ++i) {
    const Argument &a = *arguments[i];
    if (a.initial()) {
      std::vector<unsigned char> bytes(a.bytes() + GuardBytes, GuardByte);
      std::copy_n(static_cast<const unsigned char *>(a.initial()), a.bytes(), bytes.begin());
      memory[i].handle = clCreateBuffer(session.context(), CL_MEM_COPY_HOST_PTR, bytes.size(),
                                        bytes.data(), &error);
      if (error != CL_SUCCESS)
        return failed("clCreateBuffer", error);
      error = clSetKernelArg(kernel, i, sizeof(cl_mem), &memory[i].handle);
    } else {
      error = clSetKernelArg(kernel, i, a.bytes(), a.isLocal() ? nullptr : a.value());
    }
    if (error != CL_SUCCESS)
      return failed("clSetKernelArg", error) + " for argument " + std::to_string(i);
  }

  const Shape &s = job.shape();
  bool captured = !job.lines().empty();
  std::vector<std::string> printed;
  {
    std::unique_ptr<OutputCapture> capture;
    if (captured)
      capture = std::make_unique<OutputCapture>();
    error = clEnqueueNDRangeKernel(
        session.queue(), kernel, s.dims, s.offset.data(), s.global.data(),
        s.local_chosen_by_driver ? nullptr : s.local.data(), 0, nullptr, nullptr);
    if (error != CL_SUCCESS)
      return failed("clEnqueueNDRangeKernel", error);
    error = clFinish(session.queue());
    if (error != CL_SUCCESS)
      return failed("clFinish", error);
    if (captured)
      printed = capture->lines();
  }

  std::string wrong;
  for (size_t i = 0; i < arguments.size(); ++i) {
    const Argument &a = *arguments[i];
    if (!a.initial())
      continue;
    std::vector<unsigned char> bytes(a.bytes() + GuardBytes);
    error = clEnqueueReadBuffer(session.queue(), memory[i].handle, CL_TRUE, 0, bytes.size(),
                                bytes.data(), 0, nullptr, nullptr);
    if (error != CL_SUCCESS)
      return failed("clEnqueueReadBuffer", error);
    std::string where = "argument " + std::to_string(i) + ": ";
    if (std::string text = a.difference(bytes.data()); !text.empty())
      wrong += where + text + "\n";
    auto guard = bytes.begin() + a.bytes();
    auto touched = std::find_if(guard, bytes.end(), [](unsigned char b) { return b != GuardByte; });
    if (touched != bytes.end())
      wrong += where + "byte " + std::to_string(touched - guard) + " after its end was written\n";
  }
  if (captured)
    wrong += compareLines(printed, job.lines());
  return wrong;
}

} // namespace weft::kernels

// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every kernel of the corpus with each of its shapes. A test's name is topic/kernel/shape.
#include "harness/corpus.h"
#include "harness/runner.h"

#include <fstream>
#include <gtest/gtest.h>

namespace weft::kernels {

namespace {

struct Instance {
  const Case *kernel;
  Shape shape;
};

std::string sourceOf(const Case &c) {
  if (!c.source.ends_with(".cl"))
    return c.source;
  std::ifstream file(std::string(WEFT_KERNEL_SOURCES) + "/" + c.topic + "/" + c.source);
  return std::string(std::istreambuf_iterator<char>(file), {});
}

class KernelTest : public testing::Test {
public:
  explicit KernelTest(Instance instance) : Instance(std::move(instance)) {}

  void TestBody() override {
    Session &session = Session::get();
    ASSERT_EQ(session.failure(), "");
    const Case &c = *Instance.kernel;
    Shape shape = Instance.shape;
    if (!c.needs.empty() && !session.supports(c.needs))
      GTEST_SKIP() << "the device has no " << c.needs;
    if (!shape.uniform() && !session.nonUniformGroups())
      GTEST_SKIP() << "the device has no remainder groups";

    std::string source = sourceOf(c);
    ASSERT_FALSE(source.empty()) << "cannot read " << c.source;
    const Session::Built &built = session.build(source, c.options);
    if (built.beyond_road)
      GTEST_SKIP() << "its producer makes no SPIR-V of it: " << built.failure;
    ASSERT_EQ(built.failure, "") << source;
    cl_int error;
    cl_kernel kernel = clCreateKernel(built.program, c.name.c_str(), &error);
    ASSERT_EQ(error, CL_SUCCESS);
    struct Release {
      cl_kernel kernel;
      ~Release() { clReleaseKernel(kernel); }
    } release{kernel};

    size_t largest = 0;
    ASSERT_EQ(clGetKernelWorkGroupInfo(kernel, session.device(), CL_KERNEL_WORK_GROUP_SIZE,
                                       sizeof largest, &largest, nullptr),
              CL_SUCCESS);
    if (shape.largest_group) {
      shape.local[0] = largest;
      shape.global[0] *= largest;
      shape.largest_group = false;
    }
    if (!shape.local_chosen_by_driver && shape.groupItems() > largest)
      GTEST_SKIP() << "groups hold at most " << largest << " work-items";
    Job job(shape);
    c.reference(job);
    EXPECT_EQ(runAndCompare(session, kernel, job), "") << source;
  }

private:
  weft::kernels::Instance Instance;
};

void registerAll() {
  for (const Case &c : corpus().cases())
    for (const Shape &s : c.ranges)
      testing::RegisterTest(
          c.topic.c_str(), (c.name + "/" + s.name()).c_str(), nullptr, nullptr, __FILE__, __LINE__,
          [i = Instance{&c, s}]() -> testing::Test * { return new KernelTest(i); });
}

} // namespace
} // namespace weft::kernels

int main(int argc, char **argv) {
  testing::InitGoogleTest(&argc, argv);
  weft::kernels::registerAll();
  return RUN_ALL_TESTS();
}

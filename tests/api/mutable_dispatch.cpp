// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Recorded kernels that are changed: clUpdateMutableCommandsKHR and clGetMutableCommandInfoKHR.
#include "command_buffer_fixture.h"

namespace weft::test {

class MutableDispatch : public CommandBufferTest {
protected:
  using Config = weft::MutableDispatchConfig;
  using Arg = weft::MutableDispatchArg;
  using Properties = std::vector<cl_command_properties_khr>;

  void SetUp() override {
    CommandBufferTest::SetUp();
    target = zeros();
    other = zeros();
    store = makeKernel("store");
    set(store, target, 1);
    buffer = makeMutable(queue);
  }
  cl_command_buffer_khr makeMutable(cl_command_queue on, cl_command_buffer_flags_khr more = 0) {
    const cl_command_buffer_properties_khr properties[] = {CL_COMMAND_BUFFER_FLAGS_KHR,
                                                           CL_COMMAND_BUFFER_MUTABLE_KHR | more, 0};
    return make(on, properties);
  }
  void set(cl_kernel kernel, cl_mem out, int value) {
    EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof out, &out), CL_SUCCESS);
    EXPECT_EQ(clSetKernelArg(kernel, 1, sizeof value, &value), CL_SUCCESS);
  }
  cl_int record(cl_command_buffer_khr to, cl_kernel kernel, cl_mutable_command_khr *handle,
                const Properties &properties = {}, size_t items = Count,
                const size_t *local = nullptr, const size_t *offset = nullptr) {
    return cl.clCommandNDRangeKernelKHR(to, nullptr,
                                        properties.empty() ? nullptr : properties.data(), kernel, 1,
                                        offset, &items, local, 0, nullptr, nullptr, handle);
  }
  cl_mutable_command_khr recorded(const Properties &properties = {}, size_t items = Count,
                                  const size_t *local = nullptr) {
    cl_mutable_command_khr handle = nullptr;
    EXPECT_EQ(record(buffer, store, &handle, properties, items, local), CL_SUCCESS);
    EXPECT_NE(handle, nullptr);
    return handle;
  }
  static Properties onlyFields(cl_mutable_dispatch_fields_khr fields) {
    return {CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR, fields, 0};
  }
  cl_int update(cl_command_buffer_khr of, const std::vector<Config> &configs) {
    std::vector<const void *> pointers;
    for (const Config &config : configs)
      pointers.push_back(&config);
    const std::vector<cl_command_buffer_update_type_khr> types(configs.size(), 0);
    return cl.clUpdateMutableCommandsKHR(of, cl_uint(configs.size()), types.data(),
                                         pointers.data());
  }
  static Config of(cl_mutable_command_khr command) {
    Config config = {};
    config.command = command;
    return config;
  }
  // With another value, or another buffer.
  cl_int updateArgs(cl_mutable_command_khr command, const std::vector<Arg> &args) {
    Config config = of(command);
    config.num_args = cl_uint(args.size());
    config.arg_list = args.data();
    return update(buffer, {config});
  }
  cl_int updateValue(cl_mutable_command_khr command, int value) {
    return updateArgs(command, {{1, sizeof value, &value}});
  }
  void run() {
    EXPECT_EQ(enqueue(buffer), CL_SUCCESS);
    EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  }
  Query infoOf(cl_mutable_command_khr command) {
    return [this, command](cl_uint param, size_t size, void *value, size_t *size_ret) {
      return cl.clGetMutableCommandInfoKHR(command, param, size, value, size_ret);
    };
  }
  cl_command_buffer_state_khr state() {
    cl_command_buffer_state_khr value = 4711;
    EXPECT_EQ(cl.clGetCommandBufferInfoKHR(buffer, CL_COMMAND_BUFFER_STATE_KHR, sizeof value,
                                           &value, nullptr),
              CL_SUCCESS);
    return value;
  }

  static constexpr size_t Half = Count / 2, Two = 2, Three = 3;
  Memory target, other;
  Kernel store;
  cl_command_buffer_khr buffer = nullptr;
};

TEST_F(MutableDispatch, IsReported) {
  EXPECT_NE((" " + deviceText(CL_DEVICE_EXTENSIONS) + " ")
                .find(" cl_khr_command_buffer_mutable_dispatch "),
            std::string::npos);
  EXPECT_EQ(deviceInfo<cl_mutable_dispatch_fields_khr>(CL_DEVICE_MUTABLE_DISPATCH_CAPABILITIES_KHR),
            31u);
}

TEST_F(MutableDispatch, ArgumentsChange) {
  cl_mutable_command_khr command = recorded();
  finalize(buffer);
  run();
  EXPECT_EQ(read(target), std::vector<int>(Count, 1));
  ASSERT_EQ(updateValue(command, 2), CL_SUCCESS);
  run();
  EXPECT_EQ(read(target), std::vector<int>(Count, 2));
  const cl_mem to = other;
  const int value = 3;
  ASSERT_EQ(updateArgs(command, {{0, sizeof to, &to}, {1, sizeof value, &value}}), CL_SUCCESS);
  run();
  EXPECT_EQ(read(target), std::vector<int>(Count, 2));
  EXPECT_EQ(read(other), std::vector<int>(Count, 3));
}

TEST_F(MutableDispatch, SharedVirtualMemoryIsAnArgument) {
  cl_mutable_command_khr command = recorded();
  finalize(buffer);
  std::vector<int> memory(Count, 0);
  const Arg arg = {0, 0, memory.data()};
  Config config = of(command);
  config.num_svm_args = 1;
  config.arg_svm_list = &arg;
  ASSERT_EQ(update(buffer, {config}), CL_SUCCESS);
  run();
  EXPECT_EQ(memory, std::vector<int>(Count, 1));
}

TEST_F(MutableDispatch, SizesAndOffsetsChange) {
  cl_mutable_command_khr command = recorded({}, Half);
  finalize(buffer);
  Config config = of(command);
  config.global_work_offset = &Half;
  const size_t quarter = Count / 4, local = 16;
  config.global_work_size = &quarter;
  config.local_work_size = &local;
  config.work_dim = 1;
  ASSERT_EQ(update(buffer, {config}), CL_SUCCESS);
  run();
  std::vector<int> expected(Count, 0);
  std::fill_n(expected.begin() + Half, quarter, 1);
  EXPECT_EQ(read(target), expected);
  const Query query = infoOf(command);
  EXPECT_EQ(queryArray<size_t>(query, CL_MUTABLE_DISPATCH_GLOBAL_WORK_OFFSET_KHR),
            std::vector<size_t>{Half});
  EXPECT_EQ(queryArray<size_t>(query, CL_MUTABLE_DISPATCH_GLOBAL_WORK_SIZE_KHR),
            std::vector<size_t>{quarter});
  EXPECT_EQ(queryArray<size_t>(query, CL_MUTABLE_DISPATCH_LOCAL_WORK_SIZE_KHR),
            std::vector<size_t>{local});
}

TEST_F(MutableDispatch, OthersStayAsTheyAre) {
  cl_mutable_command_khr first = recorded({}, Half), second = nullptr;
  Kernel add = makeKernel("add");
  set(add, target, 10);
  ASSERT_EQ(record(buffer, add, &second), CL_SUCCESS);
  finalize(buffer);
  const int five = 5, seven = 7;
  const Arg to_five = {1, sizeof five, &five}, to_seven = {1, sizeof seven, &seven};
  Config one = of(first), two = of(first), three = of(second);
  one.num_args = two.num_args = 1;
  one.arg_list = &to_five;
  two.arg_list = &to_seven; // the last wins
  three.global_work_size = &Half;
  ASSERT_EQ(update(buffer, {one, two, three}), CL_SUCCESS);
  run();
  std::vector<int> expected(Count, 0);
  std::fill_n(expected.begin(), Half, 17);
  EXPECT_EQ(read(target), expected);
}

// What was enqueued before an update runs as it was.
TEST_F(MutableDispatch, ReplaysOnTheirWayDoNotChange) {
  Kernel add = makeKernel("add");
  set(add, target, 1);
  buffer = makeMutable(queue, CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR);
  cl_mutable_command_khr command = nullptr;
  ASSERT_EQ(record(buffer, add, &command), CL_SUCCESS);
  finalize(buffer);
  Event gate = makeUserEvent();
  int sum = 0;
  for (int value = 1; value <= 20; ++value) {
    ASSERT_EQ(updateValue(command, value), CL_SUCCESS);
    ASSERT_EQ(cl.clEnqueueCommandBufferKHR(0, nullptr, buffer, 1, gate.list(), nullptr),
              CL_SUCCESS);
    sum += value;
  }
  ASSERT_EQ(updateValue(command, 1000), CL_SUCCESS);
  ASSERT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  EXPECT_EQ(read(target), std::vector<int>(Count, sum));
}

TEST_F(MutableDispatch, ArgumentsMayComeLater) {
  Kernel fresh = makeKernel("store");
  cl_mutable_command_khr command = nullptr;
  EXPECT_EQ(record(buffer, fresh, &command), CL_INVALID_KERNEL_ARGS);
  ASSERT_EQ(record(buffer, fresh, &command, onlyFields(CL_MUTABLE_DISPATCH_ARGUMENTS_KHR)),
            CL_SUCCESS);
  finalize(buffer);
  EXPECT_EQ(state(), cl_command_buffer_state_khr(CL_COMMAND_BUFFER_STATE_FINALIZED_KHR));
  EXPECT_EQ(enqueue(buffer), CL_INVALID_OPERATION);
  ASSERT_EQ(updateValue(command, 9), CL_SUCCESS);
  EXPECT_EQ(state(), cl_command_buffer_state_khr(CL_COMMAND_BUFFER_STATE_FINALIZED_KHR));
  const cl_mem to = target;
  ASSERT_EQ(updateArgs(command, {{0, sizeof to, &to}}), CL_SUCCESS);
  EXPECT_EQ(state(), cl_command_buffer_state_khr(CL_COMMAND_BUFFER_STATE_EXECUTABLE_KHR));
  run();
  EXPECT_EQ(read(target), std::vector<int>(Count, 9));
}

TEST_F(MutableDispatch, AnswersItsQueries) {
  const Properties properties = onlyFields(CL_MUTABLE_DISPATCH_ARGUMENTS_KHR);
  const Query query = infoOf(recorded(properties)), plain = infoOf(recorded());
  EXPECT_EQ(queryValue<cl_command_queue>(query, CL_MUTABLE_COMMAND_COMMAND_QUEUE_KHR),
            cl_command_queue(queue));
  EXPECT_EQ(queryValue<cl_command_buffer_khr>(query, CL_MUTABLE_COMMAND_COMMAND_BUFFER_KHR),
            buffer);
  EXPECT_EQ(queryValue<cl_command_type>(query, CL_MUTABLE_COMMAND_COMMAND_TYPE_KHR),
            cl_command_type(CL_COMMAND_NDRANGE_KERNEL));
  EXPECT_EQ(queryArray<cl_command_properties_khr>(query, CL_MUTABLE_COMMAND_PROPERTIES_ARRAY_KHR),
            properties);
  EXPECT_TRUE(queryArray<cl_command_properties_khr>(plain, CL_MUTABLE_COMMAND_PROPERTIES_ARRAY_KHR)
                  .empty());
  EXPECT_EQ(queryValue<cl_kernel>(query, CL_MUTABLE_DISPATCH_KERNEL_KHR), cl_kernel(store));
  EXPECT_EQ(queryValue<cl_uint>(query, CL_MUTABLE_DISPATCH_DIMENSIONS_KHR), 1u);
  EXPECT_EQ(queryArray<size_t>(query, CL_MUTABLE_DISPATCH_GLOBAL_WORK_OFFSET_KHR),
            std::vector<size_t>{0});
  EXPECT_EQ(queryArray<size_t>(query, CL_MUTABLE_DISPATCH_GLOBAL_WORK_SIZE_KHR),
            std::vector<size_t>{Count});
  EXPECT_EQ(queryArray<size_t>(query, CL_MUTABLE_DISPATCH_LOCAL_WORK_SIZE_KHR),
            std::vector<size_t>{0});
  refusesUnknownParameter(query);
  for (auto bad : {cl_mutable_command_khr(nullptr), as<cl_mutable_command_khr>(device())}) {
    cl_uint value;
    EXPECT_EQ(cl.clGetMutableCommandInfoKHR(bad, CL_MUTABLE_DISPATCH_DIMENSIONS_KHR, sizeof value,
                                            &value, nullptr),
              CL_INVALID_MUTABLE_COMMAND_KHR);
  }
}

TEST_F(MutableDispatch, RefusesUpdatesOfWhatCannotBeUpdated) {
  cl_mutable_command_khr command = recorded();
  const Config config = of(command);
  EXPECT_EQ(update(nullptr, {config}), CL_INVALID_COMMAND_BUFFER_KHR);
  EXPECT_EQ(update(as<cl_command_buffer_khr>(device()), {config}), CL_INVALID_COMMAND_BUFFER_KHR);
  EXPECT_EQ(update(buffer, {config}), CL_INVALID_OPERATION) << "still recording";
  finalize(buffer);
  EXPECT_EQ(update(buffer, {config}), CL_SUCCESS);
  cl_command_buffer_khr constant = make(queue), another = makeMutable(queue);
  cl_mutable_command_khr of_constant = nullptr;
  ASSERT_EQ(record(constant, store, &of_constant), CL_SUCCESS);
  finalize(constant);
  finalize(another);
  EXPECT_EQ(update(constant, {of(of_constant)}), CL_INVALID_OPERATION);
  EXPECT_EQ(update(another, {config}), CL_INVALID_MUTABLE_COMMAND_KHR);
  EXPECT_EQ(update(buffer, {of(nullptr)}), CL_INVALID_MUTABLE_COMMAND_KHR);
  EXPECT_EQ(update(buffer, {of(as<cl_mutable_command_khr>(device()))}),
            CL_INVALID_MUTABLE_COMMAND_KHR);
}

TEST_F(MutableDispatch, RefusesBadLists) {
  cl_mutable_command_khr command = recorded();
  finalize(buffer);
  const Config config = of(command);
  const void *pointers[] = {&config, nullptr};
  const cl_command_buffer_update_type_khr types[] = {0, 4711};
  EXPECT_EQ(cl.clUpdateMutableCommandsKHR(buffer, 0, nullptr, nullptr), CL_SUCCESS);
  EXPECT_EQ(cl.clUpdateMutableCommandsKHR(buffer, 1, nullptr, pointers), CL_INVALID_VALUE);
  EXPECT_EQ(cl.clUpdateMutableCommandsKHR(buffer, 1, types, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(cl.clUpdateMutableCommandsKHR(buffer, 0, types, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(cl.clUpdateMutableCommandsKHR(buffer, 0, nullptr, pointers), CL_INVALID_VALUE);
  EXPECT_EQ(cl.clUpdateMutableCommandsKHR(buffer, 1, types + 1, pointers), CL_INVALID_VALUE);
  EXPECT_EQ(cl.clUpdateMutableCommandsKHR(buffer, 1, types, pointers + 1), CL_INVALID_VALUE);
  const Arg arg = {};
  const weft::MutableDispatchExecInfo unknown = {4711, 0, nullptr};
  Config bad = of(command);
  bad.num_args = 1;
  EXPECT_EQ(update(buffer, {bad}), CL_INVALID_VALUE);
  bad = of(command);
  bad.arg_list = &arg;
  EXPECT_EQ(update(buffer, {bad}), CL_INVALID_VALUE);
  bad = of(command);
  bad.num_svm_args = 1;
  EXPECT_EQ(update(buffer, {bad}), CL_INVALID_VALUE);
  bad = of(command);
  bad.arg_svm_list = &arg;
  EXPECT_EQ(update(buffer, {bad}), CL_INVALID_VALUE);
  bad = of(command);
  bad.num_exec_infos = 1;
  EXPECT_EQ(update(buffer, {bad}), CL_INVALID_VALUE);
  bad.exec_info_list = &unknown;
  EXPECT_EQ(update(buffer, {bad}), CL_INVALID_VALUE);
  bad.num_exec_infos = 0;
  EXPECT_EQ(update(buffer, {bad}), CL_INVALID_VALUE);
  const cl_bool yes = CL_TRUE;
  const weft::MutableDispatchExecInfo known = {CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM,
                                               sizeof yes, &yes};
  bad.num_exec_infos = 1;
  bad.exec_info_list = &known;
  EXPECT_EQ(update(buffer, {bad}), CL_SUCCESS);
}

TEST_F(MutableDispatch, RefusesToChangeOtherFields) {
  cl_mutable_command_khr constant = recorded(onlyFields(0));
  finalize(buffer);
  const int value = 5;
  const cl_bool yes = CL_TRUE;
  const Arg arg = {1, sizeof value, &value};
  const weft::MutableDispatchExecInfo info = {CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM, sizeof yes,
                                              &yes};
  std::vector<Config> bad(7, of(constant));
  bad[0].global_work_offset = &Half;
  bad[1].global_work_size = &Half;
  bad[2].local_work_size = &Two;
  bad[3].num_args = 1;
  bad[3].arg_list = &arg;
  bad[4].num_svm_args = 1;
  bad[4].arg_svm_list = &arg;
  bad[5].num_exec_infos = 1;
  bad[5].exec_info_list = &info;
  bad[6].work_dim = 2;
  for (size_t i = 0; i < bad.size(); ++i)
    EXPECT_EQ(update(buffer, {bad[i]}), CL_INVALID_OPERATION) << i;
}

TEST_F(MutableDispatch, RefusesWhatTheKernelRefuses) {
  cl_mutable_command_khr command = recorded({}, Count, &Two);
  finalize(buffer);
  const cl_mem none = as<cl_mem>(device()), foreign = otherBuffer();
  const int value = 1;
  const size_t huge = ~size_t(0);
  EXPECT_EQ(updateArgs(command, {{7, sizeof value, &value}}), CL_INVALID_ARG_INDEX);
  EXPECT_EQ(updateArgs(command, {{1, 3, &value}}), CL_INVALID_ARG_SIZE);
  EXPECT_EQ(updateArgs(command, {{1, sizeof value, nullptr}}), CL_INVALID_ARG_VALUE);
  EXPECT_EQ(updateArgs(command, {{0, sizeof none, &none}}), CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(updateArgs(command, {{0, sizeof foreign, &foreign}}), CL_INVALID_CONTEXT);
  Config bad = of(command);
  bad.global_work_size = &Three;
  EXPECT_EQ(update(buffer, {bad}), CL_INVALID_OPERATION) << "groups cease to be alike";
  bad = of(command);
  bad.global_work_offset = &huge;
  EXPECT_EQ(update(buffer, {bad}), CL_INVALID_GLOBAL_OFFSET);
  // Nothing of a call that fails is kept.
  const int nine = 9;
  const Arg arg = {1, sizeof nine, &nine};
  Config good = of(command);
  good.num_args = 1;
  good.arg_list = &arg;
  EXPECT_EQ(update(buffer, {good, bad}), CL_INVALID_GLOBAL_OFFSET);
  run();
  EXPECT_EQ(read(target), std::vector<int>(Count, 1));
}

TEST_F(MutableDispatch, RefusesBadProperties) {
  cl_mutable_command_khr handle = untouched<cl_mutable_command_khr>();
  const auto fields = CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR;
  EXPECT_EQ(record(buffer, store, &handle, {0x4711, 1, 0}), CL_INVALID_VALUE);
  EXPECT_EQ(record(buffer, store, &handle, onlyFields(1 << 20)), CL_INVALID_VALUE);
  EXPECT_EQ(record(buffer, store, &handle, {fields, 1, fields, 1, 0}), CL_INVALID_VALUE);
  const Properties asserts = {CL_MUTABLE_DISPATCH_ASSERTS_KHR,
                              CL_MUTABLE_DISPATCH_ASSERT_NO_ADDITIONAL_WORK_GROUPS_KHR, 0};
  EXPECT_EQ(record(buffer, store, &handle, asserts), CL_INVALID_VALUE) << "no local size";
  EXPECT_EQ(handle, untouched<cl_mutable_command_khr>());
  EXPECT_EQ(record(buffer, store, &handle, asserts, Count, &Two), CL_SUCCESS);
  const cl_command_buffer_properties_khr of_buffer[] = {
      CL_COMMAND_BUFFER_FLAGS_KHR, CL_COMMAND_BUFFER_MUTABLE_KHR,
      CL_COMMAND_BUFFER_MUTABLE_DISPATCH_ASSERTS_KHR,
      CL_MUTABLE_DISPATCH_ASSERT_NO_ADDITIONAL_WORK_GROUPS_KHR, 0};
  cl_command_buffer_khr asserting = make(queue, of_buffer);
  EXPECT_EQ(record(asserting, store, &handle), CL_INVALID_VALUE);
  EXPECT_EQ(record(asserting, store, &handle, {}, Count, &Two), CL_SUCCESS);
}

} // namespace weft::test

// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "request_fixture.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <stdlib.h>

namespace {
using namespace weft::test;
using weft::ArtifactKind;

TEST(Compile, EmbeddedHeadersAreFoundByName) {
  Outcome outcome = compile(
      "#include \"dir/one.h\"\n#if ONE != 1 || TWO != 2\n#error\n#endif\n", "",
      {{"dir/one.h", "#include \"two.h\"\n#define ONE 1"}, {"dir/two.h", "#define TWO 2\n"}});
  EXPECT_EQ(outcome.status, WEFT_OK) << outcome.artifact.log;
  EXPECT_EQ(outcome.artifact.kind, ArtifactKind::CompiledObject);
  EXPECT_TRUE(outcome.artifact.code.empty());
}

TEST(Compile, FilesOfTheSystemAreReported) {
  std::string folder = (std::filesystem::temp_directory_path() / "weft-test-XXXXXX").string();
  ASSERT_TRUE(mkdtemp(folder.data()));
  std::filesystem::create_directory(folder + "/second");
  std::ofstream(folder + "/second/real.h") << "#define ONE 1\n";
  std::string options = "-I " + folder + "/first -I " + folder + " -I " + folder + "/second";
  Outcome outcome = compile("#include \"real.h\"\n#include \"given.h\"\nconstant int one = ONE;\n",
                            options.c_str(), {{"given.h", ""}});
  EXPECT_EQ(outcome.status, WEFT_OK) << outcome.artifact.log;
  bool read = false, missed = false;
  for (const weft::IncludedFile &file : outcome.artifact.includes) {
    EXPECT_EQ(file.path.find("given.h"), std::string::npos) << file.path;
    if (file.path == folder + "/second/real.h")
      read = file.present && file.hash == weft::contentHash("#define ONE 1\n");
    if (file.path == folder + "/real.h")
      missed = !file.present;
  }
  EXPECT_TRUE(read);
  EXPECT_TRUE(missed);
  std::filesystem::remove_all(folder);
  // A program of its own needs no file.
  for (const weft::IncludedFile &file :
       compile("#include \"given.h\"\n", "", {{"given.h", ""}}).artifact.includes)
    EXPECT_FALSE(file.present) << file.path;
  for (const weft::IncludedFile &file :
       compile("int two(int x) { return sin(2.0f); }").artifact.includes)
    ADD_FAILURE() << file.path;
}

TEST(Compile, HeadersOfTheHostsCLibraryAreOutOfReach) {
  Outcome outcome = compile("#include <stdio.h>\n");
  EXPECT_EQ(outcome.status, WEFT_BUILD_FAILED);
  EXPECT_TRUE(outcome.logHas("'stdio.h' file not found")) << outcome.artifact.log;
}

TEST(Link, TwoObjectsBecomeOneProgram) {
  Outcome callee = compile("int twice(int x) { return 2 * x; }\n");
  Outcome caller = compile("int twice(int x);\n"
                           "kernel void f(global int *p) { p[0] = twice(p[0]); }\n");
  ASSERT_EQ(callee.status, WEFT_OK) << callee.artifact.log;
  ASSERT_EQ(caller.status, WEFT_OK) << caller.artifact.log;
  Outcome linked = linkProgram({caller.artifact.ir, callee.artifact.ir});
  ASSERT_EQ(linked.status, WEFT_OK) << linked.artifact.log;
  EXPECT_EQ(linked.artifact.kind, ArtifactKind::Executable);
  ASSERT_EQ(linked.artifact.kernels.size(), 1u);
  LoadedCode code(linked.artifact.code);
  EXPECT_TRUE(code.find(linked.artifact.kernels[0].symbol)) << code.error;

  Outcome library = linkProgram({callee.artifact.ir}, "-create-library");
  ASSERT_EQ(library.status, WEFT_OK) << library.artifact.log;
  EXPECT_EQ(library.artifact.kind, ArtifactKind::Library);
  EXPECT_EQ(linkProgram({library.artifact.ir, caller.artifact.ir}).status, WEFT_OK);
}

TEST(Link, UndefinedFunctionIsNamed) {
  Outcome caller = compile("int absent(int x);\n"
                           "kernel void f(global int *p) { p[0] = absent(p[0]); }\n");
  Outcome linked = linkProgram({caller.artifact.ir});
  EXPECT_EQ(linked.status, WEFT_BUILD_FAILED);
  EXPECT_TRUE(linked.logHas("'absent'")) << linked.artifact.log;
}

TEST(Link, DuplicateDefinitionIsNamed) {
  Outcome one = compile("int same(int x) { return x; }\n");
  Outcome linked = linkProgram({one.artifact.ir, one.artifact.ir});
  EXPECT_EQ(linked.status, WEFT_BUILD_FAILED);
  EXPECT_TRUE(linked.logHas("same")) << linked.artifact.log;
}

TEST(Link, DamagedBitcodeIsAnErrorWhateverTheDamage) {
  std::string good = compile("kernel void f(global int *p) { p[0] = 1; }").artifact.ir;
  EXPECT_EQ(linkProgram({"not bitcode at all"}).status, WEFT_BUILD_FAILED);
  EXPECT_EQ(linkProgram({""}).status, WEFT_BUILD_FAILED);
  EXPECT_EQ(linkProgram({}).status, WEFT_BUILD_FAILED);
  for (size_t size = 4; size < good.size(); size += good.size() / 16) {
    Outcome outcome = linkProgram({good.substr(0, size)});
    EXPECT_NE(outcome.status, WEFT_OK) << size;
    EXPECT_FALSE(outcome.artifact.log.empty()) << size;
  }
}

TEST(Options, UnknownOnesAreNamed) {
  Outcome outcome = build("kernel void f() {}", "-cl-mad-enable -cl-go-faster");
  EXPECT_EQ(outcome.status, WEFT_INVALID_OPTIONS);
  EXPECT_TRUE(outcome.logHas("'-cl-go-faster'")) << outcome.artifact.log;
  EXPECT_EQ(build("", "-D").status, WEFT_INVALID_OPTIONS);
  EXPECT_EQ(build("", "-DX=\"unfinished").status, WEFT_INVALID_OPTIONS);
  EXPECT_EQ(build("", "-create-library").status, WEFT_INVALID_OPTIONS);
  EXPECT_EQ(linkProgram({}, "-DX=1").status, WEFT_INVALID_OPTIONS);
  EXPECT_EQ(linkProgram({}, "-enable-link-options").status, WEFT_INVALID_OPTIONS);
}

TEST(Options, EveryStandardOneIsTaken) {
  Outcome outcome = build(
      "kernel void f(global int *p) { p[0] = 1; }",
      "-D A -DB=2 -I . -I. -cl-std=CL1.2 -cl-single-precision-constant -cl-denorms-are-zero "
      "-cl-fp32-correctly-rounded-divide-sqrt -cl-opt-disable -cl-strict-aliasing -cl-mad-enable "
      "-cl-no-signed-zeros -cl-unsafe-math-optimizations -cl-finite-math-only "
      "-cl-fast-relaxed-math -cl-uniform-work-group-size -cl-no-subgroup-ifp -w -Werror "
      "-cl-kernel-arg-info -g");
  EXPECT_EQ(outcome.status, WEFT_OK) << outcome.artifact.log;
}

TEST(Options, TypesTellPlacesApartOnlyWhereTheProgramSaysSo) {
  auto knows_types = [](const char *options) {
    Outcome outcome = build("kernel void f(global int *p, global float *q) { *p = *q; }", options);
    EXPECT_EQ(outcome.status, WEFT_OK) << outcome.artifact.log;
    return std::string(outcome.artifact.ir.begin(), outcome.artifact.ir.end())
               .find("omnipotent char") != std::string::npos;
  };
  EXPECT_FALSE(knows_types(""));
  EXPECT_TRUE(knows_types("-cl-strict-aliasing"));
}

TEST(Options, QuotedValuesReachThePreprocessor) {
  Outcome outcome = compile("#if A != 7 || B != 8\n#error\n#endif\n"
                            "constant char text[] = TEXT;\n"
                            "constant int check[sizeof(text) == 4 ? 1 : -1] = {0};\n",
                            "-D 'A=3 + 4' -D\"B=4 + 4\" -DTEXT=\\\"x\\ y\\\"");
  EXPECT_EQ(outcome.status, WEFT_OK) << outcome.artifact.log;
}

TEST(Options, LanguageVersions) {
  const char *source = "#if __OPENCL_C_VERSION__ != WANTED || !defined(__IMAGE_SUPPORT__) || \\\n"
                       "    !defined(__ENDIAN_LITTLE__) \\\n"
                       "    || defined(__opencl_c_device_enqueue) != (WANTED >= 300) \\\n"
                       "    || defined(__opencl_c_images) != (WANTED >= 300)\n#error\n#endif\n"
                       "kernel void f(global double *p) { p[0] += 1; }\n";
  EXPECT_EQ(compile(source, "-DWANTED=120").status, WEFT_OK);
  EXPECT_EQ(compile(source, "-cl-std=CL1.2 -DWANTED=120").status, WEFT_OK);
  Outcome newest = compile(source, "-cl-std=CL3.0 -DWANTED=300");
  EXPECT_EQ(newest.status, WEFT_OK) << newest.artifact.log;
  EXPECT_FALSE(newest.artifact.uniform_work_groups);
  EXPECT_TRUE(compile(source, "-DWANTED=120").artifact.uniform_work_groups);
}

TEST(Options, ProgramsOfOpenClC20HaveAllOfIt) {
  Outcome outcome = build(R"(
#if __OPENCL_C_VERSION__ != 200 || !defined(__opencl_c_pipes) || !defined(__opencl_c_device_enqueue)
#error
#endif
global int counter = 5;
kernel void f(global int *p, local int *l, read_write image2d_t image) {
  int *either = get_global_id(0) & 1 ? (int *)p : (int *)l;
  *either = counter + work_group_reduce_add(1) + sub_group_reduce_add(2);
  atomic_fetch_add((volatile global atomic_int *)p, 1);
  work_group_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_work_group);
  write_imagef(image, (int2)(1, 1), read_imagef(image, (int2)(0, 0)));
})",
                          "-cl-std=CL2.0");
  EXPECT_EQ(outcome.status, WEFT_OK) << outcome.artifact.log;
  EXPECT_FALSE(outcome.artifact.uniform_work_groups);
  Outcome pipe = build("kernel void f(read_only pipe int p, global int *o) { read_pipe(p, o); }",
                       "-cl-std=CL2.0");
  EXPECT_EQ(pipe.status, WEFT_OK) << pipe.artifact.log;
  Outcome queue = build("kernel void f() { queue_t q = get_default_queue(); }", "-cl-std=CL2.0");
  EXPECT_EQ(queue.status, WEFT_OK) << queue.artifact.log;
}

} // namespace

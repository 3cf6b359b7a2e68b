// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The device, the cache and the real compiler together. Each build is done by a process of its own,
// which has read nothing of the environment before.
#include "cpu/code/cache_folder.h"
#include "cpu/cpu_device.h"
#include "unit/temporary_folder.h"

#include <functional>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

namespace weft {
namespace {

enum Seen : int {
  Succeeded = 1,
  CompilerLoaded = 2, // LLVM is in the process
  Loaded = 4,         // the code could be mapped and has the kernel
};

bool compilerIsMapped() {
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);)
    if (line.find("libweft-compiler") != line.npos)
      return true;
  return false;
}

class BuildCache : public testing::Test {
protected:
  // A set of Seen, or a negative number where the process ended otherwise.
  int buildElsewhere(const Device::CompileRequest &request, const char *cache = "1") {
    pid_t child = fork();
    if (child == 0) {
      setenv("WEFT_CACHE", cache, 1);
      setenv("WEFT_CACHE_DIR", (parent.path + "/cache").c_str(), 1);
      setenv("WEFT_COMPILER", COMPILER, 1);
      setenv("WEFT_COMPILE", "inside", 1); // where it is seen whether the library is loaded
      Ref<Device> device = createCpuDevice();
      Device::CompileResult result = device->compile(request);
      int seen = result.status == WEFT_OK ? Succeeded : 0;
      seen |= compilerIsMapped() ? CompilerLoaded : 0;
      std::string error;
      if (result.status == WEFT_OK && result.artifact.includes.empty())
        if (auto code = device->load(result.artifact, error))
          seen |= code->find(result.artifact.kernels.at(0).symbol) ? Loaded : 0;
      _exit(seen);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  }
  std::vector<CacheFolder::Entry> entries() const {
    return CacheFolder(parent.path + "/cache", 1 << 30).list();
  }

  TemporaryFolder parent;
  const Device::CompileRequest plain = {
      WEFT_ACTION_BUILD, "kernel void f(global int *p) { p[0] = 1; }", {}, {}, "-DX=1"};
};

TEST_F(BuildCache, SecondProcessDoesNotLoadTheCompiler) {
  EXPECT_EQ(buildElsewhere(plain), Succeeded | CompilerLoaded | Loaded);
  EXPECT_EQ(entries().size(), 1u);
  EXPECT_EQ(buildElsewhere(plain), Succeeded | Loaded);
  EXPECT_EQ(entries().size(), 1u);
  Device::CompileRequest other = plain;
  other.options = "-DX=2";
  EXPECT_EQ(buildElsewhere(other), Succeeded | CompilerLoaded | Loaded);
  EXPECT_EQ(entries().size(), 2u);
}

TEST_F(BuildCache, DamagedEntryIsBuiltAgain) {
  buildElsewhere(plain);
  ASSERT_EQ(entries().size(), 1u);
  std::fstream(entries()[0].path, std::ios::in | std::ios::out).seekp(300) << "damage";
  EXPECT_EQ(buildElsewhere(plain), Succeeded | CompilerLoaded | Loaded);
  EXPECT_EQ(buildElsewhere(plain), Succeeded | Loaded);
}

TEST_F(BuildCache, FailedBuildsAreNotKept) {
  Device::CompileRequest wrong = plain;
  wrong.source = "kernel void f(";
  EXPECT_EQ(buildElsewhere(wrong), CompilerLoaded);
  EXPECT_TRUE(entries().empty());
}

TEST_F(BuildCache, SwitchedOffNothingIsKept) {
  EXPECT_EQ(buildElsewhere(plain, "0"), Succeeded | CompilerLoaded | Loaded);
  EXPECT_FALSE(std::filesystem::exists(parent.path + "/cache"));
}

TEST_F(BuildCache, ChangedHeaderIsSeen) {
  parent.write("/include/n.h", "#define N 1\n");
  Device::CompileRequest including = plain;
  including.source = "#include \"n.h\"\nkernel void f(global int *p) { p[0] = N; }";
  including.options = "-I " + parent.path + "/first -I " + parent.path + "/include";
  EXPECT_EQ(buildElsewhere(including), Succeeded | CompilerLoaded | Loaded);
  EXPECT_EQ(buildElsewhere(including), Succeeded | Loaded);
  parent.write("/include/n.h", "#define N 2\n");
  EXPECT_EQ(buildElsewhere(including), Succeeded | CompilerLoaded | Loaded);
  EXPECT_EQ(buildElsewhere(including), Succeeded | Loaded);
  parent.write("/first/n.h", "#define N 3\n");
  EXPECT_EQ(buildElsewhere(including), Succeeded | CompilerLoaded | Loaded);
}

// Each build is a child of this process, and has its folder.
class CurrentFolder {
public:
  explicit CurrentFolder(const std::string &path) : before(std::filesystem::current_path()) {
    std::filesystem::create_directories(path);
    std::filesystem::current_path(path);
  }
  ~CurrentFolder() { std::filesystem::current_path(before); }

private:
  std::filesystem::path before;
};

TEST_F(BuildCache, HeaderInTheCurrentFolderIsFoundAndItsChangeSeen) {
  const CurrentFolder here(parent.path + "/here");
  for (std::string name : {"\"h.h\"", "\"sub/h.h\""}) {
    const std::string file = "/here/" + name.substr(1, name.size() - 2);
    Device::CompileRequest including = plain;
    including.source = "#include " + name + "\nkernel void f(global int *p) { p[0] = N; }";
    EXPECT_EQ(buildElsewhere(including), CompilerLoaded) << "there is none";
    parent.write(file, "#define N 1\n");
    EXPECT_EQ(buildElsewhere(including), Succeeded | CompilerLoaded | Loaded);
    EXPECT_EQ(buildElsewhere(including), Succeeded | Loaded);
    parent.write(file, "#define N 2\n");
    EXPECT_EQ(buildElsewhere(including), Succeeded | CompilerLoaded | Loaded);
    parent.write(file, "#error changed\n");
    EXPECT_EQ(buildElsewhere(including), CompilerLoaded);
  }
}

TEST_F(BuildCache, HeaderOfAnotherCurrentFolderIsNotTakenForThisOnes) {
  Device::CompileRequest including = plain;
  including.source = "#include \"h.h\"\nkernel void f(global int *p) { p[0] = N; }";
  parent.write("/one/h.h", "#define N 1\n");
  parent.write("/two/h.h", "#error two\n");
  {
    const CurrentFolder one(parent.path + "/one");
    EXPECT_EQ(buildElsewhere(including), Succeeded | CompilerLoaded | Loaded);
  }
  const CurrentFolder two(parent.path + "/two");
  EXPECT_EQ(buildElsewhere(including), CompilerLoaded);
}

TEST_F(BuildCache, FoldersThatAreNamedComeBeforeTheCurrentOne) {
  const CurrentFolder here(parent.path + "/here");
  parent.write("/here/h.h", "#error here\n");
  parent.write("/here/opencl-c-base.h", "#error base\n");
  parent.write("/named/h.h", "#define N 1\n");
  Device::CompileRequest including = plain;
  including.source = "#include \"h.h\"\nkernel void f(global int *p) { p[0] = N; }";
  including.options = "-I " + parent.path + "/named";
  EXPECT_EQ(buildElsewhere(including), Succeeded | CompilerLoaded | Loaded);
  including.options = "-I " + parent.path + "/missing";
  EXPECT_EQ(buildElsewhere(including), CompilerLoaded);
}

TEST_F(BuildCache, ProcessesThatBuildTheSameAtOnceAgree) {
  std::vector<pid_t> children;
  for (int i = 0; i < 4; ++i) {
    pid_t child = fork();
    if (child == 0)
      _exit(buildElsewhere(plain) & (Succeeded | Loaded));
    children.push_back(child);
  }
  for (pid_t child : children) {
    int status = 0;
    waitpid(child, &status, 0);
    EXPECT_TRUE(WIFEXITED(status));
    EXPECT_EQ(WEXITSTATUS(status), Succeeded | Loaded);
  }
  EXPECT_EQ(entries().size(), 1u);
  EXPECT_EQ(buildElsewhere(plain), Succeeded | Loaded);
}

} // namespace
} // namespace weft

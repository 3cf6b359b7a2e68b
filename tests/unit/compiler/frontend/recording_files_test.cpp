// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/frontend/recording_files.h"

#include "llvm/Support/MemoryBuffer.h"

#include <cstdlib>
#include <fstream>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

namespace weft {
namespace {

// Says of every path what `known` was: as if the path had been looked at before it was swapped.
class LateFiles final : public llvm::vfs::ProxyFileSystem {
public:
  LateFiles(llvm::StringRef known)
      : ProxyFileSystem(llvm::vfs::getRealFileSystem()), known(known.str()) {}
  llvm::ErrorOr<llvm::vfs::Status> status(const llvm::Twine &) override {
    return getUnderlyingFS().status(known);
  }

private:
  const std::string known;
};

class RecordingFilesTest : public testing::Test {
protected:
  void SetUp() override {
    char pattern[] = "/tmp/weft-recording-XXXXXX";
    ASSERT_TRUE(mkdtemp(pattern));
    folder = pattern;
    plain = folder + "/plain.h";
    fifo = folder + "/fifo.h";
    std::ofstream(plain) << "int x;\n";
    ASSERT_EQ(mkfifo(fifo.c_str(), 0600), 0);
  }
  void TearDown() override {
    unlink(plain.c_str());
    unlink(fifo.c_str());
    rmdir(folder.c_str());
  }
  std::string folder, plain, fifo;
};

TEST_F(RecordingFilesTest, FifoInThePlaceOfAFileIsNotWaitedFor) {
  alarm(60); // the failure would be a hang
  RecordingFiles files(llvm::makeIntrusiveRefCnt<LateFiles>(plain), "/weft/");
  EXPECT_FALSE(files.openFileForRead(fifo));
  EXPECT_TRUE(files.status(fifo)); // so its content counts
  EXPECT_EQ(files.recorded().size(), 1u);
  alarm(0);
}

TEST_F(RecordingFilesTest, ContentOfWhatWasReadIsRecorded) {
  RecordingFiles files(llvm::vfs::getRealFileSystem(), "/weft/");
  auto file = files.openFileForRead(plain);
  ASSERT_TRUE(file);
  auto buffer = (*file)->getBuffer(plain, -1, true, false);
  ASSERT_TRUE(buffer);
  EXPECT_EQ((*buffer)->getBuffer(), "int x;\n");
  EXPECT_FALSE(files.openFileForRead(folder + "/none.h"));
  const std::vector<IncludedFile> seen = files.recorded();
  ASSERT_EQ(seen.size(), 2u);
  EXPECT_FALSE(seen[0].present);
  EXPECT_TRUE(seen[1].present);
  EXPECT_EQ(seen[1].hash, contentHash("int x;\n"));
}

// To touch what is mapped of a file that was cut off meanwhile would end the process.
TEST_F(RecordingFilesTest, FileMayBeCutOffOnceItIsRead) {
  const std::string large(1 << 20, 'x');
  std::ofstream(plain) << large;
  RecordingFiles files(llvm::vfs::getRealFileSystem(), "/weft/");
  auto file = files.openFileForRead(plain);
  ASSERT_TRUE(file);
  auto buffer = (*file)->getBuffer(plain, -1, true, false);
  ASSERT_TRUE(buffer);
  ASSERT_EQ(truncate(plain.c_str(), 0), 0);
  EXPECT_EQ((*buffer)->getBuffer(), large);
}

} // namespace
} // namespace weft

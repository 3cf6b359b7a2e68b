// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cpu/code/artifact_cache.h"
#include "unit/temporary_folder.h"

#include <atomic>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <set>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace weft {
namespace {

Artifact sample(const std::string &name, size_t code_bytes = 100) {
  Artifact artifact;
  artifact.kind = ArtifactKind::Executable;
  artifact.options = name;
  artifact.code.assign(code_bytes, 'c');
  artifact.kernels.emplace_back().name = name;
  return artifact;
}

CacheKey key(uint64_t number) { return {number << 56 | number, ~number}; }

// The path of an entry that is alone in its folder.
std::string onlyFile(const CacheFolder &folder) {
  auto entries = folder.list();
  EXPECT_EQ(entries.size(), 1u);
  return entries.empty() ? "" : entries[0].path;
}

struct DiskCache {
  explicit DiskCache(uint64_t max_bytes = 1 << 20, const char *name = "/cache")
      : path(parent.path + name), max_bytes(max_bytes) {}
  CacheFolder folder() const { return {path, max_bytes}; }
  // As a process of its own would have it: nothing in memory.
  ArtifactCache open(size_t memory = 0) const {
    return {std::make_unique<CacheFolder>(path, max_bytes), memory};
  }
  TemporaryFolder parent;
  std::string path;
  uint64_t max_bytes;
};

TEST(ArtifactCache, WhatOneProcessKeepsAnotherFinds) {
  DiskCache disk;
  EXPECT_FALSE(disk.open().find(key(1)));
  disk.open().store(key(1), sample("one"));
  disk.open().store(key(2), sample("two"));
  auto found = disk.open().find(key(1));
  ASSERT_TRUE(found);
  EXPECT_EQ(serialize(*found), serialize(sample("one")));
  EXPECT_EQ(disk.open().find(key(2))->kernels.at(0).name, "two");
  EXPECT_FALSE(disk.open().find(key(3)));
  struct stat status;
  ASSERT_EQ(stat(disk.path.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0700u);
}

TEST(ArtifactCache, MemoryAnswersWithoutTheDisk) {
  DiskCache disk;
  ArtifactCache cache = disk.open(1 << 20);
  cache.store(key(1), sample("one"));
  EXPECT_EQ(disk.folder().clear(), 1u);
  EXPECT_TRUE(cache.find(key(1)));
}

TEST(ArtifactCache, MemoryIsBoundedAndKeepsWhatIsUsed) {
  ArtifactCache cache(nullptr, 10000);
  cache.store(key(1), sample("used"));
  for (uint64_t i = 2; i < 100; ++i) {
    cache.store(key(i), sample("other"));
    EXPECT_TRUE(cache.find(key(1))) << i;
  }
  EXPECT_FALSE(cache.find(key(2)));
  EXPECT_TRUE(cache.find(key(99)));
  cache.store(key(200), sample("huge", 20000));
  EXPECT_FALSE(cache.find(key(200)));
  EXPECT_TRUE(cache.find(key(99)));
}

TEST(ArtifactCache, AnyDamageIsFoundAndTheEntryDropped) {
  DiskCache disk;
  std::string whole;
  for (int damage = 0; damage < 60; ++damage) {
    disk.open().store(key(1), sample("one"));
    std::string file = onlyFile(disk.folder());
    std::ifstream in(file, std::ios::binary);
    whole.assign(std::istreambuf_iterator<char>(in), {});
    std::string damaged = whole;
    if (damage % 3 == 0)
      damaged.resize(whole.size() * size_t(damage) / 60);
    else
      damaged[whole.size() * size_t(damage) / 60] ^= char(1 << damage % 8);
    std::ofstream(file, std::ios::binary) << damaged;
    EXPECT_FALSE(disk.open().find(key(1))) << damage;
    EXPECT_TRUE(disk.folder().list().empty()) << damage;
  }
}

TEST(ArtifactCache, EntryUnderAForeignKeyIsDropped) {
  DiskCache disk;
  disk.open().store(key(1), sample("one"));
  std::string file = onlyFile(disk.folder());
  disk.open().store(key(2), sample("two"));
  for (const auto &entry : disk.folder().list())
    if (entry.path != file)
      std::filesystem::copy_file(file, entry.path,
                                 std::filesystem::copy_options::overwrite_existing);
  EXPECT_FALSE(disk.open().find(key(2)));
  EXPECT_TRUE(disk.open().find(key(1)));
}

TEST(ArtifactCache, ChangedIncludesMakeAnEntryStale) {
  DiskCache disk;
  disk.parent.write("/a.h", "one");
  Artifact artifact = sample("one");
  artifact.includes = {{disk.parent.path + "/a.h", true, contentHash("one")},
                       {disk.parent.path + "/before/a.h", false, 0}};
  ArtifactCache in_memory = disk.open(1 << 20);
  in_memory.store(key(1), artifact);
  auto both = [&](bool expected) {
    EXPECT_EQ(disk.open().find(key(1)).has_value(), expected);
    EXPECT_EQ(in_memory.find(key(1)).has_value(), expected);
  };
  both(true);
  disk.parent.write("/a.h", "two");
  both(false);
  disk.parent.write("/a.h", "one");
  both(true);
  // A file that comes to stand before the one that was read.
  disk.parent.write("/before/a.h", "three");
  both(false);
  std::filesystem::remove_all(disk.parent.path + "/before");
  both(true);
  std::filesystem::remove(disk.parent.path + "/a.h");
  both(false);
}

TEST(CacheFolder, LeastRecentlyUsedGoesFirst) {
  DiskCache disk(64 << 10);
  CacheFolder folder = disk.folder();
  std::string bytes(2000, 'x');
  for (uint64_t i = 1; i <= 20; ++i) {
    ASSERT_TRUE(folder.write(key(i), bytes));
    // Used i hours before now.
    timespec times[2] = {{time(nullptr) - time_t(i) * 3600, 0}, {}};
    times[1] = times[0];
    for (const auto &entry : folder.list())
      if (entry.last_use > int64_t(time(nullptr) - 1800) * 1'000'000'000)
        utimensat(AT_FDCWD, entry.path.c_str(), times, 0);
  }
  ASSERT_EQ(folder.list().size(), 20u);
  EXPECT_TRUE(folder.read(key(20))); // the oldest, and now the newest
  folder.shrink(5 * bytes.size());
  EXPECT_EQ(folder.list().size(), 5u);
  for (uint64_t i : {1, 2, 3, 4, 20})
    EXPECT_TRUE(folder.read(key(i))) << i;
  EXPECT_FALSE(folder.read(key(5)));
}

TEST(CacheFolder, WritingKeepsToTheBound) {
  DiskCache disk(100 << 10);
  CacheFolder folder = disk.folder();
  std::string bytes(3000, 'x');
  for (uint64_t i = 0; i < 200; ++i)
    EXPECT_TRUE(folder.write(key(i), bytes));
  uint64_t sum = 0;
  for (const auto &entry : folder.list())
    sum += entry.bytes;
  // The bound, and what may come in before the folder is looked at again.
  EXPECT_LE(sum, disk.max_bytes + disk.max_bytes / 16 + bytes.size());
  EXPECT_GE(sum, disk.max_bytes / 2);
  EXPECT_FALSE(folder.write(key(1), std::string(disk.max_bytes, 'x')));
}

TEST(CacheFolder, ClearTakesOnlyItsOwn) {
  DiskCache disk;
  CacheFolder folder = disk.folder();
  EXPECT_EQ(folder.clear(), 0u);
  folder.write(key(1), "one");
  folder.write(key(2), "two");
  std::ofstream(disk.path + "/notes.txt") << "mine";
  std::string dead = folder.list().at(0).path;
  std::ofstream(dead.substr(0, dead.rfind('/')) + "/tmp-abcdef") << "half";
  EXPECT_EQ(folder.clear(), 2u);
  EXPECT_TRUE(folder.list().empty());
  EXPECT_TRUE(std::filesystem::exists(disk.path + "/notes.txt"));
  EXPECT_FALSE(std::filesystem::exists(dead.substr(0, dead.rfind('/')) + "/tmp-abcdef"));
}

TEST(CacheFolder, VanishingFolderIsMadeAgain) {
  DiskCache disk;
  CacheFolder folder = disk.folder();
  EXPECT_TRUE(folder.write(key(1), "one"));
  std::filesystem::remove_all(disk.path);
  EXPECT_FALSE(folder.read(key(1)));
  EXPECT_TRUE(folder.write(key(1), "one"));
  EXPECT_EQ(folder.read(key(1)), "one");
}

TEST(CacheFolder, PlaceThatCannotBeIsSilentlyLeft) {
  TemporaryFolder parent;
  parent.write("/file", "");
  for (std::string path : {parent.path + "/file", parent.path + "/file/below",
                           std::string("/proc/weft"), std::string("/dev/null")}) {
    CacheFolder folder(path, 1 << 20);
    EXPECT_FALSE(folder.write(key(1), "one")) << path;
    EXPECT_FALSE(folder.read(key(1))) << path;
    EXPECT_TRUE(folder.list().empty());
    EXPECT_EQ(folder.clear(), 0u);
    ArtifactCache cache(std::make_unique<CacheFolder>(path, 1 << 20), 1 << 20);
    cache.store(key(1), sample("one"));
    EXPECT_TRUE(cache.find(key(1))); // memory serves
  }
}

TEST(CacheFolder, FullDiskLeavesNothingBehind) {
  DiskCache disk;
  CacheFolder folder = disk.folder();
  ASSERT_TRUE(folder.write(key(1), "one"));
  // A process whose files may not grow stands for a disk that is full.
  pid_t child = fork();
  if (child == 0) {
    signal(SIGXFSZ, SIG_IGN);
    rlimit limit = {1000, 1000};
    setrlimit(RLIMIT_FSIZE, &limit);
    _exit(folder.write(key(2), std::string(5000, 'x')) ? 1 : 0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  EXPECT_FALSE(folder.read(key(2)));
  size_t files = 0;
  for (const auto &entry : std::filesystem::recursive_directory_iterator(disk.path))
    files += entry.is_regular_file();
  EXPECT_EQ(files, 1u);
}

TEST(CacheFolder, FolderThatOthersMayWriteIsNotUsed) {
  DiskCache disk;
  ASSERT_TRUE(disk.folder().write(key(1), "one"));
  ASSERT_TRUE(disk.folder().read(key(1)));
  chmod(disk.path.c_str(), 0777);
  EXPECT_FALSE(disk.folder().read(key(1)));
  EXPECT_FALSE(disk.folder().write(key(2), "two"));
}

constexpr uid_t OtherUser = 65534;

// An entry that was written as it should be, in a folder of its own.
struct EntryOnDisk : DiskCache {
  EntryOnDisk() {
    EXPECT_TRUE(folder().write(key(1), "one"));
    EXPECT_TRUE(folder().read(key(1)));
    file = onlyFile(folder());
    group = file.substr(0, file.rfind('/'));
  }
  std::string file, group;
};

TEST(CacheFolder, EntryAndFoldersThatOthersMayWriteAreNotUsed) {
  for (mode_t mode : {0020, 0002}) {
    EntryOnDisk disk;
    chmod(disk.file.c_str(), 0600 | mode);
    EXPECT_FALSE(disk.folder().read(key(1)));
    chmod(disk.file.c_str(), 0600);
    chmod(disk.group.c_str(), 0700 | mode);
    EXPECT_FALSE(disk.folder().read(key(1)));
    EXPECT_FALSE(disk.folder().write(key(1), "two"));
    EXPECT_TRUE(disk.folder().list().empty());
    chmod(disk.group.c_str(), 0700);
    chmod(disk.path.c_str(), 0700 | mode);
    EXPECT_FALSE(disk.folder().read(key(1)));
    chmod(disk.path.c_str(), 0700);
    EXPECT_EQ(disk.folder().read(key(1)), "one");
  }
}

TEST(CacheFolder, EntryAndFoldersOfAnotherUserAreNotUsed) {
  if (geteuid() != 0)
    GTEST_SKIP() << "only root can give files to another user";
  EntryOnDisk disk;
  for (const std::string &path : {disk.file, disk.group, disk.path}) {
    ASSERT_EQ(chown(path.c_str(), OtherUser, OtherUser), 0);
    EXPECT_FALSE(disk.folder().read(key(1))) << path;
    ASSERT_EQ(chown(path.c_str(), 0, 0), 0);
    EXPECT_EQ(disk.folder().read(key(1)), "one") << path;
  }
  // Nor is anything put, or deleted, where another user says.
  ASSERT_EQ(chown(disk.group.c_str(), OtherUser, OtherUser), 0);
  EXPECT_FALSE(disk.folder().write(key(1), "two"));
  disk.folder().remove(key(1));
  disk.folder().shrink(0);
  EXPECT_EQ(disk.folder().clear(), 0u);
  EXPECT_TRUE(std::filesystem::exists(disk.file));
}

TEST(CacheFolder, FolderThatBecomesAnothersIsLeftByRunningProcess) {
  EntryOnDisk disk;
  CacheFolder folder = disk.folder();
  ASSERT_TRUE(folder.read(key(1)));
  chmod(disk.path.c_str(), 0777);
  EXPECT_FALSE(folder.read(key(1)));
  EXPECT_FALSE(folder.write(key(2), "two"));
}

TEST(CacheFolder, LinksInsideAreNotFollowed) {
  EntryOnDisk disk;
  const std::string elsewhere = disk.parent.path + "/elsewhere";
  std::filesystem::rename(disk.file, elsewhere);
  std::filesystem::create_symlink(elsewhere, disk.file);
  EXPECT_FALSE(disk.folder().read(key(1)));
  std::filesystem::remove(disk.file);
  std::filesystem::rename(elsewhere, disk.file);
  std::filesystem::rename(disk.group, elsewhere);
  std::filesystem::create_directory_symlink(elsewhere, disk.group);
  EXPECT_FALSE(disk.folder().read(key(1)));
  EXPECT_EQ(disk.folder().clear(), 0u);
}

TEST(CacheFolder, PipeInPlaceOfAnEntryIsNotWaitedFor) {
  EntryOnDisk disk;
  std::filesystem::remove(disk.file);
  ASSERT_EQ(mkfifo(disk.file.c_str(), 0600), 0);
  EXPECT_FALSE(disk.folder().read(key(1)));
}

TEST(CacheFolder, ReadersSeeWholeEntriesWhileOthersWrite) {
  DiskCache disk;
  std::atomic<bool> stop = false;
  std::atomic<int> bad = 0, good = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 2; ++t)
    threads.emplace_back([&, t] {
      CacheFolder mine = disk.folder();
      while (!stop)
        mine.write(key(1), std::string(50000, char('a' + t)));
    });
  CacheFolder folder = disk.folder();
  while (good < 200) {
    auto bytes = folder.read(key(1));
    if (!bytes)
      continue;
    ++good;
    std::set<char> letters(bytes->begin(), bytes->end());
    bad += bytes->size() != 50000 || letters.size() != 1;
  }
  stop = true;
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(bad, 0);
}

} // namespace
} // namespace weft

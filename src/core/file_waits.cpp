// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The thread that waits for files.
#include "core/file_waits.h"

#include "core/error.h"

#include <CL/cl.h>
#include <cerrno>
#include <csignal>
#include <map>
#include <mutex>
#include <pthread.h>
#include <sys/epoll.h>
#include <unistd.h>

namespace weft {

namespace {

class FileWaits {
public:
  void add(int file, std::function<void()> then) {
    std::lock_guard lock(mutex);
    startLocked();
    pending[file] = std::move(then);
    epoll_event event = {};
    event.events = EPOLLIN | EPOLLONESHOT;
    event.data.fd = file;
    // A number that was closed and given out again is not known, one that fired is.
    if (epoll_ctl(poll, EPOLL_CTL_MOD, file, &event) != 0 &&
        epoll_ctl(poll, EPOLL_CTL_ADD, file, &event) != 0) {
      pending.erase(file);
      throw Error{CL_OUT_OF_RESOURCES, "the system cannot wait for the file"};
    }
  }

private:
  // A forked child has neither the thread nor what it waited for.
  void startLocked() {
    if (owner == getpid())
      return;
    if (poll >= 0)
      close(poll);
    pending.clear();
    poll = epoll_create1(EPOLL_CLOEXEC);
    // The application's signals are for its own threads.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pthread_t thread;
    const bool started = poll >= 0 && pthread_create(&thread, nullptr, main, this) == 0;
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    if (!started)
      throw Error{CL_OUT_OF_RESOURCES, "no thread to wait for files"};
    pthread_detach(thread);
    owner = getpid();
  }

  static void *main(void *self) {
    pthread_setname_np(pthread_self(), "weft-files");
    static_cast<FileWaits *>(self)->run();
    return nullptr;
  }

  void run() {
    const int own_poll = poll;
    for (;;) {
      epoll_event event;
      const int count = epoll_wait(own_poll, &event, 1, -1);
      if (count < 0 && errno != EINTR)
        return;
      if (count != 1)
        continue;
      std::function<void()> then;
      {
        std::lock_guard lock(mutex);
        const auto found = pending.find(event.data.fd);
        if (found == pending.end())
          continue;
        then = std::move(found->second);
        pending.erase(found);
      }
      then();
    }
  }

  std::mutex mutex; // guards what is below
  pid_t owner = 0;  // the process that has the thread
  int poll = -1;
  std::map<int, std::function<void()>> pending;
};

} // namespace

void whenReadable(int file, std::function<void()> then) {
  static FileWaits &all = *new FileWaits; // the thread may outlive static objects
  all.add(file, std::move(then));
}

} // namespace weft

// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One compile server, as the host sees it.
#ifndef WEFT_CPU_COMPILE_SERVER_SERVER_PROCESS_H
#define WEFT_CPU_COMPILE_SERVER_SERVER_PROCESS_H

#include "cpu/compile_server/keeper.h"

#include <memory>
#include <mutex>
#include <string>
#include <sys/resource.h>
#include <sys/stat.h>
#include <vector>

namespace weft {

// What a server takes from its host as it starts, and what it should be told, but cannot, when that
// changes.
struct ServerOrigin {
  uid_t user = 0;
  gid_t group = 0;
  dev_t root_device = 0;
  ino_t root = 0;
  int niceness = 0;
  // Soft limits of the number of processes and of address space; RLIM_INFINITY is the largest
  // number.
  rlim_t processes = 0, address_space = 0;

  static ServerOrigin here();
  // Whether a server that was started there does as well as one that is started here.
  bool serves(const ServerOrigin &here) const;
};

class ServerProcess {
public:
  // Null with errno's value where there is none to be had.
  static std::shared_ptr<ServerProcess>
  start(const std::string &path, std::vector<std::string> arguments, bool keep_stderr, int &error);
  // Ends the server.
  ~ServerProcess();

  // Whether this process started it, in circumstances like these, its socket is still what it was
  // (programs that close all descriptors close those of others), and no end of it is known.
  bool usable() const;
  bool owned() const;
  // Whether it has ended, as far as its keeper knows.
  bool ended() const { return keeper().state.load() == Keeper::Ended; }
  int control() const { return socket; }
  void kill();

  struct Ending {
    int start_error = 0;     // errno's value: it never began
    bool was_killed = false; // by end(): it would have gone on
    int status = 0;          // as of waitpid()
    std::string reason;      // what it said at last
  };
  // Waits for its end, and kills it if it does not end within so many milliseconds.
  Ending end(unsigned patience = 0);
  // In a forked child: lets go of what belongs to the parent.
  void abandon();

private:
  ServerProcess() = default;
  Keeper &keeper() const { return *static_cast<Keeper *>(memory); }
  bool socketIsOurs() const;
  void closeSocket();

  std::vector<std::string> words; // of arguments and environment
  std::vector<char *> arguments, environment;
  std::string path;
  ServerOrigin origin;
  int socket = -1;
  struct stat socket_identity = {};
  void *memory = nullptr; // the keeper and its stack
  pid_t keeper_process = -1;
  pid_t host = -1;
  std::mutex mutex; // guards what follows
  bool waited = false;
  Ending ending;
};

// A descriptor that is not one of the standard ones, where a host has closed them.
int notStandard(int descriptor);

} // namespace weft
#endif

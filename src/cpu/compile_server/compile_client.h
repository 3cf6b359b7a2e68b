// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Has requests answered by a compile server, whatever becomes of that.
#ifndef WEFT_CPU_COMPILE_SERVER_COMPILE_CLIENT_H
#define WEFT_CPU_COMPILE_SERVER_COMPILE_CLIENT_H

#include "core/device.h"
#include "cpu/compile_server/server_process.h"
#include "support/fork_safe_mutex.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>
#include <weft/compiler.h>

namespace weft {

// A request is sent to the server that all share. If that ends before it has answered, the request
// is sent once more, to a server of its own, so that nobody pays for what another one's program
// does to the compiler; if that one ends as well, the build has failed.
class CompileClient {
public:
  struct Limits {
    unsigned seconds = 0;   // of a build; 0: none
    uint64_t mebibytes = 0; // of a server; 0: none
  };
  explicit CompileClient(Limits limits);
  ~CompileClient();

  // Where no server can be had for this library the build has failed, and its log says why.
  Device::CompileResult compile(const weft_request &request, const std::string &library,
                                const std::function<void()> &started);

private:
  enum class Outcome { Answered, NotAsked, Damaged, Died, TimedOut };
  struct Answer {
    Outcome outcome = Outcome::Died;
    int error = 0; // errno's value where the server was not asked, for want of something
    Device::CompileResult result = {WEFT_INTERNAL_ERROR, {}}; // where it has answered
  };
  using Server = std::shared_ptr<ServerProcess>;

  Server start(const std::string &library, int &error) const;
  Server shared(const std::string &library, const std::function<void()> &started, int &error);
  void forget(const Server &server);
  int openRequest(const Server &server);
  void closeRequest(int socket);
  Answer ask(const Server &server, const std::string &message);
  static void read(Answer &answer, uint32_t status, const std::string &bytes);
  static ServerProcess::Ending end(const Server &server, const Answer &answer);
  Device::CompileResult failure(const std::string &library, const Answer &answer,
                                const ServerProcess::Ending &ending) const;
  Device::CompileResult alone(const std::string &library, const std::string &message);
  static void afterForkInChild();

  const Limits limits;
  ForkSafeMutex mutex; // guards what follows
  Server server;
  std::string server_library;
  std::vector<int> requests; // sockets
};

} // namespace weft
#endif

// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How the driver and its compile server (docs/compile-server.md) talk. The driver holds one end of
// a control socket, which only carries descriptors: each request is a socket of its own, over which
// a RequestHeader and bytes go one way, a ReplyHeader and bytes the other. So requests do not wait
// for each other, and the death of the server is the end of each of their sockets.
#ifndef WEFT_SUPPORT_COMPILE_CHANNEL_H
#define WEFT_SUPPORT_COMPILE_CHANNEL_H

#include <cstddef>
#include <cstdint>

namespace weft::channel {

// To be changed with anything below; the server refuses a driver of another one.
constexpr unsigned Version = 3;

// What the server finds open. There is no host's descriptor where the kernel has none.
constexpr int ControlDescriptor = 3, HostDescriptor = 4;

// How the server ends when it ends by itself. But for the first and the last it has sent the
// reason, as text, over the control socket.
constexpr int ExitDone = 0;
constexpr int ExitRefused = 70;     // it cannot serve this host
constexpr int ExitNoCompiler = 71;  // nor open the compiler
constexpr int ExitGivenUp = 72;     // LLVM cannot go on
constexpr int ExitOutOfMemory = 73; // nor where there is no memory
constexpr int ExitMemoryLimit = 74; // it took more than it may

// Of a request or an artifact, in bytes; more is a mistake.
constexpr uint64_t MostBytes = uint64_t(1) << 32;

struct RequestHeader {
  uint64_t bytes;    // of the request, after the mask
  uint32_t cpu_mask; // bytes of the affinity mask that comes first
  int32_t niceness;  // of the thread that asks
};

struct ReplyHeader {
  uint64_t bytes; // of the artifact
  uint32_t status;
  uint32_t has_artifact;
};

enum class Io { Done, Closed, TimedOut };

// Nanoseconds of CLOCK_MONOTONIC.
uint64_t now();
constexpr uint64_t Never = ~uint64_t(0);

// All of it, or not. No signal is raised; signals do not interrupt. What is asked to `go_on` once a
// second ends the wait, as Closed.
using GoOn = bool (*)(void *);
Io sendAll(int socket, const void *bytes, size_t size, uint64_t deadline = Never,
           GoOn go_on = nullptr, void *context = nullptr);
Io receiveAll(int socket, void *bytes, size_t size, uint64_t deadline = Never, GoOn go_on = nullptr,
              void *context = nullptr);

// What a message over a control socket holds, as descriptors; -1: none.
struct RequestDescriptors {
  int socket = -1; // of the request
  int folder = -1; // the working folder of the host; none where the host may not enter it either
};

// False if the other end is gone, or there is no room.
bool sendDescriptors(int control, const RequestDescriptors &sent);
// False if the other end is gone. There is no socket if that was another message.
bool receiveDescriptors(int control, RequestDescriptors &received);

// Whether the socket was made by a process of the user that this one runs as.
bool isOfSameUser(int socket);

} // namespace weft::channel
#endif

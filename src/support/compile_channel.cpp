// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "support/compile_channel.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace weft::channel {
namespace {

constexpr uint64_t Second = 1'000'000'000;

// Until something can be done with the socket. Where it is closed, something can.
Io await(int socket, short events, uint64_t deadline, GoOn go_on, void *context) {
  for (;;) {
    uint64_t left = Second;
    if (deadline != Never) {
      const uint64_t time = now();
      left = time >= deadline ? 0 : std::min(deadline - time, Second);
    } else if (!go_on) {
      left = Never;
    }
    pollfd entry = {socket, events, 0};
    const timespec wait = {time_t(left / Second), long(left % Second)};
    const int ready = ppoll(&entry, 1, left == Never ? nullptr : &wait, nullptr);
    if (ready > 0)
      return entry.revents & POLLNVAL ? Io::Closed : Io::Done;
    if (ready < 0 && errno != EINTR && errno != ENOMEM)
      return Io::Closed;
    if (ready == 0 && left == 0)
      return Io::TimedOut;
    if (ready == 0 && go_on && !go_on(context))
      return Io::Closed;
  }
}

template <typename Move>
Io moveAll(int socket, short events, size_t size, uint64_t deadline, GoOn go_on, void *context,
           Move move) {
  for (size_t done = 0; done < size;) {
    const ssize_t moved = move(done);
    if (moved > 0) {
      done += size_t(moved);
      continue;
    }
    if (moved == 0 || (errno != EAGAIN && errno != EINTR && errno != ENOBUFS))
      return Io::Closed;
    if (const Io ended = await(socket, events, deadline, go_on, context); ended != Io::Done)
      return ended;
  }
  return Io::Done;
}

} // namespace

uint64_t now() {
  timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return uint64_t(time.tv_sec) * Second + uint64_t(time.tv_nsec);
}

Io sendAll(int socket, const void *bytes, size_t size, uint64_t deadline, GoOn go_on,
           void *context) {
  return moveAll(socket, POLLOUT, size, deadline, go_on, context, [&](size_t done) {
    return send(socket, static_cast<const char *>(bytes) + done, size - done,
                MSG_NOSIGNAL | MSG_DONTWAIT);
  });
}

Io receiveAll(int socket, void *bytes, size_t size, uint64_t deadline, GoOn go_on, void *context) {
  return moveAll(socket, POLLIN, size, deadline, go_on, context, [&](size_t done) {
    return recv(socket, static_cast<char *>(bytes) + done, size - done, MSG_DONTWAIT);
  });
}

namespace {

constexpr size_t MostDescriptors = 2;

// A message of one byte with room for descriptors. Points into itself.
struct ControlMessage {
  char byte = 0;
  iovec content = {&byte, 1};
  alignas(cmsghdr) char space[CMSG_SPACE(MostDescriptors * sizeof(int))] = {};
  msghdr message = {};

  ControlMessage() {
    message.msg_iov = &content;
    message.msg_iovlen = 1;
    message.msg_control = space;
    message.msg_controllen = sizeof space;
  }
  ControlMessage(const ControlMessage &) = delete;
  ControlMessage &operator=(const ControlMessage &) = delete;
};

} // namespace

bool sendDescriptors(int control, const RequestDescriptors &given) {
  const int descriptors[] = {given.socket, given.folder};
  const size_t size = (given.folder >= 0 ? 2 : 1) * sizeof(int);
  ControlMessage out;
  out.message.msg_controllen = CMSG_SPACE(size);
  cmsghdr *header = CMSG_FIRSTHDR(&out.message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(size);
  std::memcpy(CMSG_DATA(header), descriptors, size);
  ssize_t sent;
  do
    sent = sendmsg(control, &out.message, MSG_NOSIGNAL);
  while (sent < 0 && errno == EINTR);
  return sent == 1;
}

bool receiveDescriptors(int control, RequestDescriptors &received) {
  received = {};
  ControlMessage in;
  ssize_t bytes;
  do
    bytes = recvmsg(control, &in.message, MSG_CMSG_CLOEXEC);
  while (bytes < 0 && errno == EINTR);
  if (bytes <= 0)
    return false;
  const cmsghdr *header = CMSG_FIRSTHDR(&in.message);
  if (!header || header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS)
    return true;
  int descriptors[MostDescriptors] = {-1, -1};
  std::memcpy(descriptors, CMSG_DATA(header),
              std::min<size_t>(header->cmsg_len - CMSG_LEN(0), sizeof descriptors));
  received = {descriptors[0], descriptors[1]};
  return true;
}

bool isOfSameUser(int socket) {
  ucred peer;
  socklen_t size = sizeof peer;
  return getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 && peer.uid == geteuid();
}

} // namespace weft::channel

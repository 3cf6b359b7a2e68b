// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How kernels see pipes. Shared by the driver and the OpenCL C library; plain C. Part of what
// WEFT_KERNEL_ABI_VERSION (kernel_abi.h) counts.
//
// A pipe is a ring of packets in one memory object: this header, at `states_offset` a 32-bit state
// for each packet, at `packets_offset` the packets, `packet_bytes` apart. In the packed argument
// buffer a pipe argument is the 8-byte address of the header.
//
// A position is how often the ring was gone round (upper 32 bits) and a packet's index (lower 32).
// Whoever reserves packets moves `written` or `read` past them in one compare-and-exchange; what
// becomes of each packet its state tells: 2 * round while it is free for the writer of that round,
// 2 * round + 1 while it holds what the reader of that round wants, so both commits add one. Nobody
// waits for anybody: reservations may be committed in any order, and a packet that is not committed
// only ends what can be read or written for the time being.
#ifndef WEFT_PIPE_ABI_H
#define WEFT_PIPE_ABI_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// All zeros but for the constants is an empty pipe. Writers and readers have a cache line each.
typedef struct weft_pipe {
  uint32_t max_packets;    // constant, as are these three
  uint32_t packet_bytes;   // of a packet, and from one to the next
  uint64_t states_offset;  // bytes from the header's start
  uint64_t packets_offset; // bytes from the header's start; a multiple of WEFT_ABI_ALIGNMENT
  uint8_t line_end[40];
  uint64_t written; // position up to which packets have been reserved for writing
  uint8_t written_line_end[56];
  uint64_t read; // position up to which packets have been reserved for reading
  uint8_t read_line_end[56];
} weft_pipe;

#ifdef __cplusplus
}
#endif
#endif

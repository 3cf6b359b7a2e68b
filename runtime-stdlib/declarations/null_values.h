// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CLK_NULL_RESERVE_ID, CLK_NULL_EVENT and CLK_NULL_QUEUE for programs that use them: Clang 22 ends in
// a crash over its own header's macros for the first two, as it has no constant of these types with
// all bits set, and takes the third for a number where a call wants a queue.
#ifdef __opencl_c_pipes
__attribute__((const)) reserve_id_t __weft_null_reserve_id(void);
#undef CLK_NULL_RESERVE_ID
#define CLK_NULL_RESERVE_ID (__weft_null_reserve_id())
#endif
#ifdef __opencl_c_device_enqueue
__attribute__((const)) clk_event_t __weft_null_event(void);
#undef CLK_NULL_EVENT
#define CLK_NULL_EVENT (__weft_null_event())
__attribute__((const)) queue_t __weft_null_queue(void);
#undef CLK_NULL_QUEUE
#define CLK_NULL_QUEUE (__weft_null_queue())
#endif

// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CLK_NULL_RESERVE_ID and CLK_NULL_EVENT for programs that use them: Clang 22 ends in a crash over
// its own header's macros, as it has no constant of these types with all bits set.
#if defined(__opencl_c_pipes) || __OPENCL_C_VERSION__ == 200
__attribute__((const)) reserve_id_t __weft_null_reserve_id(void);
#undef CLK_NULL_RESERVE_ID
#define CLK_NULL_RESERVE_ID (__weft_null_reserve_id())
#endif
#if defined(__opencl_c_device_enqueue) || __OPENCL_C_VERSION__ == 200
__attribute__((const)) clk_event_t __weft_null_event(void);
#undef CLK_NULL_EVENT
#define CLK_NULL_EVENT (__weft_null_event())
#endif

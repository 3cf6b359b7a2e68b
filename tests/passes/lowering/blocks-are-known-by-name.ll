; Kernels of blocks are named where their address was, and the functions of blocks are only called.
; A kernel that Clang describes the arguments of is the program's own.
; RUN: %weft-opt -passes=weft-name-block-kernels -S %s | FileCheck %s

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"
target triple = "spir64-unknown-unknown"

; CHECK: @literal = internal addrspace(1) constant { i32, i32, ptr addrspace(4) } { i32 16, i32 8, ptr addrspace(4) addrspacecast (ptr null to ptr addrspace(4)) }
; CHECK: @__weft_name.__k_block_invoke_kernel = internal unnamed_addr addrspace(2) constant [24 x i8] c"__k_block_invoke_kernel\00"
@literal = internal addrspace(1) constant { i32, i32, ptr addrspace(4) } { i32 16, i32 8, ptr addrspace(4) addrspacecast (ptr @__k_block_invoke to ptr addrspace(4)) }

; CHECK: define spir_kernel void @k() !kernel_arg_addr_space
; CHECK: store ptr addrspace(4) addrspacecast (ptr null to ptr addrspace(4)), ptr %block
; CHECK: call spir_func i32 @__enqueue_kernel_basic(ptr addrspace(4) addrspacecast (ptr addrspace(2) @__weft_name.__k_block_invoke_kernel to ptr addrspace(4)))
; CHECK: call spir_func void @__k_block_invoke(ptr addrspace(4) null)
define spir_kernel void @k() !kernel_arg_addr_space !0 {
  %block = alloca ptr addrspace(4)
  store ptr addrspace(4) addrspacecast (ptr @__k_block_invoke to ptr addrspace(4)), ptr %block
  %code = call spir_func i32 @__enqueue_kernel_basic(ptr addrspace(4) addrspacecast (ptr @__k_block_invoke_kernel to ptr addrspace(4)))
  call spir_func void @__k_block_invoke(ptr addrspace(4) null)
  ret void
}

define internal spir_func void @__k_block_invoke(ptr addrspace(4) %block) {
  ret void
}

; CHECK: define dso_local spir_kernel void @__k_block_invoke_kernel(ptr addrspace(4) noalias noundef nonnull readonly align 8 %0) [[BLOCK:#[0-9]+]]
; CHECK: call spir_func void @__k_block_invoke(ptr addrspace(4) %0)
; CHECK: attributes [[BLOCK]] = { "weft-block-kernel" }
define spir_kernel void @__k_block_invoke_kernel(ptr addrspace(4) %0) {
  call spir_func void @__k_block_invoke(ptr addrspace(4) %0)
  ret void
}

declare spir_func i32 @__enqueue_kernel_basic(ptr addrspace(4))

!0 = !{}

; What collective functions meet in: an array at the start of the context, with 16 bytes per
; work-item, and a __local variable, laid out with the kernel's own.
; RUN: %weft-opt -passes=weft-lower-kernels -S %s | FileCheck %s
; RUN: %weft-opt -passes="print<weft-lower-kernels>" -disable-output %s 2>&1 | FileCheck %s --check-prefix=PLAN

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@k.number = internal addrspace(3) global i32 undef, align 4

declare spir_func ptr addrspace(3) @__weft_group_values() memory(none)
declare spir_func ptr addrspace(3) @__weft_group_results() memory(none)
declare spir_func void @_Z7barrierj(i32) convergent

; Library functions of this kind cannot stay calls.
define internal spir_func i32 @_Z21work_group_reduce_addi(i32 %x) "weft-library" {
  %values = call spir_func ptr addrspace(3) @__weft_group_values()
  %results = call spir_func ptr addrspace(3) @__weft_group_results()
  store i32 %x, ptr addrspace(3) %values
  call spir_func void @_Z7barrierj(i32 1)
  %r = load i32, ptr addrspace(3) %results
  ret i32 %r
}

; CHECK-LABEL: define internal void @k.item(
; CHECK-DAG: [[CONTEXT:%.*]] = getelementptr inbounds i8, ptr %thread, i64 8
; CHECK-DAG: %group.values = load ptr, ptr [[CONTEXT]], {{.*}}!invariant.load
; CHECK-DAG: [[VALUES:%.*]] = addrspacecast ptr %group.values to ptr addrspace(3)
; CHECK-DAG: [[LOCAL:%.*]] = addrspacecast ptr %local.memory to ptr addrspace(3)
; CHECK: store i32 3, ptr addrspace(3) [[VALUES]]
; CHECK: call void @weft.barrier()
; CHECK: load i32, ptr addrspace(3) [[LOCAL]]
; CHECK-NOT: __weft_group
; PLAN: kernel 'k': 0 bytes of arguments, 20 bytes of local memory, 16 bytes of context per work-item
define spir_kernel void @k() {
  %r = call spir_func i32 @_Z21work_group_reduce_addi(i32 3)
  store i32 %r, ptr addrspace(3) @k.number
  ret void
}

; Where work-items wait for each other must be seen in the kernel: a program's functions that do are
; inlined, however they are named. The library's loops end by themselves.
; RUN: %weft-opt -passes=weft-lower-kernels -S %s | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK: define internal void @k.item(
; CHECK-NOT: call {{.*}}@_Z4spinPU3AS1j
; CHECK: load atomic i32
; CHECK: call i32 @_Z4takePU3AS1j
define spir_kernel void @k(ptr addrspace(1) %p) {
  %lane = call spir_func i32 @_Z21__weft_sub_group_lanev()
  %place = getelementptr i32, ptr addrspace(1) %p, i32 %lane
  call spir_func void @_Z4spinPU3AS1j(ptr addrspace(1) %place)
  %taken = call spir_func i32 @_Z4takePU3AS1j(ptr addrspace(1) %p)
  store i32 %taken, ptr addrspace(1) %place
  ret void
}

define internal spir_func void @_Z4spinPU3AS1j(ptr addrspace(1) %p) noinline {
  br label %wait
wait:
  %v = load atomic i32, ptr addrspace(1) %p seq_cst, align 4
  %ready = icmp eq i32 %v, 1
  br i1 %ready, label %done, label %wait
done:
  ret void
}

define internal spir_func i32 @_Z4takePU3AS1j(ptr addrspace(1) %p) noinline "weft-library" {
  br label %wait
wait:
  %v = load atomic i32, ptr addrspace(1) %p seq_cst, align 4
  %ready = icmp eq i32 %v, 1
  br i1 %ready, label %done, label %wait
done:
  ret i32 %v
}

declare spir_func i32 @_Z21__weft_sub_group_lanev() convergent memory(none)

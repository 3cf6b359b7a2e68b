; Accesses through a generic pointer that was made from a local one are local again.
; RUN: %weft-opt -passes=weft-lower-kernels -S %s | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define internal spir_func void @count(ptr addrspace(4) %p, i64 %i) {
  %at = getelementptr i32, ptr addrspace(4) %p, i64 %i
  %old = atomicrmw add ptr addrspace(4) %at, i32 1 monotonic
  ret void
}

; CHECK-LABEL: define internal void @k.item(
; CHECK: [[AT:%.*]] = getelementptr i32, ptr addrspace(3) %tile, i64 %i
; CHECK: atomicrmw add ptr addrspace(3) [[AT]], i32 1 monotonic
define spir_kernel void @k(ptr addrspace(3) %tile, i64 %i) {
  %p = addrspacecast ptr addrspace(3) %tile to ptr addrspace(4)
  call spir_func void @count(ptr addrspace(4) %p, i64 %i)
  ret void
}

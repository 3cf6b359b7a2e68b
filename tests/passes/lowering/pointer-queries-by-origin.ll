; Where the origin of a generic pointer shows, no address is looked at.
; RUN: %weft-opt -passes=weft-lower-kernels -S %s | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare spir_func ptr addrspace(1) @__to_global(ptr addrspace(4))
declare spir_func ptr addrspace(3) @__to_local(ptr addrspace(4))
declare spir_func ptr @__to_private(ptr addrspace(4))
declare spir_func i32 @_Z9get_fencePU3AS4v(ptr addrspace(4))
declare void @use(ptr)

; CHECK-LABEL: define internal void @k.item(
; CHECK-NOT: ptrtoint
; CHECK-NOT: read_register
; CHECK-DAG: store i32 2, ptr addrspace(1) %out
; CHECK-DAG: store i32 1, ptr addrspace(3) %tile
; CHECK-DAG: store i32 0, ptr %own
; CHECK: ret void
define spir_kernel void @k(ptr addrspace(1) %out, ptr addrspace(3) %tile) {
  %own = alloca i32
  call void @use(ptr %own)
  %g = addrspacecast ptr addrspace(1) %out to ptr addrspace(4)
  %l = addrspacecast ptr addrspace(3) %tile to ptr addrspace(4)
  %p = addrspacecast ptr %own to ptr addrspace(4)
  %of.g = call spir_func i32 @_Z9get_fencePU3AS4v(ptr addrspace(4) %g)
  %of.l = call spir_func i32 @_Z9get_fencePU3AS4v(ptr addrspace(4) %l)
  %of.p = call spir_func i32 @_Z9get_fencePU3AS4v(ptr addrspace(4) %p)
  store i32 %of.g, ptr addrspace(1) %out
  store i32 %of.l, ptr addrspace(3) %tile
  store i32 %of.p, ptr %own
  ret void
}

; SPIR-V has a vector of the ids in all dimensions. A kernel that takes one of them asks for no other.
; RUN: %weft-opt -passes=weft-lower-kernels -S %s | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare spir_func i64 @_Z13get_global_idj(i32) nounwind willreturn memory(none)

; CHECK-LABEL: define internal void @row.item(
; CHECK: %enqueued.local.size.x = load
; CHECK-NOT: size.y = load
; CHECK: %global.id.x = add
; CHECK-NEXT: [[ADDRESS:%.*]] = getelementptr i64, ptr addrspace(1) %a, i64 %global.id.x
; CHECK-NEXT: store i64 %global.id.x, ptr addrspace(1) [[ADDRESS]]
; CHECK-NEXT: ret void
define spir_kernel void @row(ptr addrspace(1) %a) {
  %x = call spir_func i64 @_Z13get_global_idj(i32 0)
  %one = insertelement <3 x i64> poison, i64 %x, i32 0
  %y = call spir_func i64 @_Z13get_global_idj(i32 1)
  %two = insertelement <3 x i64> %one, i64 %y, i32 1
  %z = call spir_func i64 @_Z13get_global_idj(i32 2)
  %ids = insertelement <3 x i64> %two, i64 %z, i32 2
  %id = extractelement <3 x i64> %ids, i32 0
  %address = getelementptr i64, ptr addrspace(1) %a, i64 %id
  store i64 %id, ptr addrspace(1) %address
  ret void
}

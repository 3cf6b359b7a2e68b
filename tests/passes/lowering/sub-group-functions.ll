; The library's names become those that all passes know; the calls stay, in the kernel itself, and
; say what may not be done to them.
; RUN: %weft-opt -passes=weft-lower-kernels -S %s | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare spir_func i32 @_Z21__weft_sub_group_lanev() convergent memory(none)
declare spir_func i64 @_Z23__weft_sub_group_ballotb(i1 zeroext) convergent
declare spir_func i32 @_Z28__weft_sub_group_reduce_umaxj(i32) convergent
declare spir_func i8 @_Z24__weft_sub_group_shufflecj(i8 signext, i32) convergent
declare spir_func void @_Z24__weft_sub_group_barrierv() convergent

define internal spir_func i64 @_Z16sub_group_ballot(i32 %x) "weft-library" {
  %b = trunc i32 %x to i1
  %r = call spir_func i64 @_Z23__weft_sub_group_ballotb(i1 zeroext %b) convergent
  ret i64 %r
}

; CHECK-LABEL: define internal void @k.item(
; CHECK: call i32 @weft.sub_group.lane() [[PURE:#[0-9]+]]
; CHECK: call i64 @weft.sub_group.ballot(i1 %{{.*}}) [[TOGETHER:#[0-9]+]]
; CHECK: call i32 @weft.sub_group.reduce.umax.i32(i32 %{{.*}}) [[TOGETHER]]
; CHECK: call i8 @weft.sub_group.shuffle.i8(i8 1, i32 %{{.*}}) [[TOGETHER]]
; CHECK: call void @weft.sub_group.barrier() [[BARRIER:#[0-9]+]]
define spir_kernel void @k(ptr addrspace(1) %p) {
  %lane = call spir_func i32 @_Z21__weft_sub_group_lanev()
  %votes = call spir_func i64 @_Z16sub_group_ballot(i32 %lane)
  %most = call spir_func i32 @_Z28__weft_sub_group_reduce_umaxj(i32 %lane)
  %x = call spir_func i8 @_Z24__weft_sub_group_shufflecj(i8 1, i32 %most)
  call spir_func void @_Z24__weft_sub_group_barrierv()
  store i64 %votes, ptr addrspace(1) %p
  store i8 %x, ptr addrspace(1) %p
  ret void
}
; CHECK-DAG: attributes [[PURE]] = { nounwind willreturn memory(none) }
; CHECK-DAG: attributes [[TOGETHER]] = { convergent nounwind willreturn memory(inaccessiblemem: readwrite) }
; CHECK-DAG: attributes [[BARRIER]] = { convergent nounwind willreturn }

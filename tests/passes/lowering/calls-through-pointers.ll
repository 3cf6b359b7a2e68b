; What a call through a pointer may lead to is a choice of direct calls, which are inlined, so that
; the functions may ask for ids; their addresses are numbers.
; RUN: %weft-opt -passes=weft-lower-kernels -S %s | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare spir_func i64 @_Z13get_global_idj(i32)

define internal spir_func i32 @first(i32 %x) {
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %low = trunc i64 %id to i32
  %r = add i32 %x, %low
  ret i32 %r
}

define internal spir_func i32 @second(i32 %x) {
  %r = mul i32 %x, 7
  ret i32 %r
}

; CHECK: @table = {{.*}} [2 x ptr] [ptr inttoptr (i64 [[FIRST:-?[0-9]+]] to ptr), ptr inttoptr (i64 [[SECOND:-?[0-9]+]] to ptr)]
@table = internal addrspace(2) constant [2 x ptr] [ptr @first, ptr @second]

; CHECK-LABEL: @through.item
; CHECK: switch i64
; CHECK-DAG: i64 [[FIRST]], label
; CHECK-DAG: i64 [[SECOND]], label
; CHECK-NOT: call i32
; CHECK: mul i32
; CHECK-NOT: call i32
define spir_kernel void @through(ptr addrspace(1) %p, i64 %which) {
  %place = getelementptr ptr, ptr addrspace(2) @table, i64 %which
  %f = load ptr, ptr addrspace(2) %place
  %x = load i32, ptr addrspace(1) %p
  %r = call spir_func i32 %f(i32 %x)
  store i32 %r, ptr addrspace(1) %p
  ret void
}

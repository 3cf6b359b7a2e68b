; A function that is marked may be what a pointer leads to, though no kernel takes its address; it
; has the number that it was given, whatever it is called by now.
; RUN: %weft-opt -passes=weft-lower-kernels -S %s | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define internal spir_func i32 @renamed(i32 %x) "weft-referenced-indirectly"="12345" {
  %r = mul i32 %x, 7
  ret i32 %r
}

define internal spir_func i32 @other(i32 %x) "weft-referenced-indirectly"="777" {
  %r = mul i32 %x, 5
  ret i32 %r
}

define internal spir_func i32 @unmarked(i32 %x) {
  %r = mul i32 %x, 11
  ret i32 %r
}

define internal spir_func i64 @of_another_type(i64 %x) "weft-referenced-indirectly"="54321" {
  %r = mul i64 %x, 13
  ret i64 %r
}

; Kept, where nothing is called, as the number: another kernel calls through it.
; CHECK-LABEL: @keeps.item
; CHECK: store ptr inttoptr (i64 12345 to ptr)
define spir_kernel void @keeps(ptr addrspace(1) %p) {
  store ptr @renamed, ptr addrspace(1) %p
  ret void
}

; CHECK-LABEL: @through.item
; CHECK: switch i64
; CHECK-DAG: i64 12345, label
; CHECK-DAG: i64 777, label
; CHECK-NOT: mul i32 %{{.*}}, 11
; CHECK-NOT: mul i64
define spir_kernel void @through(ptr addrspace(1) %p, i64 %number) {
  %f = inttoptr i64 %number to ptr
  %x = load i32, ptr addrspace(1) %p
  %r = call spir_func i32 %f(i32 %x)
  store i32 %r, ptr addrspace(1) %p
  ret void
}

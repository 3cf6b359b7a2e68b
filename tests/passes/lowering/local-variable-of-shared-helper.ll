; A helper's __local variable has its own place in each kernel that calls the helper.
; RUN: %weft-opt -passes=weft-lower-kernels -S %s | FileCheck %s
; RUN: %weft-opt -passes="print<weft-lower-kernels>" -disable-output %s 2>&1 | FileCheck %s --check-prefix=PLAN

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@first.own = internal addrspace(3) global [8 x i64] undef, align 8
@helper.cell = internal addrspace(3) global i64 undef, align 8

; CHECK-LABEL: define internal void @first.item(
; CHECK: %helper.cell = getelementptr inbounds i8, ptr addrspace(3) [[BASE:%.*]], i64 64
; CHECK: store i64 7, ptr addrspace(3) [[BASE]]
; CHECK: store i64 5, ptr addrspace(3) %helper.cell
define spir_kernel void @first() {
  store i64 7, ptr addrspace(3) @first.own
  call spir_func void @helper()
  ret void
}

; CHECK-LABEL: define internal void @second.item(
; CHECK: [[BASE2:%.*]] = addrspacecast ptr %local.memory to ptr addrspace(3)
; CHECK: store i64 5, ptr addrspace(3) [[BASE2]]
; PLAN-LABEL: kernel 'first':
; PLAN-SAME: 72 bytes of local memory
; PLAN-LABEL: kernel 'second':
; PLAN-SAME: 8 bytes of local memory
define spir_kernel void @second() {
  call spir_func void @helper()
  ret void
}

define internal spir_func void @helper() {
  store i64 5, ptr addrspace(3) @helper.cell
  ret void
}

; A pointer from memory leads to private memory if it lies in the context or between the stack
; pointer, less the red zone, and the end of the stack.
; RUN: %weft-opt -passes=weft-lower-kernels -S %s | FileCheck %s --check-prefixes=CHECK,X86
; RUN: sed s/x86_64-unknown/aarch64-unknown/ %s | %weft-opt -passes=weft-lower-kernels -S | FileCheck %s --check-prefixes=CHECK,ARM

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare spir_func ptr @__to_private(ptr addrspace(4))

; CHECK-LABEL: define internal void @k.item(
; CHECK-DAG: %context.begin = load i64
; CHECK-DAG: %context.end = load i64
; CHECK-DAG: %stack.end = load i64
; CHECK: %p = load ptr addrspace(4), ptr addrspace(1) %in
; CHECK: [[A:%.*]] = ptrtoint ptr addrspace(4) %p to i64
; CHECK-DAG: [[C:%.*]] = sub i64 [[A]], %context.begin
; CHECK-DAG: [[CN:%.*]] = sub i64 %context.end, %context.begin
; CHECK: [[INC:%.*]] = icmp ult i64 [[C]], [[CN]]
; CHECK: [[SP:%.*]] = call i64 @llvm.read_register.i64(
; CHECK: [[LOW:%.*]] = sub i64 [[SP]], 128
; CHECK-DAG: [[S:%.*]] = sub i64 [[A]], [[LOW]]
; CHECK-DAG: [[SN:%.*]] = sub i64 %stack.end, [[LOW]]
; CHECK: [[INS:%.*]] = icmp ult i64 [[S]], [[SN]]
; CHECK: [[IN:%.*]] = or i1 [[INC]], [[INS]]
; CHECK: [[Q:%.*]] = addrspacecast ptr addrspace(4) %p to ptr
; CHECK: select i1 [[IN]], ptr [[Q]], ptr null
define spir_kernel void @k(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %p = load ptr addrspace(4), ptr addrspace(1) %in
  %q = call spir_func ptr @__to_private(ptr addrspace(4) %p)
  store ptr %q, ptr addrspace(1) %out
  ret void
}

; X86: !{!"rsp"}
; ARM: !{!"sp"}

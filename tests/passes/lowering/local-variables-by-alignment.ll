; __local variables are places in the thread's memory, the largest alignment first.
; RUN: %weft-opt -passes=weft-lower-kernels -S %s | FileCheck %s
; RUN: %weft-opt -passes="print<weft-lower-kernels>" -disable-output %s 2>&1 | FileCheck %s --check-prefix=PLAN

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@k.bytes = internal addrspace(3) global [5 x i8] undef, align 1
@k.vector = internal addrspace(3) global <16 x double> undef, align 128
@k.number = internal addrspace(3) global i32 undef, align 4

; CHECK-LABEL: define internal void @k.item(
; CHECK: %local.memory = load ptr, ptr %thread, align 8, !invariant.load {{.*}}, !align [[ALIGN:![0-9]+]]
; CHECK: [[BASE:%.*]] = addrspacecast ptr %local.memory to ptr addrspace(3)
; CHECK: %k.number = getelementptr inbounds i8, ptr addrspace(3) [[BASE]], i64 128
; CHECK: %k.bytes = getelementptr inbounds i8, ptr addrspace(3) [[BASE]], i64 132
; CHECK: store i8 1, ptr addrspace(3) %k.bytes
; CHECK: store <16 x double> zeroinitializer, ptr addrspace(3) [[BASE]]
; CHECK: store i32 2, ptr addrspace(3) %k.number
; CHECK: [[ALIGN]] = !{i64 128}
; PLAN: kernel 'k': 0 bytes of arguments, 137 bytes of local memory
define spir_kernel void @k() {
  store i8 1, ptr addrspace(3) @k.bytes
  store <16 x double> zeroinitializer, ptr addrspace(3) @k.vector
  store i32 2, ptr addrspace(3) @k.number
  ret void
}

; Private memory that is aligned beyond what the stack is has room to be aligned in. Lifetime markers of such arrays go,
; also where they stand right behind them. Memory that is freed is overwritten, so that who still reads it fails.
; RUN: env GLIBC_TUNABLES=glibc.malloc.tcache_count=0 MALLOC_PERTURB_=85 %weft-opt -passes=weft-lower-kernels -S %s | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define internal void @k.item(
; CHECK-NOT: lifetime
; CHECK: alloca [4136 x i8], align 128
; CHECK: call ptr @llvm.ptrmask.p0.i64(ptr %{{.*}}, i64 -4096)
; CHECK-NOT: lifetime
; CHECK: alloca [296 x i8], align 128
; CHECK: call ptr @llvm.ptrmask.p0.i64(ptr %{{.*}}, i64 -256)
; CHECK-NOT: lifetime
; CHECK: ret void
define spir_kernel void @k(ptr addrspace(1) %o, i64 %i) {
  %a = alloca [10 x i32], align 4096
  call void @llvm.lifetime.start.p0(ptr %a)
  call void @llvm.lifetime.end.p0(ptr %a)
  call void @llvm.lifetime.start.p0(ptr %a)
  %b = alloca [10 x i32], align 256
  call void @llvm.lifetime.start.p0(ptr %b)
  call void @llvm.lifetime.end.p0(ptr %b)
  call void @llvm.lifetime.start.p0(ptr %b)
  %at = getelementptr i32, ptr %a, i64 %i
  store i32 7, ptr %at
  %to = getelementptr i32, ptr %b, i64 %i
  store i32 8, ptr %to
  %from = load i32, ptr %a
  %and = load i32, ptr %b
  %sum = add i32 %from, %and
  store i32 %sum, ptr addrspace(1) %o
  ret void
}

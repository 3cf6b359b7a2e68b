; A record on the work-item's stack: format, count, then for each argument its kind and bytes.
; RUN: %weft-opt -passes=weft-lower-kernels -S %s | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@.str = private unnamed_addr addrspace(2) constant [4 x i8] c"%d\0A\00"
@.name = private unnamed_addr addrspace(2) constant [2 x i8] c"a\00"
declare spir_func i32 @printf(ptr addrspace(2), ...)

; CHECK-LABEL: define internal void @k.item(
; CHECK: %print.record = alloca [88 x i8], align 8
; CHECK: br i1
; CHECK: then:
; CHECK: call void @llvm.lifetime.start.p0(ptr %print.record)
; CHECK: store ptr addrspacecast (ptr addrspace(2) @.str to ptr), ptr %print.record, align 8
; CHECK: [[P:%.*]] = getelementptr inbounds i8, ptr %print.record, i64 8
; CHECK: store i32 4, ptr [[P]], align 8
;        an int: kind 0, 4 bytes, 1 element
; CHECK: [[P:%.*]] = getelementptr inbounds i8, ptr %print.record, i64 16
; CHECK: store i16 0, ptr [[P]], align 8
; CHECK: [[P:%.*]] = getelementptr inbounds i8, ptr %print.record, i64 18
; CHECK: store i16 4, ptr [[P]], align 2
; CHECK: [[P:%.*]] = getelementptr inbounds i8, ptr %print.record, i64 20
; CHECK: store i32 1, ptr [[P]], align 4
; CHECK: [[P:%.*]] = getelementptr inbounds i8, ptr %print.record, i64 24
; CHECK: store i32 %n, ptr [[P]], align 8
;        a double: kind 1, 8 bytes
; CHECK: [[P:%.*]] = getelementptr inbounds i8, ptr %print.record, i64 32
; CHECK: store i16 1, ptr [[P]], align 8
; CHECK: [[P:%.*]] = getelementptr inbounds i8, ptr %print.record, i64 34
; CHECK: store i16 8, ptr [[P]], align 2
; CHECK: [[P:%.*]] = getelementptr inbounds i8, ptr %print.record, i64 40
; CHECK: store double %x, ptr [[P]], align 8
;        three floats: 12 bytes, padded to 16
; CHECK: [[P:%.*]] = getelementptr inbounds i8, ptr %print.record, i64 50
; CHECK: store i16 4, ptr [[P]], align 2
; CHECK: [[P:%.*]] = getelementptr inbounds i8, ptr %print.record, i64 52
; CHECK: store i32 3, ptr [[P]], align 4
; CHECK: [[P:%.*]] = getelementptr inbounds i8, ptr %print.record, i64 56
; CHECK: store <3 x float> %v, ptr [[P]], align 8
;        a string: kind 2
; CHECK: [[P:%.*]] = getelementptr inbounds i8, ptr %print.record, i64 72
; CHECK: store i16 2, ptr [[P]], align 8
; CHECK: [[P:%.*]] = getelementptr inbounds i8, ptr %print.record, i64 80
; CHECK: store ptr addrspacecast (ptr addrspace(2) @.name to ptr), ptr [[P]], align 8
; CHECK: [[F:%.*]] = getelementptr inbounds i8, ptr %thread, i64 16
; CHECK: %print = load ptr, ptr [[F]], align 8, !invariant.load
; CHECK: [[R:%.*]] = call i32 %print(ptr %thread, ptr %print.record, i64 88)
; CHECK: call void @llvm.lifetime.end.p0(ptr %print.record)
; CHECK: store i32 [[R]], ptr addrspace(1) %a
; CHECK-NOT: @printf
define spir_kernel void @k(ptr addrspace(1) %a, i32 %n, double %x, <3 x float> %v) {
  %c = icmp eq i32 %n, 0
  br i1 %c, label %then, label %end
then:
  %r = call spir_func i32 (ptr addrspace(2), ...) @printf(ptr addrspace(2) @.str, i32 %n, double %x, <3 x float> %v, ptr addrspace(2) @.name)
  store i32 %r, ptr addrspace(1) %a
  br label %end
end:
  ret void
}

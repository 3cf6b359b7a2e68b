; A CPU without masked loads and stores of bytes: where all lanes run, whole vectors are read and written. Where some
; do, the whole vector is read too, if it lies in one page of memory; bytes are written in a loop that comes to the
; active lanes only. What all lanes store alike needs no place on the stack.
; RUN: %weft-opt -mtriple=x86_64 -mcpu=x86-64-v3 -passes=weft-vectorize -S %s 2>&1 | FileCheck %s

; CHECK-LABEL: define void @flag.w32(
; CHECK: icmp ule i64 %{{.*}}, 4064
; CHECK: {{^}}load.page:
; CHECK-NEXT: load <32 x i8>, ptr
; CHECK: {{^}}store.whole:
; CHECK-NEXT: store <32 x i8> splat (i8 1), ptr
; CHECK: {{^}}store.parts:
; CHECK: %[[BITS:.*]] = bitcast <32 x i1> %{{.*}} to i32
; CHECK: phi i32 [ %[[BITS]], %store.parts ]
; CHECK: call i32 @llvm.cttz.i32(
; CHECK: store i8 1, ptr
; CHECK-NOT: store
; CHECK: br label %stored
define void @flag(i64 %lane, ptr noalias %p, ptr noalias %q) "weft-width"="32" {
entry:
  %from = getelementptr i8, ptr %p, i64 %lane
  %value = load i8, ptr %from
  %wanted = icmp ne i8 %value, 0
  br i1 %wanted, label %then, label %exit
then:
  %to = getelementptr i8, ptr %q, i64 %lane
  store i8 1, ptr %to
  br label %exit
exit:
  ret void
}

; CHECK-LABEL: define void @copy.w32(
; CHECK: %[[ELEMENTS:elements.*]] = alloca <32 x i8>
; CHECK: store <32 x i8> %{{.*}}, ptr %[[ELEMENTS]]
; CHECK: call i32 @llvm.cttz.i32(
; CHECK: %[[ONE:.*]] = load i8, ptr
; CHECK-NEXT: %[[TO:.*]] = getelementptr i8, ptr
; CHECK-NEXT: store i8 %[[ONE]], ptr %[[TO]]
; CHECK-NOT: store
; CHECK: br label %stored
define void @copy(i64 %lane, ptr noalias %p, ptr noalias %q) "weft-width"="32" {
entry:
  %from = getelementptr i8, ptr %p, i64 %lane
  %value = load i8, ptr %from
  %wanted = icmp ne i8 %value, 0
  br i1 %wanted, label %then, label %exit
then:
  %to = getelementptr i8, ptr %q, i64 %lane
  store i8 %value, ptr %to
  br label %exit
exit:
  ret void
}

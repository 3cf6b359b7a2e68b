; LLVM itself: two addresses with one extended index are taken for a constant apart, though their elements differ in size
; (issue 186327). When this test fails because LLVM loads both, HiddenExtensions (passes/vectorize/neighbours.cpp) can go
; if it is for nothing else any more (pull request 223500), and this test with it.
; RUN: opt -passes=load-store-vectorizer -S %s | FileCheck %s

target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define void @element_and_pair(
; CHECK: %element.p = getelementptr inbounds i32, ptr %from, i64 %wide
; CHECK-NEXT: load <2 x i32>, ptr %element.p
; CHECK-NOT: load
define void @element_and_pair(ptr %from, i64 %id, ptr %out) {
  %index = trunc i64 %id to i32
  %wide = zext i32 %index to i64
  %element.p = getelementptr inbounds i32, ptr %from, i64 %wide
  %element = load i32, ptr %element.p, align 4
  %pair.p = getelementptr inbounds <2 x i32>, ptr %from, i64 %wide
  %second.p = getelementptr inbounds i8, ptr %pair.p, i64 4
  %second = load i32, ptr %second.p, align 4
  store i32 %element, ptr %out
  %after = getelementptr inbounds i8, ptr %out, i64 8
  store i32 %second, ptr %after
  ret void
}

; Seen through a sum, it is left to ScalarEvolution.
; CHECK-LABEL: define void @behind_a_sum(
; CHECK: load i32
; CHECK: load i32
define void @behind_a_sum(ptr %from, i64 %id, ptr %out) {
  %index = trunc i64 %id to i32
  %wide = zext i32 %index to i64
  %sum = add i64 %wide, 0
  %element.p = getelementptr inbounds i32, ptr %from, i64 %sum
  %element = load i32, ptr %element.p, align 4
  %pair.p = getelementptr inbounds <2 x i32>, ptr %from, i64 %sum
  %second.p = getelementptr inbounds i8, ptr %pair.p, i64 4
  %second = load i32, ptr %second.p, align 4
  store i32 %element, ptr %out
  %after = getelementptr inbounds i8, ptr %out, i64 8
  store i32 %second, ptr %after
  ret void
}

; What lies side by side is still joined.
; CHECK-LABEL: define void @neighbours_behind_sums(
; CHECK: load <2 x i32>
define void @neighbours_behind_sums(ptr %from, i64 %id, ptr %out) {
  %index = trunc i64 %id to i32
  %wide = zext i32 %index to i64
  %sum = add i64 %wide, 0
  %next = add i64 %wide, 1
  %first.p = getelementptr inbounds i32, ptr %from, i64 %sum
  %first = load i32, ptr %first.p, align 4
  %second.p = getelementptr inbounds i32, ptr %from, i64 %next
  %second = load i32, ptr %second.p, align 4
  store i32 %first, ptr %out
  %after = getelementptr inbounds i8, ptr %out, i64 8
  store i32 %second, ptr %after
  ret void
}

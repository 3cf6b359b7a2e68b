; An element and a part of the pair at one narrow index are not neighbours.
; RUN: %weft-opt -mtriple=x86_64 -mcpu=x86-64-v4 -passes=weft-vectorize -S %s | FileCheck %s

; CHECK-LABEL: define void @element_and_pair.w4(
; CHECK: %element.p = getelementptr {{.*}}i32, ptr %from
; CHECK: %pair.p = getelementptr {{.*}}<2 x i32>, ptr %from
; CHECK: %second.p = getelementptr {{.*}}i8, ptr %pair.p, i64 4
define void @element_and_pair(i64 %lane, ptr %from, ptr %out, i32 %base) {
  %id = trunc i64 %lane to i32
  %wide = sext i32 %id to i64
  %element.p = getelementptr inbounds i32, ptr %from, i64 %wide
  %element = load i32, ptr %element.p, align 4
  %pair.p = getelementptr inbounds <2 x i32>, ptr %from, i64 %wide
  %second.p = getelementptr inbounds i8, ptr %pair.p, i64 4
  %second = load i32, ptr %second.p, align 4
  %sum = add i32 %element, %second
  %out.p = getelementptr inbounds i32, ptr %out, i64 %lane
  store i32 %sum, ptr %out.p, align 4
  ret void
}

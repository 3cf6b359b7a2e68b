; Where an index wraps, which hardly ever happens, bytes are loaded and stored by a short loop over the active lanes.
; Each iteration makes its own address from scalars.
; RUN: %weft-opt -mtriple=x86_64 -mcpu=x86-64-v4 -passes=weft-vectorize -S %s 2>&1 | FileCheck %s
; RUN: %weft-opt -mtriple=x86_64 -mcpu=x86-64-v4 -passes=weft-vectorize -S %s 2>&1 | FileCheck %s --check-prefix=ROUND

; ROUND-LABEL: define void @loaded.w16(
; ROUND: {{^}}irregular:
; ROUND-NOT: <16 x ptr>
; ROUND: %[[ACTIVE:.*]] = bitcast <16 x i1> %{{.*}} to i16
; ROUND-NOT: <16 x ptr>
; ROUND: %[[LEFT:.*]] = phi i16 [ %[[ACTIVE]], %irregular ], [ %[[NEXT:.*]], %
; ROUND-NEXT: icmp ne i16 %[[LEFT]], 0
; ROUND: %[[LOWEST:.*]] = call i16 @llvm.cttz.i16(i16 %[[LEFT]], i1 true)
; ROUND-NEXT: %[[LANE:.*]] = zext i16 %[[LOWEST]] to i64
; ROUND: %[[NARROW:.*]] = trunc i64 %[[LANE]] to i32
; ROUND: %[[AT:.*]] = add i32 %{{.*}}, %
; ROUND: %[[PLACE:.*]] = getelementptr i8, ptr %p
; ROUND-NEXT: load i8, ptr %[[PLACE]]
; ROUND: %[[BELOW:.*]] = sub i16 %[[LEFT]], 1
; ROUND-NEXT: %[[NEXT]] = and i16 %[[LEFT]], %[[BELOW]]
; CHECK-LABEL: define void @loaded.w16(
; CHECK-DAG: call <16 x i8> @llvm.masked.load
; CHECK-DAG: load i8
; CHECK-NOT: load i8
; CHECK: {{^}}lanes.done:
; CHECK-NOT: load i8
define void @loaded(i64 %lane, ptr %p, ptr %q, i32 %count) "weft-width"="16" {
entry:
  %id = trunc i64 %lane to i32
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %at = add i32 %i, %id
  %wide = zext i32 %at to i64
  %from = getelementptr i8, ptr %p, i64 %wide
  %value = load i8, ptr %from
  %to = getelementptr i8, ptr %q, i64 %lane
  store i8 %value, ptr %to
  %next = add i32 %i, 1
  %done = icmp eq i32 %next, %count
  br i1 %done, label %exit, label %loop
exit:
  ret void
}

; CHECK-LABEL: define void @stored.w16(
; CHECK-DAG: call void @llvm.masked.store
; CHECK-DAG: store i8
; CHECK-NOT: store i8
; CHECK: {{^}}lanes.done:
; CHECK-NOT: store i8
define void @stored(i64 %lane, ptr %p, ptr %q, i32 %count) "weft-width"="16" {
entry:
  %id = trunc i64 %lane to i32
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %at = add i32 %i, %id
  %wide = zext i32 %at to i64
  %from = getelementptr i8, ptr %p, i64 %lane
  %value = load i8, ptr %from
  %to = getelementptr i8, ptr %q, i64 %wide
  store i8 %value, ptr %to
  %next = add i32 %i, 1
  %done = icmp eq i32 %next, %count
  br i1 %done, label %exit, label %loop
exit:
  ret void
}

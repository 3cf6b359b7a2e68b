; Where an index wraps, which hardly ever happens, bytes are loaded and stored by a short loop. Each round makes
; its own address from scalars; idle lanes have a place of their own.
; RUN: %weft-opt -mtriple=x86_64 -mcpu=x86-64-v4 -passes=weft-vectorize -S %s 2>&1 | FileCheck %s
; RUN: %weft-opt -mtriple=x86_64 -mcpu=x86-64-v4 -passes=weft-vectorize -S %s 2>&1 | FileCheck %s --check-prefix=ROUND

; ROUND-LABEL: define void @loaded.w16(
; ROUND: {{^}}irregular:
; ROUND-NOT: <16 x ptr>
; ROUND: %[[ACTIVE:.*]] = bitcast <16 x i1> %{{.*}} to i16
; ROUND-NOT: <16 x ptr>
; ROUND: %[[LANE:.*]] = phi i64
; ROUND: %[[NARROW:.*]] = trunc i64 %[[LANE]] to i32
; ROUND: %[[AT:.*]] = add i32 %{{.*}}, %
; ROUND: %[[PLACE:.*]] = getelementptr i8, ptr %p
; ROUND: lshr i16 %[[ACTIVE]]
; ROUND: select i1 %{{.*}}, ptr %[[PLACE]], ptr %idle
; ROUND: load i8
; CHECK-LABEL: define void @loaded.w16(
; CHECK-DAG: call <16 x i8> @llvm.masked.load
; CHECK-DAG: load i8
; CHECK-NOT: load i8
; CHECK: br i1 %{{.*}}, label %{{.*}}, !llvm.loop ![[LOOP:[0-9]+]]
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
; CHECK: br i1 %{{.*}}, label %{{.*}}, !llvm.loop
; CHECK-NOT: store i8
; CHECK: ![[LOOP]] = distinct !{![[LOOP]], ![[PROPERTY:[0-9]+]]}
; CHECK: ![[PROPERTY]] = !{!"llvm.loop.disable_nonforced"}
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

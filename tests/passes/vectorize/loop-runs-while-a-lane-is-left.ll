; RUN: %weft-opt -passes="weft-prepare,print<weft-linearization>" -disable-output %s 2>&1 \
; RUN:   | FileCheck %s --check-prefix=PLAN
; RUN: %weft-opt -mtriple=x86_64 -mcpu=x86-64-v3 -passes=weft-vectorize -S %s 2>&1 | FileCheck %s

; PLAN: loop loop, with a live mask
; PLAN-NEXT: loop: mask of the level; on to back while a lane is left

; CHECK: loop runs until the last lane leaves it
; CHECK-LABEL: define void @count.w4(i64 %lane, ptr %p, <4 x i1> %lanes)
; CHECK: %[[LIVE:live.*]] = phi <4 x i1>
; CHECK: %[[ON:.*]] = select <4 x i1> %[[LIVE]], <4 x i1> %{{.*}}, <4 x i1> zeroinitializer
; CHECK: %[[BITS:.*]] = bitcast <4 x i1> %[[ON]] to i4
; CHECK: %[[ANY:.*]] = icmp ne i4 %[[BITS]], 0
; CHECK: br i1 %[[ANY]]
; CHECK: call void @llvm.masked.store.v4i32.p0({{.*}} <4 x i1> %lanes)
define void @count(i64 %lane, ptr %p) {
entry:
  %own = getelementptr i32, ptr %p, i64 %lane
  %limit = load i32, ptr %own
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = add i32 %i, 1
  %again = icmp slt i32 %next, %limit
  br i1 %again, label %loop, label %exit
exit:
  store i32 %next, ptr %own
  ret void
}

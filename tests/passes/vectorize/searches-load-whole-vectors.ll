; Where lanes leave a loop for what they load, the load does not wait for the mask of those that stay: idle lanes'
; elements are read too, as far as they are in the page of memory that some lane reads from. Not of arrays whose end
; the compiler knows, nor where all that a mask waits for is a count.
; RUN: %weft-opt -mtriple=x86_64 -mcpu=x86-64-v4 -passes=weft-vectorize -S %s 2>&1 | FileCheck %s

; CHECK-LABEL: define void @search.w4(
; CHECK: %[[AT:.*]] = getelementptr i32, ptr %p, i64 %
; CHECK: %[[ADDRESS:.*]] = ptrtoint ptr %[[AT]] to i64
; CHECK-NEXT: %[[IN_PAGE:.*]] = and i64 %[[ADDRESS]], 4095
; CHECK-NEXT: %[[ONE_PAGE:.*]] = icmp ule i64 %[[IN_PAGE]], 4080
; CHECK-NEXT: br i1 %[[ONE_PAGE]], label %load.page, label %load.pages, !prof
; CHECK: {{^}}load.page:
; CHECK-NEXT: %[[WHOLE:.*]] = load <4 x i32>, ptr %[[AT]], align 4
; CHECK: {{^}}load.pages:
; CHECK-NEXT: %[[MASKED:.*]] = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %[[AT]], <4 x i1> %live
; CHECK: phi <4 x i32> [ %[[WHOLE]], %load.page ], [ %[[MASKED]], %load.pages ]
define void @search(i64 %lane, ptr %p, ptr %q, i32 %wanted) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = add i64 %i, %lane
  %from = getelementptr i32, ptr %p, i64 %at
  %value = load i32, ptr %from
  %next = add i64 %i, 1
  %found = icmp eq i32 %value, %wanted
  br i1 %found, label %exit, label %loop
exit:
  %to = getelementptr i64, ptr %q, i64 %lane
  store i64 %i, ptr %to
  ret void
}

@table = constant [64 x i32] zeroinitializer

; CHECK-LABEL: define void @table_search.w4(
; CHECK-NOT: load.page
; CHECK: call <4 x i32> @llvm.masked.load
; CHECK: ret void
define void @table_search(i64 %lane, ptr %q, i32 %wanted) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = add i64 %i, %lane
  %from = getelementptr i32, ptr @table, i64 %at
  %value = load i32, ptr %from
  %next = add i64 %i, 1
  %found = icmp eq i32 %value, %wanted
  br i1 %found, label %exit, label %loop
exit:
  %to = getelementptr i64, ptr %q, i64 %lane
  store i64 %i, ptr %to
  ret void
}

; CHECK-LABEL: define void @sums.w4(
; CHECK-NOT: load.page
; CHECK: call <4 x i32> @llvm.masked.load
; CHECK: call <4 x i32> @llvm.masked.load
; CHECK: ret void
define void @sums(i64 %lane, ptr %p, ptr %q) {
entry:
  %own = getelementptr i32, ptr %q, i64 %lane
  %count = load i32, ptr %own
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %more, %loop ]
  %wide = zext i32 %i to i64
  %at = add i64 %wide, %lane
  %from = getelementptr i32, ptr %p, i64 %at
  %value = load i32, ptr %from
  %more = add i32 %sum, %value
  %next = add nuw i32 %i, 1
  %again = icmp ult i32 %next, %count
  br i1 %again, label %loop, label %exit
exit:
  store i32 %more, ptr %own
  ret void
}

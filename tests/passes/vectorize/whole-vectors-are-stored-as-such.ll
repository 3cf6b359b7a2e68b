; Under bounds alone most vectors are whole, and are stored without a mask, which CPUs take for a part of a cache
; line. Where lanes part for other reasons the mask is all there is, as it is in local memory, which is in the cache,
; and for what all work-items store, where it folds.
; RUN: %weft-opt -mtriple=x86_64 -mcpu=x86-64-v4 -passes=weft-vectorize -S %s | FileCheck %s

; CHECK-LABEL: define void @bounds.w16(
; CHECK: %[[WHOLE:.*]] = icmp eq i16 %{{.*}}, -1
; CHECK-NEXT: br i1 %[[WHOLE]], label %store.whole, label %store.parts
; CHECK: {{^}}store.whole:
; CHECK-NEXT: store <16 x i32> {{.*}}, ptr addrspace(1)
; CHECK-NEXT: br label %[[DONE:.*]]
; CHECK: {{^}}store.parts:
; CHECK-NEXT: call void @llvm.masked.store.v16i32.p1(
; CHECK-NEXT: br label %[[DONE]]
define void @bounds(i64 %lane, i64 %y, i64 %width, i64 %height, ptr addrspace(1) %out) #0 {
entry:
  %in_row = icmp slt i64 %lane, %width
  %in_column = icmp slt i64 %y, %height
  %inside = and i1 %in_row, %in_column
  br i1 %inside, label %then, label %done
then:
  %at = getelementptr i32, ptr addrspace(1) %out, i64 %lane
  store i32 7, ptr addrspace(1) %at
  br label %done
done:
  ret void
}

; The border of an image stays: single lanes are away.
; CHECK-LABEL: define void @border.w16(
; CHECK: store.whole:
; CHECK: {{^}}store.parts:
define void @border(i64 %lane, i64 %last, ptr addrspace(1) %out) #0 {
entry:
  %first = icmp eq i64 %lane, 0
  %behind = icmp sge i64 %lane, %last
  %outside = select i1 %first, i1 true, i1 %behind
  br i1 %outside, label %done, label %then
then:
  %at = getelementptr i32, ptr addrspace(1) %out, i64 %lane
  store i32 7, ptr addrspace(1) %at
  br label %done
done:
  ret void
}

; One lane of a vector comes.
; CHECK-LABEL: define void @one.w16(
; CHECK-NOT: store.whole
; CHECK: call void @llvm.masked.store.v16i32.p1(
define void @one(i64 %lane, i64 %chosen, ptr addrspace(1) %out) #0 {
entry:
  %this = icmp eq i64 %lane, %chosen
  br i1 %this, label %then, label %done
then:
  %at = getelementptr i32, ptr addrspace(1) %out, i64 %lane
  store i32 7, ptr addrspace(1) %at
  br label %done
done:
  ret void
}

; CHECK-LABEL: define void @values.w16(
; CHECK-NOT: store.whole
; CHECK: call void @llvm.masked.store.v16i32.p1(
define void @values(i64 %lane, ptr addrspace(1) %out) #0 {
entry:
  %at = getelementptr i32, ptr addrspace(1) %out, i64 %lane
  %old = load i32, ptr addrspace(1) %at
  %odd = icmp slt i32 %old, 0
  br i1 %odd, label %then, label %done
then:
  store i32 7, ptr addrspace(1) %at
  br label %done
done:
  ret void
}

; CHECK-LABEL: define void @local.w16(
; CHECK-NOT: store.whole
; CHECK: call void @llvm.masked.store.v16i32.p3(
define void @local(i64 %lane, i64 %n, ptr addrspace(3) %out) #0 {
entry:
  %inside = icmp slt i64 %lane, %n
  br i1 %inside, label %then, label %done
then:
  %at = getelementptr i32, ptr addrspace(3) %out, i64 %lane
  store i32 7, ptr addrspace(3) %at
  br label %done
done:
  ret void
}

; CHECK-LABEL: define void @all.w16(
; CHECK-NOT: store.whole
; CHECK: call void @llvm.masked.store.v16i32.p1(
define void @all(i64 %lane, ptr addrspace(1) %out) #0 {
  %at = getelementptr i32, ptr addrspace(1) %out, i64 %lane
  store i32 7, ptr addrspace(1) %at
  ret void
}

; Each round of a loop has its own lanes.
; CHECK-LABEL: define void @rounds.w16(
; CHECK-NOT: store.whole
; CHECK: call void @llvm.masked.store.v16i32.p1(
define void @rounds(i64 %lane, ptr addrspace(1) %out, ptr addrspace(1) %counts) #0 {
entry:
  %place = getelementptr i64, ptr addrspace(1) %counts, i64 %lane
  %count = load i64, ptr addrspace(1) %place
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %row = mul i64 %i, 1000
  %index = add i64 %row, %lane
  %at = getelementptr i32, ptr addrspace(1) %out, i64 %index
  store i32 7, ptr addrspace(1) %at
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %count
  br i1 %more, label %loop, label %done
done:
  ret void
}

attributes #0 = { "weft-width"="16" }

; Where ids are compared in four registers, a scalar comparison of the last lane's tells most often that all lanes are
; within the bound; ids that wrap, and a lane that is beyond, are compared one by one. Few registers do that at once.
; RUN: %weft-opt -mtriple=x86_64 -mcpu=x86-64 -passes=weft-vectorize -S %s 2>&1 \
; RUN:   | FileCheck %s

; CHECK-LABEL: define void @within.w16(
; CHECK: %[[LAST:.*]] = add i32 %id, 15
; CHECK-NEXT: %[[FITS:.*]] = icmp ule i32 %id, -16
; CHECK-NEXT: %[[WITHIN:.*]] = icmp ult i32 %[[LAST]], %count
; CHECK-NEXT: %[[ALL:.*]] = and i1 %[[FITS]], %[[WITHIN]]
; CHECK-NEXT: %[[SURE:.*]] = freeze i1 %[[ALL]]
; CHECK-NEXT: br i1 %[[SURE]], label %compared, label %beyond, !prof
; CHECK: {{^}}beyond:
; CHECK: %[[EACH:.*]] = icmp ult <16 x i32>
; CHECK: {{^}}compared:
; CHECK-NEXT: phi <16 x i1> [ splat (i1 true), %{{.*}} ], [ %[[EACH]], %beyond ]
define void @within(i64 %lane, ptr %p, i32 %count) "weft-width"="16" {
entry:
  %id = trunc i64 %lane to i32
  %inside = icmp ult i32 %id, %count
  br i1 %inside, label %run, label %done
run:
  %own = getelementptr i8, ptr %p, i64 %lane
  store i8 1, ptr %own
  br label %done
done:
  ret void
}

; CHECK-LABEL: define void @not_beyond.w16(
; CHECK: icmp sle i32 %id, 2147483632
; CHECK-NEXT: icmp sle i32 %{{.*}}, %most
; CHECK: {{^}}beyond:
; CHECK: %[[EACH:.*]] = icmp sgt <16 x i32>
; CHECK: phi <16 x i1> [ zeroinitializer, %{{.*}} ], [ %[[EACH]], %beyond ]
define void @not_beyond(i64 %lane, ptr %p, i32 %most) "weft-width"="16" {
entry:
  %id = trunc i64 %lane to i32
  %outside = icmp slt i32 %most, %id
  br i1 %outside, label %done, label %run
run:
  %own = getelementptr i8, ptr %p, i64 %lane
  store i8 1, ptr %own
  br label %done
done:
  ret void
}

; CHECK-LABEL: define void @narrow.w16(
; CHECK-NOT: beyond
; CHECK: icmp ult <16 x i16>
; CHECK: ret void
define void @narrow(i64 %lane, ptr %p, i16 %count) "weft-width"="16" {
entry:
  %id = trunc i64 %lane to i16
  %inside = icmp ult i16 %id, %count
  br i1 %inside, label %run, label %done
run:
  %own = getelementptr i8, ptr %p, i64 %lane
  store i8 1, ptr %own
  br label %done
done:
  ret void
}

; A work-group runs on one thread, which alone sees its local memory.
; RUN: %weft-opt -passes='weft-vectorize,function(weft-lower-thread-local-atomics)' -S %s 2>&1 | FileCheck %s

; CHECK-LABEL: define void @histogram.w4(
; CHECK-NOT: atomicrmw
; CHECK-COUNT-4: store i32 %{{.*}}, ptr addrspace(3)
; CHECK: %[[OLD:.*]] = load atomic i32, ptr addrspace(3) %total
; CHECK: %[[NEW:.*]] = add i32 %[[OLD]]
; CHECK: store atomic i32 %[[NEW]], ptr addrspace(3) %total
define void @histogram(i64 %lane, ptr %p, ptr addrspace(3) %bins, ptr addrspace(3) %total) {
  %own = getelementptr i32, ptr %p, i64 %lane
  %value = load i32, ptr %own
  %bin = getelementptr i32, ptr addrspace(3) %bins, i32 %value
  atomicrmw add ptr addrspace(3) %bin, i32 1 monotonic
  atomicrmw add ptr addrspace(3) %total, i32 1 monotonic
  ret void
}

; While all lanes run there is no branch between them. Addresses are made of a base and of an index that is
; the result of an operation on scalars, or comes from memory: never of a move out of a vector. Bytes come two
; lanes at a time, for all updates that follow each other.
; CHECK-LABEL: define void @bytes.w4(
; CHECK: %[[WORDS:.*]] = phi <4 x i32>
; CHECK-COUNT-4: extractelement <4 x i32> %[[WORDS]], i64
; CHECK-NEXT: store volatile <4 x i32> %[[WORDS]], ptr %lane.values
; CHECK: {{^}}update.whole:
; CHECK-NEXT: %[[PAIR:.*]] = load volatile i64, ptr %lane.values, align 8
; CHECK-NEXT: %[[FIRST:.*]] = lshr i64 %[[PAIR]], 0
; CHECK-NEXT: %[[BYTE:.*]] = and i64 %[[FIRST]], 255
; CHECK-NEXT: %[[SAME:.*]] = trunc i64 %[[BYTE]] to i32
; CHECK-NEXT: %[[INDEX:.*]] = zext i32 %[[SAME]] to i64
; CHECK-NEXT: %[[BIN:.*]] = getelementptr i32, ptr addrspace(3) %bins, i64 %[[INDEX]]
; CHECK-NEXT: load i32, ptr addrspace(3) %[[BIN]]
; CHECK: lshr i64 %[[PAIR]], 24
; CHECK: %[[MIDDLE:.*]] = lshr i32 %{{.*}}, 9
; CHECK-NEXT: and i32 %[[MIDDLE]], 255
; CHECK: lshr i64 %[[PAIR]], 32
; CHECK: load volatile i64, ptr %{{.*}}, align 8
; CHECK-NOT: load volatile i64
; CHECK: {{^}}update.parts:
; CHECK-COUNT-3: call i4 @llvm.cttz
define void @bytes(i64 %lane, i64 %n, ptr %p, ptr addrspace(3) %bins) {
entry:
  %inside = icmp ult i64 %lane, %n
  br i1 %inside, label %count, label %done
count:
  %own = getelementptr i32, ptr %p, i64 %lane
  %word = load i32, ptr %own
  %low = and i32 %word, 255
  %low.wide = zext i32 %low to i64
  %low.bin = getelementptr i32, ptr addrspace(3) %bins, i64 %low.wide
  atomicrmw add ptr addrspace(3) %low.bin, i32 1 monotonic
  %high = lshr i32 %word, 24
  %high.wide = zext i32 %high to i64
  %high.bin = getelementptr i32, ptr addrspace(3) %bins, i64 %high.wide
  atomicrmw add ptr addrspace(3) %high.bin, i32 1 monotonic
  %shifted = lshr i32 %word, 9
  %middle = and i32 %shifted, 255
  %middle.wide = zext i32 %middle to i64
  %middle.bin = getelementptr i32, ptr addrspace(3) %bins, i64 %middle.wide
  atomicrmw add ptr addrspace(3) %middle.bin, i32 1 monotonic
  br label %done
done:
  ret void
}

; CHECK-LABEL: define void @words.w4(
; CHECK: store volatile <4 x i32> %{{.*}}, ptr %lane.values
; CHECK: %[[INDEX:.*]] = load volatile i32, ptr %lane.values
; CHECK-NEXT: %[[WIDE:.*]] = zext i32 %[[INDEX]] to i64
; CHECK-NEXT: getelementptr i32, ptr addrspace(3) %bins, i64 %[[WIDE]]
define void @words(i64 %lane, ptr %p, ptr %q, ptr addrspace(3) %bins) {
  %own = getelementptr i32, ptr %p, i64 %lane
  %bin = load i32, ptr %own
  %wide = zext i32 %bin to i64
  %at = getelementptr i32, ptr addrspace(3) %bins, i64 %wide
  %old = atomicrmw add ptr addrspace(3) %at, i32 1 monotonic
  %to = getelementptr i32, ptr %q, i64 %lane
  store i32 %old, ptr %to
  ret void
}

; Where an argument says how far, what is shifted lies in memory, of which the lowest byte is taken.
; CHECK-LABEL: define void @chosen.w4(
; CHECK: %[[SHIFTED:.*]] = lshr <4 x i32> %
; CHECK-NEXT: store volatile <4 x i32> %[[SHIFTED]], ptr %lane.values
; CHECK: load volatile i64, ptr %lane.values
define void @chosen(i64 %lane, i32 %shift, ptr %p, ptr addrspace(3) %bins) {
  %own = getelementptr i32, ptr %p, i64 %lane
  %word = load i32, ptr %own
  %shifted = lshr i32 %word, %shift
  %byte = and i32 %shifted, 255
  %wide = zext i32 %byte to i64
  %bin = getelementptr i32, ptr addrspace(3) %bins, i64 %wide
  atomicrmw add ptr addrspace(3) %bin, i32 1 monotonic
  ret void
}

; Booleans, whose vectors are packed by bits, are extended before they are stored.
; CHECK-LABEL: define void @booleans.w4(
; CHECK: %[[WIDE:.*]] = zext <4 x i1> %{{.*}} to <4 x i64>
; CHECK: store volatile <4 x i64> %[[WIDE]], ptr %lane.values
; CHECK-NOT: load volatile i1
; CHECK: load volatile i64, ptr %lane.values
define void @booleans(i64 %lane, ptr %p, ptr addrspace(3) %bins) {
  %own = getelementptr i32, ptr %p, i64 %lane
  %word = load i32, ptr %own
  %more = icmp sgt i32 %word, 0
  %wide = zext i1 %more to i64
  %bin = getelementptr i32, ptr addrspace(3) %bins, i64 %wide
  atomicrmw add ptr addrspace(3) %bin, i32 1 monotonic
  ret void
}

; The same of integers of odd widths, also where the index itself is one.
; CHECK-LABEL: define void @odd_widths.w4(
; CHECK: store volatile <4 x i64> %{{.*}}, ptr %lane.values
; CHECK-NOT: load volatile i33
; CHECK-NOT: load volatile i24
; CHECK: extractelement <4 x i33>
define void @odd_widths(i64 %lane, ptr %p, ptr addrspace(3) %bins) {
  %own = getelementptr i64, ptr %p, i64 %lane
  %word = load i64, ptr %own
  %part = trunc i64 %word to i24
  %wide = zext i24 %part to i64
  %bin = getelementptr i32, ptr addrspace(3) %bins, i64 %wide
  atomicrmw add ptr addrspace(3) %bin, i32 1 monotonic
  %odd = trunc i64 %word to i33
  %other = getelementptr i32, ptr addrspace(3) %bins, i33 %odd
  atomicrmw add ptr addrspace(3) %other, i32 1 monotonic
  ret void
}

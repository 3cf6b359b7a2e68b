; A work-item's place in a tile does not decide on which side of a multiple of the tile's size it lies.
; RUN: %weft-opt -passes=weft-compare-multiples -S %s | FileCheck %s

; CHECK-LABEL: define i1 @less(
; CHECK: icmp slt i32 %tile, %end
define i1 @less(i32 %group, i32 range(i32 0, 8) %local, i32 %n) {
  %tile = shl nsw i32 %group, 4
  %twice = shl nuw nsw i32 %local, 1
  %pair = or disjoint i32 %tile, %twice
  %at = or disjoint i32 %pair, 1
  %tiles = sdiv i32 %n, 16
  %end = shl nsw i32 %tiles, 4
  %c = icmp slt i32 %at, %end
  ret i1 %c
}

; CHECK-LABEL: define i1 @end_not_above(
; CHECK: icmp uge i32 %tile, %end
define i1 @end_not_above(i32 %group, i32 range(i32 0, 16) %local, i32 %n) {
  %tile = shl i32 %group, 4
  %at = or disjoint i32 %local, %tile
  %end = and i32 %n, -16
  %c = icmp ule i32 %end, %at
  ret i1 %c
}

; CHECK-LABEL: define i1 @above_number(
; CHECK: icmp sge i32 %tile, 48
define i1 @above_number(i32 %group, i32 range(i32 0, 16) %local) {
  %tile = shl i32 %group, 4
  %at = or disjoint i32 %tile, %local
  %c = icmp sgt i32 %at, 47
  ret i1 %c
}

; The end is not a multiple of the tile's size.
; CHECK-LABEL: define i1 @end_within_tile(
; CHECK: icmp slt i32 %at, %end
define i1 @end_within_tile(i32 %group, i32 range(i32 0, 16) %local, i32 %n) {
  %tile = shl i32 %group, 4
  %at = or disjoint i32 %tile, %local
  %end = and i32 %n, -8
  %c = icmp slt i32 %at, %end
  ret i1 %c
}

; The place may be outside of the tile.
; CHECK-LABEL: define i1 @wide_place(
; CHECK: icmp slt i32 %at, %end
define i1 @wide_place(i32 %group, i32 range(i32 0, 32) %local, i32 %n) {
  %tile = shl i32 %group, 5
  %at = or disjoint i32 %tile, %local
  %end = and i32 %n, -16
  %c = icmp slt i32 %at, %end
  ret i1 %c
}

; Whether it is above an end differs within the tile behind it.
; CHECK-LABEL: define i1 @above(
; CHECK: icmp sgt i32 %at, %end
define i1 @above(i32 %group, i32 range(i32 0, 16) %local, i32 %n) {
  %tile = shl i32 %group, 4
  %at = or disjoint i32 %tile, %local
  %end = and i32 %n, -16
  %c = icmp sgt i32 %at, %end
  ret i1 %c
}

; CHECK-LABEL: define i1 @equal(
; CHECK: icmp eq i32 %at, %end
define i1 @equal(i32 %group, i32 range(i32 0, 16) %local, i32 %n) {
  %tile = shl i32 %group, 4
  %at = or disjoint i32 %tile, %local
  %end = and i32 %n, -16
  %c = icmp eq i32 %at, %end
  ret i1 %c
}

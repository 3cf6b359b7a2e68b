// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The parts of pages, which html_page.cpp puts together.
.macro file name, path
  .hidden weft_page_\name
  .globl weft_page_\name
weft_page_\name:
  .incbin "\path"
  .hidden weft_page_\name\()_end
  .globl weft_page_\name\()_end
weft_page_\name\()_end:
  .byte 0
.endm

  .section .rodata.weft_pages, "a", %progbits
  file frame, "frame.html"
  file style, "style.css"
  file common, "common.js"
  file explain_facts, "explain_facts.js"
  file explain, "explain.js"
  file trace, "trace.js"

  .section .note.GNU-stack, "", %progbits

; What a call that may throw returns is there on its normal edge, for a phi as well; coverage and native runs know
; nothing of the other edge.
; run: dunlin run
; run: dunlin run --optimize
; exit-status: 42
; paths: 1
; run: dunlin show --ir --function pick
; show-contains: invoke b1, unwind b3
; show-contains: invoke b2(%
; show-contains: landingpad
; show-contains: resume
target triple = "x86_64-pc-linux-gnu"

define internal { i32, i64 } @pair(i32 %a) noinline {
  %one = insertvalue { i32, i64 } poison, i32 %a, 0
  %two = insertvalue { i32, i64 } %one, i64 30, 1
  ret { i32, i64 } %two
}

define internal i32 @pick(i32 %a) noinline personality ptr @personality {
  %pair = invoke { i32, i64 } @pair(i32 %a) to label %first unwind label %bad
first:
  %left = extractvalue { i32, i64 } %pair, 0
  %again = invoke { i32, i64 } @pair(i32 %left) to label %join unwind label %bad
join:
  %chosen = phi { i32, i64 } [ %again, %first ]
  %x = extractvalue { i32, i64 } %chosen, 0
  %y = extractvalue { i32, i64 } %chosen, 1
  %z = trunc i64 %y to i32
  %sum = add i32 %x, %z
  ret i32 %sum
bad:
  %pad = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %pad
}

define i32 @main() {
  %r = call i32 @pick(i32 12)
  ret i32 %r
}

declare i32 @personality(...)

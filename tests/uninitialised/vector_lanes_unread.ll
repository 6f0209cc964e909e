; A vector of which only some lanes were set is computed with as a whole. What the others would be is asked by
; nobody, so that there is no input and no error.
; run: dunlin run --check-overflow
; run: dunlin run --check-overflow --check-uninitialised
; paths: 1
; tests: 1
; exit-status: 9

@one = global i32 1

define i32 @main() {
  %argc = load volatile i32, ptr @one
  %some = insertelement <4 x i32> poison, i32 %argc, i64 0
  %two = shufflevector <4 x i32> %some, <4 x i32> poison, <4 x i32> <i32 0, i32 poison, i32 0, i32 poison>
  %sum = add nsw <4 x i32> %two, <i32 1, i32 undef, i32 3, i32 undef>
  %float = sitofp <4 x i32> %sum to <4 x float>
  %squares = fmul <4 x float> %float, %float
  %back = fptosi <4 x float> %squares to <4 x i32>
  %less = icmp slt <4 x i32> %back, <i32 5, i32 5, i32 5, i32 5>
  %picked = select <4 x i1> %less, <4 x i32> %back, <4 x i32> <i32 5, i32 5, i32 5, i32 5>
  %a = extractelement <4 x i32> %picked, i64 0
  %b = extractelement <4 x i32> %picked, i64 2
  %r = add i32 %a, %b
  ret i32 %r
}

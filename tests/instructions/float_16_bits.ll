; Arithmetic in the two 16-bit formats themselves; clang computes in single precision without -O2.
; run: dunlin run --clang-arg=-rtlib=compiler-rt inputs/show.c
; native: same

@name.fadd = internal constant [5 x i8] c"fadd\00"
@name.fsub = internal constant [5 x i8] c"fsub\00"
@name.fmul = internal constant [5 x i8] c"fmul\00"
@name.fdiv = internal constant [5 x i8] c"fdiv\00"
@name.frem = internal constant [5 x i8] c"frem\00"
@name.fneg = internal constant [5 x i8] c"fneg\00"
@name.sitofp = internal constant [7 x i8] c"sitofp\00"
@name.fptosi = internal constant [7 x i8] c"fptosi\00"
@name.fpext = internal constant [6 x i8] c"fpext\00"
@values.half = internal constant [9 x half] [half 0xH0000, half 0xH8000, half 0xH3C00, half 0xHC200, half 0xH3555, half 0xH7BFF, half 0xH0001, half 0xH7C00, half 0xH7E00]
@values.bfloat = internal constant [9 x bfloat] [bfloat 0xR0000, bfloat 0xR8000, bfloat 0xR3F80, bfloat 0xRC040, bfloat 0xR3EAB, bfloat 0xR7F7F, bfloat 0xR0001, bfloat 0xR7F80, bfloat 0xR7FC0]

define internal void @show.i16(ptr %what, i16 %value) {
  %place = alloca i16
  store i16 %value, ptr %place
  call void @show(ptr %what, i32 16, ptr %place)
  ret void
}

define internal void @show.i32(ptr %what, i32 %value) {
  %place = alloca i32
  store i32 %value, ptr %place
  call void @show(ptr %what, i32 32, ptr %place)
  ret void
}

define internal void @show.half(ptr %what, half %value) {
  %bits = bitcast half %value to i16
  %nan = fcmp uno half %value, %value
  %shown = select i1 %nan, i16 -1, i16 %bits
  call void @show.i16(ptr %what, i16 %shown)
  ret void
}

define internal void @all.half(half %a, half %b) {
  %fadd = fadd half %a, %b
  call void @show.half(ptr @name.fadd, half %fadd)
  %fsub = fsub half %a, %b
  call void @show.half(ptr @name.fsub, half %fsub)
  %fmul = fmul half %a, %b
  call void @show.half(ptr @name.fmul, half %fmul)
  %fdiv = fdiv half %a, %b
  call void @show.half(ptr @name.fdiv, half %fdiv)
  %frem = frem half %a, %b
  call void @show.half(ptr @name.frem, half %frem)
  %fneg = fneg half %a
  call void @show.half(ptr @name.fneg, half %fneg)
  %fpext = fpext half %a to float
  %is.nan = fcmp uno float %fpext, 0.0
  %wide = bitcast float %fpext to i32
  %shown = select i1 %is.nan, i32 -1, i32 %wide
  call void @show.i32(ptr @name.fpext, i32 %shown)
  ret void
}

define internal void @pairs.half() {
entry:
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %next.i, %outer.next ]
  %place.a = getelementptr [9 x half], ptr @values.half, i64 0, i64 %i
  %a = load half, ptr %place.a
  br label %inner
inner:
  %j = phi i64 [ 0, %outer ], [ %next.j, %inner ]
  %place.b = getelementptr [9 x half], ptr @values.half, i64 0, i64 %j
  %b = load half, ptr %place.b
  call void @all.half(half %a, half %b)
  %next.j = add i64 %j, 1
  %more.j = icmp ult i64 %next.j, 9
  br i1 %more.j, label %inner, label %outer.next
outer.next:
  %next.i = add i64 %i, 1
  %more.i = icmp ult i64 %next.i, 9
  br i1 %more.i, label %outer, label %done
done:
  ret void
}

define internal void @show.bfloat(ptr %what, bfloat %value) {
  %bits = bitcast bfloat %value to i16
  %nan = fcmp uno bfloat %value, %value
  %shown = select i1 %nan, i16 -1, i16 %bits
  call void @show.i16(ptr %what, i16 %shown)
  ret void
}

define internal void @all.bfloat(bfloat %a, bfloat %b) {
  %fadd = fadd bfloat %a, %b
  call void @show.bfloat(ptr @name.fadd, bfloat %fadd)
  %fsub = fsub bfloat %a, %b
  call void @show.bfloat(ptr @name.fsub, bfloat %fsub)
  %fmul = fmul bfloat %a, %b
  call void @show.bfloat(ptr @name.fmul, bfloat %fmul)
  %fdiv = fdiv bfloat %a, %b
  call void @show.bfloat(ptr @name.fdiv, bfloat %fdiv)
  %frem = frem bfloat %a, %b
  call void @show.bfloat(ptr @name.frem, bfloat %frem)
  %fneg = fneg bfloat %a
  call void @show.bfloat(ptr @name.fneg, bfloat %fneg)
  %fpext = fpext bfloat %a to float
  %is.nan = fcmp uno float %fpext, 0.0
  %wide = bitcast float %fpext to i32
  %shown = select i1 %is.nan, i32 -1, i32 %wide
  call void @show.i32(ptr @name.fpext, i32 %shown)
  ret void
}

define internal void @pairs.bfloat() {
entry:
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %next.i, %outer.next ]
  %place.a = getelementptr [9 x bfloat], ptr @values.bfloat, i64 0, i64 %i
  %a = load bfloat, ptr %place.a
  br label %inner
inner:
  %j = phi i64 [ 0, %outer ], [ %next.j, %inner ]
  %place.b = getelementptr [9 x bfloat], ptr @values.bfloat, i64 0, i64 %j
  %b = load bfloat, ptr %place.b
  call void @all.bfloat(bfloat %a, bfloat %b)
  %next.j = add i64 %j, 1
  %more.j = icmp ult i64 %next.j, 9
  br i1 %more.j, label %inner, label %outer.next
outer.next:
  %next.i = add i64 %i, 1
  %more.i = icmp ult i64 %next.i, 9
  br i1 %more.i, label %outer, label %done
done:
  ret void
}

define i32 @main() {
  call void @pairs.half()
  %int.half = sitofp i32 -1027 to half
  call void @show.half(ptr @name.sitofp, half %int.half)
  %back.half = fptosi half %int.half to i32
  call void @show.i32(ptr @name.fptosi, i32 %back.half)
  call void @pairs.bfloat()
  %int.bfloat = sitofp i32 -1027 to bfloat
  call void @show.bfloat(ptr @name.sitofp, bfloat %int.bfloat)
  %back.bfloat = fptosi bfloat %int.bfloat to i32
  call void @show.i32(ptr @name.fptosi, i32 %back.bfloat)
  ret i32 0
}

declare void @show(ptr, i32, ptr)

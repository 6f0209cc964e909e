; All sixteen floating-point predicates in every format, on numbers, zeros, infinity and NaN.
; run: dunlin run inputs/show.c
; native: same

@name.false = internal constant [6 x i8] c"false\00"
@name.oeq = internal constant [4 x i8] c"oeq\00"
@name.ogt = internal constant [4 x i8] c"ogt\00"
@name.oge = internal constant [4 x i8] c"oge\00"
@name.olt = internal constant [4 x i8] c"olt\00"
@name.ole = internal constant [4 x i8] c"ole\00"
@name.one = internal constant [4 x i8] c"one\00"
@name.ord = internal constant [4 x i8] c"ord\00"
@name.ueq = internal constant [4 x i8] c"ueq\00"
@name.ugt = internal constant [4 x i8] c"ugt\00"
@name.uge = internal constant [4 x i8] c"uge\00"
@name.ult = internal constant [4 x i8] c"ult\00"
@name.ule = internal constant [4 x i8] c"ule\00"
@name.une = internal constant [4 x i8] c"une\00"
@name.uno = internal constant [4 x i8] c"uno\00"
@name.true = internal constant [5 x i8] c"true\00"
@values.half = internal constant [6 x half] [half 0xH0000, half 0xH8000, half 0xH3C00, half 0xHC200, half 0xH7C00, half 0xH7E00]
@values.float = internal constant [6 x float] [float 0.0, float -0.0, float 1.0, float -3.0, float 0x7FF0000000000000, float 0x7FF8000000000000]
@values.double = internal constant [6 x double] [double 0.0, double -0.0, double 1.0, double -3.0, double 0x7FF0000000000000, double 0x7FF8000000000000]
@values.x86_fp80 = internal constant [6 x x86_fp80] [x86_fp80 0xK00000000000000000000, x86_fp80 0xK80000000000000000000, x86_fp80 0xK3FFF8000000000000000, x86_fp80 0xKC000C000000000000000, x86_fp80 0xK7FFF8000000000000000, x86_fp80 0xK7FFFC000000000000000]
@values.fp128 = internal constant [6 x fp128] [fp128 0xL00000000000000000000000000000000, fp128 0xL00000000000000008000000000000000, fp128 0xL00000000000000003FFF000000000000, fp128 0xL0000000000000000C000800000000000, fp128 0xL00000000000000007FFF000000000000, fp128 0xL00000000000000007FFF800000000000]

define internal void @show.i1(ptr %what, i1 %value) {
  %place = alloca i1
  store i1 %value, ptr %place
  call void @show(ptr %what, i32 1, ptr %place)
  ret void
}

define internal void @all.half(half %a, half %b) {
  %false = fcmp false half %a, %b
  call void @show.i1(ptr @name.false, i1 %false)
  %oeq = fcmp oeq half %a, %b
  call void @show.i1(ptr @name.oeq, i1 %oeq)
  %ogt = fcmp ogt half %a, %b
  call void @show.i1(ptr @name.ogt, i1 %ogt)
  %oge = fcmp oge half %a, %b
  call void @show.i1(ptr @name.oge, i1 %oge)
  %olt = fcmp olt half %a, %b
  call void @show.i1(ptr @name.olt, i1 %olt)
  %ole = fcmp ole half %a, %b
  call void @show.i1(ptr @name.ole, i1 %ole)
  %one = fcmp one half %a, %b
  call void @show.i1(ptr @name.one, i1 %one)
  %ord = fcmp ord half %a, %b
  call void @show.i1(ptr @name.ord, i1 %ord)
  %ueq = fcmp ueq half %a, %b
  call void @show.i1(ptr @name.ueq, i1 %ueq)
  %ugt = fcmp ugt half %a, %b
  call void @show.i1(ptr @name.ugt, i1 %ugt)
  %uge = fcmp uge half %a, %b
  call void @show.i1(ptr @name.uge, i1 %uge)
  %ult = fcmp ult half %a, %b
  call void @show.i1(ptr @name.ult, i1 %ult)
  %ule = fcmp ule half %a, %b
  call void @show.i1(ptr @name.ule, i1 %ule)
  %une = fcmp une half %a, %b
  call void @show.i1(ptr @name.une, i1 %une)
  %uno = fcmp uno half %a, %b
  call void @show.i1(ptr @name.uno, i1 %uno)
  %true = fcmp true half %a, %b
  call void @show.i1(ptr @name.true, i1 %true)
  ret void
}

define internal void @pairs.half() {
entry:
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %next.i, %outer.next ]
  %place.a = getelementptr [6 x half], ptr @values.half, i64 0, i64 %i
  %a = load half, ptr %place.a
  br label %inner
inner:
  %j = phi i64 [ 0, %outer ], [ %next.j, %inner ]
  %place.b = getelementptr [6 x half], ptr @values.half, i64 0, i64 %j
  %b = load half, ptr %place.b
  call void @all.half(half %a, half %b)
  %next.j = add i64 %j, 1
  %more.j = icmp ult i64 %next.j, 6
  br i1 %more.j, label %inner, label %outer.next
outer.next:
  %next.i = add i64 %i, 1
  %more.i = icmp ult i64 %next.i, 6
  br i1 %more.i, label %outer, label %done
done:
  ret void
}

define internal void @all.float(float %a, float %b) {
  %false = fcmp false float %a, %b
  call void @show.i1(ptr @name.false, i1 %false)
  %oeq = fcmp oeq float %a, %b
  call void @show.i1(ptr @name.oeq, i1 %oeq)
  %ogt = fcmp ogt float %a, %b
  call void @show.i1(ptr @name.ogt, i1 %ogt)
  %oge = fcmp oge float %a, %b
  call void @show.i1(ptr @name.oge, i1 %oge)
  %olt = fcmp olt float %a, %b
  call void @show.i1(ptr @name.olt, i1 %olt)
  %ole = fcmp ole float %a, %b
  call void @show.i1(ptr @name.ole, i1 %ole)
  %one = fcmp one float %a, %b
  call void @show.i1(ptr @name.one, i1 %one)
  %ord = fcmp ord float %a, %b
  call void @show.i1(ptr @name.ord, i1 %ord)
  %ueq = fcmp ueq float %a, %b
  call void @show.i1(ptr @name.ueq, i1 %ueq)
  %ugt = fcmp ugt float %a, %b
  call void @show.i1(ptr @name.ugt, i1 %ugt)
  %uge = fcmp uge float %a, %b
  call void @show.i1(ptr @name.uge, i1 %uge)
  %ult = fcmp ult float %a, %b
  call void @show.i1(ptr @name.ult, i1 %ult)
  %ule = fcmp ule float %a, %b
  call void @show.i1(ptr @name.ule, i1 %ule)
  %une = fcmp une float %a, %b
  call void @show.i1(ptr @name.une, i1 %une)
  %uno = fcmp uno float %a, %b
  call void @show.i1(ptr @name.uno, i1 %uno)
  %true = fcmp true float %a, %b
  call void @show.i1(ptr @name.true, i1 %true)
  ret void
}

define internal void @pairs.float() {
entry:
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %next.i, %outer.next ]
  %place.a = getelementptr [6 x float], ptr @values.float, i64 0, i64 %i
  %a = load float, ptr %place.a
  br label %inner
inner:
  %j = phi i64 [ 0, %outer ], [ %next.j, %inner ]
  %place.b = getelementptr [6 x float], ptr @values.float, i64 0, i64 %j
  %b = load float, ptr %place.b
  call void @all.float(float %a, float %b)
  %next.j = add i64 %j, 1
  %more.j = icmp ult i64 %next.j, 6
  br i1 %more.j, label %inner, label %outer.next
outer.next:
  %next.i = add i64 %i, 1
  %more.i = icmp ult i64 %next.i, 6
  br i1 %more.i, label %outer, label %done
done:
  ret void
}

define internal void @all.double(double %a, double %b) {
  %false = fcmp false double %a, %b
  call void @show.i1(ptr @name.false, i1 %false)
  %oeq = fcmp oeq double %a, %b
  call void @show.i1(ptr @name.oeq, i1 %oeq)
  %ogt = fcmp ogt double %a, %b
  call void @show.i1(ptr @name.ogt, i1 %ogt)
  %oge = fcmp oge double %a, %b
  call void @show.i1(ptr @name.oge, i1 %oge)
  %olt = fcmp olt double %a, %b
  call void @show.i1(ptr @name.olt, i1 %olt)
  %ole = fcmp ole double %a, %b
  call void @show.i1(ptr @name.ole, i1 %ole)
  %one = fcmp one double %a, %b
  call void @show.i1(ptr @name.one, i1 %one)
  %ord = fcmp ord double %a, %b
  call void @show.i1(ptr @name.ord, i1 %ord)
  %ueq = fcmp ueq double %a, %b
  call void @show.i1(ptr @name.ueq, i1 %ueq)
  %ugt = fcmp ugt double %a, %b
  call void @show.i1(ptr @name.ugt, i1 %ugt)
  %uge = fcmp uge double %a, %b
  call void @show.i1(ptr @name.uge, i1 %uge)
  %ult = fcmp ult double %a, %b
  call void @show.i1(ptr @name.ult, i1 %ult)
  %ule = fcmp ule double %a, %b
  call void @show.i1(ptr @name.ule, i1 %ule)
  %une = fcmp une double %a, %b
  call void @show.i1(ptr @name.une, i1 %une)
  %uno = fcmp uno double %a, %b
  call void @show.i1(ptr @name.uno, i1 %uno)
  %true = fcmp true double %a, %b
  call void @show.i1(ptr @name.true, i1 %true)
  ret void
}

define internal void @pairs.double() {
entry:
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %next.i, %outer.next ]
  %place.a = getelementptr [6 x double], ptr @values.double, i64 0, i64 %i
  %a = load double, ptr %place.a
  br label %inner
inner:
  %j = phi i64 [ 0, %outer ], [ %next.j, %inner ]
  %place.b = getelementptr [6 x double], ptr @values.double, i64 0, i64 %j
  %b = load double, ptr %place.b
  call void @all.double(double %a, double %b)
  %next.j = add i64 %j, 1
  %more.j = icmp ult i64 %next.j, 6
  br i1 %more.j, label %inner, label %outer.next
outer.next:
  %next.i = add i64 %i, 1
  %more.i = icmp ult i64 %next.i, 6
  br i1 %more.i, label %outer, label %done
done:
  ret void
}

define internal void @all.x86_fp80(x86_fp80 %a, x86_fp80 %b) {
  %false = fcmp false x86_fp80 %a, %b
  call void @show.i1(ptr @name.false, i1 %false)
  %oeq = fcmp oeq x86_fp80 %a, %b
  call void @show.i1(ptr @name.oeq, i1 %oeq)
  %ogt = fcmp ogt x86_fp80 %a, %b
  call void @show.i1(ptr @name.ogt, i1 %ogt)
  %oge = fcmp oge x86_fp80 %a, %b
  call void @show.i1(ptr @name.oge, i1 %oge)
  %olt = fcmp olt x86_fp80 %a, %b
  call void @show.i1(ptr @name.olt, i1 %olt)
  %ole = fcmp ole x86_fp80 %a, %b
  call void @show.i1(ptr @name.ole, i1 %ole)
  %one = fcmp one x86_fp80 %a, %b
  call void @show.i1(ptr @name.one, i1 %one)
  %ord = fcmp ord x86_fp80 %a, %b
  call void @show.i1(ptr @name.ord, i1 %ord)
  %ueq = fcmp ueq x86_fp80 %a, %b
  call void @show.i1(ptr @name.ueq, i1 %ueq)
  %ugt = fcmp ugt x86_fp80 %a, %b
  call void @show.i1(ptr @name.ugt, i1 %ugt)
  %uge = fcmp uge x86_fp80 %a, %b
  call void @show.i1(ptr @name.uge, i1 %uge)
  %ult = fcmp ult x86_fp80 %a, %b
  call void @show.i1(ptr @name.ult, i1 %ult)
  %ule = fcmp ule x86_fp80 %a, %b
  call void @show.i1(ptr @name.ule, i1 %ule)
  %une = fcmp une x86_fp80 %a, %b
  call void @show.i1(ptr @name.une, i1 %une)
  %uno = fcmp uno x86_fp80 %a, %b
  call void @show.i1(ptr @name.uno, i1 %uno)
  %true = fcmp true x86_fp80 %a, %b
  call void @show.i1(ptr @name.true, i1 %true)
  ret void
}

define internal void @pairs.x86_fp80() {
entry:
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %next.i, %outer.next ]
  %place.a = getelementptr [6 x x86_fp80], ptr @values.x86_fp80, i64 0, i64 %i
  %a = load x86_fp80, ptr %place.a
  br label %inner
inner:
  %j = phi i64 [ 0, %outer ], [ %next.j, %inner ]
  %place.b = getelementptr [6 x x86_fp80], ptr @values.x86_fp80, i64 0, i64 %j
  %b = load x86_fp80, ptr %place.b
  call void @all.x86_fp80(x86_fp80 %a, x86_fp80 %b)
  %next.j = add i64 %j, 1
  %more.j = icmp ult i64 %next.j, 6
  br i1 %more.j, label %inner, label %outer.next
outer.next:
  %next.i = add i64 %i, 1
  %more.i = icmp ult i64 %next.i, 6
  br i1 %more.i, label %outer, label %done
done:
  ret void
}

define internal void @all.fp128(fp128 %a, fp128 %b) {
  %false = fcmp false fp128 %a, %b
  call void @show.i1(ptr @name.false, i1 %false)
  %oeq = fcmp oeq fp128 %a, %b
  call void @show.i1(ptr @name.oeq, i1 %oeq)
  %ogt = fcmp ogt fp128 %a, %b
  call void @show.i1(ptr @name.ogt, i1 %ogt)
  %oge = fcmp oge fp128 %a, %b
  call void @show.i1(ptr @name.oge, i1 %oge)
  %olt = fcmp olt fp128 %a, %b
  call void @show.i1(ptr @name.olt, i1 %olt)
  %ole = fcmp ole fp128 %a, %b
  call void @show.i1(ptr @name.ole, i1 %ole)
  %one = fcmp one fp128 %a, %b
  call void @show.i1(ptr @name.one, i1 %one)
  %ord = fcmp ord fp128 %a, %b
  call void @show.i1(ptr @name.ord, i1 %ord)
  %ueq = fcmp ueq fp128 %a, %b
  call void @show.i1(ptr @name.ueq, i1 %ueq)
  %ugt = fcmp ugt fp128 %a, %b
  call void @show.i1(ptr @name.ugt, i1 %ugt)
  %uge = fcmp uge fp128 %a, %b
  call void @show.i1(ptr @name.uge, i1 %uge)
  %ult = fcmp ult fp128 %a, %b
  call void @show.i1(ptr @name.ult, i1 %ult)
  %ule = fcmp ule fp128 %a, %b
  call void @show.i1(ptr @name.ule, i1 %ule)
  %une = fcmp une fp128 %a, %b
  call void @show.i1(ptr @name.une, i1 %une)
  %uno = fcmp uno fp128 %a, %b
  call void @show.i1(ptr @name.uno, i1 %uno)
  %true = fcmp true fp128 %a, %b
  call void @show.i1(ptr @name.true, i1 %true)
  ret void
}

define internal void @pairs.fp128() {
entry:
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %next.i, %outer.next ]
  %place.a = getelementptr [6 x fp128], ptr @values.fp128, i64 0, i64 %i
  %a = load fp128, ptr %place.a
  br label %inner
inner:
  %j = phi i64 [ 0, %outer ], [ %next.j, %inner ]
  %place.b = getelementptr [6 x fp128], ptr @values.fp128, i64 0, i64 %j
  %b = load fp128, ptr %place.b
  call void @all.fp128(fp128 %a, fp128 %b)
  %next.j = add i64 %j, 1
  %more.j = icmp ult i64 %next.j, 6
  br i1 %more.j, label %inner, label %outer.next
outer.next:
  %next.i = add i64 %i, 1
  %more.i = icmp ult i64 %next.i, 6
  br i1 %more.i, label %outer, label %done
done:
  ret void
}

define i32 @main() {
  call void @pairs.half()
  call void @pairs.float()
  call void @pairs.double()
  call void @pairs.x86_fp80()
  call void @pairs.fp128()
  ret i32 0
}

declare void @show(ptr, i32, ptr)

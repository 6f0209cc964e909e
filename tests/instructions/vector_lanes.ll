; Every operation on vectors, lane by lane: arithmetic, comparison, selection, conversion.
; run: dunlin run inputs/show.c
; native: same

@name.add = internal constant [4 x i8] c"add\00"
@name.sub = internal constant [4 x i8] c"sub\00"
@name.mul = internal constant [4 x i8] c"mul\00"
@name.udiv = internal constant [5 x i8] c"udiv\00"
@name.sdiv = internal constant [5 x i8] c"sdiv\00"
@name.urem = internal constant [5 x i8] c"urem\00"
@name.srem = internal constant [5 x i8] c"srem\00"
@name.and = internal constant [4 x i8] c"and\00"
@name.or = internal constant [3 x i8] c"or\00"
@name.xor = internal constant [4 x i8] c"xor\00"
@name.shl = internal constant [4 x i8] c"shl\00"
@name.lshr = internal constant [5 x i8] c"lshr\00"
@name.ashr = internal constant [5 x i8] c"ashr\00"
@name.fadd = internal constant [5 x i8] c"fadd\00"
@name.fsub = internal constant [5 x i8] c"fsub\00"
@name.fmul = internal constant [5 x i8] c"fmul\00"
@name.fdiv = internal constant [5 x i8] c"fdiv\00"
@name.frem = internal constant [5 x i8] c"frem\00"
@name.eq = internal constant [3 x i8] c"eq\00"
@name.ne = internal constant [3 x i8] c"ne\00"
@name.ult = internal constant [4 x i8] c"ult\00"
@name.ule = internal constant [4 x i8] c"ule\00"
@name.ugt = internal constant [4 x i8] c"ugt\00"
@name.uge = internal constant [4 x i8] c"uge\00"
@name.slt = internal constant [4 x i8] c"slt\00"
@name.sle = internal constant [4 x i8] c"sle\00"
@name.sgt = internal constant [4 x i8] c"sgt\00"
@name.sge = internal constant [4 x i8] c"sge\00"
@name.foeq = internal constant [5 x i8] c"foeq\00"
@name.fogt = internal constant [5 x i8] c"fogt\00"
@name.foge = internal constant [5 x i8] c"foge\00"
@name.folt = internal constant [5 x i8] c"folt\00"
@name.fole = internal constant [5 x i8] c"fole\00"
@name.fone = internal constant [5 x i8] c"fone\00"
@name.ford = internal constant [5 x i8] c"ford\00"
@name.fueq = internal constant [5 x i8] c"fueq\00"
@name.fugt = internal constant [5 x i8] c"fugt\00"
@name.fuge = internal constant [5 x i8] c"fuge\00"
@name.fult = internal constant [5 x i8] c"fult\00"
@name.fule = internal constant [5 x i8] c"fule\00"
@name.fune = internal constant [5 x i8] c"fune\00"
@name.funo = internal constant [5 x i8] c"funo\00"
@name.select = internal constant [7 x i8] c"select\00"
@name.fneg = internal constant [5 x i8] c"fneg\00"
@name.zext = internal constant [5 x i8] c"zext\00"
@name.sext = internal constant [5 x i8] c"sext\00"
@name.trunc = internal constant [6 x i8] c"trunc\00"
@name.fptosi = internal constant [7 x i8] c"fptosi\00"
@name.fptoui = internal constant [7 x i8] c"fptoui\00"
@name.sitofp = internal constant [7 x i8] c"sitofp\00"
@name.uitofp = internal constant [7 x i8] c"uitofp\00"
@name.fptrunc = internal constant [8 x i8] c"fptrunc\00"
@name.fpext = internal constant [6 x i8] c"fpext\00"
@name.bitcast = internal constant [8 x i8] c"bitcast\00"
@name.freeze = internal constant [7 x i8] c"freeze\00"

define internal void @show.i128(ptr %what, i128 %value) {
  %place = alloca i128
  store i128 %value, ptr %place
  call void @show(ptr %what, i32 128, ptr %place)
  ret void
}

define internal void @show.i256(ptr %what, i256 %value) {
  %place = alloca i256
  store i256 %value, ptr %place
  call void @show(ptr %what, i32 256, ptr %place)
  ret void
}

define internal void @show.i4(ptr %what, i4 %value) {
  %place = alloca i4
  store i4 %value, ptr %place
  call void @show(ptr %what, i32 4, ptr %place)
  ret void
}

define internal void @show.4xi32(ptr %what, <4 x i32> %value) {
  %bits = bitcast <4 x i32> %value to i128
  call void @show.i128(ptr %what, i128 %bits)
  ret void
}

define internal void @show.4xfloat(ptr %what, <4 x float> %value) {
  %bits = bitcast <4 x float> %value to i128
  call void @show.i128(ptr %what, i128 %bits)
  ret void
}

define internal void @show.4xi64(ptr %what, <4 x i64> %value) {
  %bits = bitcast <4 x i64> %value to i256
  call void @show.i256(ptr %what, i256 %bits)
  ret void
}

define internal void @show.4xdouble(ptr %what, <4 x double> %value) {
  %bits = bitcast <4 x double> %value to i256
  call void @show.i256(ptr %what, i256 %bits)
  ret void
}

define internal void @show.4xi1(ptr %what, <4 x i1> %value) {
  %bits = bitcast <4 x i1> %value to i4
  call void @show.i4(ptr %what, i4 %bits)
  ret void
}

define internal void @show.16xi8(ptr %what, <16 x i8> %value) {
  %bits = bitcast <16 x i8> %value to i128
  call void @show.i128(ptr %what, i128 %bits)
  ret void
}

define internal void @integers(<4 x i32> %a, <4 x i32> %b, <4 x i32> %small) {
  %add = add <4 x i32> %a, %b
  call void @show.4xi32(ptr @name.add, <4 x i32> %add)
  %sub = sub <4 x i32> %a, %b
  call void @show.4xi32(ptr @name.sub, <4 x i32> %sub)
  %mul = mul <4 x i32> %a, %b
  call void @show.4xi32(ptr @name.mul, <4 x i32> %mul)
  %udiv = udiv <4 x i32> %a, %b
  call void @show.4xi32(ptr @name.udiv, <4 x i32> %udiv)
  %sdiv = sdiv <4 x i32> %a, %b
  call void @show.4xi32(ptr @name.sdiv, <4 x i32> %sdiv)
  %urem = urem <4 x i32> %a, %b
  call void @show.4xi32(ptr @name.urem, <4 x i32> %urem)
  %srem = srem <4 x i32> %a, %b
  call void @show.4xi32(ptr @name.srem, <4 x i32> %srem)
  %and = and <4 x i32> %a, %b
  call void @show.4xi32(ptr @name.and, <4 x i32> %and)
  %or = or <4 x i32> %a, %b
  call void @show.4xi32(ptr @name.or, <4 x i32> %or)
  %xor = xor <4 x i32> %a, %b
  call void @show.4xi32(ptr @name.xor, <4 x i32> %xor)
  %shl = shl <4 x i32> %a, %small
  call void @show.4xi32(ptr @name.shl, <4 x i32> %shl)
  %lshr = lshr <4 x i32> %a, %small
  call void @show.4xi32(ptr @name.lshr, <4 x i32> %lshr)
  %ashr = ashr <4 x i32> %a, %small
  call void @show.4xi32(ptr @name.ashr, <4 x i32> %ashr)
  %eq = icmp eq <4 x i32> %a, %b
  call void @show.4xi1(ptr @name.eq, <4 x i1> %eq)
  %ne = icmp ne <4 x i32> %a, %b
  call void @show.4xi1(ptr @name.ne, <4 x i1> %ne)
  %ult = icmp ult <4 x i32> %a, %b
  call void @show.4xi1(ptr @name.ult, <4 x i1> %ult)
  %ule = icmp ule <4 x i32> %a, %b
  call void @show.4xi1(ptr @name.ule, <4 x i1> %ule)
  %ugt = icmp ugt <4 x i32> %a, %b
  call void @show.4xi1(ptr @name.ugt, <4 x i1> %ugt)
  %uge = icmp uge <4 x i32> %a, %b
  call void @show.4xi1(ptr @name.uge, <4 x i1> %uge)
  %slt = icmp slt <4 x i32> %a, %b
  call void @show.4xi1(ptr @name.slt, <4 x i1> %slt)
  %sle = icmp sle <4 x i32> %a, %b
  call void @show.4xi1(ptr @name.sle, <4 x i1> %sle)
  %sgt = icmp sgt <4 x i32> %a, %b
  call void @show.4xi1(ptr @name.sgt, <4 x i1> %sgt)
  %sge = icmp sge <4 x i32> %a, %b
  call void @show.4xi1(ptr @name.sge, <4 x i1> %sge)
  %select = select <4 x i1> %slt, <4 x i32> %a, <4 x i32> %b
  call void @show.4xi32(ptr @name.select, <4 x i32> %select)
  %zext = zext <4 x i32> %a to <4 x i64>
  call void @show.4xi64(ptr @name.zext, <4 x i64> %zext)
  %sext = sext <4 x i32> %a to <4 x i64>
  call void @show.4xi64(ptr @name.sext, <4 x i64> %sext)
  %trunc = trunc <4 x i64> %sext to <4 x i32>
  call void @show.4xi32(ptr @name.trunc, <4 x i32> %trunc)
  %bitcast = bitcast <4 x i32> %a to <16 x i8>
  call void @show.16xi8(ptr @name.bitcast, <16 x i8> %bitcast)
  %sitofp = sitofp <4 x i32> %a to <4 x float>
  call void @show.4xfloat(ptr @name.sitofp, <4 x float> %sitofp)
  %uitofp = uitofp <4 x i32> %a to <4 x double>
  call void @show.4xdouble(ptr @name.uitofp, <4 x double> %uitofp)
  %freeze = freeze <4 x i32> %a
  call void @show.4xi32(ptr @name.freeze, <4 x i32> %freeze)
  ret void
}

define internal void @floats(<4 x float> %a, <4 x float> %b) {
  %fadd = fadd <4 x float> %a, %b
  call void @show.4xfloat(ptr @name.fadd, <4 x float> %fadd)
  %fsub = fsub <4 x float> %a, %b
  call void @show.4xfloat(ptr @name.fsub, <4 x float> %fsub)
  %fmul = fmul <4 x float> %a, %b
  call void @show.4xfloat(ptr @name.fmul, <4 x float> %fmul)
  %fdiv = fdiv <4 x float> %a, %b
  call void @show.4xfloat(ptr @name.fdiv, <4 x float> %fdiv)
  %frem = frem <4 x float> %a, %b
  call void @show.4xfloat(ptr @name.frem, <4 x float> %frem)
  %oeq = fcmp oeq <4 x float> %a, %b
  call void @show.4xi1(ptr @name.foeq, <4 x i1> %oeq)
  %ogt = fcmp ogt <4 x float> %a, %b
  call void @show.4xi1(ptr @name.fogt, <4 x i1> %ogt)
  %oge = fcmp oge <4 x float> %a, %b
  call void @show.4xi1(ptr @name.foge, <4 x i1> %oge)
  %olt = fcmp olt <4 x float> %a, %b
  call void @show.4xi1(ptr @name.folt, <4 x i1> %olt)
  %ole = fcmp ole <4 x float> %a, %b
  call void @show.4xi1(ptr @name.fole, <4 x i1> %ole)
  %one = fcmp one <4 x float> %a, %b
  call void @show.4xi1(ptr @name.fone, <4 x i1> %one)
  %ord = fcmp ord <4 x float> %a, %b
  call void @show.4xi1(ptr @name.ford, <4 x i1> %ord)
  %ueq = fcmp ueq <4 x float> %a, %b
  call void @show.4xi1(ptr @name.fueq, <4 x i1> %ueq)
  %ugt = fcmp ugt <4 x float> %a, %b
  call void @show.4xi1(ptr @name.fugt, <4 x i1> %ugt)
  %uge = fcmp uge <4 x float> %a, %b
  call void @show.4xi1(ptr @name.fuge, <4 x i1> %uge)
  %ult = fcmp ult <4 x float> %a, %b
  call void @show.4xi1(ptr @name.fult, <4 x i1> %ult)
  %ule = fcmp ule <4 x float> %a, %b
  call void @show.4xi1(ptr @name.fule, <4 x i1> %ule)
  %une = fcmp une <4 x float> %a, %b
  call void @show.4xi1(ptr @name.fune, <4 x i1> %une)
  %uno = fcmp uno <4 x float> %a, %b
  call void @show.4xi1(ptr @name.funo, <4 x i1> %uno)
  %fneg = fneg <4 x float> %a
  call void @show.4xfloat(ptr @name.fneg, <4 x float> %fneg)
  %fpext = fpext <4 x float> %a to <4 x double>
  call void @show.4xdouble(ptr @name.fpext, <4 x double> %fpext)
  %fptrunc = fptrunc <4 x double> %fpext to <4 x float>
  call void @show.4xfloat(ptr @name.fptrunc, <4 x float> %fptrunc)
  %fptosi = fptosi <4 x float> %a to <4 x i32>
  call void @show.4xi32(ptr @name.fptosi, <4 x i32> %fptosi)
  %fptoui = fptoui <4 x float> %b to <4 x i32>
  call void @show.4xi32(ptr @name.fptoui, <4 x i32> %fptoui)
  ret void
}

define i32 @main() {
  call void @integers(<4 x i32> <i32 7, i32 -7, i32 2147483647, i32 -2147483648>, <4 x i32> <i32 -2, i32 3, i32 5, i32 2>, <4 x i32> <i32 0, i32 1, i32 30, i32 31>)
  call void @integers(<4 x i32> zeroinitializer, <4 x i32> <i32 1, i32 -1, i32 2147483647, i32 -2147483648>, <4 x i32> zeroinitializer)
  call void @floats(<4 x float> <float 1.5, float -2.25, float 0.0, float 1.0e9>, <4 x float> <float 1.5, float 4.0, float 3.0, float 7.5>)
  ret i32 0
}

declare void @show(ptr, i32, ptr)

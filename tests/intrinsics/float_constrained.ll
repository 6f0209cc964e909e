; Floating-point operations that name their rounding mode and exception behaviour.
; run: dunlin run inputs/show.c
; native: same

@name.fadd = internal constant [5 x i8] c"fadd\00"
@name.fsub = internal constant [5 x i8] c"fsub\00"
@name.fmul = internal constant [5 x i8] c"fmul\00"
@name.fdiv = internal constant [5 x i8] c"fdiv\00"
@name.frem = internal constant [5 x i8] c"frem\00"
@name.minnum = internal constant [7 x i8] c"minnum\00"
@name.maxnum = internal constant [7 x i8] c"maxnum\00"
@name.sqrt = internal constant [5 x i8] c"sqrt\00"
@name.rint = internal constant [5 x i8] c"rint\00"
@name.nearbyint = internal constant [10 x i8] c"nearbyint\00"
@name.floor = internal constant [6 x i8] c"floor\00"
@name.ceil = internal constant [5 x i8] c"ceil\00"
@name.trunc = internal constant [6 x i8] c"trunc\00"
@name.round = internal constant [6 x i8] c"round\00"
@name.roundeven = internal constant [10 x i8] c"roundeven\00"
@name.oeq = internal constant [4 x i8] c"oeq\00"
@name.ogt = internal constant [4 x i8] c"ogt\00"
@name.oge = internal constant [4 x i8] c"oge\00"
@name.olt = internal constant [4 x i8] c"olt\00"
@name.ole = internal constant [4 x i8] c"ole\00"
@name.one = internal constant [4 x i8] c"one\00"
@name.ord = internal constant [4 x i8] c"ord\00"
@name.uno = internal constant [4 x i8] c"uno\00"
@name.ueq = internal constant [4 x i8] c"ueq\00"
@name.ugt = internal constant [4 x i8] c"ugt\00"
@name.uge = internal constant [4 x i8] c"uge\00"
@name.ult = internal constant [4 x i8] c"ult\00"
@name.ule = internal constant [4 x i8] c"ule\00"
@name.une = internal constant [4 x i8] c"une\00"
@name.fptosi = internal constant [7 x i8] c"fptosi\00"
@name.fptoui = internal constant [7 x i8] c"fptoui\00"
@name.sitofp = internal constant [7 x i8] c"sitofp\00"
@name.uitofp = internal constant [7 x i8] c"uitofp\00"
@name.fptrunc = internal constant [8 x i8] c"fptrunc\00"
@name.fpext = internal constant [6 x i8] c"fpext\00"
@name.fma = internal constant [4 x i8] c"fma\00"
@name.fmuladd = internal constant [8 x i8] c"fmuladd\00"
@name.lrint = internal constant [6 x i8] c"lrint\00"
@name.lround = internal constant [7 x i8] c"lround\00"
@name.llrint = internal constant [7 x i8] c"llrint\00"
@name.llround = internal constant [8 x i8] c"llround\00"

define internal void @show.i1(ptr %what, i1 %value) {
  %place = alloca i1
  store i1 %value, ptr %place
  call void @show(ptr %what, i32 1, ptr %place)
  ret void
}

define internal void @show.i32(ptr %what, i32 %value) {
  %place = alloca i32
  store i32 %value, ptr %place
  call void @show(ptr %what, i32 32, ptr %place)
  ret void
}

define internal void @show.i64(ptr %what, i64 %value) {
  %place = alloca i64
  store i64 %value, ptr %place
  call void @show(ptr %what, i32 64, ptr %place)
  ret void
}

define internal void @show.double(ptr %what, double %value) {
  %bits = bitcast double %value to i64
  %nan = fcmp uno double %value, %value
  %shown = select i1 %nan, i64 -1, i64 %bits
  call void @show.i64(ptr %what, i64 %shown)
  ret void
}

define internal void @show.float(ptr %what, float %value) {
  %bits = bitcast float %value to i32
  %nan = fcmp uno float %value, %value
  %shown = select i1 %nan, i32 -1, i32 %bits
  call void @show.i32(ptr %what, i32 %shown)
  ret void
}

define internal void @all(double %a, double %b, i32 %n) strictfp {
  %fadd = call double @llvm.experimental.constrained.fadd.f64(double %a, double %b, metadata !"round.tonearest", metadata !"fpexcept.strict") strictfp
  call void @show.double(ptr @name.fadd, double %fadd) strictfp
  %fsub = call double @llvm.experimental.constrained.fsub.f64(double %a, double %b, metadata !"round.tonearest", metadata !"fpexcept.strict") strictfp
  call void @show.double(ptr @name.fsub, double %fsub) strictfp
  %fmul = call double @llvm.experimental.constrained.fmul.f64(double %a, double %b, metadata !"round.tonearest", metadata !"fpexcept.strict") strictfp
  call void @show.double(ptr @name.fmul, double %fmul) strictfp
  %fdiv = call double @llvm.experimental.constrained.fdiv.f64(double %a, double %b, metadata !"round.tonearest", metadata !"fpexcept.strict") strictfp
  call void @show.double(ptr @name.fdiv, double %fdiv) strictfp
  %frem = call double @llvm.experimental.constrained.frem.f64(double %a, double %b, metadata !"round.tonearest", metadata !"fpexcept.strict") strictfp
  call void @show.double(ptr @name.frem, double %frem) strictfp
  %minnum = call double @llvm.experimental.constrained.minnum.f64(double %a, double %b, metadata !"fpexcept.strict") strictfp
  call void @show.double(ptr @name.minnum, double %minnum) strictfp
  %maxnum = call double @llvm.experimental.constrained.maxnum.f64(double %a, double %b, metadata !"fpexcept.strict") strictfp
  call void @show.double(ptr @name.maxnum, double %maxnum) strictfp
  %sqrt = call double @llvm.experimental.constrained.sqrt.f64(double %a, metadata !"round.tonearest", metadata !"fpexcept.strict") strictfp
  call void @show.double(ptr @name.sqrt, double %sqrt) strictfp
  %rint = call double @llvm.experimental.constrained.rint.f64(double %a, metadata !"round.tonearest", metadata !"fpexcept.strict") strictfp
  call void @show.double(ptr @name.rint, double %rint) strictfp
  %nearbyint = call double @llvm.experimental.constrained.nearbyint.f64(double %a, metadata !"round.tonearest", metadata !"fpexcept.strict") strictfp
  call void @show.double(ptr @name.nearbyint, double %nearbyint) strictfp
  %floor = call double @llvm.experimental.constrained.floor.f64(double %a, metadata !"fpexcept.strict") strictfp
  call void @show.double(ptr @name.floor, double %floor) strictfp
  %ceil = call double @llvm.experimental.constrained.ceil.f64(double %a, metadata !"fpexcept.strict") strictfp
  call void @show.double(ptr @name.ceil, double %ceil) strictfp
  %trunc = call double @llvm.experimental.constrained.trunc.f64(double %a, metadata !"fpexcept.strict") strictfp
  call void @show.double(ptr @name.trunc, double %trunc) strictfp
  %round = call double @llvm.experimental.constrained.round.f64(double %a, metadata !"fpexcept.strict") strictfp
  call void @show.double(ptr @name.round, double %round) strictfp
  %roundeven = call double @llvm.experimental.constrained.roundeven.f64(double %a, metadata !"fpexcept.strict") strictfp
  call void @show.double(ptr @name.roundeven, double %roundeven) strictfp
  %oeq = call i1 @llvm.experimental.constrained.fcmps.f64(double %a, double %b, metadata !"oeq", metadata !"fpexcept.strict") strictfp
  call void @show.i1(ptr @name.oeq, i1 %oeq) strictfp
  %ogt = call i1 @llvm.experimental.constrained.fcmp.f64(double %a, double %b, metadata !"ogt", metadata !"fpexcept.strict") strictfp
  call void @show.i1(ptr @name.ogt, i1 %ogt) strictfp
  %oge = call i1 @llvm.experimental.constrained.fcmps.f64(double %a, double %b, metadata !"oge", metadata !"fpexcept.strict") strictfp
  call void @show.i1(ptr @name.oge, i1 %oge) strictfp
  %olt = call i1 @llvm.experimental.constrained.fcmp.f64(double %a, double %b, metadata !"olt", metadata !"fpexcept.strict") strictfp
  call void @show.i1(ptr @name.olt, i1 %olt) strictfp
  %ole = call i1 @llvm.experimental.constrained.fcmps.f64(double %a, double %b, metadata !"ole", metadata !"fpexcept.strict") strictfp
  call void @show.i1(ptr @name.ole, i1 %ole) strictfp
  %one = call i1 @llvm.experimental.constrained.fcmp.f64(double %a, double %b, metadata !"one", metadata !"fpexcept.strict") strictfp
  call void @show.i1(ptr @name.one, i1 %one) strictfp
  %ord = call i1 @llvm.experimental.constrained.fcmps.f64(double %a, double %b, metadata !"ord", metadata !"fpexcept.strict") strictfp
  call void @show.i1(ptr @name.ord, i1 %ord) strictfp
  %uno = call i1 @llvm.experimental.constrained.fcmp.f64(double %a, double %b, metadata !"uno", metadata !"fpexcept.strict") strictfp
  call void @show.i1(ptr @name.uno, i1 %uno) strictfp
  %ueq = call i1 @llvm.experimental.constrained.fcmps.f64(double %a, double %b, metadata !"ueq", metadata !"fpexcept.strict") strictfp
  call void @show.i1(ptr @name.ueq, i1 %ueq) strictfp
  %ugt = call i1 @llvm.experimental.constrained.fcmp.f64(double %a, double %b, metadata !"ugt", metadata !"fpexcept.strict") strictfp
  call void @show.i1(ptr @name.ugt, i1 %ugt) strictfp
  %uge = call i1 @llvm.experimental.constrained.fcmps.f64(double %a, double %b, metadata !"uge", metadata !"fpexcept.strict") strictfp
  call void @show.i1(ptr @name.uge, i1 %uge) strictfp
  %ult = call i1 @llvm.experimental.constrained.fcmp.f64(double %a, double %b, metadata !"ult", metadata !"fpexcept.strict") strictfp
  call void @show.i1(ptr @name.ult, i1 %ult) strictfp
  %ule = call i1 @llvm.experimental.constrained.fcmps.f64(double %a, double %b, metadata !"ule", metadata !"fpexcept.strict") strictfp
  call void @show.i1(ptr @name.ule, i1 %ule) strictfp
  %une = call i1 @llvm.experimental.constrained.fcmp.f64(double %a, double %b, metadata !"une", metadata !"fpexcept.strict") strictfp
  call void @show.i1(ptr @name.une, i1 %une) strictfp
  %fma = call double @llvm.experimental.constrained.fma.f64(double %a, double %b, double %a, metadata !"round.tonearest", metadata !"fpexcept.strict") strictfp
  call void @show.double(ptr @name.fma, double %fma) strictfp
  %fmuladd = call double @llvm.experimental.constrained.fmuladd.f64(double %a, double %b, double %a, metadata !"round.tonearest", metadata !"fpexcept.strict") strictfp
  call void @show.double(ptr @name.fmuladd, double %fmuladd) strictfp
  %fptosi = call i64 @llvm.experimental.constrained.fptosi.i64.f64(double %a, metadata !"fpexcept.strict") strictfp
  call void @show.i64(ptr @name.fptosi, i64 %fptosi) strictfp
  %fptoui = call i32 @llvm.experimental.constrained.fptoui.i32.f64(double %b, metadata !"fpexcept.strict") strictfp
  call void @show.i32(ptr @name.fptoui, i32 %fptoui) strictfp
  %sitofp = call double @llvm.experimental.constrained.sitofp.f64.i32(i32 %n, metadata !"round.tonearest", metadata !"fpexcept.strict") strictfp
  call void @show.double(ptr @name.sitofp, double %sitofp) strictfp
  %uitofp = call double @llvm.experimental.constrained.uitofp.f64.i32(i32 %n, metadata !"round.tonearest", metadata !"fpexcept.strict") strictfp
  call void @show.double(ptr @name.uitofp, double %uitofp) strictfp
  %fptrunc = call float @llvm.experimental.constrained.fptrunc.f32.f64(double %a, metadata !"round.tonearest", metadata !"fpexcept.strict") strictfp
  call void @show.float(ptr @name.fptrunc, float %fptrunc) strictfp
  %fpext = call double @llvm.experimental.constrained.fpext.f64.f32(float %fptrunc, metadata !"fpexcept.strict") strictfp
  call void @show.double(ptr @name.fpext, double %fpext) strictfp
  %lrint = call i64 @llvm.experimental.constrained.lrint.i64.f64(double %a, metadata !"round.tonearest", metadata !"fpexcept.strict") strictfp
  call void @show.i64(ptr @name.lrint, i64 %lrint) strictfp
  %llrint = call i64 @llvm.experimental.constrained.llrint.i64.f64(double %a, metadata !"round.tonearest", metadata !"fpexcept.strict") strictfp
  call void @show.i64(ptr @name.llrint, i64 %llrint) strictfp
  %lround = call i64 @llvm.experimental.constrained.lround.i64.f64(double %a, metadata !"fpexcept.strict") strictfp
  call void @show.i64(ptr @name.lround, i64 %lround) strictfp
  %llround = call i64 @llvm.experimental.constrained.llround.i64.f64(double %a, metadata !"fpexcept.strict") strictfp
  call void @show.i64(ptr @name.llround, i64 %llround) strictfp
  ret void
}

define i32 @main() {
  call void @all(double 2.5, double 1.25, i32 -7)
  call void @all(double -2.5, double 3.0, i32 100)
  call void @all(double 0.1, double 0.1, i32 0)
  ret i32 0
}

declare void @show(ptr, i32, ptr)
declare double @llvm.experimental.constrained.fadd.f64(double, double, metadata, metadata)
declare double @llvm.experimental.constrained.fsub.f64(double, double, metadata, metadata)
declare double @llvm.experimental.constrained.fmul.f64(double, double, metadata, metadata)
declare double @llvm.experimental.constrained.fdiv.f64(double, double, metadata, metadata)
declare double @llvm.experimental.constrained.frem.f64(double, double, metadata, metadata)
declare double @llvm.experimental.constrained.minnum.f64(double, double, metadata)
declare double @llvm.experimental.constrained.maxnum.f64(double, double, metadata)
declare double @llvm.experimental.constrained.sqrt.f64(double, metadata, metadata)
declare double @llvm.experimental.constrained.rint.f64(double, metadata, metadata)
declare double @llvm.experimental.constrained.nearbyint.f64(double, metadata, metadata)
declare double @llvm.experimental.constrained.floor.f64(double, metadata)
declare double @llvm.experimental.constrained.ceil.f64(double, metadata)
declare double @llvm.experimental.constrained.trunc.f64(double, metadata)
declare double @llvm.experimental.constrained.round.f64(double, metadata)
declare double @llvm.experimental.constrained.roundeven.f64(double, metadata)
declare i1 @llvm.experimental.constrained.fcmp.f64(double, double, metadata, metadata)
declare i1 @llvm.experimental.constrained.fcmps.f64(double, double, metadata, metadata)
declare double @llvm.experimental.constrained.fma.f64(double, double, double, metadata, metadata)
declare double @llvm.experimental.constrained.fmuladd.f64(double, double, double, metadata, metadata)
declare i64 @llvm.experimental.constrained.fptosi.i64.f64(double, metadata)
declare i32 @llvm.experimental.constrained.fptoui.i32.f64(double, metadata)
declare double @llvm.experimental.constrained.sitofp.f64.i32(i32, metadata, metadata)
declare double @llvm.experimental.constrained.uitofp.f64.i32(i32, metadata, metadata)
declare float @llvm.experimental.constrained.fptrunc.f32.f64(double, metadata, metadata)
declare double @llvm.experimental.constrained.fpext.f64.f32(float, metadata)
declare i64 @llvm.experimental.constrained.lrint.i64.f64(double, metadata, metadata)
declare i64 @llvm.experimental.constrained.llrint.i64.f64(double, metadata, metadata)
declare i64 @llvm.experimental.constrained.lround.i64.f64(double, metadata)
declare i64 @llvm.experimental.constrained.llround.i64.f64(double, metadata)

; Integer intrinsics on vectors work lane by lane.
; run: dunlin run inputs/show.c
; native: same

@name.smin = internal constant [5 x i8] c"smin\00"
@name.smax = internal constant [5 x i8] c"smax\00"
@name.umin = internal constant [5 x i8] c"umin\00"
@name.umax = internal constant [5 x i8] c"umax\00"
@name.uadd_sat = internal constant [9 x i8] c"uadd_sat\00"
@name.sadd_sat = internal constant [9 x i8] c"sadd_sat\00"
@name.usub_sat = internal constant [9 x i8] c"usub_sat\00"
@name.ssub_sat = internal constant [9 x i8] c"ssub_sat\00"
@name.ushl_sat = internal constant [9 x i8] c"ushl_sat\00"
@name.sshl_sat = internal constant [9 x i8] c"sshl_sat\00"
@name.ctpop = internal constant [6 x i8] c"ctpop\00"
@name.ctlz = internal constant [5 x i8] c"ctlz\00"
@name.cttz = internal constant [5 x i8] c"cttz\00"
@name.abs = internal constant [4 x i8] c"abs\00"
@name.bswap = internal constant [6 x i8] c"bswap\00"
@name.bitreverse = internal constant [11 x i8] c"bitreverse\00"
@name.uadd = internal constant [5 x i8] c"uadd\00"
@name.sadd = internal constant [5 x i8] c"sadd\00"
@name.usub = internal constant [5 x i8] c"usub\00"
@name.ssub = internal constant [5 x i8] c"ssub\00"
@name.umul = internal constant [5 x i8] c"umul\00"
@name.smul = internal constant [5 x i8] c"smul\00"
@name.fshl = internal constant [5 x i8] c"fshl\00"
@name.fshr = internal constant [5 x i8] c"fshr\00"
@name.scmp = internal constant [5 x i8] c"scmp\00"
@name.ucmp = internal constant [5 x i8] c"ucmp\00"

define internal void @show.i64(ptr %what, i64 %value) {
  %place = alloca i64
  store i64 %value, ptr %place
  call void @show(ptr %what, i32 64, ptr %place)
  ret void
}

define internal void @show.i4(ptr %what, i4 %value) {
  %place = alloca i4
  store i4 %value, ptr %place
  call void @show(ptr %what, i32 4, ptr %place)
  ret void
}

define internal void @show.i8(ptr %what, i8 %value) {
  %place = alloca i8
  store i8 %value, ptr %place
  call void @show(ptr %what, i32 8, ptr %place)
  ret void
}

define internal void @show.v(ptr %what, <4 x i16> %v) {
  %bits = bitcast <4 x i16> %v to i64
  call void @show.i64(ptr %what, i64 %bits)
  ret void
}

define internal void @all(<4 x i16> %a, <4 x i16> %b, <4 x i16> %small) {
  %smin = call <4 x i16> @llvm.smin.v4i16(<4 x i16> %a, <4 x i16> %b)
  call void @show.v(ptr @name.smin, <4 x i16> %smin)
  %smax = call <4 x i16> @llvm.smax.v4i16(<4 x i16> %a, <4 x i16> %b)
  call void @show.v(ptr @name.smax, <4 x i16> %smax)
  %umin = call <4 x i16> @llvm.umin.v4i16(<4 x i16> %a, <4 x i16> %b)
  call void @show.v(ptr @name.umin, <4 x i16> %umin)
  %umax = call <4 x i16> @llvm.umax.v4i16(<4 x i16> %a, <4 x i16> %b)
  call void @show.v(ptr @name.umax, <4 x i16> %umax)
  %uadd_sat = call <4 x i16> @llvm.uadd.sat.v4i16(<4 x i16> %a, <4 x i16> %b)
  call void @show.v(ptr @name.uadd_sat, <4 x i16> %uadd_sat)
  %sadd_sat = call <4 x i16> @llvm.sadd.sat.v4i16(<4 x i16> %a, <4 x i16> %b)
  call void @show.v(ptr @name.sadd_sat, <4 x i16> %sadd_sat)
  %usub_sat = call <4 x i16> @llvm.usub.sat.v4i16(<4 x i16> %a, <4 x i16> %b)
  call void @show.v(ptr @name.usub_sat, <4 x i16> %usub_sat)
  %ssub_sat = call <4 x i16> @llvm.ssub.sat.v4i16(<4 x i16> %a, <4 x i16> %b)
  call void @show.v(ptr @name.ssub_sat, <4 x i16> %ssub_sat)
  %ushl_sat = call <4 x i16> @llvm.ushl.sat.v4i16(<4 x i16> %a, <4 x i16> %small)
  call void @show.v(ptr @name.ushl_sat, <4 x i16> %ushl_sat)
  %sshl_sat = call <4 x i16> @llvm.sshl.sat.v4i16(<4 x i16> %a, <4 x i16> %small)
  call void @show.v(ptr @name.sshl_sat, <4 x i16> %sshl_sat)
  %ctpop = call <4 x i16> @llvm.ctpop.v4i16(<4 x i16> %a)
  call void @show.v(ptr @name.ctpop, <4 x i16> %ctpop)
  %ctlz = call <4 x i16> @llvm.ctlz.v4i16(<4 x i16> %a, i1 false)
  call void @show.v(ptr @name.ctlz, <4 x i16> %ctlz)
  %cttz = call <4 x i16> @llvm.cttz.v4i16(<4 x i16> %a, i1 false)
  call void @show.v(ptr @name.cttz, <4 x i16> %cttz)
  %abs = call <4 x i16> @llvm.abs.v4i16(<4 x i16> %a, i1 false)
  call void @show.v(ptr @name.abs, <4 x i16> %abs)
  %bswap = call <4 x i16> @llvm.bswap.v4i16(<4 x i16> %a)
  call void @show.v(ptr @name.bswap, <4 x i16> %bswap)
  %bitreverse = call <4 x i16> @llvm.bitreverse.v4i16(<4 x i16> %a)
  call void @show.v(ptr @name.bitreverse, <4 x i16> %bitreverse)
  %uadd = call { <4 x i16>, <4 x i1> } @llvm.uadd.with.overflow.v4i16(<4 x i16> %a, <4 x i16> %b)
  %uadd.value = extractvalue { <4 x i16>, <4 x i1> } %uadd, 0
  %uadd.flag = extractvalue { <4 x i16>, <4 x i1> } %uadd, 1
  %uadd.bits = bitcast <4 x i1> %uadd.flag to i4
  call void @show.v(ptr @name.uadd, <4 x i16> %uadd.value)
  call void @show.i4(ptr @name.uadd, i4 %uadd.bits)
  %sadd = call { <4 x i16>, <4 x i1> } @llvm.sadd.with.overflow.v4i16(<4 x i16> %a, <4 x i16> %b)
  %sadd.value = extractvalue { <4 x i16>, <4 x i1> } %sadd, 0
  %sadd.flag = extractvalue { <4 x i16>, <4 x i1> } %sadd, 1
  %sadd.bits = bitcast <4 x i1> %sadd.flag to i4
  call void @show.v(ptr @name.sadd, <4 x i16> %sadd.value)
  call void @show.i4(ptr @name.sadd, i4 %sadd.bits)
  %usub = call { <4 x i16>, <4 x i1> } @llvm.usub.with.overflow.v4i16(<4 x i16> %a, <4 x i16> %b)
  %usub.value = extractvalue { <4 x i16>, <4 x i1> } %usub, 0
  %usub.flag = extractvalue { <4 x i16>, <4 x i1> } %usub, 1
  %usub.bits = bitcast <4 x i1> %usub.flag to i4
  call void @show.v(ptr @name.usub, <4 x i16> %usub.value)
  call void @show.i4(ptr @name.usub, i4 %usub.bits)
  %ssub = call { <4 x i16>, <4 x i1> } @llvm.ssub.with.overflow.v4i16(<4 x i16> %a, <4 x i16> %b)
  %ssub.value = extractvalue { <4 x i16>, <4 x i1> } %ssub, 0
  %ssub.flag = extractvalue { <4 x i16>, <4 x i1> } %ssub, 1
  %ssub.bits = bitcast <4 x i1> %ssub.flag to i4
  call void @show.v(ptr @name.ssub, <4 x i16> %ssub.value)
  call void @show.i4(ptr @name.ssub, i4 %ssub.bits)
  %umul = call { <4 x i16>, <4 x i1> } @llvm.umul.with.overflow.v4i16(<4 x i16> %a, <4 x i16> %b)
  %umul.value = extractvalue { <4 x i16>, <4 x i1> } %umul, 0
  %umul.flag = extractvalue { <4 x i16>, <4 x i1> } %umul, 1
  %umul.bits = bitcast <4 x i1> %umul.flag to i4
  call void @show.v(ptr @name.umul, <4 x i16> %umul.value)
  call void @show.i4(ptr @name.umul, i4 %umul.bits)
  %smul = call { <4 x i16>, <4 x i1> } @llvm.smul.with.overflow.v4i16(<4 x i16> %a, <4 x i16> %b)
  %smul.value = extractvalue { <4 x i16>, <4 x i1> } %smul, 0
  %smul.flag = extractvalue { <4 x i16>, <4 x i1> } %smul, 1
  %smul.bits = bitcast <4 x i1> %smul.flag to i4
  call void @show.v(ptr @name.smul, <4 x i16> %smul.value)
  call void @show.i4(ptr @name.smul, i4 %smul.bits)
  %fshl = call <4 x i16> @llvm.fshl.v4i16(<4 x i16> %a, <4 x i16> %b, <4 x i16> %small)
  call void @show.v(ptr @name.fshl, <4 x i16> %fshl)
  %fshr = call <4 x i16> @llvm.fshr.v4i16(<4 x i16> %a, <4 x i16> %b, <4 x i16> %small)
  call void @show.v(ptr @name.fshr, <4 x i16> %fshr)
  %scmp = call <4 x i16> @llvm.scmp.v4i16.v4i16(<4 x i16> %a, <4 x i16> %b)
  call void @show.v(ptr @name.scmp, <4 x i16> %scmp)
  %ucmp = call <4 x i16> @llvm.ucmp.v4i16.v4i16(<4 x i16> %a, <4 x i16> %b)
  call void @show.v(ptr @name.ucmp, <4 x i16> %ucmp)
  ret void
}

define i32 @main() {
  call void @all(<4 x i16> <i16 5, i16 -5, i16 32767, i16 -32768>, <4 x i16> <i16 3, i16 3, i16 1, i16 -1>, <4 x i16> <i16 0, i16 1, i16 7, i16 15>)
  call void @all(<4 x i16> <i16 0, i16 -1, i16 256, i16 4660>, <4 x i16> <i16 0, i16 -1, i16 257, i16 22136>, <4 x i16> <i16 3, i16 4, i16 8, i16 12>)
  ret i32 0
}

declare void @show(ptr, i32, ptr)
declare <4 x i16> @llvm.smin.v4i16(<4 x i16>, <4 x i16>)
declare <4 x i16> @llvm.smax.v4i16(<4 x i16>, <4 x i16>)
declare <4 x i16> @llvm.umin.v4i16(<4 x i16>, <4 x i16>)
declare <4 x i16> @llvm.umax.v4i16(<4 x i16>, <4 x i16>)
declare <4 x i16> @llvm.uadd.sat.v4i16(<4 x i16>, <4 x i16>)
declare <4 x i16> @llvm.sadd.sat.v4i16(<4 x i16>, <4 x i16>)
declare <4 x i16> @llvm.usub.sat.v4i16(<4 x i16>, <4 x i16>)
declare <4 x i16> @llvm.ssub.sat.v4i16(<4 x i16>, <4 x i16>)
declare <4 x i16> @llvm.ushl.sat.v4i16(<4 x i16>, <4 x i16>)
declare <4 x i16> @llvm.sshl.sat.v4i16(<4 x i16>, <4 x i16>)
declare <4 x i16> @llvm.ctpop.v4i16(<4 x i16>)
declare <4 x i16> @llvm.ctlz.v4i16(<4 x i16>, i1)
declare <4 x i16> @llvm.cttz.v4i16(<4 x i16>, i1)
declare <4 x i16> @llvm.abs.v4i16(<4 x i16>, i1)
declare <4 x i16> @llvm.bswap.v4i16(<4 x i16>)
declare <4 x i16> @llvm.bitreverse.v4i16(<4 x i16>)
declare { <4 x i16>, <4 x i1> } @llvm.uadd.with.overflow.v4i16(<4 x i16>, <4 x i16>)
declare { <4 x i16>, <4 x i1> } @llvm.sadd.with.overflow.v4i16(<4 x i16>, <4 x i16>)
declare { <4 x i16>, <4 x i1> } @llvm.usub.with.overflow.v4i16(<4 x i16>, <4 x i16>)
declare { <4 x i16>, <4 x i1> } @llvm.ssub.with.overflow.v4i16(<4 x i16>, <4 x i16>)
declare { <4 x i16>, <4 x i1> } @llvm.umul.with.overflow.v4i16(<4 x i16>, <4 x i16>)
declare { <4 x i16>, <4 x i1> } @llvm.smul.with.overflow.v4i16(<4 x i16>, <4 x i16>)
declare <4 x i16> @llvm.fshl.v4i16(<4 x i16>, <4 x i16>, <4 x i16>)
declare <4 x i16> @llvm.fshr.v4i16(<4 x i16>, <4 x i16>, <4 x i16>)
declare <4 x i16> @llvm.scmp.v4i16.v4i16(<4 x i16>, <4 x i16>)
declare <4 x i16> @llvm.ucmp.v4i16.v4i16(<4 x i16>, <4 x i16>)

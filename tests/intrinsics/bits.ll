; Bit counting, byte and bit reversal, and the absolute value of every kind of width, with edge values.
; run: dunlin run inputs/show.c
; native: same

@name.ctpop = internal constant [6 x i8] c"ctpop\00"
@name.ctlz = internal constant [5 x i8] c"ctlz\00"
@name.cttz = internal constant [5 x i8] c"cttz\00"
@name.abs = internal constant [4 x i8] c"abs\00"
@name.bswap = internal constant [6 x i8] c"bswap\00"
@name.bitreverse = internal constant [11 x i8] c"bitreverse\00"
@values.i1 = internal constant [2 x i1] [i1 false, i1 true]
@values.i7 = internal constant [8 x i7] [i7 0, i7 1, i7 63, i7 64, i7 127, i7 65, i7 3, i7 126]
@values.i8 = internal constant [8 x i8] [i8 0, i8 1, i8 127, i8 128, i8 255, i8 193, i8 3, i8 254]
@values.i16 = internal constant [8 x i16] [i16 0, i16 1, i16 32767, i16 32768, i16 65535, i16 45249, i16 3, i16 65534]
@values.i32 = internal constant [8 x i32] [i32 0, i32 1, i32 2147483647, i32 2147483648, i32 4294967295, i32 2662314177, i32 3, i32 4294967294]
@values.i33 = internal constant [8 x i33] [i33 0, i33 1, i33 4294967295, i33 4294967296, i33 8589934591, i33 6957281473, i33 3, i33 8589934590]
@values.i48 = internal constant [8 x i48] [i48 0, i48 1, i48 140737488355327, i48 140737488355328, i48 281474976710655, i48 136947694547137, i48 3, i48 281474976710654]
@values.i64 = internal constant [8 x i64] [i64 0, i64 1, i64 9223372036854775807, i64 9223372036854775808, i64 18446744073709551615, i64 6515438233616101569, i64 3, i64 18446744073709551614]
@values.i65 = internal constant [8 x i65] [i65 0, i65 1, i65 18446744073709551615, i65 18446744073709551616, i65 36893488147419103231, i65 24962182307325653185, i65 3, i65 36893488147419103230]
@values.i128 = internal constant [8 x i128] [i128 0, i128 1, i128 170141183460469231731687303715884105727, i128 170141183460469231731687303715884105728, i128 340282366920938463463374607431768211455, i128 120188621623578450709442679162520187073, i128 3, i128 340282366920938463463374607431768211454]
@values.i256 = internal constant [8 x i256] [i256 0, i256 1, i256 57896044618658097711785492504343953926634992332820282019728792003956564819967, i256 57896044618658097711785492504343953926634992332820282019728792003956564819968, i256 115792089237316195423570985008687907853269984665640564039457584007913129639935, i256 40898068643036361117822791725667661041547978816384067976781479112166261895361, i256 3, i256 115792089237316195423570985008687907853269984665640564039457584007913129639934]

define internal void @show.i1(ptr %what, i1 %value) {
  %place = alloca i1
  store i1 %value, ptr %place
  call void @show(ptr %what, i32 1, ptr %place)
  ret void
}

define internal void @all.i1() {
entry:
  br label %next
next:
  %i = phi i64 [ 0, %entry ], [ %more.i, %next ]
  %place = getelementptr [2 x i1], ptr @values.i1, i64 0, i64 %i
  %a = load i1, ptr %place
  %ctpop = call i1 @llvm.ctpop.i1(i1 %a)
  call void @show.i1(ptr @name.ctpop, i1 %ctpop)
  %ctlz = call i1 @llvm.ctlz.i1(i1 %a, i1 false)
  call void @show.i1(ptr @name.ctlz, i1 %ctlz)
  %cttz = call i1 @llvm.cttz.i1(i1 %a, i1 false)
  call void @show.i1(ptr @name.cttz, i1 %cttz)
  %abs = call i1 @llvm.abs.i1(i1 %a, i1 false)
  call void @show.i1(ptr @name.abs, i1 %abs)
  %bitreverse = call i1 @llvm.bitreverse.i1(i1 %a)
  call void @show.i1(ptr @name.bitreverse, i1 %bitreverse)
  %more.i = add i64 %i, 1
  %again = icmp ult i64 %more.i, 2
  br i1 %again, label %next, label %done
done:
  ret void
}

define internal void @show.i7(ptr %what, i7 %value) {
  %place = alloca i7
  store i7 %value, ptr %place
  call void @show(ptr %what, i32 7, ptr %place)
  ret void
}

define internal void @all.i7() {
entry:
  br label %next
next:
  %i = phi i64 [ 0, %entry ], [ %more.i, %next ]
  %place = getelementptr [8 x i7], ptr @values.i7, i64 0, i64 %i
  %a = load i7, ptr %place
  %ctpop = call i7 @llvm.ctpop.i7(i7 %a)
  call void @show.i7(ptr @name.ctpop, i7 %ctpop)
  %ctlz = call i7 @llvm.ctlz.i7(i7 %a, i1 false)
  call void @show.i7(ptr @name.ctlz, i7 %ctlz)
  %cttz = call i7 @llvm.cttz.i7(i7 %a, i1 false)
  call void @show.i7(ptr @name.cttz, i7 %cttz)
  %abs = call i7 @llvm.abs.i7(i7 %a, i1 false)
  call void @show.i7(ptr @name.abs, i7 %abs)
  %bitreverse = call i7 @llvm.bitreverse.i7(i7 %a)
  call void @show.i7(ptr @name.bitreverse, i7 %bitreverse)
  %more.i = add i64 %i, 1
  %again = icmp ult i64 %more.i, 8
  br i1 %again, label %next, label %done
done:
  ret void
}

define internal void @show.i8(ptr %what, i8 %value) {
  %place = alloca i8
  store i8 %value, ptr %place
  call void @show(ptr %what, i32 8, ptr %place)
  ret void
}

define internal void @all.i8() {
entry:
  br label %next
next:
  %i = phi i64 [ 0, %entry ], [ %more.i, %next ]
  %place = getelementptr [8 x i8], ptr @values.i8, i64 0, i64 %i
  %a = load i8, ptr %place
  %ctpop = call i8 @llvm.ctpop.i8(i8 %a)
  call void @show.i8(ptr @name.ctpop, i8 %ctpop)
  %ctlz = call i8 @llvm.ctlz.i8(i8 %a, i1 false)
  call void @show.i8(ptr @name.ctlz, i8 %ctlz)
  %cttz = call i8 @llvm.cttz.i8(i8 %a, i1 false)
  call void @show.i8(ptr @name.cttz, i8 %cttz)
  %abs = call i8 @llvm.abs.i8(i8 %a, i1 false)
  call void @show.i8(ptr @name.abs, i8 %abs)
  %bitreverse = call i8 @llvm.bitreverse.i8(i8 %a)
  call void @show.i8(ptr @name.bitreverse, i8 %bitreverse)
  %more.i = add i64 %i, 1
  %again = icmp ult i64 %more.i, 8
  br i1 %again, label %next, label %done
done:
  ret void
}

define internal void @show.i16(ptr %what, i16 %value) {
  %place = alloca i16
  store i16 %value, ptr %place
  call void @show(ptr %what, i32 16, ptr %place)
  ret void
}

define internal void @all.i16() {
entry:
  br label %next
next:
  %i = phi i64 [ 0, %entry ], [ %more.i, %next ]
  %place = getelementptr [8 x i16], ptr @values.i16, i64 0, i64 %i
  %a = load i16, ptr %place
  %ctpop = call i16 @llvm.ctpop.i16(i16 %a)
  call void @show.i16(ptr @name.ctpop, i16 %ctpop)
  %ctlz = call i16 @llvm.ctlz.i16(i16 %a, i1 false)
  call void @show.i16(ptr @name.ctlz, i16 %ctlz)
  %cttz = call i16 @llvm.cttz.i16(i16 %a, i1 false)
  call void @show.i16(ptr @name.cttz, i16 %cttz)
  %abs = call i16 @llvm.abs.i16(i16 %a, i1 false)
  call void @show.i16(ptr @name.abs, i16 %abs)
  %bswap = call i16 @llvm.bswap.i16(i16 %a)
  call void @show.i16(ptr @name.bswap, i16 %bswap)
  %bitreverse = call i16 @llvm.bitreverse.i16(i16 %a)
  call void @show.i16(ptr @name.bitreverse, i16 %bitreverse)
  %more.i = add i64 %i, 1
  %again = icmp ult i64 %more.i, 8
  br i1 %again, label %next, label %done
done:
  ret void
}

define internal void @show.i32(ptr %what, i32 %value) {
  %place = alloca i32
  store i32 %value, ptr %place
  call void @show(ptr %what, i32 32, ptr %place)
  ret void
}

define internal void @all.i32() {
entry:
  br label %next
next:
  %i = phi i64 [ 0, %entry ], [ %more.i, %next ]
  %place = getelementptr [8 x i32], ptr @values.i32, i64 0, i64 %i
  %a = load i32, ptr %place
  %ctpop = call i32 @llvm.ctpop.i32(i32 %a)
  call void @show.i32(ptr @name.ctpop, i32 %ctpop)
  %ctlz = call i32 @llvm.ctlz.i32(i32 %a, i1 false)
  call void @show.i32(ptr @name.ctlz, i32 %ctlz)
  %cttz = call i32 @llvm.cttz.i32(i32 %a, i1 false)
  call void @show.i32(ptr @name.cttz, i32 %cttz)
  %abs = call i32 @llvm.abs.i32(i32 %a, i1 false)
  call void @show.i32(ptr @name.abs, i32 %abs)
  %bswap = call i32 @llvm.bswap.i32(i32 %a)
  call void @show.i32(ptr @name.bswap, i32 %bswap)
  %bitreverse = call i32 @llvm.bitreverse.i32(i32 %a)
  call void @show.i32(ptr @name.bitreverse, i32 %bitreverse)
  %more.i = add i64 %i, 1
  %again = icmp ult i64 %more.i, 8
  br i1 %again, label %next, label %done
done:
  ret void
}

define internal void @show.i33(ptr %what, i33 %value) {
  %place = alloca i33
  store i33 %value, ptr %place
  call void @show(ptr %what, i32 33, ptr %place)
  ret void
}

define internal void @all.i33() {
entry:
  br label %next
next:
  %i = phi i64 [ 0, %entry ], [ %more.i, %next ]
  %place = getelementptr [8 x i33], ptr @values.i33, i64 0, i64 %i
  %a = load i33, ptr %place
  %ctpop = call i33 @llvm.ctpop.i33(i33 %a)
  call void @show.i33(ptr @name.ctpop, i33 %ctpop)
  %ctlz = call i33 @llvm.ctlz.i33(i33 %a, i1 false)
  call void @show.i33(ptr @name.ctlz, i33 %ctlz)
  %cttz = call i33 @llvm.cttz.i33(i33 %a, i1 false)
  call void @show.i33(ptr @name.cttz, i33 %cttz)
  %abs = call i33 @llvm.abs.i33(i33 %a, i1 false)
  call void @show.i33(ptr @name.abs, i33 %abs)
  %bitreverse = call i33 @llvm.bitreverse.i33(i33 %a)
  call void @show.i33(ptr @name.bitreverse, i33 %bitreverse)
  %more.i = add i64 %i, 1
  %again = icmp ult i64 %more.i, 8
  br i1 %again, label %next, label %done
done:
  ret void
}

define internal void @show.i48(ptr %what, i48 %value) {
  %place = alloca i48
  store i48 %value, ptr %place
  call void @show(ptr %what, i32 48, ptr %place)
  ret void
}

define internal void @all.i48() {
entry:
  br label %next
next:
  %i = phi i64 [ 0, %entry ], [ %more.i, %next ]
  %place = getelementptr [8 x i48], ptr @values.i48, i64 0, i64 %i
  %a = load i48, ptr %place
  %ctpop = call i48 @llvm.ctpop.i48(i48 %a)
  call void @show.i48(ptr @name.ctpop, i48 %ctpop)
  %ctlz = call i48 @llvm.ctlz.i48(i48 %a, i1 false)
  call void @show.i48(ptr @name.ctlz, i48 %ctlz)
  %cttz = call i48 @llvm.cttz.i48(i48 %a, i1 false)
  call void @show.i48(ptr @name.cttz, i48 %cttz)
  %abs = call i48 @llvm.abs.i48(i48 %a, i1 false)
  call void @show.i48(ptr @name.abs, i48 %abs)
  %bswap = call i48 @llvm.bswap.i48(i48 %a)
  call void @show.i48(ptr @name.bswap, i48 %bswap)
  %bitreverse = call i48 @llvm.bitreverse.i48(i48 %a)
  call void @show.i48(ptr @name.bitreverse, i48 %bitreverse)
  %more.i = add i64 %i, 1
  %again = icmp ult i64 %more.i, 8
  br i1 %again, label %next, label %done
done:
  ret void
}

define internal void @show.i64(ptr %what, i64 %value) {
  %place = alloca i64
  store i64 %value, ptr %place
  call void @show(ptr %what, i32 64, ptr %place)
  ret void
}

define internal void @all.i64() {
entry:
  br label %next
next:
  %i = phi i64 [ 0, %entry ], [ %more.i, %next ]
  %place = getelementptr [8 x i64], ptr @values.i64, i64 0, i64 %i
  %a = load i64, ptr %place
  %ctpop = call i64 @llvm.ctpop.i64(i64 %a)
  call void @show.i64(ptr @name.ctpop, i64 %ctpop)
  %ctlz = call i64 @llvm.ctlz.i64(i64 %a, i1 false)
  call void @show.i64(ptr @name.ctlz, i64 %ctlz)
  %cttz = call i64 @llvm.cttz.i64(i64 %a, i1 false)
  call void @show.i64(ptr @name.cttz, i64 %cttz)
  %abs = call i64 @llvm.abs.i64(i64 %a, i1 false)
  call void @show.i64(ptr @name.abs, i64 %abs)
  %bswap = call i64 @llvm.bswap.i64(i64 %a)
  call void @show.i64(ptr @name.bswap, i64 %bswap)
  %bitreverse = call i64 @llvm.bitreverse.i64(i64 %a)
  call void @show.i64(ptr @name.bitreverse, i64 %bitreverse)
  %more.i = add i64 %i, 1
  %again = icmp ult i64 %more.i, 8
  br i1 %again, label %next, label %done
done:
  ret void
}

define internal void @show.i65(ptr %what, i65 %value) {
  %place = alloca i65
  store i65 %value, ptr %place
  call void @show(ptr %what, i32 65, ptr %place)
  ret void
}

define internal void @all.i65() {
entry:
  br label %next
next:
  %i = phi i64 [ 0, %entry ], [ %more.i, %next ]
  %place = getelementptr [8 x i65], ptr @values.i65, i64 0, i64 %i
  %a = load i65, ptr %place
  %ctpop = call i65 @llvm.ctpop.i65(i65 %a)
  call void @show.i65(ptr @name.ctpop, i65 %ctpop)
  %ctlz = call i65 @llvm.ctlz.i65(i65 %a, i1 false)
  call void @show.i65(ptr @name.ctlz, i65 %ctlz)
  %cttz = call i65 @llvm.cttz.i65(i65 %a, i1 false)
  call void @show.i65(ptr @name.cttz, i65 %cttz)
  %abs = call i65 @llvm.abs.i65(i65 %a, i1 false)
  call void @show.i65(ptr @name.abs, i65 %abs)
  %bitreverse = call i65 @llvm.bitreverse.i65(i65 %a)
  call void @show.i65(ptr @name.bitreverse, i65 %bitreverse)
  %more.i = add i64 %i, 1
  %again = icmp ult i64 %more.i, 8
  br i1 %again, label %next, label %done
done:
  ret void
}

define internal void @show.i128(ptr %what, i128 %value) {
  %place = alloca i128
  store i128 %value, ptr %place
  call void @show(ptr %what, i32 128, ptr %place)
  ret void
}

define internal void @all.i128() {
entry:
  br label %next
next:
  %i = phi i64 [ 0, %entry ], [ %more.i, %next ]
  %place = getelementptr [8 x i128], ptr @values.i128, i64 0, i64 %i
  %a = load i128, ptr %place
  %ctpop = call i128 @llvm.ctpop.i128(i128 %a)
  call void @show.i128(ptr @name.ctpop, i128 %ctpop)
  %ctlz = call i128 @llvm.ctlz.i128(i128 %a, i1 false)
  call void @show.i128(ptr @name.ctlz, i128 %ctlz)
  %cttz = call i128 @llvm.cttz.i128(i128 %a, i1 false)
  call void @show.i128(ptr @name.cttz, i128 %cttz)
  %abs = call i128 @llvm.abs.i128(i128 %a, i1 false)
  call void @show.i128(ptr @name.abs, i128 %abs)
  %bswap = call i128 @llvm.bswap.i128(i128 %a)
  call void @show.i128(ptr @name.bswap, i128 %bswap)
  %bitreverse = call i128 @llvm.bitreverse.i128(i128 %a)
  call void @show.i128(ptr @name.bitreverse, i128 %bitreverse)
  %more.i = add i64 %i, 1
  %again = icmp ult i64 %more.i, 8
  br i1 %again, label %next, label %done
done:
  ret void
}

define internal void @show.i256(ptr %what, i256 %value) {
  %place = alloca i256
  store i256 %value, ptr %place
  call void @show(ptr %what, i32 256, ptr %place)
  ret void
}

define internal void @all.i256() {
entry:
  br label %next
next:
  %i = phi i64 [ 0, %entry ], [ %more.i, %next ]
  %place = getelementptr [8 x i256], ptr @values.i256, i64 0, i64 %i
  %a = load i256, ptr %place
  %ctpop = call i256 @llvm.ctpop.i256(i256 %a)
  call void @show.i256(ptr @name.ctpop, i256 %ctpop)
  %ctlz = call i256 @llvm.ctlz.i256(i256 %a, i1 false)
  call void @show.i256(ptr @name.ctlz, i256 %ctlz)
  %cttz = call i256 @llvm.cttz.i256(i256 %a, i1 false)
  call void @show.i256(ptr @name.cttz, i256 %cttz)
  %abs = call i256 @llvm.abs.i256(i256 %a, i1 false)
  call void @show.i256(ptr @name.abs, i256 %abs)
  %bswap = call i256 @llvm.bswap.i256(i256 %a)
  call void @show.i256(ptr @name.bswap, i256 %bswap)
  %bitreverse = call i256 @llvm.bitreverse.i256(i256 %a)
  call void @show.i256(ptr @name.bitreverse, i256 %bitreverse)
  %more.i = add i64 %i, 1
  %again = icmp ult i64 %more.i, 8
  br i1 %again, label %next, label %done
done:
  ret void
}

define i32 @main() {
  call void @all.i1()
  call void @all.i7()
  call void @all.i8()
  call void @all.i16()
  call void @all.i32()
  call void @all.i33()
  call void @all.i48()
  call void @all.i64()
  call void @all.i65()
  call void @all.i128()
  call void @all.i256()
  ret i32 0
}

declare void @show(ptr, i32, ptr)
declare i1 @llvm.ctpop.i1(i1)
declare i1 @llvm.ctlz.i1(i1, i1)
declare i1 @llvm.cttz.i1(i1, i1)
declare i1 @llvm.abs.i1(i1, i1)
declare i1 @llvm.bitreverse.i1(i1)
declare i7 @llvm.ctpop.i7(i7)
declare i7 @llvm.ctlz.i7(i7, i1)
declare i7 @llvm.cttz.i7(i7, i1)
declare i7 @llvm.abs.i7(i7, i1)
declare i7 @llvm.bitreverse.i7(i7)
declare i8 @llvm.ctpop.i8(i8)
declare i8 @llvm.ctlz.i8(i8, i1)
declare i8 @llvm.cttz.i8(i8, i1)
declare i8 @llvm.abs.i8(i8, i1)
declare i8 @llvm.bitreverse.i8(i8)
declare i16 @llvm.ctpop.i16(i16)
declare i16 @llvm.ctlz.i16(i16, i1)
declare i16 @llvm.cttz.i16(i16, i1)
declare i16 @llvm.abs.i16(i16, i1)
declare i16 @llvm.bswap.i16(i16)
declare i16 @llvm.bitreverse.i16(i16)
declare i32 @llvm.ctpop.i32(i32)
declare i32 @llvm.ctlz.i32(i32, i1)
declare i32 @llvm.cttz.i32(i32, i1)
declare i32 @llvm.abs.i32(i32, i1)
declare i32 @llvm.bswap.i32(i32)
declare i32 @llvm.bitreverse.i32(i32)
declare i33 @llvm.ctpop.i33(i33)
declare i33 @llvm.ctlz.i33(i33, i1)
declare i33 @llvm.cttz.i33(i33, i1)
declare i33 @llvm.abs.i33(i33, i1)
declare i33 @llvm.bitreverse.i33(i33)
declare i48 @llvm.ctpop.i48(i48)
declare i48 @llvm.ctlz.i48(i48, i1)
declare i48 @llvm.cttz.i48(i48, i1)
declare i48 @llvm.abs.i48(i48, i1)
declare i48 @llvm.bswap.i48(i48)
declare i48 @llvm.bitreverse.i48(i48)
declare i64 @llvm.ctpop.i64(i64)
declare i64 @llvm.ctlz.i64(i64, i1)
declare i64 @llvm.cttz.i64(i64, i1)
declare i64 @llvm.abs.i64(i64, i1)
declare i64 @llvm.bswap.i64(i64)
declare i64 @llvm.bitreverse.i64(i64)
declare i65 @llvm.ctpop.i65(i65)
declare i65 @llvm.ctlz.i65(i65, i1)
declare i65 @llvm.cttz.i65(i65, i1)
declare i65 @llvm.abs.i65(i65, i1)
declare i65 @llvm.bitreverse.i65(i65)
declare i128 @llvm.ctpop.i128(i128)
declare i128 @llvm.ctlz.i128(i128, i1)
declare i128 @llvm.cttz.i128(i128, i1)
declare i128 @llvm.abs.i128(i128, i1)
declare i128 @llvm.bswap.i128(i128)
declare i128 @llvm.bitreverse.i128(i128)
declare i256 @llvm.ctpop.i256(i256)
declare i256 @llvm.ctlz.i256(i256, i1)
declare i256 @llvm.cttz.i256(i256, i1)
declare i256 @llvm.abs.i256(i256, i1)
declare i256 @llvm.bswap.i256(i256)
declare i256 @llvm.bitreverse.i256(i256)

; Saturating addition, subtraction and left shift of every kind of width, with edge values.
; run: dunlin run inputs/show.c
; native: same

@name.uadd_sat = internal constant [9 x i8] c"uadd_sat\00"
@name.sadd_sat = internal constant [9 x i8] c"sadd_sat\00"
@name.usub_sat = internal constant [9 x i8] c"usub_sat\00"
@name.ssub_sat = internal constant [9 x i8] c"ssub_sat\00"
@name.ushl_sat = internal constant [9 x i8] c"ushl_sat\00"
@name.sshl_sat = internal constant [9 x i8] c"sshl_sat\00"
@values.i1 = internal constant [2 x i1] [i1 false, i1 true]
@values.i7 = internal constant [8 x i7] [i7 0, i7 1, i7 63, i7 64, i7 127, i7 65, i7 3, i7 126]
@values.i8 = internal constant [8 x i8] [i8 0, i8 1, i8 127, i8 128, i8 255, i8 193, i8 3, i8 254]
@values.i32 = internal constant [8 x i32] [i32 0, i32 1, i32 2147483647, i32 2147483648, i32 4294967295, i32 2662314177, i32 3, i32 4294967294]
@values.i33 = internal constant [8 x i33] [i33 0, i33 1, i33 4294967295, i33 4294967296, i33 8589934591, i33 6957281473, i33 3, i33 8589934590]
@values.i64 = internal constant [8 x i64] [i64 0, i64 1, i64 9223372036854775807, i64 9223372036854775808, i64 18446744073709551615, i64 6515438233616101569, i64 3, i64 18446744073709551614]
@values.i65 = internal constant [8 x i65] [i65 0, i65 1, i65 18446744073709551615, i65 18446744073709551616, i65 36893488147419103231, i65 24962182307325653185, i65 3, i65 36893488147419103230]
@values.i128 = internal constant [8 x i128] [i128 0, i128 1, i128 170141183460469231731687303715884105727, i128 170141183460469231731687303715884105728, i128 340282366920938463463374607431768211455, i128 120188621623578450709442679162520187073, i128 3, i128 340282366920938463463374607431768211454]
@values.i200 = internal constant [8 x i200] [i200 0, i200 1, i200 803469022129495137770981046170581301261101496891396417650687, i200 803469022129495137770981046170581301261101496891396417650688, i200 1606938044258990275541962092341162602522202993782792835301375, i200 1213697723673291452873680115699457739571851965913491546550465, i200 3, i200 1606938044258990275541962092341162602522202993782792835301374]

define internal void @show.i1(ptr %what, i1 %value) {
  %place = alloca i1
  store i1 %value, ptr %place
  call void @show(ptr %what, i32 1, ptr %place)
  ret void
}

define internal void @all.i1(i1 %a, i1 %b) {
  %r.0 = call i1 @llvm.uadd.sat.i1(i1 %a, i1 %b)
  call void @show.i1(ptr @name.uadd_sat, i1 %r.0)
  %r.1 = call i1 @llvm.sadd.sat.i1(i1 %a, i1 %b)
  call void @show.i1(ptr @name.sadd_sat, i1 %r.1)
  %r.2 = call i1 @llvm.usub.sat.i1(i1 %a, i1 %b)
  call void @show.i1(ptr @name.usub_sat, i1 %r.2)
  %r.3 = call i1 @llvm.ssub.sat.i1(i1 %a, i1 %b)
  call void @show.i1(ptr @name.ssub_sat, i1 %r.3)
  %r.4 = call i1 @llvm.ushl.sat.i1(i1 %a, i1 false)
  call void @show.i1(ptr @name.ushl_sat, i1 %r.4)
  %r.5 = call i1 @llvm.sshl.sat.i1(i1 %a, i1 false)
  call void @show.i1(ptr @name.sshl_sat, i1 %r.5)
  ret void
}

define internal void @pairs.i1() {
entry:
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %next.i, %outer.next ]
  %place.a = getelementptr [2 x i1], ptr @values.i1, i64 0, i64 %i
  %a = load i1, ptr %place.a
  br label %inner
inner:
  %j = phi i64 [ 0, %outer ], [ %next.j, %inner ]
  %place.b = getelementptr [2 x i1], ptr @values.i1, i64 0, i64 %j
  %b = load i1, ptr %place.b
  call void @all.i1(i1 %a, i1 %b)
  %next.j = add i64 %j, 1
  %more.j = icmp ult i64 %next.j, 2
  br i1 %more.j, label %inner, label %outer.next
outer.next:
  %next.i = add i64 %i, 1
  %more.i = icmp ult i64 %next.i, 2
  br i1 %more.i, label %outer, label %done
done:
  ret void
}

define internal void @show.i7(ptr %what, i7 %value) {
  %place = alloca i7
  store i7 %value, ptr %place
  call void @show(ptr %what, i32 7, ptr %place)
  ret void
}

define internal void @all.i7(i7 %a, i7 %b) {
  %r.0 = call i7 @llvm.uadd.sat.i7(i7 %a, i7 %b)
  call void @show.i7(ptr @name.uadd_sat, i7 %r.0)
  %r.1 = call i7 @llvm.sadd.sat.i7(i7 %a, i7 %b)
  call void @show.i7(ptr @name.sadd_sat, i7 %r.1)
  %r.2 = call i7 @llvm.usub.sat.i7(i7 %a, i7 %b)
  call void @show.i7(ptr @name.usub_sat, i7 %r.2)
  %r.3 = call i7 @llvm.ssub.sat.i7(i7 %a, i7 %b)
  call void @show.i7(ptr @name.ssub_sat, i7 %r.3)
  %amount.4 = urem i7 %b, 7
  %r.4 = call i7 @llvm.ushl.sat.i7(i7 %a, i7 %amount.4)
  call void @show.i7(ptr @name.ushl_sat, i7 %r.4)
  %amount.5 = urem i7 %b, 7
  %r.5 = call i7 @llvm.sshl.sat.i7(i7 %a, i7 %amount.5)
  call void @show.i7(ptr @name.sshl_sat, i7 %r.5)
  ret void
}

define internal void @pairs.i7() {
entry:
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %next.i, %outer.next ]
  %place.a = getelementptr [8 x i7], ptr @values.i7, i64 0, i64 %i
  %a = load i7, ptr %place.a
  br label %inner
inner:
  %j = phi i64 [ 0, %outer ], [ %next.j, %inner ]
  %place.b = getelementptr [8 x i7], ptr @values.i7, i64 0, i64 %j
  %b = load i7, ptr %place.b
  call void @all.i7(i7 %a, i7 %b)
  %next.j = add i64 %j, 1
  %more.j = icmp ult i64 %next.j, 8
  br i1 %more.j, label %inner, label %outer.next
outer.next:
  %next.i = add i64 %i, 1
  %more.i = icmp ult i64 %next.i, 8
  br i1 %more.i, label %outer, label %done
done:
  ret void
}

define internal void @show.i8(ptr %what, i8 %value) {
  %place = alloca i8
  store i8 %value, ptr %place
  call void @show(ptr %what, i32 8, ptr %place)
  ret void
}

define internal void @all.i8(i8 %a, i8 %b) {
  %r.0 = call i8 @llvm.uadd.sat.i8(i8 %a, i8 %b)
  call void @show.i8(ptr @name.uadd_sat, i8 %r.0)
  %r.1 = call i8 @llvm.sadd.sat.i8(i8 %a, i8 %b)
  call void @show.i8(ptr @name.sadd_sat, i8 %r.1)
  %r.2 = call i8 @llvm.usub.sat.i8(i8 %a, i8 %b)
  call void @show.i8(ptr @name.usub_sat, i8 %r.2)
  %r.3 = call i8 @llvm.ssub.sat.i8(i8 %a, i8 %b)
  call void @show.i8(ptr @name.ssub_sat, i8 %r.3)
  %amount.4 = urem i8 %b, 8
  %r.4 = call i8 @llvm.ushl.sat.i8(i8 %a, i8 %amount.4)
  call void @show.i8(ptr @name.ushl_sat, i8 %r.4)
  %amount.5 = urem i8 %b, 8
  %r.5 = call i8 @llvm.sshl.sat.i8(i8 %a, i8 %amount.5)
  call void @show.i8(ptr @name.sshl_sat, i8 %r.5)
  ret void
}

define internal void @pairs.i8() {
entry:
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %next.i, %outer.next ]
  %place.a = getelementptr [8 x i8], ptr @values.i8, i64 0, i64 %i
  %a = load i8, ptr %place.a
  br label %inner
inner:
  %j = phi i64 [ 0, %outer ], [ %next.j, %inner ]
  %place.b = getelementptr [8 x i8], ptr @values.i8, i64 0, i64 %j
  %b = load i8, ptr %place.b
  call void @all.i8(i8 %a, i8 %b)
  %next.j = add i64 %j, 1
  %more.j = icmp ult i64 %next.j, 8
  br i1 %more.j, label %inner, label %outer.next
outer.next:
  %next.i = add i64 %i, 1
  %more.i = icmp ult i64 %next.i, 8
  br i1 %more.i, label %outer, label %done
done:
  ret void
}

define internal void @show.i32(ptr %what, i32 %value) {
  %place = alloca i32
  store i32 %value, ptr %place
  call void @show(ptr %what, i32 32, ptr %place)
  ret void
}

define internal void @all.i32(i32 %a, i32 %b) {
  %r.0 = call i32 @llvm.uadd.sat.i32(i32 %a, i32 %b)
  call void @show.i32(ptr @name.uadd_sat, i32 %r.0)
  %r.1 = call i32 @llvm.sadd.sat.i32(i32 %a, i32 %b)
  call void @show.i32(ptr @name.sadd_sat, i32 %r.1)
  %r.2 = call i32 @llvm.usub.sat.i32(i32 %a, i32 %b)
  call void @show.i32(ptr @name.usub_sat, i32 %r.2)
  %r.3 = call i32 @llvm.ssub.sat.i32(i32 %a, i32 %b)
  call void @show.i32(ptr @name.ssub_sat, i32 %r.3)
  %amount.4 = urem i32 %b, 32
  %r.4 = call i32 @llvm.ushl.sat.i32(i32 %a, i32 %amount.4)
  call void @show.i32(ptr @name.ushl_sat, i32 %r.4)
  %amount.5 = urem i32 %b, 32
  %r.5 = call i32 @llvm.sshl.sat.i32(i32 %a, i32 %amount.5)
  call void @show.i32(ptr @name.sshl_sat, i32 %r.5)
  ret void
}

define internal void @pairs.i32() {
entry:
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %next.i, %outer.next ]
  %place.a = getelementptr [8 x i32], ptr @values.i32, i64 0, i64 %i
  %a = load i32, ptr %place.a
  br label %inner
inner:
  %j = phi i64 [ 0, %outer ], [ %next.j, %inner ]
  %place.b = getelementptr [8 x i32], ptr @values.i32, i64 0, i64 %j
  %b = load i32, ptr %place.b
  call void @all.i32(i32 %a, i32 %b)
  %next.j = add i64 %j, 1
  %more.j = icmp ult i64 %next.j, 8
  br i1 %more.j, label %inner, label %outer.next
outer.next:
  %next.i = add i64 %i, 1
  %more.i = icmp ult i64 %next.i, 8
  br i1 %more.i, label %outer, label %done
done:
  ret void
}

define internal void @show.i33(ptr %what, i33 %value) {
  %place = alloca i33
  store i33 %value, ptr %place
  call void @show(ptr %what, i32 33, ptr %place)
  ret void
}

define internal void @all.i33(i33 %a, i33 %b) {
  %r.0 = call i33 @llvm.uadd.sat.i33(i33 %a, i33 %b)
  call void @show.i33(ptr @name.uadd_sat, i33 %r.0)
  %r.1 = call i33 @llvm.sadd.sat.i33(i33 %a, i33 %b)
  call void @show.i33(ptr @name.sadd_sat, i33 %r.1)
  %r.2 = call i33 @llvm.usub.sat.i33(i33 %a, i33 %b)
  call void @show.i33(ptr @name.usub_sat, i33 %r.2)
  %r.3 = call i33 @llvm.ssub.sat.i33(i33 %a, i33 %b)
  call void @show.i33(ptr @name.ssub_sat, i33 %r.3)
  %amount.4 = urem i33 %b, 33
  %r.4 = call i33 @llvm.ushl.sat.i33(i33 %a, i33 %amount.4)
  call void @show.i33(ptr @name.ushl_sat, i33 %r.4)
  %amount.5 = urem i33 %b, 33
  %r.5 = call i33 @llvm.sshl.sat.i33(i33 %a, i33 %amount.5)
  call void @show.i33(ptr @name.sshl_sat, i33 %r.5)
  ret void
}

define internal void @pairs.i33() {
entry:
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %next.i, %outer.next ]
  %place.a = getelementptr [8 x i33], ptr @values.i33, i64 0, i64 %i
  %a = load i33, ptr %place.a
  br label %inner
inner:
  %j = phi i64 [ 0, %outer ], [ %next.j, %inner ]
  %place.b = getelementptr [8 x i33], ptr @values.i33, i64 0, i64 %j
  %b = load i33, ptr %place.b
  call void @all.i33(i33 %a, i33 %b)
  %next.j = add i64 %j, 1
  %more.j = icmp ult i64 %next.j, 8
  br i1 %more.j, label %inner, label %outer.next
outer.next:
  %next.i = add i64 %i, 1
  %more.i = icmp ult i64 %next.i, 8
  br i1 %more.i, label %outer, label %done
done:
  ret void
}

define internal void @show.i64(ptr %what, i64 %value) {
  %place = alloca i64
  store i64 %value, ptr %place
  call void @show(ptr %what, i32 64, ptr %place)
  ret void
}

define internal void @all.i64(i64 %a, i64 %b) {
  %r.0 = call i64 @llvm.uadd.sat.i64(i64 %a, i64 %b)
  call void @show.i64(ptr @name.uadd_sat, i64 %r.0)
  %r.1 = call i64 @llvm.sadd.sat.i64(i64 %a, i64 %b)
  call void @show.i64(ptr @name.sadd_sat, i64 %r.1)
  %r.2 = call i64 @llvm.usub.sat.i64(i64 %a, i64 %b)
  call void @show.i64(ptr @name.usub_sat, i64 %r.2)
  %r.3 = call i64 @llvm.ssub.sat.i64(i64 %a, i64 %b)
  call void @show.i64(ptr @name.ssub_sat, i64 %r.3)
  %amount.4 = urem i64 %b, 64
  %r.4 = call i64 @llvm.ushl.sat.i64(i64 %a, i64 %amount.4)
  call void @show.i64(ptr @name.ushl_sat, i64 %r.4)
  %amount.5 = urem i64 %b, 64
  %r.5 = call i64 @llvm.sshl.sat.i64(i64 %a, i64 %amount.5)
  call void @show.i64(ptr @name.sshl_sat, i64 %r.5)
  ret void
}

define internal void @pairs.i64() {
entry:
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %next.i, %outer.next ]
  %place.a = getelementptr [8 x i64], ptr @values.i64, i64 0, i64 %i
  %a = load i64, ptr %place.a
  br label %inner
inner:
  %j = phi i64 [ 0, %outer ], [ %next.j, %inner ]
  %place.b = getelementptr [8 x i64], ptr @values.i64, i64 0, i64 %j
  %b = load i64, ptr %place.b
  call void @all.i64(i64 %a, i64 %b)
  %next.j = add i64 %j, 1
  %more.j = icmp ult i64 %next.j, 8
  br i1 %more.j, label %inner, label %outer.next
outer.next:
  %next.i = add i64 %i, 1
  %more.i = icmp ult i64 %next.i, 8
  br i1 %more.i, label %outer, label %done
done:
  ret void
}

define internal void @show.i65(ptr %what, i65 %value) {
  %place = alloca i65
  store i65 %value, ptr %place
  call void @show(ptr %what, i32 65, ptr %place)
  ret void
}

define internal void @all.i65(i65 %a, i65 %b) {
  %r.0 = call i65 @llvm.uadd.sat.i65(i65 %a, i65 %b)
  call void @show.i65(ptr @name.uadd_sat, i65 %r.0)
  %r.1 = call i65 @llvm.sadd.sat.i65(i65 %a, i65 %b)
  call void @show.i65(ptr @name.sadd_sat, i65 %r.1)
  %r.2 = call i65 @llvm.usub.sat.i65(i65 %a, i65 %b)
  call void @show.i65(ptr @name.usub_sat, i65 %r.2)
  %r.3 = call i65 @llvm.ssub.sat.i65(i65 %a, i65 %b)
  call void @show.i65(ptr @name.ssub_sat, i65 %r.3)
  %amount.4 = urem i65 %b, 65
  %r.4 = call i65 @llvm.ushl.sat.i65(i65 %a, i65 %amount.4)
  call void @show.i65(ptr @name.ushl_sat, i65 %r.4)
  %amount.5 = urem i65 %b, 65
  %r.5 = call i65 @llvm.sshl.sat.i65(i65 %a, i65 %amount.5)
  call void @show.i65(ptr @name.sshl_sat, i65 %r.5)
  ret void
}

define internal void @pairs.i65() {
entry:
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %next.i, %outer.next ]
  %place.a = getelementptr [8 x i65], ptr @values.i65, i64 0, i64 %i
  %a = load i65, ptr %place.a
  br label %inner
inner:
  %j = phi i64 [ 0, %outer ], [ %next.j, %inner ]
  %place.b = getelementptr [8 x i65], ptr @values.i65, i64 0, i64 %j
  %b = load i65, ptr %place.b
  call void @all.i65(i65 %a, i65 %b)
  %next.j = add i64 %j, 1
  %more.j = icmp ult i64 %next.j, 8
  br i1 %more.j, label %inner, label %outer.next
outer.next:
  %next.i = add i64 %i, 1
  %more.i = icmp ult i64 %next.i, 8
  br i1 %more.i, label %outer, label %done
done:
  ret void
}

define internal void @show.i128(ptr %what, i128 %value) {
  %place = alloca i128
  store i128 %value, ptr %place
  call void @show(ptr %what, i32 128, ptr %place)
  ret void
}

define internal void @all.i128(i128 %a, i128 %b) {
  %r.0 = call i128 @llvm.uadd.sat.i128(i128 %a, i128 %b)
  call void @show.i128(ptr @name.uadd_sat, i128 %r.0)
  %r.1 = call i128 @llvm.sadd.sat.i128(i128 %a, i128 %b)
  call void @show.i128(ptr @name.sadd_sat, i128 %r.1)
  %r.2 = call i128 @llvm.usub.sat.i128(i128 %a, i128 %b)
  call void @show.i128(ptr @name.usub_sat, i128 %r.2)
  %r.3 = call i128 @llvm.ssub.sat.i128(i128 %a, i128 %b)
  call void @show.i128(ptr @name.ssub_sat, i128 %r.3)
  %amount.4 = urem i128 %b, 128
  %r.4 = call i128 @llvm.ushl.sat.i128(i128 %a, i128 %amount.4)
  call void @show.i128(ptr @name.ushl_sat, i128 %r.4)
  %amount.5 = urem i128 %b, 128
  %r.5 = call i128 @llvm.sshl.sat.i128(i128 %a, i128 %amount.5)
  call void @show.i128(ptr @name.sshl_sat, i128 %r.5)
  ret void
}

define internal void @pairs.i128() {
entry:
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %next.i, %outer.next ]
  %place.a = getelementptr [8 x i128], ptr @values.i128, i64 0, i64 %i
  %a = load i128, ptr %place.a
  br label %inner
inner:
  %j = phi i64 [ 0, %outer ], [ %next.j, %inner ]
  %place.b = getelementptr [8 x i128], ptr @values.i128, i64 0, i64 %j
  %b = load i128, ptr %place.b
  call void @all.i128(i128 %a, i128 %b)
  %next.j = add i64 %j, 1
  %more.j = icmp ult i64 %next.j, 8
  br i1 %more.j, label %inner, label %outer.next
outer.next:
  %next.i = add i64 %i, 1
  %more.i = icmp ult i64 %next.i, 8
  br i1 %more.i, label %outer, label %done
done:
  ret void
}

define internal void @show.i200(ptr %what, i200 %value) {
  %place = alloca i200
  store i200 %value, ptr %place
  call void @show(ptr %what, i32 200, ptr %place)
  ret void
}

define internal void @all.i200(i200 %a, i200 %b) {
  %r.0 = call i200 @llvm.uadd.sat.i200(i200 %a, i200 %b)
  call void @show.i200(ptr @name.uadd_sat, i200 %r.0)
  %r.1 = call i200 @llvm.sadd.sat.i200(i200 %a, i200 %b)
  call void @show.i200(ptr @name.sadd_sat, i200 %r.1)
  %r.2 = call i200 @llvm.usub.sat.i200(i200 %a, i200 %b)
  call void @show.i200(ptr @name.usub_sat, i200 %r.2)
  %r.3 = call i200 @llvm.ssub.sat.i200(i200 %a, i200 %b)
  call void @show.i200(ptr @name.ssub_sat, i200 %r.3)
  %amount.4 = urem i200 %b, 200
  %r.4 = call i200 @llvm.ushl.sat.i200(i200 %a, i200 %amount.4)
  call void @show.i200(ptr @name.ushl_sat, i200 %r.4)
  %amount.5 = urem i200 %b, 200
  %r.5 = call i200 @llvm.sshl.sat.i200(i200 %a, i200 %amount.5)
  call void @show.i200(ptr @name.sshl_sat, i200 %r.5)
  ret void
}

define internal void @pairs.i200() {
entry:
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %next.i, %outer.next ]
  %place.a = getelementptr [8 x i200], ptr @values.i200, i64 0, i64 %i
  %a = load i200, ptr %place.a
  br label %inner
inner:
  %j = phi i64 [ 0, %outer ], [ %next.j, %inner ]
  %place.b = getelementptr [8 x i200], ptr @values.i200, i64 0, i64 %j
  %b = load i200, ptr %place.b
  call void @all.i200(i200 %a, i200 %b)
  %next.j = add i64 %j, 1
  %more.j = icmp ult i64 %next.j, 8
  br i1 %more.j, label %inner, label %outer.next
outer.next:
  %next.i = add i64 %i, 1
  %more.i = icmp ult i64 %next.i, 8
  br i1 %more.i, label %outer, label %done
done:
  ret void
}

define i32 @main() {
  call void @pairs.i1()
  call void @pairs.i7()
  call void @pairs.i8()
  call void @pairs.i32()
  call void @pairs.i33()
  call void @pairs.i64()
  call void @pairs.i65()
  call void @pairs.i128()
  call void @pairs.i200()
  ret i32 0
}

declare void @show(ptr, i32, ptr)
declare i1 @llvm.uadd.sat.i1(i1, i1)
declare i1 @llvm.sadd.sat.i1(i1, i1)
declare i1 @llvm.usub.sat.i1(i1, i1)
declare i1 @llvm.ssub.sat.i1(i1, i1)
declare i1 @llvm.ushl.sat.i1(i1, i1)
declare i1 @llvm.sshl.sat.i1(i1, i1)
declare i7 @llvm.uadd.sat.i7(i7, i7)
declare i7 @llvm.sadd.sat.i7(i7, i7)
declare i7 @llvm.usub.sat.i7(i7, i7)
declare i7 @llvm.ssub.sat.i7(i7, i7)
declare i7 @llvm.ushl.sat.i7(i7, i7)
declare i7 @llvm.sshl.sat.i7(i7, i7)
declare i8 @llvm.uadd.sat.i8(i8, i8)
declare i8 @llvm.sadd.sat.i8(i8, i8)
declare i8 @llvm.usub.sat.i8(i8, i8)
declare i8 @llvm.ssub.sat.i8(i8, i8)
declare i8 @llvm.ushl.sat.i8(i8, i8)
declare i8 @llvm.sshl.sat.i8(i8, i8)
declare i32 @llvm.uadd.sat.i32(i32, i32)
declare i32 @llvm.sadd.sat.i32(i32, i32)
declare i32 @llvm.usub.sat.i32(i32, i32)
declare i32 @llvm.ssub.sat.i32(i32, i32)
declare i32 @llvm.ushl.sat.i32(i32, i32)
declare i32 @llvm.sshl.sat.i32(i32, i32)
declare i33 @llvm.uadd.sat.i33(i33, i33)
declare i33 @llvm.sadd.sat.i33(i33, i33)
declare i33 @llvm.usub.sat.i33(i33, i33)
declare i33 @llvm.ssub.sat.i33(i33, i33)
declare i33 @llvm.ushl.sat.i33(i33, i33)
declare i33 @llvm.sshl.sat.i33(i33, i33)
declare i64 @llvm.uadd.sat.i64(i64, i64)
declare i64 @llvm.sadd.sat.i64(i64, i64)
declare i64 @llvm.usub.sat.i64(i64, i64)
declare i64 @llvm.ssub.sat.i64(i64, i64)
declare i64 @llvm.ushl.sat.i64(i64, i64)
declare i64 @llvm.sshl.sat.i64(i64, i64)
declare i65 @llvm.uadd.sat.i65(i65, i65)
declare i65 @llvm.sadd.sat.i65(i65, i65)
declare i65 @llvm.usub.sat.i65(i65, i65)
declare i65 @llvm.ssub.sat.i65(i65, i65)
declare i65 @llvm.ushl.sat.i65(i65, i65)
declare i65 @llvm.sshl.sat.i65(i65, i65)
declare i128 @llvm.uadd.sat.i128(i128, i128)
declare i128 @llvm.sadd.sat.i128(i128, i128)
declare i128 @llvm.usub.sat.i128(i128, i128)
declare i128 @llvm.ssub.sat.i128(i128, i128)
declare i128 @llvm.ushl.sat.i128(i128, i128)
declare i128 @llvm.sshl.sat.i128(i128, i128)
declare i200 @llvm.uadd.sat.i200(i200, i200)
declare i200 @llvm.sadd.sat.i200(i200, i200)
declare i200 @llvm.usub.sat.i200(i200, i200)
declare i200 @llvm.ssub.sat.i200(i200, i200)
declare i200 @llvm.ushl.sat.i200(i200, i200)
declare i200 @llvm.sshl.sat.i200(i200, i200)

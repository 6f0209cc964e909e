; Every atomic operation, on integers of several widths, pointers and floating-point numbers.
; run: dunlin run -mcx16 inputs/show.c
; native: same

@name.xchg = internal constant [5 x i8] c"xchg\00"
@name.add = internal constant [4 x i8] c"add\00"
@name.sub = internal constant [4 x i8] c"sub\00"
@name.and = internal constant [4 x i8] c"and\00"
@name.nand = internal constant [5 x i8] c"nand\00"
@name.or = internal constant [3 x i8] c"or\00"
@name.xor = internal constant [4 x i8] c"xor\00"
@name.max = internal constant [4 x i8] c"max\00"
@name.min = internal constant [4 x i8] c"min\00"
@name.umax = internal constant [5 x i8] c"umax\00"
@name.umin = internal constant [5 x i8] c"umin\00"
@name.uinc_wrap = internal constant [10 x i8] c"uinc_wrap\00"
@name.udec_wrap = internal constant [10 x i8] c"udec_wrap\00"
@name.fadd = internal constant [5 x i8] c"fadd\00"
@name.fsub = internal constant [5 x i8] c"fsub\00"
@name.fmax = internal constant [5 x i8] c"fmax\00"
@name.fmin = internal constant [5 x i8] c"fmin\00"
@name.old = internal constant [4 x i8] c"old\00"
@name.cmpxchg = internal constant [8 x i8] c"cmpxchg\00"
@name.taken = internal constant [6 x i8] c"taken\00"
@name.pointer = internal constant [8 x i8] c"pointer\00"
@name.fence = internal constant [6 x i8] c"fence\00"
@cell.i8 = internal global i8 0
@cell.i16 = internal global i16 0
@cell.i32 = internal global i32 0
@cell.i64 = internal global i64 0
@cell.i128 = internal global i128 0
@cell.float = internal global float 1.5
@cell.double = internal global double 1.5
@cell.ptr = internal global ptr @cell.i8

define internal void @show.i1(ptr %what, i1 %value) {
  %place = alloca i1
  store i1 %value, ptr %place
  call void @show(ptr %what, i32 1, ptr %place)
  ret void
}

define internal void @show.i8(ptr %what, i8 %value) {
  %place = alloca i8
  store i8 %value, ptr %place
  call void @show(ptr %what, i32 8, ptr %place)
  ret void
}

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

define internal void @show.i64(ptr %what, i64 %value) {
  %place = alloca i64
  store i64 %value, ptr %place
  call void @show(ptr %what, i32 64, ptr %place)
  ret void
}

define internal void @show.i128(ptr %what, i128 %value) {
  %place = alloca i128
  store i128 %value, ptr %place
  call void @show(ptr %what, i32 128, ptr %place)
  ret void
}

define internal void @all.i8(i8 %start, i8 %value) {
  store atomic i8 %start, ptr @cell.i8 seq_cst, align 1
  %xchg = atomicrmw xchg ptr @cell.i8, i8 %value seq_cst
  call void @show.i8(ptr @name.old, i8 %xchg)
  %xchg.new = load atomic i8, ptr @cell.i8 acquire, align 1
  call void @show.i8(ptr @name.xchg, i8 %xchg.new)
  store atomic i8 %start, ptr @cell.i8 seq_cst, align 1
  %add = atomicrmw add ptr @cell.i8, i8 %value seq_cst
  call void @show.i8(ptr @name.old, i8 %add)
  %add.new = load atomic i8, ptr @cell.i8 acquire, align 1
  call void @show.i8(ptr @name.add, i8 %add.new)
  store atomic i8 %start, ptr @cell.i8 seq_cst, align 1
  %sub = atomicrmw sub ptr @cell.i8, i8 %value seq_cst
  call void @show.i8(ptr @name.old, i8 %sub)
  %sub.new = load atomic i8, ptr @cell.i8 acquire, align 1
  call void @show.i8(ptr @name.sub, i8 %sub.new)
  store atomic i8 %start, ptr @cell.i8 seq_cst, align 1
  %and = atomicrmw and ptr @cell.i8, i8 %value seq_cst
  call void @show.i8(ptr @name.old, i8 %and)
  %and.new = load atomic i8, ptr @cell.i8 acquire, align 1
  call void @show.i8(ptr @name.and, i8 %and.new)
  store atomic i8 %start, ptr @cell.i8 seq_cst, align 1
  %nand = atomicrmw nand ptr @cell.i8, i8 %value seq_cst
  call void @show.i8(ptr @name.old, i8 %nand)
  %nand.new = load atomic i8, ptr @cell.i8 acquire, align 1
  call void @show.i8(ptr @name.nand, i8 %nand.new)
  store atomic i8 %start, ptr @cell.i8 seq_cst, align 1
  %or = atomicrmw or ptr @cell.i8, i8 %value seq_cst
  call void @show.i8(ptr @name.old, i8 %or)
  %or.new = load atomic i8, ptr @cell.i8 acquire, align 1
  call void @show.i8(ptr @name.or, i8 %or.new)
  store atomic i8 %start, ptr @cell.i8 seq_cst, align 1
  %xor = atomicrmw xor ptr @cell.i8, i8 %value seq_cst
  call void @show.i8(ptr @name.old, i8 %xor)
  %xor.new = load atomic i8, ptr @cell.i8 acquire, align 1
  call void @show.i8(ptr @name.xor, i8 %xor.new)
  store atomic i8 %start, ptr @cell.i8 seq_cst, align 1
  %max = atomicrmw max ptr @cell.i8, i8 %value seq_cst
  call void @show.i8(ptr @name.old, i8 %max)
  %max.new = load atomic i8, ptr @cell.i8 acquire, align 1
  call void @show.i8(ptr @name.max, i8 %max.new)
  store atomic i8 %start, ptr @cell.i8 seq_cst, align 1
  %min = atomicrmw min ptr @cell.i8, i8 %value seq_cst
  call void @show.i8(ptr @name.old, i8 %min)
  %min.new = load atomic i8, ptr @cell.i8 acquire, align 1
  call void @show.i8(ptr @name.min, i8 %min.new)
  store atomic i8 %start, ptr @cell.i8 seq_cst, align 1
  %umax = atomicrmw umax ptr @cell.i8, i8 %value seq_cst
  call void @show.i8(ptr @name.old, i8 %umax)
  %umax.new = load atomic i8, ptr @cell.i8 acquire, align 1
  call void @show.i8(ptr @name.umax, i8 %umax.new)
  store atomic i8 %start, ptr @cell.i8 seq_cst, align 1
  %umin = atomicrmw umin ptr @cell.i8, i8 %value seq_cst
  call void @show.i8(ptr @name.old, i8 %umin)
  %umin.new = load atomic i8, ptr @cell.i8 acquire, align 1
  call void @show.i8(ptr @name.umin, i8 %umin.new)
  store atomic i8 %start, ptr @cell.i8 seq_cst, align 1
  %uinc_wrap = atomicrmw uinc_wrap ptr @cell.i8, i8 %value seq_cst
  call void @show.i8(ptr @name.old, i8 %uinc_wrap)
  %uinc_wrap.new = load atomic i8, ptr @cell.i8 acquire, align 1
  call void @show.i8(ptr @name.uinc_wrap, i8 %uinc_wrap.new)
  store atomic i8 %start, ptr @cell.i8 seq_cst, align 1
  %udec_wrap = atomicrmw udec_wrap ptr @cell.i8, i8 %value seq_cst
  call void @show.i8(ptr @name.old, i8 %udec_wrap)
  %udec_wrap.new = load atomic i8, ptr @cell.i8 acquire, align 1
  call void @show.i8(ptr @name.udec_wrap, i8 %udec_wrap.new)
  %pair.0 = cmpxchg ptr @cell.i8, i8 %umin.new, i8 42 acq_rel monotonic
  %found.0 = extractvalue { i8, i1 } %pair.0, 0
  %taken.0 = extractvalue { i8, i1 } %pair.0, 1
  call void @show.i8(ptr @name.cmpxchg, i8 %found.0)
  call void @show.i1(ptr @name.taken, i1 %taken.0)
  %pair.1 = cmpxchg weak ptr @cell.i8, i8 %value, i8 42 acq_rel monotonic
  %found.1 = extractvalue { i8, i1 } %pair.1, 0
  %taken.1 = extractvalue { i8, i1 } %pair.1, 1
  call void @show.i8(ptr @name.cmpxchg, i8 %found.1)
  call void @show.i1(ptr @name.taken, i1 %taken.1)
  ret void
}

define internal void @all.i16(i16 %start, i16 %value) {
  store atomic i16 %start, ptr @cell.i16 seq_cst, align 2
  %xchg = atomicrmw xchg ptr @cell.i16, i16 %value seq_cst
  call void @show.i16(ptr @name.old, i16 %xchg)
  %xchg.new = load atomic i16, ptr @cell.i16 acquire, align 2
  call void @show.i16(ptr @name.xchg, i16 %xchg.new)
  store atomic i16 %start, ptr @cell.i16 seq_cst, align 2
  %add = atomicrmw add ptr @cell.i16, i16 %value seq_cst
  call void @show.i16(ptr @name.old, i16 %add)
  %add.new = load atomic i16, ptr @cell.i16 acquire, align 2
  call void @show.i16(ptr @name.add, i16 %add.new)
  store atomic i16 %start, ptr @cell.i16 seq_cst, align 2
  %sub = atomicrmw sub ptr @cell.i16, i16 %value seq_cst
  call void @show.i16(ptr @name.old, i16 %sub)
  %sub.new = load atomic i16, ptr @cell.i16 acquire, align 2
  call void @show.i16(ptr @name.sub, i16 %sub.new)
  store atomic i16 %start, ptr @cell.i16 seq_cst, align 2
  %and = atomicrmw and ptr @cell.i16, i16 %value seq_cst
  call void @show.i16(ptr @name.old, i16 %and)
  %and.new = load atomic i16, ptr @cell.i16 acquire, align 2
  call void @show.i16(ptr @name.and, i16 %and.new)
  store atomic i16 %start, ptr @cell.i16 seq_cst, align 2
  %nand = atomicrmw nand ptr @cell.i16, i16 %value seq_cst
  call void @show.i16(ptr @name.old, i16 %nand)
  %nand.new = load atomic i16, ptr @cell.i16 acquire, align 2
  call void @show.i16(ptr @name.nand, i16 %nand.new)
  store atomic i16 %start, ptr @cell.i16 seq_cst, align 2
  %or = atomicrmw or ptr @cell.i16, i16 %value seq_cst
  call void @show.i16(ptr @name.old, i16 %or)
  %or.new = load atomic i16, ptr @cell.i16 acquire, align 2
  call void @show.i16(ptr @name.or, i16 %or.new)
  store atomic i16 %start, ptr @cell.i16 seq_cst, align 2
  %xor = atomicrmw xor ptr @cell.i16, i16 %value seq_cst
  call void @show.i16(ptr @name.old, i16 %xor)
  %xor.new = load atomic i16, ptr @cell.i16 acquire, align 2
  call void @show.i16(ptr @name.xor, i16 %xor.new)
  store atomic i16 %start, ptr @cell.i16 seq_cst, align 2
  %max = atomicrmw max ptr @cell.i16, i16 %value seq_cst
  call void @show.i16(ptr @name.old, i16 %max)
  %max.new = load atomic i16, ptr @cell.i16 acquire, align 2
  call void @show.i16(ptr @name.max, i16 %max.new)
  store atomic i16 %start, ptr @cell.i16 seq_cst, align 2
  %min = atomicrmw min ptr @cell.i16, i16 %value seq_cst
  call void @show.i16(ptr @name.old, i16 %min)
  %min.new = load atomic i16, ptr @cell.i16 acquire, align 2
  call void @show.i16(ptr @name.min, i16 %min.new)
  store atomic i16 %start, ptr @cell.i16 seq_cst, align 2
  %umax = atomicrmw umax ptr @cell.i16, i16 %value seq_cst
  call void @show.i16(ptr @name.old, i16 %umax)
  %umax.new = load atomic i16, ptr @cell.i16 acquire, align 2
  call void @show.i16(ptr @name.umax, i16 %umax.new)
  store atomic i16 %start, ptr @cell.i16 seq_cst, align 2
  %umin = atomicrmw umin ptr @cell.i16, i16 %value seq_cst
  call void @show.i16(ptr @name.old, i16 %umin)
  %umin.new = load atomic i16, ptr @cell.i16 acquire, align 2
  call void @show.i16(ptr @name.umin, i16 %umin.new)
  store atomic i16 %start, ptr @cell.i16 seq_cst, align 2
  %uinc_wrap = atomicrmw uinc_wrap ptr @cell.i16, i16 %value seq_cst
  call void @show.i16(ptr @name.old, i16 %uinc_wrap)
  %uinc_wrap.new = load atomic i16, ptr @cell.i16 acquire, align 2
  call void @show.i16(ptr @name.uinc_wrap, i16 %uinc_wrap.new)
  store atomic i16 %start, ptr @cell.i16 seq_cst, align 2
  %udec_wrap = atomicrmw udec_wrap ptr @cell.i16, i16 %value seq_cst
  call void @show.i16(ptr @name.old, i16 %udec_wrap)
  %udec_wrap.new = load atomic i16, ptr @cell.i16 acquire, align 2
  call void @show.i16(ptr @name.udec_wrap, i16 %udec_wrap.new)
  %pair.0 = cmpxchg ptr @cell.i16, i16 %umin.new, i16 42 acq_rel monotonic
  %found.0 = extractvalue { i16, i1 } %pair.0, 0
  %taken.0 = extractvalue { i16, i1 } %pair.0, 1
  call void @show.i16(ptr @name.cmpxchg, i16 %found.0)
  call void @show.i1(ptr @name.taken, i1 %taken.0)
  %pair.1 = cmpxchg weak ptr @cell.i16, i16 %value, i16 42 acq_rel monotonic
  %found.1 = extractvalue { i16, i1 } %pair.1, 0
  %taken.1 = extractvalue { i16, i1 } %pair.1, 1
  call void @show.i16(ptr @name.cmpxchg, i16 %found.1)
  call void @show.i1(ptr @name.taken, i1 %taken.1)
  ret void
}

define internal void @all.i32(i32 %start, i32 %value) {
  store atomic i32 %start, ptr @cell.i32 seq_cst, align 4
  %xchg = atomicrmw xchg ptr @cell.i32, i32 %value seq_cst
  call void @show.i32(ptr @name.old, i32 %xchg)
  %xchg.new = load atomic i32, ptr @cell.i32 acquire, align 4
  call void @show.i32(ptr @name.xchg, i32 %xchg.new)
  store atomic i32 %start, ptr @cell.i32 seq_cst, align 4
  %add = atomicrmw add ptr @cell.i32, i32 %value seq_cst
  call void @show.i32(ptr @name.old, i32 %add)
  %add.new = load atomic i32, ptr @cell.i32 acquire, align 4
  call void @show.i32(ptr @name.add, i32 %add.new)
  store atomic i32 %start, ptr @cell.i32 seq_cst, align 4
  %sub = atomicrmw sub ptr @cell.i32, i32 %value seq_cst
  call void @show.i32(ptr @name.old, i32 %sub)
  %sub.new = load atomic i32, ptr @cell.i32 acquire, align 4
  call void @show.i32(ptr @name.sub, i32 %sub.new)
  store atomic i32 %start, ptr @cell.i32 seq_cst, align 4
  %and = atomicrmw and ptr @cell.i32, i32 %value seq_cst
  call void @show.i32(ptr @name.old, i32 %and)
  %and.new = load atomic i32, ptr @cell.i32 acquire, align 4
  call void @show.i32(ptr @name.and, i32 %and.new)
  store atomic i32 %start, ptr @cell.i32 seq_cst, align 4
  %nand = atomicrmw nand ptr @cell.i32, i32 %value seq_cst
  call void @show.i32(ptr @name.old, i32 %nand)
  %nand.new = load atomic i32, ptr @cell.i32 acquire, align 4
  call void @show.i32(ptr @name.nand, i32 %nand.new)
  store atomic i32 %start, ptr @cell.i32 seq_cst, align 4
  %or = atomicrmw or ptr @cell.i32, i32 %value seq_cst
  call void @show.i32(ptr @name.old, i32 %or)
  %or.new = load atomic i32, ptr @cell.i32 acquire, align 4
  call void @show.i32(ptr @name.or, i32 %or.new)
  store atomic i32 %start, ptr @cell.i32 seq_cst, align 4
  %xor = atomicrmw xor ptr @cell.i32, i32 %value seq_cst
  call void @show.i32(ptr @name.old, i32 %xor)
  %xor.new = load atomic i32, ptr @cell.i32 acquire, align 4
  call void @show.i32(ptr @name.xor, i32 %xor.new)
  store atomic i32 %start, ptr @cell.i32 seq_cst, align 4
  %max = atomicrmw max ptr @cell.i32, i32 %value seq_cst
  call void @show.i32(ptr @name.old, i32 %max)
  %max.new = load atomic i32, ptr @cell.i32 acquire, align 4
  call void @show.i32(ptr @name.max, i32 %max.new)
  store atomic i32 %start, ptr @cell.i32 seq_cst, align 4
  %min = atomicrmw min ptr @cell.i32, i32 %value seq_cst
  call void @show.i32(ptr @name.old, i32 %min)
  %min.new = load atomic i32, ptr @cell.i32 acquire, align 4
  call void @show.i32(ptr @name.min, i32 %min.new)
  store atomic i32 %start, ptr @cell.i32 seq_cst, align 4
  %umax = atomicrmw umax ptr @cell.i32, i32 %value seq_cst
  call void @show.i32(ptr @name.old, i32 %umax)
  %umax.new = load atomic i32, ptr @cell.i32 acquire, align 4
  call void @show.i32(ptr @name.umax, i32 %umax.new)
  store atomic i32 %start, ptr @cell.i32 seq_cst, align 4
  %umin = atomicrmw umin ptr @cell.i32, i32 %value seq_cst
  call void @show.i32(ptr @name.old, i32 %umin)
  %umin.new = load atomic i32, ptr @cell.i32 acquire, align 4
  call void @show.i32(ptr @name.umin, i32 %umin.new)
  store atomic i32 %start, ptr @cell.i32 seq_cst, align 4
  %uinc_wrap = atomicrmw uinc_wrap ptr @cell.i32, i32 %value seq_cst
  call void @show.i32(ptr @name.old, i32 %uinc_wrap)
  %uinc_wrap.new = load atomic i32, ptr @cell.i32 acquire, align 4
  call void @show.i32(ptr @name.uinc_wrap, i32 %uinc_wrap.new)
  store atomic i32 %start, ptr @cell.i32 seq_cst, align 4
  %udec_wrap = atomicrmw udec_wrap ptr @cell.i32, i32 %value seq_cst
  call void @show.i32(ptr @name.old, i32 %udec_wrap)
  %udec_wrap.new = load atomic i32, ptr @cell.i32 acquire, align 4
  call void @show.i32(ptr @name.udec_wrap, i32 %udec_wrap.new)
  %pair.0 = cmpxchg ptr @cell.i32, i32 %umin.new, i32 42 acq_rel monotonic
  %found.0 = extractvalue { i32, i1 } %pair.0, 0
  %taken.0 = extractvalue { i32, i1 } %pair.0, 1
  call void @show.i32(ptr @name.cmpxchg, i32 %found.0)
  call void @show.i1(ptr @name.taken, i1 %taken.0)
  %pair.1 = cmpxchg weak ptr @cell.i32, i32 %value, i32 42 acq_rel monotonic
  %found.1 = extractvalue { i32, i1 } %pair.1, 0
  %taken.1 = extractvalue { i32, i1 } %pair.1, 1
  call void @show.i32(ptr @name.cmpxchg, i32 %found.1)
  call void @show.i1(ptr @name.taken, i1 %taken.1)
  ret void
}

define internal void @all.i64(i64 %start, i64 %value) {
  store atomic i64 %start, ptr @cell.i64 seq_cst, align 8
  %xchg = atomicrmw xchg ptr @cell.i64, i64 %value seq_cst
  call void @show.i64(ptr @name.old, i64 %xchg)
  %xchg.new = load atomic i64, ptr @cell.i64 acquire, align 8
  call void @show.i64(ptr @name.xchg, i64 %xchg.new)
  store atomic i64 %start, ptr @cell.i64 seq_cst, align 8
  %add = atomicrmw add ptr @cell.i64, i64 %value seq_cst
  call void @show.i64(ptr @name.old, i64 %add)
  %add.new = load atomic i64, ptr @cell.i64 acquire, align 8
  call void @show.i64(ptr @name.add, i64 %add.new)
  store atomic i64 %start, ptr @cell.i64 seq_cst, align 8
  %sub = atomicrmw sub ptr @cell.i64, i64 %value seq_cst
  call void @show.i64(ptr @name.old, i64 %sub)
  %sub.new = load atomic i64, ptr @cell.i64 acquire, align 8
  call void @show.i64(ptr @name.sub, i64 %sub.new)
  store atomic i64 %start, ptr @cell.i64 seq_cst, align 8
  %and = atomicrmw and ptr @cell.i64, i64 %value seq_cst
  call void @show.i64(ptr @name.old, i64 %and)
  %and.new = load atomic i64, ptr @cell.i64 acquire, align 8
  call void @show.i64(ptr @name.and, i64 %and.new)
  store atomic i64 %start, ptr @cell.i64 seq_cst, align 8
  %nand = atomicrmw nand ptr @cell.i64, i64 %value seq_cst
  call void @show.i64(ptr @name.old, i64 %nand)
  %nand.new = load atomic i64, ptr @cell.i64 acquire, align 8
  call void @show.i64(ptr @name.nand, i64 %nand.new)
  store atomic i64 %start, ptr @cell.i64 seq_cst, align 8
  %or = atomicrmw or ptr @cell.i64, i64 %value seq_cst
  call void @show.i64(ptr @name.old, i64 %or)
  %or.new = load atomic i64, ptr @cell.i64 acquire, align 8
  call void @show.i64(ptr @name.or, i64 %or.new)
  store atomic i64 %start, ptr @cell.i64 seq_cst, align 8
  %xor = atomicrmw xor ptr @cell.i64, i64 %value seq_cst
  call void @show.i64(ptr @name.old, i64 %xor)
  %xor.new = load atomic i64, ptr @cell.i64 acquire, align 8
  call void @show.i64(ptr @name.xor, i64 %xor.new)
  store atomic i64 %start, ptr @cell.i64 seq_cst, align 8
  %max = atomicrmw max ptr @cell.i64, i64 %value seq_cst
  call void @show.i64(ptr @name.old, i64 %max)
  %max.new = load atomic i64, ptr @cell.i64 acquire, align 8
  call void @show.i64(ptr @name.max, i64 %max.new)
  store atomic i64 %start, ptr @cell.i64 seq_cst, align 8
  %min = atomicrmw min ptr @cell.i64, i64 %value seq_cst
  call void @show.i64(ptr @name.old, i64 %min)
  %min.new = load atomic i64, ptr @cell.i64 acquire, align 8
  call void @show.i64(ptr @name.min, i64 %min.new)
  store atomic i64 %start, ptr @cell.i64 seq_cst, align 8
  %umax = atomicrmw umax ptr @cell.i64, i64 %value seq_cst
  call void @show.i64(ptr @name.old, i64 %umax)
  %umax.new = load atomic i64, ptr @cell.i64 acquire, align 8
  call void @show.i64(ptr @name.umax, i64 %umax.new)
  store atomic i64 %start, ptr @cell.i64 seq_cst, align 8
  %umin = atomicrmw umin ptr @cell.i64, i64 %value seq_cst
  call void @show.i64(ptr @name.old, i64 %umin)
  %umin.new = load atomic i64, ptr @cell.i64 acquire, align 8
  call void @show.i64(ptr @name.umin, i64 %umin.new)
  store atomic i64 %start, ptr @cell.i64 seq_cst, align 8
  %uinc_wrap = atomicrmw uinc_wrap ptr @cell.i64, i64 %value seq_cst
  call void @show.i64(ptr @name.old, i64 %uinc_wrap)
  %uinc_wrap.new = load atomic i64, ptr @cell.i64 acquire, align 8
  call void @show.i64(ptr @name.uinc_wrap, i64 %uinc_wrap.new)
  store atomic i64 %start, ptr @cell.i64 seq_cst, align 8
  %udec_wrap = atomicrmw udec_wrap ptr @cell.i64, i64 %value seq_cst
  call void @show.i64(ptr @name.old, i64 %udec_wrap)
  %udec_wrap.new = load atomic i64, ptr @cell.i64 acquire, align 8
  call void @show.i64(ptr @name.udec_wrap, i64 %udec_wrap.new)
  %pair.0 = cmpxchg ptr @cell.i64, i64 %umin.new, i64 42 acq_rel monotonic
  %found.0 = extractvalue { i64, i1 } %pair.0, 0
  %taken.0 = extractvalue { i64, i1 } %pair.0, 1
  call void @show.i64(ptr @name.cmpxchg, i64 %found.0)
  call void @show.i1(ptr @name.taken, i1 %taken.0)
  %pair.1 = cmpxchg weak ptr @cell.i64, i64 %value, i64 42 acq_rel monotonic
  %found.1 = extractvalue { i64, i1 } %pair.1, 0
  %taken.1 = extractvalue { i64, i1 } %pair.1, 1
  call void @show.i64(ptr @name.cmpxchg, i64 %found.1)
  call void @show.i1(ptr @name.taken, i1 %taken.1)
  ret void
}

define internal void @all.i128(i128 %start, i128 %value) {
  store atomic i128 %start, ptr @cell.i128 seq_cst, align 16
  %xchg = atomicrmw xchg ptr @cell.i128, i128 %value seq_cst
  call void @show.i128(ptr @name.old, i128 %xchg)
  %xchg.new = load atomic i128, ptr @cell.i128 acquire, align 16
  call void @show.i128(ptr @name.xchg, i128 %xchg.new)
  store atomic i128 %start, ptr @cell.i128 seq_cst, align 16
  %add = atomicrmw add ptr @cell.i128, i128 %value seq_cst
  call void @show.i128(ptr @name.old, i128 %add)
  %add.new = load atomic i128, ptr @cell.i128 acquire, align 16
  call void @show.i128(ptr @name.add, i128 %add.new)
  store atomic i128 %start, ptr @cell.i128 seq_cst, align 16
  %sub = atomicrmw sub ptr @cell.i128, i128 %value seq_cst
  call void @show.i128(ptr @name.old, i128 %sub)
  %sub.new = load atomic i128, ptr @cell.i128 acquire, align 16
  call void @show.i128(ptr @name.sub, i128 %sub.new)
  store atomic i128 %start, ptr @cell.i128 seq_cst, align 16
  %and = atomicrmw and ptr @cell.i128, i128 %value seq_cst
  call void @show.i128(ptr @name.old, i128 %and)
  %and.new = load atomic i128, ptr @cell.i128 acquire, align 16
  call void @show.i128(ptr @name.and, i128 %and.new)
  store atomic i128 %start, ptr @cell.i128 seq_cst, align 16
  %nand = atomicrmw nand ptr @cell.i128, i128 %value seq_cst
  call void @show.i128(ptr @name.old, i128 %nand)
  %nand.new = load atomic i128, ptr @cell.i128 acquire, align 16
  call void @show.i128(ptr @name.nand, i128 %nand.new)
  store atomic i128 %start, ptr @cell.i128 seq_cst, align 16
  %or = atomicrmw or ptr @cell.i128, i128 %value seq_cst
  call void @show.i128(ptr @name.old, i128 %or)
  %or.new = load atomic i128, ptr @cell.i128 acquire, align 16
  call void @show.i128(ptr @name.or, i128 %or.new)
  store atomic i128 %start, ptr @cell.i128 seq_cst, align 16
  %xor = atomicrmw xor ptr @cell.i128, i128 %value seq_cst
  call void @show.i128(ptr @name.old, i128 %xor)
  %xor.new = load atomic i128, ptr @cell.i128 acquire, align 16
  call void @show.i128(ptr @name.xor, i128 %xor.new)
  store atomic i128 %start, ptr @cell.i128 seq_cst, align 16
  %max = atomicrmw max ptr @cell.i128, i128 %value seq_cst
  call void @show.i128(ptr @name.old, i128 %max)
  %max.new = load atomic i128, ptr @cell.i128 acquire, align 16
  call void @show.i128(ptr @name.max, i128 %max.new)
  store atomic i128 %start, ptr @cell.i128 seq_cst, align 16
  %min = atomicrmw min ptr @cell.i128, i128 %value seq_cst
  call void @show.i128(ptr @name.old, i128 %min)
  %min.new = load atomic i128, ptr @cell.i128 acquire, align 16
  call void @show.i128(ptr @name.min, i128 %min.new)
  store atomic i128 %start, ptr @cell.i128 seq_cst, align 16
  %umax = atomicrmw umax ptr @cell.i128, i128 %value seq_cst
  call void @show.i128(ptr @name.old, i128 %umax)
  %umax.new = load atomic i128, ptr @cell.i128 acquire, align 16
  call void @show.i128(ptr @name.umax, i128 %umax.new)
  store atomic i128 %start, ptr @cell.i128 seq_cst, align 16
  %umin = atomicrmw umin ptr @cell.i128, i128 %value seq_cst
  call void @show.i128(ptr @name.old, i128 %umin)
  %umin.new = load atomic i128, ptr @cell.i128 acquire, align 16
  call void @show.i128(ptr @name.umin, i128 %umin.new)
  store atomic i128 %start, ptr @cell.i128 seq_cst, align 16
  %uinc_wrap = atomicrmw uinc_wrap ptr @cell.i128, i128 %value seq_cst
  call void @show.i128(ptr @name.old, i128 %uinc_wrap)
  %uinc_wrap.new = load atomic i128, ptr @cell.i128 acquire, align 16
  call void @show.i128(ptr @name.uinc_wrap, i128 %uinc_wrap.new)
  store atomic i128 %start, ptr @cell.i128 seq_cst, align 16
  %udec_wrap = atomicrmw udec_wrap ptr @cell.i128, i128 %value seq_cst
  call void @show.i128(ptr @name.old, i128 %udec_wrap)
  %udec_wrap.new = load atomic i128, ptr @cell.i128 acquire, align 16
  call void @show.i128(ptr @name.udec_wrap, i128 %udec_wrap.new)
  %pair.0 = cmpxchg ptr @cell.i128, i128 %umin.new, i128 42 acq_rel monotonic
  %found.0 = extractvalue { i128, i1 } %pair.0, 0
  %taken.0 = extractvalue { i128, i1 } %pair.0, 1
  call void @show.i128(ptr @name.cmpxchg, i128 %found.0)
  call void @show.i1(ptr @name.taken, i1 %taken.0)
  %pair.1 = cmpxchg weak ptr @cell.i128, i128 %value, i128 42 acq_rel monotonic
  %found.1 = extractvalue { i128, i1 } %pair.1, 0
  %taken.1 = extractvalue { i128, i1 } %pair.1, 1
  call void @show.i128(ptr @name.cmpxchg, i128 %found.1)
  call void @show.i1(ptr @name.taken, i1 %taken.1)
  ret void
}

define internal void @floats(float %value, double %wide) {
  %fadd = atomicrmw fadd ptr @cell.float, float %value monotonic
  %fadd.bits = bitcast float %fadd to i32
  call void @show.i32(ptr @name.old, i32 %fadd.bits)
  %fadd.wide = atomicrmw volatile fadd ptr @cell.double, double %wide monotonic
  %fadd.wide.bits = bitcast double %fadd.wide to i64
  call void @show.i64(ptr @name.fadd, i64 %fadd.wide.bits)
  %fsub = atomicrmw fsub ptr @cell.float, float %value monotonic
  %fsub.bits = bitcast float %fsub to i32
  call void @show.i32(ptr @name.old, i32 %fsub.bits)
  %fsub.wide = atomicrmw volatile fsub ptr @cell.double, double %wide monotonic
  %fsub.wide.bits = bitcast double %fsub.wide to i64
  call void @show.i64(ptr @name.fsub, i64 %fsub.wide.bits)
  %fmax = atomicrmw fmax ptr @cell.float, float %value monotonic
  %fmax.bits = bitcast float %fmax to i32
  call void @show.i32(ptr @name.old, i32 %fmax.bits)
  %fmax.wide = atomicrmw volatile fmax ptr @cell.double, double %wide monotonic
  %fmax.wide.bits = bitcast double %fmax.wide to i64
  call void @show.i64(ptr @name.fmax, i64 %fmax.wide.bits)
  %fmin = atomicrmw fmin ptr @cell.float, float %value monotonic
  %fmin.bits = bitcast float %fmin to i32
  call void @show.i32(ptr @name.old, i32 %fmin.bits)
  %fmin.wide = atomicrmw volatile fmin ptr @cell.double, double %wide monotonic
  %fmin.wide.bits = bitcast double %fmin.wide to i64
  call void @show.i64(ptr @name.fmin, i64 %fmin.wide.bits)
  ret void
}

define internal void @pointers() {
  %old = atomicrmw xchg ptr @cell.ptr, ptr @cell.i16 seq_cst
  %was = icmp eq ptr %old, @cell.i8
  call void @show.i1(ptr @name.pointer, i1 %was)
  %pair = cmpxchg volatile ptr @cell.ptr, ptr @cell.i16, ptr null seq_cst seq_cst
  %taken = extractvalue { ptr, i1 } %pair, 1
  call void @show.i1(ptr @name.taken, i1 %taken)
  %now = load atomic volatile ptr, ptr @cell.ptr seq_cst, align 8
  %none = icmp eq ptr %now, null
  fence seq_cst
  fence syncscope("singlethread") acquire
  call void @show.i1(ptr @name.fence, i1 %none)
  ret void
}

define i32 @main() {
  call void @all.i8(i8 5, i8 3)
  call void @all.i8(i8 0, i8 7)
  call void @all.i8(i8 7, i8 7)
  call void @all.i8(i8 128, i8 255)
  call void @all.i8(i8 255, i8 1)
  call void @all.i16(i16 5, i16 3)
  call void @all.i16(i16 0, i16 7)
  call void @all.i16(i16 7, i16 7)
  call void @all.i16(i16 32768, i16 65535)
  call void @all.i16(i16 65535, i16 1)
  call void @all.i32(i32 5, i32 3)
  call void @all.i32(i32 0, i32 7)
  call void @all.i32(i32 7, i32 7)
  call void @all.i32(i32 2147483648, i32 4294967295)
  call void @all.i32(i32 4294967295, i32 1)
  call void @all.i64(i64 5, i64 3)
  call void @all.i64(i64 0, i64 7)
  call void @all.i64(i64 7, i64 7)
  call void @all.i64(i64 9223372036854775808, i64 18446744073709551615)
  call void @all.i64(i64 18446744073709551615, i64 1)
  call void @all.i128(i128 5, i128 3)
  call void @all.i128(i128 0, i128 7)
  call void @all.i128(i128 7, i128 7)
  call void @all.i128(i128 170141183460469231731687303715884105728, i128 340282366920938463463374607431768211455)
  call void @all.i128(i128 340282366920938463463374607431768211455, i128 1)
  call void @floats(float 2.25, double -3.5)
  call void @floats(float -1.0, double 1.0e9)
  call void @pointers()
  ret i32 0
}

declare void @show(ptr, i32, ptr)

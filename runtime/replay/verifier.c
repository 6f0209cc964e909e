/* The functions of SV-COMP in a native run. Each value is the next object of the test. */
#include "replay.h"

#include <stdbool.h>
#include <sys/types.h>

#define NONDET(name, type)                                                                         \
    type __VERIFIER_nondet_##name(void) {                                                          \
        type value;                                                                                \
        dunlin_next_object(&value, sizeof value, "nondet_" #name);                                 \
        return value;                                                                              \
    }

/* Any byte but 0 is true, as in the engine; a `bool` must not hold another one than 1. */
bool __VERIFIER_nondet_bool(void) { return dunlin_next_number("nondet_bool") != 0; }
bool __VERIFIER_nondet__Bool(void) { return dunlin_next_number("nondet__Bool") != 0; }

NONDET(char, char)
NONDET(schar, signed char)
NONDET(uchar, unsigned char)
NONDET(unsigned_char, unsigned char)
NONDET(short, short)
NONDET(ushort, unsigned short)
NONDET(unsigned_short, unsigned short)
NONDET(int, int)
NONDET(uint, unsigned)
NONDET(unsigned, unsigned)
NONDET(unsigned_int, unsigned)
NONDET(long, long)
NONDET(ulong, unsigned long)
NONDET(unsigned_long, unsigned long)
NONDET(longlong, long long)
NONDET(ulonglong, unsigned long long)
NONDET(long_long, long long)
NONDET(unsigned_long_long, unsigned long long)
NONDET(size_t, size_t)
NONDET(ssize_t, ssize_t)
NONDET(ptrdiff_t, ptrdiff_t)
NONDET(intptr_t, intptr_t)
NONDET(uintptr_t, uintptr_t)
NONDET(off_t, off_t)
NONDET(loff_t, long long)
NONDET(sector_t, unsigned long)
NONDET(pthread_t, unsigned long)
NONDET(float, float)
NONDET(double, double)
NONDET(longdouble, long double)
NONDET(long_double, long double)
NONDET(pointer, void *)
NONDET(pchar, char *)
NONDET(charp, char *)
NONDET(const_char_pointer, const char *)
NONDET(S8, signed char)
NONDET(U8, unsigned char)
NONDET(S16, short)
NONDET(U16, unsigned short)
NONDET(S32, int)
NONDET(U32, unsigned)
NONDET(S64, int64_t)
NONDET(U64, uint64_t)
NONDET(s8, signed char)
NONDET(u8, unsigned char)
NONDET(s16, short)
NONDET(u16, unsigned short)
NONDET(s32, int)
NONDET(u32, unsigned)
NONDET(s64, int64_t)
NONDET(u64, uint64_t)
NONDET(int8, int8_t)
NONDET(uint8, uint8_t)
NONDET(int16, int16_t)
NONDET(uint16, uint16_t)
NONDET(int32, int32_t)
NONDET(uint32, uint32_t)
NONDET(int64, int64_t)
NONDET(uint64, uint64_t)
NONDET(int8_t, int8_t)
NONDET(uint8_t, uint8_t)
NONDET(int16_t, int16_t)
NONDET(uint16_t, uint16_t)
NONDET(int32_t, int32_t)
NONDET(uint32_t, uint32_t)
NONDET(int64_t, int64_t)
NONDET(uint64_t, uint64_t)
#ifdef __SIZEOF_INT128__
NONDET(int128, __int128)
NONDET(uint128, unsigned __int128)
#endif

void __VERIFIER_nondet_memory(void *to, size_t size) {
    dunlin_next_object(to, size, "nondet_memory");
}

void __VERIFIER_assume(int condition) {
    if (!condition)
        dunlin_stop(ASSUME_VIOLATED, "", "", "");
}

_Noreturn void __VERIFIER_error(void) { dunlin_stop(REACH_ERROR, "", "", ""); }

_Noreturn void reach_error(void) { dunlin_stop(REACH_ERROR, "", "", ""); }

void __VERIFIER_atomic_begin(void) {}

void __VERIFIER_atomic_end(void) {}

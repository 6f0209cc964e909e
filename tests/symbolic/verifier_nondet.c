// A value of each type: one path for each that is wrong, and one where all are right.
// run: dunlin run
// paths: 16
// error: none
#include <stddef.h>

char __VERIFIER_nondet_char(void);
signed char __VERIFIER_nondet_schar(void);
unsigned char __VERIFIER_nondet_uchar(void);
short __VERIFIER_nondet_short(void);
unsigned short __VERIFIER_nondet_ushort(void);
int __VERIFIER_nondet_int(void);
unsigned int __VERIFIER_nondet_uint(void);
long __VERIFIER_nondet_long(void);
unsigned long __VERIFIER_nondet_ulong(void);
long long __VERIFIER_nondet_longlong(void);
unsigned long long __VERIFIER_nondet_ulonglong(void);
size_t __VERIFIER_nondet_size_t(void);
_Bool __VERIFIER_nondet_bool(void);
float __VERIFIER_nondet_float(void);
double __VERIFIER_nondet_double(void);

int main(void) {
    char char_input = __VERIFIER_nondet_char();
    if (char_input != 7)
        return 1;
    signed char schar_input = __VERIFIER_nondet_schar();
    if (schar_input != -7)
        return 2;
    unsigned char uchar_input = __VERIFIER_nondet_uchar();
    if (uchar_input != 200)
        return 3;
    short short_input = __VERIFIER_nondet_short();
    if (short_input != -300)
        return 4;
    unsigned short ushort_input = __VERIFIER_nondet_ushort();
    if (ushort_input != 60000)
        return 5;
    int int_input = __VERIFIER_nondet_int();
    if (int_input != -70000)
        return 6;
    unsigned int uint_input = __VERIFIER_nondet_uint();
    if (uint_input != 4000000000u)
        return 7;
    long long_input = __VERIFIER_nondet_long();
    if (long_input != -5)
        return 8;
    unsigned long ulong_input = __VERIFIER_nondet_ulong();
    if (ulong_input != 5)
        return 9;
    long long longlong_input = __VERIFIER_nondet_longlong();
    if (longlong_input != -5000000000)
        return 10;
    unsigned long long ulonglong_input = __VERIFIER_nondet_ulonglong();
    if (ulonglong_input != 18000000000000000000u)
        return 11;
    size_t size_t_input = __VERIFIER_nondet_size_t();
    if (size_t_input != 9)
        return 12;
    _Bool bool_input = __VERIFIER_nondet_bool();
    if (!bool_input)
        return 13;
    float float_input = __VERIFIER_nondet_float();
    if (float_input != 1.5f)
        return 14;
    double double_input = __VERIFIER_nondet_double();
    if (double_input != -2.5)
        return 15;
    return 0;
}

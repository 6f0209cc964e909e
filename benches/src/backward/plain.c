#include <klee/klee.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
/* Where a pointer, an index or a divisor may be wrong. */
#define AT(p) (p)
#define IN(i, count) (i)
#define NZ(v) (v)
/* A target. */
static volatile int mark;
#define MARK(number) (mark = (number))
static unsigned char byte(const char *name)
{
    unsigned char value;
    klee_make_symbolic(&value, 1, name);
    return value;
}
static int taken;
/* Two bits; there are four times two of them. */
static int bits(void)
{
    if (taken++ == 4)
        exit(0);
    return byte("bits") & 3;
}

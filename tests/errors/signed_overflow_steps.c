// Increments, compound assignments, bit-fields and enumerations; narrow types are converted, which
// does not overflow.
// run: dunlin run --check-overflow
// run: dunlin run --check-overflow -m32
// error: signed-overflow at 24
// error: signed-overflow at 26
// error: signed-overflow at 28
// error: signed-overflow at 30
// error: signed-overflow at 32
// error: signed-overflow at 34
#include <klee/klee.h>
#include <limits.h>
enum small { A = INT_MIN, B = 5 };
struct fields {
    int narrow : 5;
    int wide : 32;
} f = {15, INT_MAX};
int n = INT_MAX, m = INT_MIN;
long long l = LLONG_MAX;
enum small e = A;
int step(int k) {
    switch (k) {
    case 0:
        return n++;
    case 1:
        return --m;
    case 2:
        return n += 1;
    case 3:
        return (int)(l *= 3);
    case 4:
        return f.wide++;
    case 5:
        return e - 1;
    case 6: {
        signed char c = 127;
        c++;
        c += 100;
        c *= 2;
        short s = -32768;
        s--;
        f.narrow++;
        unsigned u = UINT_MAX;
        u++;
        char *p = "abc";
        p += 2;
        return c + s + (int)u + *p;
    }
    }
    return 0;
}

int main(void) {
    int k;
    klee_make_symbolic(&k, sizeof k, "k");
    return step(k) == 3;
}

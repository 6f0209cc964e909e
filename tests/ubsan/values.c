// run: dunlin run --clang-arg=-fsanitize=undefined --ubsan stop
// error: undefined-behaviour at 18
// error: undefined-behaviour at 20
// error: reached-unreachable at 22
// error: undefined-behaviour at 26
#include <klee/klee.h>
#include <stdbool.h>
volatile int minus = -3, zero = 0;
int one_argument(int x) { return x; }
int (*volatile other)(void) = (int (*)(void))one_argument;
union { char c; bool b; } u;
int main(void) {
    int k;
    klee_make_symbolic(&k, sizeof k, "k");
    u.c = 7;
    switch (k) {
    case 0:
        return u.b;
    case 1: {
        int a[minus]; return sizeof a == 1; }
    case 2:
        __builtin_unreachable();
    case 3:
        return 3;
    case 4:
        return __builtin_clz(zero);
    }
    return 0;
}

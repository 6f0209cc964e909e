// Figure 4 of Directed Symbolic Execution: f is called for each m below 1,000 but only m = 7 can make
// the assertion fail, and only if the six lowest bits of n add up to nothing. Every other call of f ends in
// a loop that never ends.
// Reached by: m = 7, n = 0.
#include <klee/klee.h>
#include <stdlib.h>

static void f(int m, int n) {
    int i, a, sum = 0;
    for (i = 0; i < 6; i++) {
        a = n % 2;
        if (a)
            sum += a + 1;
        n /= 2;
    }
    while (1) {
        if (sum == 0 && m == 7)
            abort(); // target
    }
}

int main(void) {
    int m, n, i;
    klee_make_symbolic(&m, sizeof m, "m");
    klee_make_symbolic(&n, sizeof n, "n");
    for (i = 0; i < 1000; i++)
        if (m == i)
            f(m, n);
    return 0;
}

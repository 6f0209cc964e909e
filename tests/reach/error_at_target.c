// The target is the line of the error itself: it is reached, whether or not the path ends there.
// run: dunlin reach --target @null --target @divide
// run: dunlin reach --target @null --target @divide --strategy ccbse:sdse
// verdict: reachable
#include <klee/klee.h>
#include <stddef.h>

static int divide(int a, int b) {
    return a / b; // target divide
}

int main(void) {
    int n, number = 3, *p = NULL;
    klee_make_symbolic(&n, sizeof n, "n");
    if (n == 0)
        return divide(4, n);
    if (n == 4)
        return *p; // target null
    return number;
}

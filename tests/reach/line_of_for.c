// The header of a loop is passed even when the loop is not entered; its body is not.
// run: dunlin reach --target @header --target @body
// run: dunlin reach --target @header --target @body --strategy ccbse:bfs
// verdict: @header reachable
// verdict: @body unreachable
#include <klee/klee.h>

int main(void) {
    int n, sum = 0;
    klee_make_symbolic(&n, sizeof n, "n");
    klee_assume(n <= 0);
    for (int i = 0; i < n; i++) // target header
        sum += i; // target body
    return sum;
}

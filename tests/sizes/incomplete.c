// There is no error, but not every size was explored.
// run: dunlin run
// exit: 3
// stderr: malloc(n) at
// stderr: were explored
// run: dunlin run --capacity 20
// exit: 3
// stderr: only n = 0 to 20 were explored (--capacity 20 bounds the size)
// run: dunlin reach --target @dead --strategy auto-forward
// verdict: @dead unknown
// Backward execution finds a size that leads there.
// run: dunlin reach --target @dead
// verdict: @dead reachable
#include <klee/klee.h>
#include <stdlib.h>
int main(void) {
    unsigned short n;
    klee_make_symbolic(&n, sizeof n, "n");
    char *p = malloc(n);
    if (n > 100 && n < 4000 && n % 61 == 5)
        n = 0; // target dead
    free(p);
    return 0;
}

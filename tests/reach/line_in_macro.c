// The code of a macro stands on the line that uses it.
// run: dunlin reach --target @first --target @second
// run: dunlin reach --target @first --target @second --strategy random-state
// verdict: @first reachable
// verdict: @second unreachable
#include <klee/klee.h>
#include <stdlib.h>

#define CHECK(condition)                                                                               \
    do {                                                                                               \
        if (!(condition))                                                                              \
            abort();                                                                                   \
    } while (0)

int main(void) {
    int n;
    klee_make_symbolic(&n, sizeof n, "n");
    CHECK(n > 100); // target first
    if (n < 90)
        CHECK(n > 200); // target second
    return 0;
}

// Parts of objects are symbolic; what lies beside them keeps its value.
// run: dunlin run
// paths: 4
// error: none
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
    int a[4] = {1, 2, 3, 4};
    klee_make_symbolic(a + 1, 2 * sizeof a[0], "part");
    char c[7] = {9, 8, 7, 6, 5, 4, 3};
    klee_make_symbolic(c + 3, 2, "middle");
    if (a[0] != 1 || a[3] != 4 || c[2] != 7 || c[5] != 4)
        abort();
    int result = 0;
    if (a[1] == 5)
        result = 1;
    if (c[3] > c[4])
        result |= 2;
    return result;
}

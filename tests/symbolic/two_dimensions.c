// A write at two symbolic indices stays inside of its array.
// run: dunlin run
// paths: 1
// error: none
#include <assert.h>
#include <klee/klee.h>

int main(void) {
    unsigned i, j;
    klee_make_symbolic(&i, sizeof i, "i");
    klee_make_symbolic(&j, sizeof j, "j");
    klee_assume((i < 2) & (j < 3));
    int values[2][3] = {{0, 0, 0}, {0, 0, 0}}, sum = 0;
    values[i][j] = 1;
    for (int k = 0; k < 6; k++)
        sum += values[k / 3][k % 3];
    assert(sum == 1);
    return 0;
}

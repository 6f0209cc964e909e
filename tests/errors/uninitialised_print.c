// An uninitialised value that is printed.
// run: dunlin run --check-uninitialised
// error: uninitialised-read at 8
// report: uninitialised-read
#include <stdio.h>
int main(void) {
    int v[2] = {1}, w[2];
    printf("%d %d\n", v[1], w[1]);
    return 0;
}

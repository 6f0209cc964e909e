// An uninitialised value that is printed.
// replay: unconfirmed uninitialised-read AddressSanitizer does not see uninitialised values
// run: dunlin run --check-uninitialised
// error: uninitialised-read at 9
// report: uninitialised-read
#include <stdio.h>
int main(void) {
    int v[2] = {1}, w[2];
    printf("%d %d\n", v[1], w[1]);
    return 0;
}

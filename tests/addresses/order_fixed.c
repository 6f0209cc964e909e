// With fixed addresses one order is all there is, and the verdict says so.
// run: dunlin run --addresses fixed
// paths: 1
// error: none
// stderr: that objects have the addresses that Dunlin chose
// run: dunlin reach --addresses fixed --target @target
// verdict: unreachable
// reason: that objects have the addresses that Dunlin chose
#include <stdlib.h>

int main(void) {
    char *a = malloc(4), *b = malloc(4);
    if (b < a)
        return 1; // target
    return 0;
}

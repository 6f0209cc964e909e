// What KLEE's users may be used to, and what it rests on.
// run: dunlin reach --uninitialised zero --target @read
// verdict: @read unreachable
// reason: assuming that memory which the program did not write is zero
// run: dunlin run --uninitialised zero
// paths: 1
// exit-status: 0
#include <stdlib.h>
int main(void) {
    int a[4], *p = malloc(8);
    a[0] = 1;
    p[0] = 1;
    if (a[1] == 7 || p[1] == 9)
        return 1; // target read
    return a[2] + p[1];
}

// Jumps that fall through to a case have no line: neither the `if` whose block a goto has entered, nor the
// `break` of the case before, nor the second line of a condition was passed.
// run: dunlin reach --target @if
// verdict: unreachable
// run: dunlin reach --target @break
// verdict: unreachable
// run: dunlin reach --target @second
// verdict: unreachable
// run: dunlin reach --target @label
// verdict: reachable
#include <klee/klee.h>

int main(void) {
    unsigned char in;
    klee_make_symbolic(&in, sizeof in, "in");
    int x = in & 7, r = 0;
    switch (x) {
    case 0:
        if (in == 8)
            goto label;
        return 1;
        if (0) { // target if
            r += 1;
        label:;
            r += 2; // target label
        }
    case 1:
        r += 3;
        return r;
    case 9:
        r += 5;
        break; // target break
    case 2:;
    case 3:
        r++;
        return r;
    case 4:
        if (x == 2 &&
            r++ < 50) // target second
            r++;
    case 5:
        r += 7;
    }
    return r;
}

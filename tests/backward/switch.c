// Cases, one that falls into the next, and the default.
// run: dunlin reach --target @fallen --target @default --target @never --strategy tse
// verdict: @fallen reachable
// verdict: @default reachable
// verdict: @never unreachable
#include <dunlin.h>

int main(void) {
    int x = dunlin_int("x"), y = 0;
    switch (x) {
    case 3:
        y = 10;
    case 4:
        y += 5;
        if (y == 15)
            return 1; // target fallen
        break;
    case 12292:
        y = 2;
        break;
    default:
        if (x == 12292)
            return 3; // target never
        y = x;
        if (y == 99)
            return 2; // target default
    }
    return 0;
}

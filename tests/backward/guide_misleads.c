// The condition nearest to the target suggests x = 1000 at the first input, where the program ends; only
// the second input may be 1000. A wrong guess must not lose the target.
// run: dunlin reach --target @target --strategy tse
// verdict: reachable
#include <dunlin.h>

int main(void) {
    int x = 0;
    for (int i = 0; i < 2; i++) {
        x = dunlin_int("x");
        if (i == 0 && x == 1000)
            return 0;
    }
    if (x == 1000)
        return 1; // target
    return 0;
}

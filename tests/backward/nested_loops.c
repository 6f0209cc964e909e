// Two loops, one inside the other; the target needs a certain pair of rounds.
// run: dunlin reach --target @pair --target @never --strategy tse
// verdict: @pair reachable
// verdict: @never unreachable
#include <dunlin.h>

int main(void) {
    int x = dunlin_range(0, 100, "x");
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < i; j++) {
            if (x == 10 * i + j && i + j == 5)
                return 1; // target pair
            if (x == 7 && i + j == 6)
                return 2; // target never
        }
    return 0;
}

// The target is in the body of a loop, in a round that depends on the input.
// run: dunlin reach --target @round --target @never --strategy tse
// run: dunlin reach --target @round --target @never --strategy tse --edge-limit 8 --fork-limit 64
// verdict: @round reachable
// verdict: @never unreachable
#include <dunlin.h>

int main(void) {
    int x = dunlin_range(0, 40, "x"), sum = 0;
    for (int i = 0; i < 6; i++) {
        sum += x;
        if (i == 3 && sum == 48)
            return 1; // target round
        if (i == 3 && sum == 49)
            return 2; // target never
    }
    return 0;
}

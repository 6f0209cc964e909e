// Ways out of and through a loop that skip a part of its body.
// run: dunlin reach --target @broken --target @skipped --target @never --strategy tse
// verdict: @broken reachable
// verdict: @skipped reachable
// verdict: @never unreachable
#include <dunlin.h>

int main(void) {
    int x = dunlin_range(0, 8, "x"), i, sum = 0;
    for (i = 0; i < 5; i++) {
        if (i == x)
            continue;
        if (i == x - 2)
            break;
        sum += i;
    }
    if (i == 4)
        return 1; // target broken
    if (i == 5 && sum == 9)
        return 2; // target skipped
    if (sum > 10)
        return 3; // target never
    return 0;
}

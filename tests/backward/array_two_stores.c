// Two stores at indices of the input: the later one wins where they meet.
// run: dunlin reach --target @second --target @never --strategy tse
// verdict: @second reachable
// verdict: @never unreachable
#include <dunlin.h>

static unsigned char a[6];

int main(void) {
    int i = dunlin_range(0, 6, "i"), j = dunlin_range(0, 6, "j");
    a[i] = 1;
    a[j] = 2;
    if (a[i] == 2 && i == 5)
        return 1; // target second
    if (a[j] == 1)
        return 2; // target never
    return 0;
}

// Figure 2, `While Cond`: inside the loop the condition holds, behind it it does not.
// run: dunlin reach --target @inside --target @behind --target @never --strategy tse
// verdict: @inside reachable
// verdict: @behind reachable
// verdict: @never unreachable
#include <dunlin.h>

int main(void) {
    int n = dunlin_range(0, 6, "n"), i = 0, sum = 0;
    while (i < n) {
        if (i == 4)
            sum++; // target inside
        i++;
    }
    if (i == 5)
        return sum; // target behind
    if (i < n)
        return 7; // target never
    return 0;
}

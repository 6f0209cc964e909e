// Figure 2, `If Cond`: the condition of the branch that is taken holds before it.
// run: dunlin reach --target @inside --target @never --strategy tse
// verdict: @inside reachable
// verdict: @never unreachable
#include <dunlin.h>

int main(void) {
    int x = dunlin_int("x");
    if (x > 10) {
        if (x < 12)
            return 1; // target inside
        if (x < 11)
            return 2; // target never
    }
    return 0;
}

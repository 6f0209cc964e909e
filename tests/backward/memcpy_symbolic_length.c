// The length of a copy is an input: what lies behind its end stays as it was.
// run: dunlin reach --target @three --target @never --strategy tse
// verdict: @three reachable
// verdict: @never unreachable
#include <dunlin.h>
#include <string.h>

int main(void) {
    char to[6] = "......", from[6] = "abcdef";
    unsigned n = dunlin_range(0, 7, "n");
    memcpy(to, from, n);
    if (to[2] == 'c' && to[3] == '.')
        return n; // target three
    if (to[2] == '.' && to[3] == 'd')
        return 2; // target never
    return 0;
}

// A loop that ends by itself is unwound to its end, one that depends on input up to the bound. A bound that is too small is no proof.
// run: dunlin reach --target @summed --target @never --target @behind --target @endless --strategy bse --max-time 60s
// verdict: @summed reachable
// verdict: @never unreachable
// verdict: @behind reachable
// verdict: @endless reachable
// run: dunlin reach --target @behind_never --strategy bse --unwind 5 --max-time 60s
// verdict: @behind_never unreachable
// reason: all paths were explored
// run: dunlin reach --target @behind_never --strategy bse --unwind 12 --max-time 60s
// verdict: @behind_never unreachable
// reason: by weakest precondition
#include <dunlin.h>

int main(void) {
    int a[10], sum = 0;
    for (int i = 0; i < 10; i++)
        a[i] = i;
    int from = dunlin_int("from");
    if (from < 0 || from > 9)
        return 0;
    for (int i = 0; i < 10; i++)
        sum += a[i];
    if (sum == 45 && a[from] == 7)
        sum++; // target summed
    if (a[from] == 10)
        sum++; // target never
    int rounds = 0;
    for (int i = from; i < 12; i++)
        rounds++;
    if (rounds == 5)
        sum++; // target behind
    if (rounds == 13)
        sum++; // target behind_never
    while (dunlin_int("again") == 3)
        sum += 2;
    if (sum == 55)
        return 1; // target endless
    return 0;
}

// A function without a body stands on one way; the other leads to the target.
// run: dunlin reach --target @target --strategy tse
// verdict: reachable
// replay: off mystery is defined nowhere
#include <dunlin.h>

int mystery(int n);

int main(void) {
    int n = dunlin_int("n"), m = 0;
    if (n > 100)
        m = mystery(n);
    if (n + m == 55)
        return 1; // target
    return 0;
}

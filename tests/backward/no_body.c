// A function without a body stands on all ways to the target. Nobody knows whether it comes back, and with
// what, so that there is neither a test nor a proof.
// run: dunlin reach --target @target --target @either --strategy tse
// verdict: unknown
// stderr: mystery
#include <dunlin.h>

int mystery(int n);

int main(void) {
    int n = mystery(dunlin_int("n"));
    if (n == 4)
        return 1; // target
    return 0; // target either
}

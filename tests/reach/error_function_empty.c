// An error function without a body of interest, and one that the program only declares.
// run: dunlin reach --target reach_error --target __VERIFIER_error --target @empty --target @declared --target @behind_empty
// run: dunlin reach --target reach_error --target __VERIFIER_error --target @empty --target @declared --target @behind_empty --strategy sdse
// verdict: reach_error reachable
// verdict: __VERIFIER_error reachable
// verdict: @empty reachable
// verdict: @declared reachable
// verdict: @behind_empty reachable
// run: dunlin reach --optimize --target reach_error --target __VERIFIER_error
// verdict: reach_error reachable
// verdict: __VERIFIER_error reachable
// run: dunlin reach --target @behind_declared
// verdict: @behind_declared unreachable
#include <dunlin.h>

void __VERIFIER_error(void);
void reach_error(void) {}

int main(void) {
    int x = dunlin_int("x");
    if (x == 7) {
        reach_error(); // target empty
        x++; // target behind_empty
    }
    if (x == 9) {
        __VERIFIER_error(); // target declared
        x++; // target behind_declared
    }
    return 0;
}

// Code before main changes what globals hold there: the start of main is not the entry.
// run: dunlin reach --target @changed --target @initial --strategy tse
// verdict: @changed reachable
// verdict: @initial unreachable
#include <dunlin.h>

static int limit = 10;

__attribute__((constructor)) static void configure(void) {
    limit = 33;
}

int main(void) {
    if (limit == 33)
        return 1; // target changed
    return 0; // target initial
}

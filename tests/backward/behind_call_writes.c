// A callee writes through its argument; what is read behind the call is what it wrote.
// run: dunlin reach --target @written --target @old --strategy tse
// verdict: @written reachable
// verdict: @old unreachable
#include <dunlin.h>

static void fill(int *to, int value) {
    if (value > 5)
        *to = value;
    else
        *to = 5;
}

int main(void) {
    int place = 0;
    fill(&place, dunlin_int("x"));
    if (place == 81)
        return 1; // target written
    if (place < 5)
        return 2; // target old
    return 0;
}

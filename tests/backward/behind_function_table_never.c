// Which functions a table has is known, also where the index depends on input: the fourth is in another one.
// run: dunlin reach --target @never --target @third --strategy backward
// verdict: @never unreachable
// verdict: @third unknown
// exit: 3
#include <dunlin.h>

static int state;

static void first(void) { state += 1; }
static void second(void) { state += 2; }
static void third(void) { state = 3; } // target third
static void fourth(void) { state = 4; } // target never

static void (*const used[])(void) = {first, second, third};
static void (*unused[])(void) = {fourth};

int main(void) {
    unsigned i = dunlin_int("i");
    if (i < 3)
        used[i]();
    return unused[0] != 0;
}

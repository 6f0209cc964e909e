// A main that never looks at its arguments is the same for all of them.
// run: dunlin reach --target @never
// verdict: @never unreachable
// reason: all paths were explored: 1 finished
#include <dunlin.h>

int main(int argc, char **argv) {
    int n = 0;
    for (int i = 0; i < 3; i++)
        n += i;
    if (n == 7)
        return 1; // target never
    return 0;
}

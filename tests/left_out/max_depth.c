// What a limit cuts off is left out.
// run: dunlin run --max-depth 2
// left-out: --max-depth
#include <klee/klee.h>

int main(void) {
    unsigned char x[6];
    int count = 0;
    klee_make_symbolic(x, sizeof x, "x");
    for (int i = 0; i < 6; i++)
        if (x[i] == 3)
            count++;
    return count;
}

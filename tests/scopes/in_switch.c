// A block in a case of a switch.
// run: dunlin run
// error: use-after-free at 19
// paths: 3
#include <dunlin.h>
int main(void) {
    int n = dunlin_range(0, 3, "n"), other = 3, *p = &other;
    switch (n) {
    case 1: {
        int inner = 4;
        p = &inner;
        break;
    }
    case 2:
        other = 5;
        break;
    }
    // Only with n = 1.
    return *p;
}

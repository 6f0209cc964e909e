// Variables of a loop whose rounds the input decides: no errors, and as many paths as there are rounds.
// run: dunlin run
// paths: 5
#include <dunlin.h>
static void add(int *to, const int *from) { *to += *from; }
int main(void) {
    int n = dunlin_range(0, 5, "n"), total = 0;
    for (int i = 0; i < n; i++) {
        int one = 1, *p = &one;
        if (i > 3)
            break;
        add(&total, p);
    }
    return total - n;
}

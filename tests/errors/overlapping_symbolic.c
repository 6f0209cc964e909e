// Places and lengths that the input decides: an error where they can overlap, and the other way goes on.
// run: dunlin run -DLENGTH=0
// error: overlapping-copy at 13
// paths: 2
// run: dunlin run -DLENGTH=1
// error: overlapping-copy at 15
// paths: 3
#include <dunlin.h>
#include <string.h>
int main(void) {
    char a[32] = {0};
    unsigned n = (unsigned)dunlin_range(0, 16, "n");
    if (!LENGTH) memcpy(a + n, a, 8);
    else
        memcpy(a + 8, a, n);
    return 0;
}

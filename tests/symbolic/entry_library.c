// Library functions work on lazily made objects.
// run: dunlin run --entry copy
// paths: 3
// error: null-dereference at 13
#include <string.h>
#include <assert.h>

struct pair {
    long first, second;
};
long copy(const struct pair *from) {
    struct pair to;
    memcpy(&to, from, sizeof to);
    assert(to.first == from->first);
    if (to.second > 5)
        return 1;
    return 0;
}

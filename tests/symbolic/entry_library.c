// Library functions work on lazily made objects.
// run: dunlin run --entry copy
// replay: off a native run cannot make the objects of a lazy start
// paths: 3
// error: null-dereference at 14
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

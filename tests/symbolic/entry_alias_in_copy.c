// One operation makes one object and then decides whether the other pointer is the same: what it
// made is undone on the other side of the fork.
// run: dunlin run --entry overwrite --lazy-alias on
// replay: off a native run cannot make the objects of a lazy start
// paths: 4
// error: null-dereference at 13
#include <string.h>

struct text {
    char bytes[8];
};
int overwrite(struct text *to, const struct text *from) {
    memmove(to, from, sizeof *to);
    if (to->bytes[0] == from->bytes[0])
        return from->bytes[1] == 'x';
    return 3;
}

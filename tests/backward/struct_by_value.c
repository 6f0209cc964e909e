// A structure is passed by value: the callee changes its own.
// run: dunlin reach --target @inside --target @outside --strategy tse
// verdict: @inside reachable
// verdict: @outside unreachable
#include <dunlin.h>

struct large {
    int numbers[6];
    char tag;
};

static int change(struct large l) {
    l.numbers[3]++;
    if (l.numbers[3] == 8 && l.tag == 't')
        return 1; // target inside
    return 0;
}

int main(void) {
    struct large l = {{1, 2, 3, dunlin_int("x"), 5, 6}, 't'};
    int before = l.numbers[3], found = change(l);
    if (l.numbers[3] != before)
        return 3; // target outside
    return found;
}

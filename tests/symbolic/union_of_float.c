// The bits of a float: only one pattern is 1.0.
// run: dunlin run
// paths: 2
// error: none
#include <assert.h>
#include <klee/klee.h>

union word {
    float number;
    unsigned bits;
};

int main(void) {
    union word word;
    klee_make_symbolic(&word, sizeof word, "word");
    if (word.number == 1.0f) {
        assert(word.bits == 0x3f800000);
        return 1;
    }
    return 0;
}

// A symbolic integer formatted into memory: one path for each sign and number of digits, and every
// digit is the right one.
// run: dunlin run
// paths: 21
// error: none
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>

int main(void) {
    int x = klee_int("x");
    char text[16];
    int length = sprintf(text, "<%d>", x);
    assert(length >= 3 && length <= 13);
    assert(text[0] == '<' && text[length - 1] == '>' && text[length] == 0);
    if (x == -1234)
        assert(text[1] == '-' && text[2] == '1' && text[3] == '2' && text[4] == '3' && text[5] == '4');
    return 0;
}

// From another entry function, with any parameter; the program itself is not run natively from there.
// run: dunlin reach --entry parse --target @target
// run: dunlin reach --entry parse --target @target --strategy sdse
// verdict: reachable
// replay: off the program does not begin with parse
#include <stddef.h>

int parse(const char *text) {
    if (text == NULL)
        return -1;
    if (text[0] == 'a' && text[1] == 'b')
        return 1; // target
    return 0;
}

int main(void) {
    return parse("xy");
}

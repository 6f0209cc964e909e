// A text that equals "ab" begins with an a.
// run: dunlin run
// error: none
#include <assert.h>
#include <klee/klee.h>
#include <string.h>

int main(void) {
    char text[3];
    klee_make_symbolic(text, sizeof text, "text");
    text[2] = 0;
    if (strcmp(text, "ab") == 0)
        assert(text[0] == 'a' && text[1] == 'b');
    else
        assert(text[0] != 'a' || text[1] != 'b');
    return 0;
}

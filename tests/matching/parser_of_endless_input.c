// Brackets of two kinds, at most three deep, on input without end.
// replay: off the program has no end
// run: dunlin run
// paths: 0
// stderr: the program does not end by itself
#include <assert.h>
#include <dunlin.h>

static char stack[3];
static unsigned depth;

int main(void) {
    while (1) {
        char c;
        dunlin_symbolic(&c, 1, "c");
        if ((c == '(' || c == '[') && depth < 3)
            stack[depth++] = c;
        else if (depth && c == (stack[depth - 1] == '(' ? ')' : ']'))
            stack[--depth] = 0;
        assert(depth <= 3);
    }
}

// The same with a bound that is one too large.
// replay: off the program has no end
// Without states that were seen before, there are too many paths to try.
// run: dunlin run --match covered
// error: out-of-bounds-write at 18
#include <dunlin.h>

static struct {
    char stack[3];
} parser;
static unsigned depth;

int main(void) {
    while (1) {
        char c;
        dunlin_symbolic(&c, 1, "c");
        if ((c == '(' || c == '[') && depth < 4)
            parser.stack[depth++] = c;
        else if (depth && c == (parser.stack[depth - 1] == '(' ? ')' : ']'))
            parser.stack[--depth] = 0;
    }
}

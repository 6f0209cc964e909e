// The target needs four inputs in the right order; the wrong order is excluded by the machine.
// run: dunlin reach --target @open --target @skipped
// run: dunlin reach --target @open --target @skipped --strategy sdse
// run: dunlin reach --target @open --target @skipped --strategy mix:klee
// verdict: @open reachable
// verdict: @skipped unreachable
#include <klee/klee.h>

enum state { START, HEADER, BODY, OPEN };

static enum state step(enum state state, char c) {
    switch (state) {
    case START:
        return c == '<' ? HEADER : START;
    case HEADER:
        return c == 'h' ? BODY : START;
    case BODY:
        return c == '>' ? OPEN : START;
    case OPEN:
        return OPEN;
    }
    return START;
}

int main(void) {
    char text[4];
    klee_make_symbolic(text, sizeof text, "text");
    enum state state = START;
    for (int i = 0; i < 4; i++) {
        state = step(state, text[i]);
        if (state == OPEN && i < 2)
            return 2; // target skipped
    }
    if (state == OPEN)
        return 1; // target open
    return 0;
}

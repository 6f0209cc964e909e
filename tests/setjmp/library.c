// Errors as libraries report them that have no exceptions: a parser that leaves all of its calls, and an error
// behind the jump that only a failure in the right place leads to.
// run: dunlin run
// error: out-of-bounds-write at 50
// paths: 21
#include <dunlin.h>
#include <setjmp.h>
#include <stdlib.h>
struct parser {
    const char *text;
    int depth;
    int failed_at;
    jmp_buf failure;
};
static void fail(struct parser *parser, int code) {
    parser->failed_at = parser->depth;
    longjmp(parser->failure, code);
}
static char next(struct parser *parser) {
    char c = *parser->text;
    if (c == 0)
        fail(parser, 1);
    parser->text++;
    return c;
}
static void value(struct parser *parser) {
    char c = next(parser);
    if (c == '(') {
        if (++parser->depth > 3)
            fail(parser, 2);
        value(parser);
        if (next(parser) != ')')
            fail(parser, 3);
        parser->depth--;
    } else if (c != 'x') {
        fail(parser, 4);
    }
}
int main(void) {
    char text[6];
    int seen[3] = {0};
    dunlin_symbolic(text, sizeof text, "text");
    text[5] = 0;
    struct parser parser = {text, 0, 0, {{{0}}}};
    switch (setjmp(parser.failure)) {
    case 0:
        value(&parser);
        return 0;
    case 3:
        seen[parser.failed_at] = 1;
        return 3;
    default:
        return 1;
    }
}

// A recursive descent parser for statements like `a = (b + 1) * c;` on input that never ends. Brackets nest at most N
// deep; whatever is wrong is skipped up to the next semicolon.
// BUG: an unfinished bracket at the deepest level is not counted back.
#include <assert.h>

#ifndef N
#define N 2
#endif

extern int __VERIFIER_nondet_int(void);

enum kind { NUMBER, NAME, NONE };

static int look;
static int depth;
static int open_brackets[N];
static int failed;

static void advance(void) {
    look = __VERIFIER_nondet_int();
}

static int is_digit(int c) {
    return c >= '0' && c <= '9';
}

static int is_letter(int c) {
    return c >= 'a' && c <= 'z';
}

static enum kind expression(void);

static enum kind fail(void) {
    failed = 1;
    return NONE;
}

static int closing_of(int bracket) {
    return bracket == '(' ? ')' : ']';
}

static enum kind bracket(void) {
    int opened = look == '(' ? '(' : '[';
    if (depth == N)
        return fail();
    open_brackets[depth] = opened;
    depth++;
    advance();
    enum kind kind = expression();
#ifdef BUG
    if (failed && depth == N)
        return NONE;
#endif
    depth--;
    assert(depth >= 0);
    assert(open_brackets[depth] == opened);
    open_brackets[depth] = 0;
    if (failed || look != closing_of(opened))
        return fail();
    advance();
    return kind;
}

static enum kind factor(void) {
    if (is_digit(look)) {
        advance();
        while (is_digit(look))
            advance();
        return NUMBER;
    }
    if (is_letter(look)) {
        advance();
        while (is_letter(look) || is_digit(look))
            advance();
        return NAME;
    }
    if (look == '(' || look == '[')
        return bracket();
    return fail();
}

static enum kind term(void) {
    enum kind kind = factor();
    while (!failed && (look == '*' || look == '/')) {
        advance();
        if (factor() == NAME)
            kind = NAME;
    }
    return kind;
}

static enum kind expression(void) {
    enum kind kind = term();
    while (!failed && (look == '+' || look == '-')) {
        advance();
        if (term() == NAME)
            kind = NAME;
    }
    return kind;
}

static void statement(void) {
    failed = 0;
    if (is_letter(look)) {
        while (is_letter(look))
            advance();
        if (look == '=') {
            advance();
            enum kind kind = expression();
            if (!failed)
                assert(kind == NUMBER || kind == NAME);
        } else {
            fail();
        }
    } else {
        fail();
    }
    while (look != ';')
        advance();
    advance();
}

int main(void) {
    advance();
    while (1) {
        statement();
        assert(depth == 0);
    }
}

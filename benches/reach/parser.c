// A tokenizer and a recursive descent parser build a tree of a small language; only when the whole text
// is well formed do two passes check it. The target is in the second one: a division whose divisor is
// known to be zero, inside a block or of a constant.
//
//     program   = { statement }
//     statement = "{" { statement } "}" | letter "=" expression ";" | "!" expression ";"
//     expression = term { ("+" | "-") term }
//     term      = factor { ("*" | "/") factor }
//     factor    = digit | letter | "(" expression ")"
//
// Reached by the text "!5/0;".
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TEXT_SIZE 6
#define MAX_NODES 32
#define MAX_DEPTH 6

enum kind { NUMBER, VARIABLE, ADD, SUBTRACT, MULTIPLY, DIVIDE, ASSIGN, PRINT, BLOCK, SEQUENCE };

struct node {
    enum kind kind;
    int value;
    struct node *left;
    struct node *right;
};

enum token { END, DIGIT, LETTER, SIGN, BAD };

struct parser {
    const char *text;
    int at;
    enum token token;
    char sign;
    int value;
    int depth;
    const char *error;
};

struct facts {
    int known;
    int value;
};

static struct node nodes[MAX_NODES];
static int node_count;
static int warnings;

static struct node *make(struct parser *parser, enum kind kind, struct node *left, struct node *right) {
    if (node_count == MAX_NODES) {
        parser->error = "the program is too long";
        node_count--;
    }
    struct node *node = &nodes[node_count++];
    node->kind = kind;
    node->value = 0;
    node->left = left;
    node->right = right;
    return node;
}

static void advance(struct parser *parser) {
    char c = parser->at < TEXT_SIZE ? parser->text[parser->at] : 0;
    while (c == ' ') {
        parser->at++;
        c = parser->at < TEXT_SIZE ? parser->text[parser->at] : 0;
    }
    if (c == 0) {
        parser->token = END;
        return;
    }
    parser->at++;
    if (c >= '0' && c <= '9') {
        parser->token = DIGIT;
        parser->value = c - '0';
    } else if (c >= 'a' && c <= 'z') {
        parser->token = LETTER;
        parser->value = c - 'a';
    } else {
        switch (c) {
        case '+': case '-': case '*': case '/': case '(': case ')':
        case '=': case ';': case '{': case '}': case '!':
            parser->token = SIGN;
            parser->sign = c;
            break;
        default:
            parser->token = BAD;
            parser->error = "unknown character";
        }
    }
}

static int is_sign(const struct parser *parser, char sign) {
    return !parser->error && parser->token == SIGN && parser->sign == sign;
}

static void expect(struct parser *parser, char sign, const char *otherwise) {
    if (is_sign(parser, sign))
        advance(parser);
    else if (!parser->error)
        parser->error = otherwise;
}

static struct node *expression(struct parser *parser);

static struct node *factor(struct parser *parser) {
    struct node *node = make(parser, NUMBER, NULL, NULL);
    if (parser->error)
        return node;
    if (parser->token == DIGIT || parser->token == LETTER) {
        node->kind = parser->token == DIGIT ? NUMBER : VARIABLE;
        node->value = parser->value;
        advance(parser);
        return node;
    }
    if (is_sign(parser, '(') && parser->depth < MAX_DEPTH) {
        parser->depth++;
        advance(parser);
        node = expression(parser);
        expect(parser, ')', "a bracket is not closed");
        parser->depth--;
        return node;
    }
    parser->error = "a value is missing";
    return node;
}

static struct node *term(struct parser *parser) {
    struct node *node = factor(parser);
    while (is_sign(parser, '*') || is_sign(parser, '/')) {
        enum kind kind = parser->sign == '*' ? MULTIPLY : DIVIDE;
        advance(parser);
        node = make(parser, kind, node, factor(parser));
    }
    return node;
}

static struct node *expression(struct parser *parser) {
    struct node *node = term(parser);
    while (is_sign(parser, '+') || is_sign(parser, '-')) {
        enum kind kind = parser->sign == '+' ? ADD : SUBTRACT;
        advance(parser);
        node = make(parser, kind, node, term(parser));
    }
    return node;
}

static struct node *statements(struct parser *parser);

static struct node *statement(struct parser *parser) {
    struct node *node;
    if (is_sign(parser, '{') && parser->depth < MAX_DEPTH) {
        parser->depth++;
        advance(parser);
        node = make(parser, BLOCK, statements(parser), NULL);
        expect(parser, '}', "a block is not closed");
        parser->depth--;
        return node;
    }
    if (is_sign(parser, '!')) {
        advance(parser);
        node = make(parser, PRINT, expression(parser), NULL);
        expect(parser, ';', "a semicolon is missing");
        return node;
    }
    node = make(parser, ASSIGN, NULL, NULL);
    if (parser->token == LETTER) {
        node->value = parser->value;
        advance(parser);
        expect(parser, '=', "an equals sign is missing");
        node->left = expression(parser);
        expect(parser, ';', "a semicolon is missing");
    } else if (!parser->error) {
        parser->error = "a statement is missing";
    }
    return node;
}

static struct node *statements(struct parser *parser) {
    struct node *all = NULL;
    while (!parser->error && parser->token != END && !is_sign(parser, '}'))
        all = make(parser, SEQUENCE, all, statement(parser));
    return all;
}

/* Says which variables are read before they are assigned. */
static void check_use(const struct node *node, int assigned[26]) {
    if (!node)
        return;
    check_use(node->left, assigned);
    check_use(node->right, assigned);
    if (node->kind == ASSIGN)
        assigned[node->value] = 1;
    if (node->kind == VARIABLE && !assigned[node->value]) {
        fputs("warning: a variable is not assigned\n", stderr);
        warnings++;
    }
}

static struct facts constant(const struct node *node, int inside) {
    struct facts unknown = {0, 0}, left, right;
    if (node->kind == NUMBER)
        return (struct facts){1, node->value};
    if (node->kind == VARIABLE)
        return unknown;
    left = constant(node->left, inside);
    right = constant(node->right, inside);
    if (node->kind == DIVIDE && right.known && right.value == 0) {
        if (inside || left.known)
            abort(); // target
        fputs("warning: a division by zero\n", stderr);
        warnings++;
        return unknown;
    }
    if (!left.known || !right.known)
        return unknown;
    switch (node->kind) {
    case ADD:
        return (struct facts){1, left.value + right.value};
    case SUBTRACT:
        return (struct facts){1, left.value - right.value};
    case MULTIPLY:
        return (struct facts){1, left.value * right.value};
    default:
        return (struct facts){1, left.value / right.value};
    }
}

static void check_values(const struct node *node, int inside) {
    if (!node)
        return;
    switch (node->kind) {
    case SEQUENCE:
        check_values(node->left, inside);
        check_values(node->right, inside);
        break;
    case BLOCK:
        check_values(node->left, 1);
        break;
    default:
        constant(node->left, inside);
    }
}

int main(void) {
    char text[TEXT_SIZE];
    int assigned[26];
    klee_make_symbolic(text, sizeof text, "text");
    memset(assigned, 0, sizeof assigned);
    struct parser parser = {text, 0, END, 0, 0, 0, NULL};
    advance(&parser);
    struct node *program = statements(&parser);
    if (!parser.error && parser.token != END)
        parser.error = "a block is not open";
    if (parser.error) {
        fputs(parser.error, stderr);
        fputs("\n", stderr);
        return 1;
    }
    check_use(program, assigned);
    check_values(program, 0);
    return warnings > 0;
}

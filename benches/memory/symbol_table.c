/* The symbol table of a small compiler: nested scopes, each with its symbols and, beside them, their
 * kinds. Symbols of every kind come from the same xcalloc through new_symbol: only the callers tell
 * variables, functions, types and labels apart. The input names the symbols of some expressions; a symbol is
 * dereferenced as a function only after its kind was looked at, so most of the objects that the pointer
 * could mean are not possible at that point. */
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

#define SCOPES 6
#define NAMES 40
#define EXPRESSIONS 3
#define HISTORY 1

enum kind { NONE, VARIABLE, FUNCTION, TYPE, LABEL };

struct symbol {
    enum kind kind;
    int level;
    union {
        struct { int offset, size; } variable;
        struct { int parameters, frame; struct symbol *result; } function;
        struct { int size, align; } type;
        struct { int number, uses; } label;
    } is;
};

struct scope {
    struct scope *parent;
    unsigned char kinds[NAMES];
    struct symbol *symbols[NAMES];
    int frame;
};

static void *xcalloc(size_t size) {
    void *memory = calloc(1, size);
    if (memory == NULL)
        abort();
    return memory;
}

static struct scope *push_scope(struct scope *parent) {
    struct scope *scope = xcalloc(sizeof *scope);
    scope->parent = parent;
    return scope;
}

static struct symbol *new_symbol(struct scope *scope, int name, enum kind kind) {
    struct symbol *symbol = xcalloc(sizeof *symbol);
    symbol->kind = kind;
    scope->kinds[name] = (unsigned char)kind;
    scope->symbols[name] = symbol;
    return symbol;
}

static void new_variable(struct scope *scope, int name, int size) {
    struct symbol *symbol = new_symbol(scope, name, VARIABLE);
    symbol->is.variable.offset = scope->frame;
    symbol->is.variable.size = size;
    scope->frame += size;
}

static void new_function(struct scope *scope, int name, int parameters, struct symbol *result) {
    struct symbol *symbol = new_symbol(scope, name, FUNCTION);
    symbol->is.function.parameters = parameters;
    symbol->is.function.frame = 16 + 8 * parameters;
    symbol->is.function.result = result;
}

static struct symbol *new_type(struct scope *scope, int name, int size) {
    struct symbol *symbol = new_symbol(scope, name, TYPE);
    symbol->is.type.size = size;
    symbol->is.type.align = size > 8 ? 8 : size;
    return symbol;
}

static void new_label(struct scope *scope, int name) {
    struct symbol *symbol = new_symbol(scope, name, LABEL);
    symbol->is.label.number = scope->frame + name;
}

/* Of eight names one is a type, one a function, one a variable, and two are labels. */
static void declare_all(struct scope *scope, int level) {
    struct symbol *result = NULL;
    for (int name = 0; name < NAMES; name++) {
        if (name % 8 == 0)
            result = new_type(scope, name, 4 << (name / 8));
        else if (name % 8 == 1)
            new_function(scope, name, name % 5, result);
        else if (name % 8 == 3)
            new_variable(scope, name, 8);
        else if (name % 2 == 1)
            new_label(scope, name);
        if (scope->symbols[name] != NULL)
            scope->symbols[name]->level = level;
    }
}

static enum kind kind_of(const struct scope *scope, unsigned name) { return scope->kinds[name]; }

/* What a call of the function needs on the stack; -1 if it is none. */
static int call(struct scope *scope, unsigned name) {
    if (kind_of(scope, name) != FUNCTION)
        return -1;
    struct symbol *function = scope->symbols[name];
    int need = function->is.function.frame;
    if (function->is.function.parameters > 2)
        need += 8;
    struct symbol *result = function->is.function.result;
    return need + result->is.type.align;
}

static int load(struct scope *scope, unsigned name) {
    if (kind_of(scope, name) != VARIABLE)
        return -1;
    return scope->symbols[name]->is.variable.offset;
}

int main(void) {
    unsigned char names[EXPRESSIONS], loaded, quiet;
    klee_make_symbolic(names, sizeof names, "names");
    klee_make_symbolic(&loaded, sizeof loaded, "loaded");
    klee_make_symbolic(&quiet, sizeof quiet, "quiet");
    klee_assume(loaded < NAMES);

    char *banner[HISTORY] = {NULL};
    for (int i = 0; i < HISTORY; i++)
        if (!(quiet & (1 << i)))
            banner[i] = strcpy(xcalloc(40), "compiling");

    struct scope *scopes[SCOPES];
    for (int i = 0; i < SCOPES; i++) {
        scopes[i] = push_scope(i == 0 ? NULL : scopes[i - 1]);
        declare_all(scopes[i], i);
    }
    struct scope *inner = scopes[SCOPES - 1];

    int most = 0;
    for (int i = 0; i < EXPRESSIONS; i++) {
        klee_assume(names[i] < NAMES);
        int need = call(inner, names[i]);
        if (need > 60)
            most++;
    }
    int offset = load(inner, loaded);
    return (offset > 24) + (most > 1) + (banner[0] != NULL);
}

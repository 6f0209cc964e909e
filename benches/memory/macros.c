/* The tables of a macro processor: a hash of symbols that grows, macros with a body, builtins with a
 * function, and aliases, all made through the same xmalloc and new_symbol. The input is a text of macro
 * names. A call looks a symbol up, asks for its kind in the table, and then uses what only this kind has:
 * a body, which is one of many texts that were allocated through xstrdup, or a table of arguments. */
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

#define TABLES 5
#define FIRST_SIZE 8
#define LETTERS 20
#define CALLS 3

enum kind { ABSENT, MACRO, BUILTIN, ALIAS };

struct symbol {
    char *name;
    char *body;
    int (*run)(int);
    struct symbol *other;
    int calls;
};

/* Symbols and their kinds by the hash of the name, with open addressing. */
struct table {
    unsigned size, used;
    unsigned char *kinds;
    struct symbol **symbols;
};

static int increment(int x) { return x + 1; }
static int twice(int x) { return 2 * x; }
static int length_of(int x) { return x > 9 ? 2 : 1; }
static int (*const BUILTINS[])(int) = {increment, twice, length_of};

static void *xmalloc(size_t size) {
    void *memory = malloc(size);
    if (memory == NULL)
        abort();
    return memory;
}

static void *xzalloc(size_t size) { return memset(xmalloc(size), 0, size); }

static char *xstrdup(const char *text) {
    size_t size = strlen(text) + 1;
    return memcpy(xmalloc(size), text, size);
}

static void table_init(struct table *table, unsigned size) {
    table->size = size;
    table->used = 0;
    table->kinds = xzalloc(size);
    table->symbols = xzalloc(size * sizeof *table->symbols);
}

static unsigned slot_of(const struct table *table, unsigned letter) {
    return letter & (table->size - 1);
}

/* The slot of a name of one letter: its own, or the free one where it belongs. */
static unsigned find(const struct table *table, unsigned letter) {
    unsigned slot = slot_of(table, letter);
    while (table->kinds[slot] != ABSENT && table->symbols[slot]->name[0] != (char)(letter + 'a'))
        slot = (slot + 1) & (table->size - 1);
    return slot;
}

static void grow(struct table *table) {
    struct table old = *table;
    table_init(table, 2 * old.size);
    table->used = old.used;
    for (unsigned i = 0; i < old.size; i++)
        if (old.kinds[i] != ABSENT) {
            unsigned slot = find(table, (unsigned)(old.symbols[i]->name[0] - 'a'));
            table->kinds[slot] = old.kinds[i];
            table->symbols[slot] = old.symbols[i];
        }
    free(old.kinds);
    free(old.symbols);
}

static struct symbol *new_symbol(struct table *table, unsigned letter, enum kind kind) {
    if (2 * (table->used + 1) > table->size)
        grow(table);
    char name[] = {(char)(letter + 'a'), '\0'};
    unsigned slot = find(table, letter);
    struct symbol *symbol = xzalloc(sizeof *symbol);
    symbol->name = xstrdup(name);
    table->kinds[slot] = (unsigned char)kind;
    table->symbols[slot] = symbol;
    table->used++;
    return symbol;
}

static struct symbol *new_macro(struct table *table, unsigned letter, const char *body) {
    struct symbol *symbol = new_symbol(table, letter, MACRO);
    symbol->body = xstrdup(body);
    return symbol;
}

static struct symbol *new_builtin(struct table *table, unsigned letter, unsigned number) {
    struct symbol *symbol = new_symbol(table, letter, BUILTIN);
    symbol->run = BUILTINS[number % (sizeof BUILTINS / sizeof *BUILTINS)];
    return symbol;
}

static struct symbol *new_alias(struct table *table, unsigned letter, struct symbol *other) {
    struct symbol *symbol = new_symbol(table, letter, ALIAS);
    symbol->other = other;
    return symbol;
}

static void define_all(struct table *table) {
    struct symbol *last = NULL;
    for (unsigned letter = 0; letter < LETTERS; letter++) {
        if (letter % 5 == 0)
            last = new_macro(table, letter, letter % 2 ? "define it" : "x$1");
        else if (letter % 5 == 3)
            new_alias(table, letter, last);
        else
            new_builtin(table, letter, letter);
    }
}

/* The number of characters that a macro expands to. */
static int expand(struct symbol *macro) {
    int size = 0;
    for (const char *at = macro->body; *at != '\0' && size < 2; at++)
        size += *at == '$' ? 4 : 1;
    macro->calls++;
    return size;
}

static int call(struct table *table, unsigned letter, int argument) {
    unsigned slot = slot_of(table, letter);
    switch (table->kinds[slot]) {
    case MACRO:
        return expand(table->symbols[slot]);
    case ALIAS:
        return expand(table->symbols[slot]->other);
    case BUILTIN:
        return table->symbols[slot]->run(argument);
    default:
        return argument;
    }
}

int main(void) {
    unsigned char text[CALLS];
    klee_make_symbolic(text, sizeof text, "text");
    struct table tables[TABLES];
    for (int i = 0; i < TABLES; i++) {
        table_init(&tables[i], FIRST_SIZE);
        define_all(&tables[i]);
    }
    int result = 0;
    for (int i = 0; i < CALLS; i++) {
        klee_assume(text[i] < LETTERS);
        result = call(&tables[0], text[i], result);
    }
    return result > 2;
}

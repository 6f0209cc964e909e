/* Variables of a make: a global set and one for each target, from the same allocation sites, with values
 * that other variables may come in, and one buffer of BUFFER bytes that expansions are written to. The
 * input names the variables of a line and the place in the buffer that the expansion begins at. The buffer
 * is full of an earlier expansion of the input's text: an SMT array of which no element is constant. */
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

#define BUFFER 4096
#define SETS 6
#define NAMES 10
#define WORDS 2
#define TYPED 12
#define INDENT 12

enum flavor { SIMPLE, RECURSIVE };

struct variable {
    char *value;
    unsigned length;
    enum flavor flavor;
    int exported;
};

struct set {
    struct set *parent;
    struct variable *variables[NAMES];
};

static unsigned char *buffer;

static void *xmalloc(size_t size) {
    void *memory = malloc(size);
    if (memory == NULL)
        abort();
    return memory;
}

static char *xstrdup(const char *text) {
    return strcpy(xmalloc(strlen(text) + 1), text);
}

static struct set *new_set(struct set *parent) {
    struct set *set = xmalloc(sizeof *set);
    memset(set, 0, sizeof *set);
    set->parent = parent;
    return set;
}

static struct variable *define(struct set *set, int name, const char *value, enum flavor flavor) {
    struct variable *variable = xmalloc(sizeof *variable);
    variable->value = xstrdup(value);
    variable->length = (unsigned)strlen(value);
    variable->flavor = flavor;
    variable->exported = name % 2;
    set->variables[name] = variable;
    return variable;
}

static struct variable *look_up(const struct set *set, unsigned name) {
    for (; set != NULL; set = set->parent)
        if (set->variables[name] != NULL)
            return set->variables[name];
    return NULL;
}

/* Writes the value of the variable to the buffer; the place behind it. */
static unsigned expand(const struct set *set, unsigned name, unsigned at) {
    const struct variable *variable = look_up(set, name);
    if (variable == NULL)
        return at;
    if (variable->flavor == RECURSIVE)
        buffer[at++] = '$';
    for (unsigned i = 0; i < variable->length; i++)
        buffer[at + i] = (unsigned char)variable->value[i];
    return at + variable->length;
}

static void define_all(struct set *set, int from) {
    static const char *const values[] = {"cc", "-O2", "a.o", ""};
    for (int name = from; name < NAMES; name += 2)
        define(set, name, values[name % 4], name % 3 == 0 ? RECURSIVE : SIMPLE);
}

int main(void) {
    unsigned char names[WORDS], indent, typed[TYPED], looked_at;
    klee_make_symbolic(names, sizeof names, "names");
    klee_make_symbolic(&indent, sizeof indent, "indent");
    klee_make_symbolic(typed, sizeof typed, "typed");
    klee_make_symbolic(&looked_at, sizeof looked_at, "looked_at");
    klee_assume(indent < INDENT);

    struct set *sets[SETS];
    for (int i = 0; i < SETS; i++) {
        sets[i] = new_set(i == 0 ? NULL : sets[0]);
        define_all(sets[i], i == 0 ? 0 : 1);
    }

    buffer = xmalloc(BUFFER);
    for (int i = 0; i < BUFFER; i++)
        buffer[i] = (unsigned char)(typed[(i + 5) % TYPED] + i / TYPED);

    unsigned end = indent;
    for (int i = 0; i < WORDS; i++) {
        klee_assume(names[i] < NAMES);
        end = expand(sets[1], names[i], end);
    }
    klee_assume(looked_at < 2 * INDENT);
    int dollars = 0;
    if (buffer[looked_at] == '$')
        dollars++;
    if (buffer[looked_at + 1] == 'c')
        dollars++;
    return dollars + (end > INDENT);
}

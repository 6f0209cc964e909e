/* A JSON object: a linear hash table of keys and values with open addressing, values of several types
 * that are made through the same wrappers. The input adds a field and asks for another, which must be a
 * number or a string. Before, it decides how much of a document was kept (HISTORY bits). The table is
 * written at a place that the input decides: an SMT array of pointers. */
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

#define OBJECTS 5
/* A power of two. */
#define SLOTS 8
#define FIELDS 3
#define LETTERS 6
#define HISTORY 4

enum type { NUMBER, STRING, LIST };

struct value {
    enum type type;
    int references;
    union {
        long number;
        struct { char *text; long length; } string;
        struct { struct value *first; long count; } list;
    } is;
    struct value *next;
};

struct slot {
    struct value *value;
    unsigned long key;
    unsigned long used;
    unsigned long order;
};

struct object {
    struct slot slots[SLOTS];
    unsigned long count;
};

static void *xcalloc(size_t size) {
    void *memory = calloc(1, size);
    if (memory == NULL)
        abort();
    return memory;
}

static struct value *new_value(enum type type) {
    struct value *value = xcalloc(sizeof *value);
    value->type = type;
    value->references = 1;
    return value;
}

static struct value *new_number(long number) {
    struct value *value = new_value(NUMBER);
    value->is.number = number;
    return value;
}

static struct value *new_string(const char *text) {
    struct value *value = new_value(STRING);
    value->is.string.length = (long)strlen(text);
    value->is.string.text = strcpy(xcalloc(strlen(text) + 1), text);
    return value;
}

static struct value *new_list(int count) {
    struct value *value = new_value(LIST);
    for (int i = 0; i < count; i++) {
        struct value *element = new_number(i);
        element->next = value->is.list.first;
        value->is.list.first = element;
        value->is.list.count++;
    }
    return value;
}

static struct object *new_object(void) { return xcalloc(sizeof(struct object)); }

/* The slot of the key, or the free one where it belongs. */
static unsigned long find(const struct object *object, unsigned long key) {
    unsigned long at = key * 3 & (SLOTS - 1);
    while (object->slots[at].used && object->slots[at].key != key)
        at = (at + 1) & (SLOTS - 1);
    return at;
}

static void add(struct object *object, unsigned long key, struct value *value) {
    unsigned long at = find(object, key);
    object->slots[at].key = key;
    object->slots[at].value = value;
    object->slots[at].used = 1;
    object->slots[at].order = object->count++;
}

static struct value *get(const struct object *object, unsigned long key) {
    unsigned long at = find(object, key);
    return object->slots[at].used ? object->slots[at].value : NULL;
}

static struct object *make(int number) {
    struct object *object = new_object();
    for (int i = 0; i < FIELDS; i++) {
        unsigned long key = (unsigned long)(2 * i);
        if (i % 3 == 0)
            add(object, key, new_string("text"));
        else if (i % 3 == 1)
            add(object, key, new_number(number + i));
        else
            add(object, key, new_list(2));
    }
    return object;
}

static long measure(const struct value *value) {
    switch (value->type) {
    case NUMBER:
        return value->is.number;
    case STRING:
        return value->is.string.text[0] == 't' ? value->is.string.length : -1;
    default:
        return value->is.list.first->is.number + value->is.list.count;
    }
}

int main(void) {
    unsigned char options, added, wanted;
    klee_make_symbolic(&options, sizeof options, "options");
    klee_make_symbolic(&added, sizeof added, "added");
    klee_make_symbolic(&wanted, sizeof wanted, "wanted");
    klee_assume(added < LETTERS);
    klee_assume(wanted < LETTERS);

    struct value *kept = NULL;
    for (int i = 0; i < HISTORY; i++)
        if (options & (1 << i))
            for (int number = 0; number < 1 << i; number++) {
                struct value *value = new_number(number);
                value->next = kept;
                kept = value;
            }

    struct object *objects[OBJECTS];
    for (int i = 0; i < OBJECTS; i++)
        objects[i] = make(i);

    add(objects[0], added, new_number(100));
    struct value *value = get(objects[0], wanted);
    if (value == NULL)
        return 1;
    return measure(value) > 3 ? 2 : 3;
}

/* A page of a B-tree as databases keep it: a header, an array of offsets of cells that grows upwards,
 * cells that grow downwards from the end of PAGE bytes. The page is a used one, decrypted with a key of the
 * input, so that every byte that nobody has written depends on it. The input then updates cells by number
 * and reads others: offsets come out of the page itself, and the page is an SMT array of bytes. */
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

#define PAGE 4096
#define CELLS 8
#define PAYLOAD 2
#define KEY 16
#define UPDATES 2
#define READS 5

enum { TYPE = 0, COUNT = 1, START = 3, OFFSETS = 8 };
enum { LEAF = 13, CELL_KEY = 0, CELL_SIZE = 1, CELL_DATA = 2 };

static unsigned get2(const unsigned char *at) { return (unsigned)at[0] << 8 | at[1]; }

static void put2(unsigned char *at, unsigned value) {
    at[0] = (unsigned char)(value >> 8);
    at[1] = (unsigned char)value;
}

static unsigned char *new_page(unsigned type, const unsigned char *key) {
    unsigned char *page = malloc(PAGE);
    if (page == NULL)
        abort();
    for (unsigned i = 0; i < PAGE; i++)
        page[i] = key[(i * 5 + 1) % KEY] ^ (unsigned char)(i * (i >> 3));
    put2(page + COUNT, 0);
    page[TYPE] = (unsigned char)type;
    put2(page + START, PAGE);
    return page;
}

static unsigned cell_count(const unsigned char *page) { return get2(page + COUNT); }

static unsigned char *cell(unsigned char *page, unsigned number) {
    return page + get2(page + OFFSETS + 2 * number);
}

/* The number of the first cell whose key is not smaller. */
static unsigned search(unsigned char *page, unsigned key) {
    unsigned low = 0, high = cell_count(page);
    while (low < high) {
        unsigned middle = (low + high) / 2;
        if (cell(page, middle)[CELL_KEY] < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void insert(unsigned char *page, unsigned key, const unsigned char *payload, unsigned size) {
    unsigned count = cell_count(page), at = search(page, key);
    unsigned start = get2(page + START) - (CELL_DATA + size);
    if (start < OFFSETS + 2 * (count + 1))
        abort();
    unsigned char *offsets = page + OFFSETS;
    memmove(offsets + 2 * (at + 1), offsets + 2 * at, 2 * (count - at));
    put2(offsets + 2 * at, start);
    put2(page + COUNT, count + 1);
    put2(page + START, start);
    page[start + CELL_KEY] = (unsigned char)key;
    page[start + CELL_SIZE] = (unsigned char)size;
    memcpy(page + start + CELL_DATA, payload, size);
}

static void update(unsigned char *page, unsigned number, unsigned char value) {
    unsigned char *where = cell(page, number);
    where[CELL_DATA] = value;
}

static int first_byte(unsigned char *page, unsigned number) {
    return cell(page, number)[CELL_DATA];
}

int main(void) {
    unsigned char key[KEY], payload[CELLS][PAYLOAD], updated[UPDATES], values[UPDATES], looked_at[READS];
    klee_make_symbolic(key, sizeof key, "key");
    klee_make_symbolic(payload, sizeof payload, "payload");
    klee_make_symbolic(updated, sizeof updated, "updated");
    klee_make_symbolic(values, sizeof values, "values");
    klee_make_symbolic(looked_at, sizeof looked_at, "looked_at");

    unsigned char *page = new_page(LEAF, key);
    for (unsigned i = 0; i < CELLS; i++)
        insert(page, (i * 5) % CELLS, payload[i], PAYLOAD);

    for (int i = 0; i < UPDATES; i++) {
        klee_assume(updated[i] < CELLS);
        update(page, updated[i], values[i]);
    }
    int large = 0;
    for (int i = 0; i < READS; i++) {
        klee_assume(looked_at[i] < CELLS);
        if (first_byte(page, looked_at[i]) > 200)
            large++;
    }
    if (cell_count(page) != CELLS || page[TYPE] != LEAF)
        abort();
    free(page);
    return large;
}

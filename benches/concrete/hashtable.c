/* An open-addressing hash table of strings: byte loops, hashing, comparisons. */
#include <stdio.h>
#include <stdlib.h>

#define SLOTS 4096
#define WORDS 60000

struct slot {
    char *key;
    unsigned count;
};

static struct slot table[SLOTS];

static unsigned hash(const char *s) {
    unsigned h = 2166136261u;
    for (; *s; s++)
        h = (h ^ (unsigned char)*s) * 16777619u;
    return h;
}

static int same(const char *a, const char *b) {
    while (*a && *a == *b) {
        a++;
        b++;
    }
    return *a == *b;
}

static char *copy(const char *s) {
    unsigned length = 0;
    while (s[length])
        length++;
    char *result = malloc(length + 1);
    for (unsigned i = 0; i <= length; i++)
        result[i] = s[i];
    return result;
}

static void count(const char *word) {
    unsigned i = hash(word) % SLOTS;
    while (table[i].key && !same(table[i].key, word))
        i = (i + 1) % SLOTS;
    if (!table[i].key)
        table[i].key = copy(word);
    table[i].count++;
}

int main(void) {
    unsigned state = 7, checksum = 0;
    for (int i = 0; i < WORDS; i++) {
        char word[16];
        unsigned length = 0;
        state = state * 1664525u + 1013904223u;
        for (unsigned n = (state >> 10) % 2500 + 17576; n > 0; n /= 26)
            word[length++] = (char)('a' + n % 26);
        word[length] = 0;
        count(word);
    }
    for (int i = 0; i < SLOTS; i++)
        if (table[i].key) {
            checksum = checksum * 31 + hash(table[i].key) * table[i].count;
            free(table[i].key);
        }
    printf("%u\n", checksum);
    return 0;
}

/* Counts the words of a text with a hash table and prints the most frequent ones. Everything that
   it allocates is freed, every access stays inside its object: `dunlin run examples/wordcount.c`
   finishes without an error. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BUCKETS 16

struct word {
    struct word *next;
    int count;
    char text[];
};

static struct word *buckets[BUCKETS];

static const char poem[] = "The tide goes out, the tide comes in, and on the shore the dunlin runs "
                           "before the tide; the dunlin runs and runs, and the tide comes in.";

static unsigned hash(const char *text, size_t length) {
    unsigned h = 5381;
    for (size_t i = 0; i < length; i++)
        h = h * 33 + (unsigned char)text[i];
    return h % BUCKETS;
}

static void count(const char *text, size_t length) {
    struct word **bucket = &buckets[hash(text, length)];
    for (struct word *word = *bucket; word != NULL; word = word->next)
        if (strlen(word->text) == length && memcmp(word->text, text, length) == 0) {
            word->count++;
            return;
        }
    struct word *word = malloc(sizeof *word + length + 1);
    if (word == NULL)
        exit(1);
    word->next = *bucket;
    word->count = 1;
    memcpy(word->text, text, length);
    word->text[length] = 0;
    *bucket = word;
}

static int by_count(const void *a, const void *b) {
    const struct word *x = *(struct word *const *)a, *y = *(struct word *const *)b;
    return x->count != y->count ? y->count - x->count : strcmp(x->text, y->text);
}

int main(void) {
    char lower[sizeof poem];
    for (size_t i = 0; i < sizeof poem; i++)
        lower[i] = (char)tolower((unsigned char)poem[i]);
    for (const char *s = lower; *s != 0;) {
        size_t length = 0;
        while (isalpha((unsigned char)s[length]))
            length++;
        if (length > 0)
            count(s, length);
        s += length > 0 ? length : 1;
    }
    struct word *words[64];
    size_t total = 0;
    for (int i = 0; i < BUCKETS; i++)
        for (struct word *word = buckets[i]; word != NULL; word = word->next)
            words[total++] = word;
    qsort(words, total, sizeof words[0], by_count);
    for (size_t i = 0; i < total; i++) {
        if (i < 5)
            printf("%2d %s\n", words[i]->count, words[i]->text);
        free(words[i]);
    }
    return 0;
}

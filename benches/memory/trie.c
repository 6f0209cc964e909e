/* Tries over a small alphabet: several dictionaries from one allocation site, words with values, and two
 * words of the input that are looked up in the first. A node that the input chooses is one of its
 * parent's children, or none. */
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

#define DICTIONARIES 6
#define LETTERS 6
#define LENGTH 3
#define LOOKUPS 2

struct node {
    struct node *children[LETTERS];
    int value;
    int words;
};

struct dictionary {
    struct node *root;
    int nodes;
};

/* Letters are a, b, ... */
static const char *const WORDS[] = {"a",   "abc", "abd", "ac",  "b",   "bad", "bed",
                                    "cab", "cad", "dab", "dad", "ebb", "fad", "fee"};

static struct node *new_node(struct dictionary *dictionary) {
    struct node *node = calloc(1, sizeof *node);
    if (node == NULL)
        abort();
    node->value = -1;
    dictionary->nodes++;
    return node;
}

static void add(struct dictionary *dictionary, const char *word, int value) {
    struct node *node = dictionary->root;
    for (; *word != '\0'; word++) {
        struct node **child = &node->children[*word - 'a'];
        if (*child == NULL)
            *child = new_node(dictionary);
        node = *child;
        node->words++;
    }
    node->value = value;
}

/* The node of a word, null if there is none. */
static struct node *walk(const struct dictionary *dictionary, const char *word) {
    struct node *node = dictionary->root;
    for (; *word != '\0'; word++) {
        node = node->children[*word - 'a'];
        if (node == NULL)
            return NULL;
    }
    return node;
}

/* How many words begin as this one; its own value if it is one. */
static int rank(const struct dictionary *dictionary, const char *word, int *value) {
    const struct node *node = walk(dictionary, word);
    if (node == NULL)
        return 0;
    if (node->value >= 0)
        *value = node->value;
    return node->words;
}

static struct dictionary make(int number) {
    struct dictionary dictionary = {NULL, 0};
    dictionary.root = new_node(&dictionary);
    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++)
        add(&dictionary, WORDS[i], (int)i * 3 + number);
    return dictionary;
}

int main(void) {
    char words[LOOKUPS][LENGTH + 1];
    klee_make_symbolic(words, sizeof words, "words");
    for (int i = 0; i < LOOKUPS; i++) {
        for (int at = 0; at < LENGTH; at++)
            klee_assume(words[i][at] >= 'a' && words[i][at] < 'a' + LETTERS);
        words[i][LENGTH] = '\0';
    }

    struct dictionary dictionaries[DICTIONARIES];
    for (int i = 0; i < DICTIONARIES; i++)
        dictionaries[i] = make(i);

    int found = 0, value = 0;
    for (int i = 0; i < LOOKUPS; i++)
        if (rank(&dictionaries[0], words[i], &value) > 0)
            found++;
    if (found == LOOKUPS && value > 20)
        found += walk(&dictionaries[0], words[0]) == walk(&dictionaries[0], words[1]);
    return found;
}

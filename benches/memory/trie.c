/* Tries over a small alphabet: several dictionaries from one allocation site, words with values, and
 * words of the input that are looked up in the first. Inner nodes and leaves are both made by new_node, and
 * a bit mask in the parent tells which of its children are leaves: when a child that the input chooses is
 * used as an inner node, the leaves among its siblings are not possible any more. */
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

#define DICTIONARIES 6
#define LETTERS 8
#define LENGTH 3
#define LOOKUPS 2

struct node {
    int words;
    int value;
};

struct inner {
    struct node node;
    unsigned leaves;
    struct node *children[LETTERS];
};

struct dictionary {
    struct inner *root;
    int nodes;
};

/* Letters are a, b, ...; no word is the beginning of another one. */
static const char *const WORDS[] = {"abc", "abd", "ac", "b",   "cab", "cad", "ce",
                                    "d",   "ebb", "ec", "f",   "g",   "had", "he"};

static void *new_node(struct dictionary *dictionary, size_t size) {
    struct node *node = calloc(1, size);
    if (node == NULL)
        abort();
    dictionary->nodes++;
    return node;
}

static struct inner *new_inner(struct dictionary *dictionary) {
    struct inner *inner = new_node(dictionary, sizeof *inner);
    inner->node.value = -1;
    return inner;
}

static struct node *new_leaf(struct dictionary *dictionary, int value) {
    struct node *leaf = new_node(dictionary, sizeof *leaf);
    leaf->value = value;
    leaf->words = 1;
    return leaf;
}

static void add(struct dictionary *dictionary, const char *word, int value) {
    struct inner *inner = dictionary->root;
    for (; word[1] != '\0'; word++) {
        inner->node.words++;
        struct node **child = &inner->children[*word - 'a'];
        if (*child == NULL)
            *child = &new_inner(dictionary)->node;
        inner = (struct inner *)*child;
    }
    inner->node.words++;
    inner->children[*word - 'a'] = new_leaf(dictionary, value);
    inner->leaves |= 1u << (*word - 'a');
}

/* The node of the longest beginning of the word that is in the dictionary. */
static const struct node *walk(const struct dictionary *dictionary, const char *word) {
    const struct inner *inner = dictionary->root;
    for (; *word != '\0'; word++) {
        unsigned letter = (unsigned)(*word - 'a');
        const struct node *child = inner->children[letter];
        if (inner->leaves >> letter & 1)
            return child;
        if (child == NULL)
            break;
        inner = (const struct inner *)child;
    }
    return &inner->node;
}

static struct dictionary make(int number) {
    struct dictionary dictionary = {NULL, 0};
    dictionary.root = new_inner(&dictionary);
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

    int found = 0, large = 0;
    for (int i = 0; i < LOOKUPS; i++) {
        const struct node *node = walk(&dictionaries[0], words[i]);
        if (node->value >= 0)
            found++;
        if (node->words > 2)
            large++;
    }
    return found + 4 * large;
}

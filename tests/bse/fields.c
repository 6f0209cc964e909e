// Fields have memories of their own, but not where a program looks at one through another: unions, casts, pieces of numbers, copies of
// parts, elements that are reached from their neighbours. Also with pointers of 32 bits.
// run: dunlin reach --target @union --target @never_union --target @walked --target @never_walked --target @second --target @never_second --target @part --target @never_part --target @far --target @never_far --target @overlay --target @never_overlay --target @link --target @never_link --target @shifted --target @never_shifted --strategy bse --max-time 60s
// run: dunlin reach --target @union --target @never_union --target @walked --target @never_walked --target @second --target @never_second --target @part --target @never_part --target @far --target @never_far --target @overlay --target @never_overlay --target @link --target @never_link --target @shifted --target @never_shifted --strategy bse -m32 --max-time 60s
// verdict: @union reachable
// verdict: @never_union unreachable
// verdict: @walked reachable
// verdict: @never_walked unreachable
// verdict: @second reachable
// verdict: @never_second unreachable
// verdict: @part reachable
// verdict: @never_part unreachable
// verdict: @far reachable
// verdict: @never_far unreachable
// verdict: @overlay reachable
// verdict: @never_overlay unreachable
// verdict: @link reachable
// verdict: @never_link unreachable
// verdict: @shifted reachable
// verdict: @never_shifted unreachable
#include <dunlin.h>
#include <stdlib.h>
#include <string.h>

struct pair {
    int first, second;
};

struct large {
    int head;
    char room[68];
    int tail;
};

struct tree {
    struct tree *left, *right, *parent;
    int key;
};

union both {
    int number;
    short halves[2];
};

static struct pair *any_pair(int x, int y) {
    struct pair *pair = malloc(sizeof *pair);
    pair->first = x;
    pair->second = y;
    return pair;
}

int main(void) {
    int x = dunlin_int("x"), y = dunlin_int("y");
    int reached = 0;

    union both *both = malloc(sizeof *both);
    both->number = x;
    both->halves[1] = 3;
    if (both->number == 0x30007)
        reached++; // target union
    if (both->number >= 0x40000)
        reached++; // target never_union

    // From one field to the next.
    struct pair *pair = any_pair(x, y);
    int *walker = &pair->first;
    walker[1] = 5;
    if (pair->second == 5 && pair->first == 9)
        reached++; // target walked
    if (pair->second != 5)
        reached++; // target never_walked

    // The one or the other field.
    struct pair *other = any_pair(1, 2);
    int *chosen = y > 0 ? &other->first : &other->second;
    *chosen = 40;
    if (other->first == 40 && other->second == 2)
        reached++; // target second
    if (other->first + other->second != 42 && other->first + other->second != 41)
        reached++; // target never_second

    // A copy that begins in one field and ends in another.
    struct pair *source = any_pair(0x01020304, 0x05060708), *sink = any_pair(0, 0);
    memcpy((char *)sink + 2, (char *)source + 2, 4);
    if (sink->first == 0x01020000 && sink->second == 0x0708 && x == 77)
        reached++; // target part
    if (sink->first == 0 || sink->second == 0)
        reached++; // target never_part

    // Two fields that are 72 bytes apart.
    struct large *large = calloc(1, sizeof *large);
    large->tail = x;
    large->room[4] = 1;
    if (large->head == 0 && large->tail == 11)
        reached++; // target far
    if (large->head != 0)
        reached++; // target never_far

    // Another type at the same place.
    struct pair *overlay = malloc(sizeof *overlay);
    *(long long *)(void *)overlay = 0x100000002ll + x;
    if (overlay->second == 1 && overlay->first == 7)
        reached++; // target overlay
    if (x == 5 && overlay->first != 7)
        reached++; // target never_overlay

    // A pointer to a link.
    struct tree *root = calloc(1, sizeof *root), *child = calloc(1, sizeof *child);
    struct tree **link = x < 10 ? &root->left : &root->right;
    *link = child;
    child->parent = root;
    child->key = y;
    if (root->right && root->right->parent->right->key == 21)
        reached++; // target link
    if (root->left && root->right)
        reached++; // target never_link

    // An index that leads to another field, by a cast.
    struct pair row[3] = { { 1, 2 }, { 3, 4 }, { 5, 6 } };
    if (x >= 0 && x < 2) {
        struct pair *between = (struct pair *)(&row[x].first + 1);
        between->second = 50;
        if (row[1].first == 50 && row[2].first == 5)
            reached++; // target shifted
        if (row[0].first == 50 || row[1].second == 50)
            reached++; // target never_shifted
    }
    return reached;
}

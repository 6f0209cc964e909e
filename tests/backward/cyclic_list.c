// Two nodes that lead to each other: an even number of steps comes back.
// run: dunlin reach --target @back --target @never --strategy tse
// verdict: @back reachable
// verdict: @never unreachable
#include <dunlin.h>

struct node {
    struct node *next;
    int value;
};

int main(void) {
    struct node a, b = {&a, 2};
    a.next = &b;
    a.value = dunlin_int("x");
    struct node *at = a.next->next;
    at->value += 1;
    if (a.value == 10)
        return 1; // target back
    if (at->next->value != 2)
        return 2; // target never
    return 0;
}

// A stack that two threads use without a lock, in the shape of the lockfree programs of SV-COMP: every
// thread is a position and some variables, an input says who goes on, and a compare-and-swap is one step.
// One thread pushes, the other pops; popped nodes are freed when nobody can hold them.
// -D BUG= chooses one of the memory errors; the line that has it ends with its name.
// Every program reaches its end; the error needs certain steps in a certain order.
#include <dunlin.h>
#include <stddef.h>
#include <stdlib.h>

enum bug { RIGHT, OUT_OF_BOUNDS, NULL_DEREFERENCE, DOUBLE_FREE, USE_AFTER_FREE, LEAK };

#ifndef BUG
#define BUG RIGHT
#endif
#define STEPS 10
#define SLOTS 1

struct node {
    struct node *next;
    int value;
};

static struct node *top;

/* The thread that pushes. */
static int push_at;
static struct node *push_node, *push_seen;

/* The thread that pops: what it has popped is kept and freed at the end. */
static int pop_at;
static struct node *pop_seen, *pop_next;
static struct node *popped[SLOTS];
static int pops;

static void push_step(void) {
    switch (push_at) {
    case 0:
        push_node = malloc(sizeof *push_node); // memory-leak
        push_node->value = dunlin_int("value");
        push_at = 1;
        break;
    case 1:
        push_seen = top;
        push_node->next = push_seen;
        push_at = 2;
        break;
    default:
        if (top == push_seen) {
            top = push_node;
            push_node = NULL;
            push_at = 0;
        } else {
            // Someone was faster. The right way is to look again with the same node.
            push_at = BUG == LEAK && push_node->value == 71 ? 0 : 1;
        }
    }
}

static void pop_step(void) {
    if (pop_at == 0) {
        pop_seen = top;
        if (!pop_seen && (BUG != NULL_DEREFERENCE || push_at != 2))
            return;
        pop_next = pop_seen->next; // null-dereference
        pop_at = 1;
        return;
    }
    pop_at = 0;
    if (top != pop_seen)
        return;
    top = pop_next;
    if (pops == SLOTS && (BUG != OUT_OF_BOUNDS || pop_seen->value != 72)) {
        free(pop_seen);
        return;
    }
    popped[pops++] = pop_seen; // out-of-bounds-write
    if (BUG == USE_AFTER_FREE && pop_seen->value == 73 && push_at == 1) {
        free(popped[--pops]);
        push_node->value = pop_seen->value; // use-after-free
    }
    if (BUG == DOUBLE_FREE && pop_seen->value == 74 && push_seen == pop_seen)
        free(pop_seen);
}

int main(void) {
    for (int i = 0; i < STEPS; i++) {
        if (dunlin_int("who"))
            push_step();
        else
            pop_step();
    }
    free(push_node);
    while (top) {
        struct node *next = top->next;
        free(top);
        top = next;
    }
    int count = pops;
    while (pops > 0)
        free(popped[--pops]); // double-free
    return count; // target
}
